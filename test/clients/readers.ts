// Programs that others wrote: clients of OData and of the hubs in Java, and libraries of credentials in JavaScript.
import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
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

/** Libraries meet the compiled program, without the node. */
const meeting = (name: string) => async (world: ClientWorld) => {
  const story = join(world.folder, 'story');
  cpSync(join(STORIES, name), story, { recursive: true });
  await run(['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund'], { folder: story });
  return run(['node', 'story.mjs'], { folder: story, env: { QUORATE_DIST: resolve('dist') } });
};

export const READERS: readonly ClientPart[] = [
  { name: 'olingo', about: 'Apache Olingo: model, vocabulary and entities', needs, play: playing('olingo') },
  { name: 'signalr', about: 'SignalR for Java: all hubs', needs, play: playing('signalr') },
  { name: 'mdoc', about: '@owf/mdoc and @auth0/mdl: issue, present, judge', needs: ['npm'], play: meeting('mdoc') },
  { name: 'dcql', about: 'dcql: 3,000 random queries', needs: ['npm'], play: meeting('dcql') },
];
