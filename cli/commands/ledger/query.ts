// Queries over sealed transactions: of a register by what they are, of a wallet, of a sender, of a blueprint, after a
// transaction.
import type { Client } from '../../../api/client/client.js';
import { PAGE_SIZE_DEFAULT } from '../../../core/base/limits/node/requests.js';
import { KINDS } from '../../../core/kinds/index.js';
import type { TransactionKind } from '../../../core/model/transaction.js';
import type { Command, Context, Option } from '../../command/command.js';
import { pickStated } from '../../command/input.js';
import { table } from '../../command/output.js';
import { AT_LEAST, PAGE_OPTIONS, PAGE_SIZE_OPTION, pageIn, pageNote } from '../../command/pages.js';
import { connect } from '../../remote/session.js';
import { REGISTER_ARGUMENT } from './register.js';
import { transactionTable } from './tx.js';

type RowPage = Awaited<ReturnType<Client['listTransactionSummaries']>>;
type Page = Awaited<ReturnType<Client['querySenderTransactions']>>;

const OF_REGISTER: Option = { flags: '--register <id>', description: 'of this register', required: true };
const ADDRESS = { name: '<address>', description: 'wallet address' };

const transactions: Command = {
  name: 'query transactions',
  summary: 'transactions of a register as short rows, newest first, by what they are',
  examples: [
    'quorate query transactions 0d3c… --kind action --since 2026-11-30T08:00:00Z',
    'quorate query transactions 0d3c… --sender qr1q… --to 1204',
  ],
  canWatch: true,
  args: [REGISTER_ARGUMENT],
  options: [
    AT_LEAST,
    { flags: '--kind <kind>', description: 'of this kind', choices: Object.keys(KINDS) },
    { flags: '--sender <address>', description: 'sent by this wallet' },
    { flags: '--blueprint <id>', description: 'of this blueprint' },
    { flags: '--action <id>', description: 'of this action' },
    { flags: '--instance <id>', description: 'of this instance' },
    { flags: '--since <time>', description: 'sealed then or later, in ISO 8601' },
    { flags: '--until <time>', description: 'sealed before, in ISO 8601' },
    { flags: '--from <docket>', description: 'in this docket or later', integer: { min: 0, max: 1e15 } },
    { flags: '--to <docket>', description: 'in this docket or before', integer: { min: 0, max: 1e15 } },
    { flags: '--oldest-first', description: 'begin with the oldest' },
    PAGE_SIZE_OPTION,
    { flags: '--cursor <text>', description: 'where the page before ended' },
  ],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const value = await client.listTransactionSummaries({
      params: { registerId: input.arg('register') },
      query: {
        order: input.flag('oldest-first') ? 'asc' : 'desc',
        pageSize: input.integer('page-size') ?? PAGE_SIZE_DEFAULT,
        ...pickStated({
          kind: input.text('kind') as TransactionKind | undefined,
          sender: input.text('sender'),
          blueprintId: input.text('blueprint'),
          actionId: input.text('action'),
          instanceId: input.text('instance'),
          since: input.text('since'),
          until: input.text('until'),
          fromDocket: input.integer('from'),
          toDocket: input.integer('to'),
          cursor: input.text('cursor'),
        }),
      },
    });
    out.show(value, () => {
      const rows = value.transactions.map(({ docketNumber, sealedAt, kind, title, actionId, senderWallet, txId }) => [
        ...[docketNumber, sealedAt, kind, title ?? actionId, senderWallet, txId],
      ]);
      return table(['DOCKET', 'TIME', 'KIND', 'TITLE', 'SENDER', 'TXID'], rows) + nextNote(value);
    });
  },
};

/** The line below a page that left out transactions: some that fit, or some that it did not look at. */
function nextNote({ nextCursor, lookedTo, total }: RowPage): string {
  if (nextCursor === undefined) return '';
  const so = total === undefined ? `Looked as far as docket ${lookedTo}.` : `${total} in all.`;
  return `\n\n${so} Next: --cursor ${nextCursor}`;
}

const wallet: Command = {
  name: 'query wallet',
  summary: 'transactions that a wallet sent or received, over all registers',
  args: [ADDRESS],
  options: [AT_LEAST, { flags: '--register <id>', description: 'of this register only' }, ...PAGE_OPTIONS],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const page = pageIn(input);
    const value = await client.queryWalletTransactions({
      params: { address: input.arg('address') },
      query: pickStated({ ...page, registerId: input.text('register') }),
    });
    const rows = value.items.map(({ transaction }) => transaction);
    out.show(value, () => transactionTable(rows, true) + pageNote(page, value.totalCount));
  },
};

const sender: Command = {
  name: 'query sender',
  summary: 'transactions that a wallet sent',
  args: [ADDRESS],
  options: [AT_LEAST, OF_REGISTER, ...PAGE_OPTIONS],
  run: (context) =>
    showQuery(context, (client, query) =>
      client.querySenderTransactions({ params: { address: context.input.arg('address') }, query }),
    ),
};

const blueprint: Command = {
  name: 'query blueprint',
  summary: 'transactions of a blueprint, or of one of its instances',
  args: [{ name: '<blueprint>', description: 'id of the blueprint' }],
  options: [AT_LEAST, OF_REGISTER, { flags: '--instance <id>', description: 'of this instance only' }, ...PAGE_OPTIONS],
  run: (context) =>
    showQuery(context, (client, query) =>
      client.queryBlueprintTransactions({
        params: { blueprintId: context.input.arg('blueprint') },
        query: pickStated({ ...query, instanceId: context.input.text('instance') }),
      }),
    ),
};

const next: Command = {
  name: 'query next',
  summary: 'transactions that follow a transaction',
  args: [{ name: '<txId>', description: 'TxId of the previous transaction' }],
  options: [AT_LEAST, OF_REGISTER, ...PAGE_OPTIONS],
  run: (context) =>
    showQuery(context, (client, query) =>
      client.querySuccessors({ params: { prevTxId: context.input.arg('txId') }, query }),
    ),
};

export const queryCommands: readonly Command[] = [transactions, wallet, sender, blueprint, next];

interface OfRegister {
  readonly registerId: string;
  readonly page: number;
  readonly pageSize: number;
}

async function showQuery(context: Context, ask: (client: Client, query: OfRegister) => Promise<Page>): Promise<void> {
  const { client } = await connect(context);
  const page = pageIn(context.input);
  const list = await ask(client, { ...page, registerId: context.input.requiredText('register') });
  context.out.show(list, () => transactionTable(list.items) + pageNote(page, list.totalCount));
}
