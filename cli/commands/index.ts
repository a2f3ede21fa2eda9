// THE table of commands, in the order of the help. A new command is one object in the file of its noun; a new noun is one import and one line
// in each table.
import type { Command } from '../command.js';
import { demoCommands } from './demo.js';
import { loginCommands } from './login.js';
import { startCommands } from './start.js';
import { statusCommands } from './status.js';

export const COMMANDS: readonly Command[] = [...startCommands, ...statusCommands, ...loginCommands, ...demoCommands];

/** What each noun of a two-word command is about. */
export const NOUNS: Readonly<Record<string, string>> = {
  wallet: 'create wallets and sign with them',
  register: 'create registers and look at them',
  tx: 'prepare, sign, submit and follow transactions',
  docket: 'look at sealed dockets',
  validator: 'watch and steer the validator of this node',
};
