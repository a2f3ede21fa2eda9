// Asks before something that cannot be taken back. Without a terminal nothing is assumed: the call has to say --yes.
import { CommandError, type Context, EXIT, type Option } from './command.js';

export const YES_OPTION: Option = { flags: '-y, --yes', description: 'do not ask' };

/** Returns when the person agrees; throws otherwise. `what` is a question such as "Delete wallet x?". */
export async function confirm({ input, terminal }: Context, what: string): Promise<void> {
  if (input.flag('yes')) return;
  const answer = await terminal.ask(`${what} Type y or yes to go on: `);
  if (answer === undefined)
    throw new CommandError(`nobody is there to be asked: ${what}`, { exit: EXIT.usage, hint: 'State --yes.' });
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('nothing was done');
}
