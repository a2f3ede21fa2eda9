// Sealed dockets of a register: their list, one of them with its certificate, and what is in it.
import type { Client } from '../../../api/client/client.js';
import { type Command, CommandError, EXIT } from '../../command/command.js';
import { pickStated } from '../../command/input.js';
import { fields, table } from '../../command/output.js';
import { AT_LEAST, PAGE_OPTIONS, pageIn, pageNote } from '../../command/pages.js';
import { FORMAT_OPTION, showLinked } from '../../remote/linked-form.js';
import { connect } from '../../remote/session.js';
import { REGISTER_ARGUMENT } from './register.js';
import { type TransactionView, transactionTable } from './tx.js';

type Docket = Awaited<ReturnType<Client['getDocket']>>;

const NUMBER = { name: '<number>', description: 'number of the docket, or latest' };

const list: Command = {
  name: 'docket list',
  summary: 'list the dockets of a register, newest first',
  canWatch: true,
  args: [REGISTER_ARGUMENT],
  options: [AT_LEAST, { flags: '--oldest-first', description: 'begin with the genesis' }, ...PAGE_OPTIONS],
  async run(context) {
    const { input, out } = context;
    const { send } = await connect(context);
    const page = pageIn(input);
    const order = input.flag('oldest-first') ? 'asc' : 'desc';
    const { body, headers } = await send('listDockets', {
      params: { registerId: input.arg('register') },
      query: { ...page, order },
    });
    const dockets = body as readonly Docket[];
    const total = Number(headers.get('x-total-count') ?? dockets.length);
    out.show(dockets, () => {
      const rows = dockets.map((docket) => [docket.number, docket.timestamp, docket.transactionCount, docket.hash]);
      return table(['DOCKET', 'TIME', 'TRANSACTIONS', 'HASH'], rows) + pageNote(page, total);
    });
  },
};

const show: Command = {
  name: 'docket show',
  summary: 'show a docket and who sealed it',
  examples: ['quorate docket show 0d3c… 12', 'quorate docket show 0d3c… latest'],
  args: [REGISTER_ARGUMENT, NUMBER],
  options: [AT_LEAST, FORMAT_OPTION],
  async run(context) {
    const { input, out } = context;
    const { client, send } = await connect(context);
    const params = { registerId: input.arg('register'), docketId: input.arg('number') };
    if (await showLinked(context, { id: 'getDocket', params, send })) return;
    const docket = await client.getDocket({ params });
    out.show(docket, () => docketText(docket));
  },
};

const latest: Command = {
  name: 'docket latest',
  summary: 'show the newest docket of a register',
  args: [REGISTER_ARGUMENT],
  options: [AT_LEAST],
  async run(context) {
    const { client } = await connect(context);
    const params = { registerId: context.input.arg('register'), docketId: 'latest' };
    const docket = await client.getDocket({ params });
    context.out.show(docket, () => docketText(docket));
  },
};

const transactions: Command = {
  name: 'docket transactions',
  summary: 'list the transactions of a docket',
  args: [REGISTER_ARGUMENT, NUMBER],
  options: [...PAGE_OPTIONS, AT_LEAST],
  async run(context) {
    const { input, out } = context;
    const { send } = await connect(context);
    const page = pageIn(input);
    const { body, headers } = await send('listDocketTransactions', {
      params: { registerId: input.arg('register'), docketId: input.arg('number') },
      query: page,
    });
    const rows = body as readonly TransactionView[];
    const total = Number(headers.get('x-total-count') ?? rows.length);
    out.show(rows, () => transactionTable(rows) + pageNote(page, total));
  },
};

const check: Command = {
  name: 'docket check',
  summary: 'have the node check a docket again: chain, seal, signers, proposer',
  examples: ['quorate docket check 0d3c… 12', 'quorate docket check 0d3c… 12 --head HASH@HEIGHT'],
  args: [REGISTER_ARGUMENT, { name: '<number>', description: 'number of the docket' }],
  options: [
    {
      flags: '--head <HASH@HEIGHT>',
      description: 'head that you have from another organisation: it anchors the docket',
    },
    AT_LEAST,
  ],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const docketNumber = Number(input.arg('number'));
    if (!Number.isSafeInteger(docketNumber) || docketNumber < 0)
      throw new CommandError(`expected the number of a docket, found ${input.arg('number')}`, { exit: EXIT.usage });
    const params = { registerId: input.arg('register'), docketNumber };
    const value = await client.checkDocketProvenance({ params, query: pickStated({ head: input.text('head') }) });
    out.show(value, () => {
      const rows = value.checks.map((item) => [
        item.layer,
        item.status,
        item.reason ?? item.headline,
        item.checkedAgainst,
      ]);
      return table(['LAYER', 'STATUS', 'FINDING', 'CHECKED AGAINST'], rows);
    });
    if (value.checks.some(({ status }) => status === 'failed'))
      throw new CommandError('the docket fails a check', {
        exit: EXIT.failed,
        hint: 'Compare `quorate register head` with other organisations, and stop the node: quorate check reads its store.',
      });
  },
};

export const docketCommands: readonly Command[] = [list, show, latest, transactions, check];

function docketText(docket: Docket): string {
  const votes = docket.consensusVotes.map((vote) => [vote.voterIndex, vote.decision, vote.validatorId]);
  const head = fields({
    docket: docket.number,
    register: docket.registerId,
    hash: docket.hash,
    previous: docket.previousHash,
    time: docket.timestamp,
    proposer: docket.validatorAddress,
    transactions: docket.transactionCount,
    'merkle root': docket.merkleRoot,
    certificate: `${docket.certificate.kind}, round ${docket.certificate.round}`,
  });
  return `${head}\n\n${table(['SEAT', 'DECISION', 'VALIDATOR'], votes)}`;
}
