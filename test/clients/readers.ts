// Programs that others wrote: clients of OData and of the hubs in Java.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { STORIES } from './generated.js';
import type { ClientPart, ClientWorld } from './part.js';
import { EXEC_PLUGIN, run } from './tools.js';

const playing = (name: string) => async (world: ClientWorld) => {
  const story = join(world.folder, 'story');
  cpSync(join(STORIES, name), story, { recursive: true });
  await run(['mvn', '-q', '-B', 'compile'], { folder: story });
  return run(['mvn', '-q', '-B', EXEC_PLUGIN, '-Dexec.mainClass=story.Story'], { folder: story, env: world.env });
};

const needs = ['java', 'mvn'];

export const READERS: readonly ClientPart[] = [
  { name: 'olingo', about: 'Apache Olingo: model, vocabulary and entities', needs, play: playing('olingo') },
  { name: 'signalr', about: 'SignalR for Java: all hubs', needs, play: playing('signalr') },
];
