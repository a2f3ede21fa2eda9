// The demo: what this program is for, shown on a throw-away node within seconds.
import { accessSync, constants } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Command, CommandError, EXIT } from '../../command/command.js';

const demo: Command = {
  name: 'demo',
  summary: 'show on a throw-away node what a register is for',
  examples: ['quorate demo', 'quorate demo --evidence proof.json', 'quorate demo --json'],
  options: [
    { flags: '--evidence <file>', description: 'keep the proof in this file (default: it goes with the node)' },
  ],
  async run({ input, out }) {
    const keep = input.text('evidence');
    if (keep !== undefined) checkFolder(dirname(resolve(keep)));
    const { tellStory } = await import('../../demo/story.js');
    await tellStory(out, keep);
  },
};

export const demoCommands: readonly Command[] = [demo];

/** Before the story begins: a user does not want to hear it and lose its end. */
function checkFolder(folder: string): void {
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new CommandError(`the folder ${folder} cannot be written to`, { exit: EXIT.usage, cause: error });
  }
}
