// Actions that the node encrypts in the background: how far one is, those of a wallet, and one followed to its end.

import type { Client } from '../../../api/client/client.js';
import { counted } from '../../../core/base/counted.js';
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
    const found = await client.getOperation({ params: { operationId: input.arg('operation') } });
    out.show(found, () => operationText(found));
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
    const found = await remote.client.listOperations({ query });
    out.show(found, () => {
      const rows = found.items.map((one) => [
        ...[one.status, `${one.percentComplete} %`, one.actionId, one.instanceId, one.createdAt, one.operationId],
      ]);
      return (
        table(['STATUS', 'DONE', 'ACTION', 'INSTANCE', 'SINCE', 'OPERATION'], rows) + pageNote(query, found.totalCount)
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
  let found: ShownOperation | undefined;
  try {
    const ended = await again(
      context,
      async (client) => {
        const before = found?.percentComplete;
        found = await client.getOperation({ params: { operationId } });
        progress.update(found.percentComplete, 100);
        if (found.status === 'Completed' || found.status === 'Failed') return 'end';
        return found.percentComplete === before ? 'nothing' : 'news';
      },
      seconds,
    );
    if (!ended || !found) throw goesOn('interrupted before the operation ended', operationId);
  } finally {
    progress.end();
  }
  if (found.status === 'Completed') return found;
  const [first] = found.errors ?? [];
  const said = first
    ? `${first.message.replace(/\.$/, '')}${first.path === '' ? '' : ` at ${first.path}`}`
    : found.error;
  throw new CommandError(
    `the operation failed: ${said ?? 'the node did not say why'}`,
    first ? { code: first.code } : {},
  );
}

function goesOn(message: string, operationId: string): CommandError {
  return new CommandError(message, { hint: `The node goes on with it: quorate operation watch ${operationId}` });
}

function operationText(one: ShownOperation): string {
  return fields({
    operation: one.operationId,
    status: one.status,
    step: `${one.currentStep} of ${one.totalSteps}, ${one.stepName} (${one.percentComplete} %)`,
    action: one.actionId,
    instance: one.instanceId,
    wallet: one.submittingWalletAddress,
    recipients: `${one.totalRecipients} in ${counted(one.totalGroups, 'group')}`,
    transaction: one.transactionHash,
    error: one.error,
    'failed at': one.failedRecipient,
    since: one.createdAt,
    ended: one.completedAt,
  });
}
