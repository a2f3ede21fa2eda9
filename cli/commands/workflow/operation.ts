// Actions that the node encrypts in the background: how far one is, those of a wallet, and one followed to its end.

import type { Client } from '../../../api/client/client.js';
import { countNoun } from '../../../core/base/counted.js';
import { type Command, CommandError, type Context } from '../../command/command.js';
import { fields, table } from '../../command/output.js';
import { PAGE_OPTIONS, pageIn, pageNote } from '../../command/pages.js';
import { connect } from '../../remote/session.js';
import { again } from '../../remote/watching.js';
import { WALLET_OPTION, walletIn } from '../../workflow/acting.js';

type ShownOperation = Awaited<ReturnType<Client['getOperation']>>;

const OPERATION = { name: '<operation>', description: 'id of the operation' };
/** The longest page that the node gives. */
const PAGE_MAX = 50;

const show: Command = {
  name: 'operation show',
  summary: 'show how far an operation is',
  args: [OPERATION],
  async run({ input, out, terminal }) {
    const { client } = await connect({ input, out, terminal });
    const value = await client.getOperation({ params: { operationId: input.arg('operation') } });
    out.show(value, () => operationText(value));
  },
};

const list: Command = {
  name: 'operation list',
  summary: 'list the operations of a wallet: those that run, and those that ended in the last day',
  canWatch: true,
  options: [WALLET_OPTION, ...PAGE_OPTIONS],
  async run(context) {
    const { input, out } = context;
    const remote = await connect(context);
    const { page, pageSize } = pageIn(input);
    const query = { wallet: await walletIn(context, remote), page, pageSize: Math.min(pageSize, PAGE_MAX) };
    const value = await remote.client.listOperations({ query });
    out.show(value, () => {
      const rows = value.items.map((item) => [
        ...[item.status, `${item.percentComplete} %`, item.actionId, item.instanceId, item.createdAt, item.operationId],
      ]);
      return (
        table(['STATUS', 'DONE', 'ACTION', 'INSTANCE', 'SINCE', 'OPERATION'], rows) + pageNote(query, value.totalCount)
      );
    });
  },
};

const watch: Command = {
  name: 'operation watch',
  summary: 'follow an operation to its end',
  args: [OPERATION],
  options: [
    { flags: '--timeout <seconds>', description: 'give up after this long', integer: { min: 1, max: 1_000_000 } },
  ],
  async run(context) {
    const { input, out } = context;
    const ended = await followOperation(context, input.arg('operation'), input.integer('timeout'));
    out.show(ended, () => operationText(ended));
  },
};

export const operationCommands: readonly Command[] = [show, list, watch];

/**
 * The operation once its transaction is sealed, with its progress meanwhile; throws for one that failed, and after
 * `seconds`.
 */
export async function followOperation(
  context: Context,
  operationId: string,
  seconds?: number,
): Promise<ShownOperation> {
  const progress = context.out.progress('Encrypting');
  let value: ShownOperation | undefined;
  try {
    const ended = await again(
      context,
      async (client) => {
        const before = value?.percentComplete;
        value = await client.getOperation({ params: { operationId } });
        progress.update(value.percentComplete, 100);
        if (value.status === 'Completed' || value.status === 'Failed') return 'end';
        return value.percentComplete === before ? 'nothing' : 'news';
      },
      seconds,
    );
    if (!ended || !value) throw goesOn('interrupted before the operation ended', operationId);
  } finally {
    progress.end();
  }
  if (value.status === 'Completed') return value;
  const [first] = value.errors ?? [];
  const said = first
    ? `${first.message.replace(/\.$/, '')}${first.path === '' ? '' : ` at ${first.path}`}`
    : value.error;
  throw new CommandError(
    `the operation failed: ${said ?? 'the node did not say why'}`,
    first ? { code: first.code } : {},
  );
}

function goesOn(message: string, operationId: string): CommandError {
  return new CommandError(message, { hint: `The node goes on with it: quorate operation watch ${operationId}` });
}

function operationText(item: ShownOperation): string {
  return fields({
    operation: item.operationId,
    status: item.status,
    step: `${item.currentStep} of ${item.totalSteps}, ${item.stepName} (${item.percentComplete} %)`,
    action: item.actionId,
    instance: item.instanceId,
    wallet: item.submittingWalletAddress,
    recipients: `${item.totalRecipients} in ${countNoun(item.totalGroups, 'group')}`,
    transaction: item.transactionHash,
    error: item.error,
    'failed at': item.failedRecipient,
    since: item.createdAt,
    ended: item.completedAt,
  });
}
