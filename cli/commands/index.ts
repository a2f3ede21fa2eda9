// Every command, loaded, with the summaries of the nouns: for completion, which has to know all options, and for programs that hold the whole command line.
// A call loads less: table.ts.
import { commandsOf, NOUNS as SUMMARIES } from './table.js';

export const COMMANDS = await commandsOf();
export const NOUNS = SUMMARIES;
