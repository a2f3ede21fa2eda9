// A view that is kept current: its command runs again and again, and what it shows is shown when it differs. At a
// terminal the new view replaces the old one; elsewhere each stands below the one before, and data is one line or
// document each.
import { mayPass } from '../../api/client/passing.js';
import { type Command, type Context, isCommandError } from '../command/command.js';
import { outputOf } from '../command/output.js';
import type { Terminal } from '../command/terminal-port.js';
import { isClientError } from '../remote/remote.js';

const PAUSE_MS = 2000;
const CLEARED = '\u001b[H\u001b[2J\u001b[3J';

/** Until Ctrl-C. Trouble on the way to a node that has answered once ends nothing. */
export async function runAgain(context: Context, command: Pick<Command, 'run'>): Promise<void> {
  const { terminal } = context;
  const { signal, stdout } = terminal;
  let shown: string | undefined;
  while (!signal.aborted) {
    const view = await viewOf(context, command, shown !== undefined);
    if (view !== shown) stdout.write(stdout.isTTY && !context.out.json ? `${CLEARED}${view}` : view);
    shown = view;
    await terminal.pause(PAUSE_MS);
  }
}

async function viewOf({ input, terminal }: Context, command: Pick<Command, 'run'>, isLater: boolean): Promise<string> {
  let text = '';
  const { stdout } = terminal;
  const caught: Terminal = {
    ...terminal,
    stdout: {
      ...(stdout.isTTY !== undefined && { isTTY: stdout.isTTY }),
      ...(stdout.columns !== undefined && { columns: stdout.columns }),
      write: (some) => {
        text += some;
      },
    },
    pause: (ms) => terminal.pause(ms),
  };
  try {
    await command.run({ input, out: outputOf(caught, { ...input, isLine: true }), terminal: caught });
  } catch (error) {
    // A view that was shown and says that all is not well is a view.
    if (text === '' && !(isLater && isPassing(error))) throw error;
    if (!isCommandError(error) && !isClientError(error)) throw error;
    if (!input.json) text += `${error.message}\n`;
  }
  return text;
}

function isPassing(error: unknown): boolean {
  return isClientError(error) && mayPass(error);
}
