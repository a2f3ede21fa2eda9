// Follows a transaction until it is decided, or a register until Ctrl-C.

import type { Client } from '../../../api/client/client.js';
import { countNoun } from '../../../core/base/counted.js';
import { PAGE_SIZE_DEFAULT } from '../../../core/base/limits/node/requests.js';
import { type Command, CommandError, type Context } from '../../command/command.js';
import { again, type WatchLook } from '../../remote/watching.js';
import { REGISTER_ARGUMENT } from './register.js';

type Docket = Awaited<ReturnType<Client['getDocket']>>;

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
    const ended = await again(context, look, input.integer('timeout'));
    if (txId !== undefined && !ended)
      throw new CommandError('interrupted before the transaction was decided', {
        hint: 'The node goes on with it; watch it again at any time.',
      });
  },
};

export const txWatchCommands: readonly Command[] = [watch];

function receiptChanges({ out }: Context, params: { readonly registerId: string; readonly txId: string }): WatchLook {
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
    if (status === 'abandoned')
      throw new CommandError('this node gave the transaction up', {
        ...(code === undefined ? {} : { code }),
        hint: HINTS[code ?? ''] ?? TURNS,
      });
    if (status === 'refused' && receipt.definitive !== false)
      throw new CommandError('the transaction was refused', code === undefined ? {} : { code });
    return 'news';
  };
}

const HINTS: Readonly<Record<string, string>> = {
  REGISTER_LEFT:
    'Ask a node of a member for the receipt, or submit the same transaction there: one TxId is never sealed twice.',
  VAL_CHAIN_001:
    'Ask a node of another member for the receipt. Where none has it sealed, make it anew once the transaction that it follows is sealed.',
};
/** The transaction that refused it is sealed, and another one may be sealed in its place. */
const TURNS =
  'The register refuses it as it stands now. Ask a node of another member for the receipt, or submit the same transaction again once that has changed.';

function newDockets({ input, out }: Context, registerId: string): WatchLook {
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
  return `docket ${docket.number}  ${docket.timestamp}  ${countNoun(docket.transactionCount, 'transaction')}  ${docket.hash}`;
}
