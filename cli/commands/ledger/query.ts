// Queries over sealed transactions: of a wallet, of a sender, of a blueprint, after a transaction.
import type { Client } from '../../../api/client/client.js';
import type { Command, Context, Option } from '../../command/command.js';
import { pickStated } from '../../command/input.js';
import { AT_LEAST, PAGE_OPTIONS, pageIn, pageNote } from '../../command/pages.js';
import { connect } from '../../remote/session.js';
import { transactionTable } from './tx.js';

type Page = Awaited<ReturnType<Client['querySenderTransactions']>>;

const OF_REGISTER: Option = { flags: '--register <id>', description: 'of this register', required: true };
const ADDRESS = { name: '<address>', description: 'wallet address' };

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

export const queryCommands: readonly Command[] = [wallet, sender, blueprint, next];

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
