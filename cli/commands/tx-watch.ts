// Follows a transaction until it is decided, or a register until Ctrl-C, by asking again and again with growing pauses. Once the node has
// answered, trouble on the way to it ends nothing: it asks on, and says so.
import type { Client } from '../../api/client.js';
import { PAGE_SIZE_DEFAULT } from '../../core/base/limits.js';
import { type Command, CommandError, type Context } from '../command.js';
import { isClientError } from '../remote.js';
import { connect } from '../session.js';
import { REGISTER_ARGUMENT } from './register.js';

type Docket = Awaited<ReturnType<Client['getDocket']>>;

const PAUSE_FIRST_MS = 200;
const PAUSE_LONGEST_MS = 5000;
const PAUSE_GROWTH = 1.5;

const watch: Command = {
  name: 'tx watch',
  summary: 'follow a transaction until it is sealed or refused, or a register until Ctrl-C',
  examples: ['quorate tx watch 0d3c… a1b2… --timeout 60', 'quorate tx watch 0d3c… --json'],
  args: [REGISTER_ARGUMENT, { name: '[txId]', description: 'TxId; without it all new dockets of the register' }],
  options: [
    { flags: '--timeout <seconds>', description: 'give up after this long', integer: { min: 1, max: 1_000_000 } },
    { flags: '--from <docket>', description: 'of a register: begin with this docket', integer: { min: 0, max: 1e15 } },
  ],
  async run(context) {
    const { input } = context;
    const registerId = input.arg('register');
    const txId = input.optionalArg('txId');
    const look = txId === undefined ? newDockets(context, registerId) : receiptChanges(context, { registerId, txId });
    const ended = await again(context, look);
    if (txId !== undefined && !ended)
      throw new CommandError('interrupted before the transaction was decided', {
        hint: 'The node goes on with it; watch it again at any time.',
      });
  },
};

export const txWatchCommands: readonly Command[] = [watch];

/** What one look at the node found: the end, something new, or nothing. */
type Look = (client: Client) => Promise<'end' | 'news' | 'nothing'>;

function receiptChanges({ out }: Context, params: { readonly registerId: string; readonly txId: string }): Look {
  let known = '';
  return async (client) => {
    const receipt = await client.getReceipt({ params });
    const state = `${receipt.status} ${receipt.code ?? ''}`;
    if (state === known) return 'nothing';
    known = state;
    const { status, docketNumber, docketHash, code, message } = receipt;
    const where = status === 'sealed' ? ` in docket ${docketNumber} (${docketHash})` : '';
    out.item(receipt, `${params.txId} ${status}${where}${code === undefined ? '' : `: ${message} (${code})`}`);
    if (status === 'sealed') return 'end';
    if (status === 'refused' && receipt.definitive !== false)
      throw new CommandError('the transaction was refused', code === undefined ? {} : { code });
    return 'news';
  };
}

function newDockets({ input, out }: Context, registerId: string): Look {
  let next = input.integer('from');
  return async (client) => {
    next ??= (await client.getRegister({ params: { registerId } })).height;
    const query = {
      page: Math.floor(next / PAGE_SIZE_DEFAULT) + 1,
      pageSize: PAGE_SIZE_DEFAULT,
      order: 'asc' as const,
    };
    const dockets = await client.listDockets({ params: { registerId }, query });
    const fresh = dockets.filter(({ number }) => number >= (next as number));
    for (const docket of fresh) out.item(docket, () => docketLine(docket));
    next += fresh.length;
    return fresh.length > 0 ? 'news' : 'nothing';
  };
}

function docketLine(docket: Docket): string {
  return `docket ${docket.number}  ${docket.timestamp}  ${docket.transactionCount} transaction(s)  ${docket.hash}`;
}

/** Looks until the end (true) or Ctrl-C (false). */
async function again(context: Context, look: Look): Promise<boolean> {
  const { input, out, terminal } = context;
  const { signal } = terminal;
  const timeout = input.integer('timeout');
  const endMs = timeout === undefined ? Number.POSITIVE_INFINITY : terminal.now() + timeout * 1000;
  // Asked for each time: in a long watch the token of the login is refreshed.
  let pauseMs = PAUSE_FIRST_MS;
  let reached = false;
  let troubled = false;
  while (!signal.aborted) {
    try {
      const { client } = await connect(context);
      const found = await look(client);
      if (found === 'end') return true;
      if (found === 'news') pauseMs = PAUSE_FIRST_MS;
      reached = true;
      troubled = false;
    } catch (error) {
      const pause = patience(error);
      if (pause === undefined || !reached) throw error;
      if (!troubled) out.note(`${(error as Error).message} Asking on.`);
      troubled = true;
      pauseMs = Math.max(pauseMs, pause);
    }
    if (terminal.now() >= endMs) throw new CommandError(`nothing was decided within ${timeout} seconds`);
    await terminal.pause(Math.min(pauseMs, Math.max(1, endMs - terminal.now())));
    pauseMs = Math.min(PAUSE_LONGEST_MS, pauseMs * PAUSE_GROWTH);
  }
  return false;
}

/** Least milliseconds to wait before asking again, or undefined for an answer that will not change. */
function patience(error: unknown): number | undefined {
  if (!isClientError(error)) return undefined;
  if (error.status === 0 || error.status === 503 || error.status === 429)
    return (error.details.retryAfterSeconds ?? 1) * 1000;
  return undefined;
}
