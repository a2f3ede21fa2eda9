// Every command, loaded, with the summaries of the nouns. A call of the program loads less: cli/commands/table.ts.
import { commandsOf, NOUNS as SUMMARIES } from '../../../cli/commands/table.js';

export const COMMANDS = await commandsOf();
export const NOUNS = SUMMARIES;
