// Transactions as the ledger has them: sealed ones, what became of submitted ones, and the proof of one as a file.
// Making them is tx-making.ts.

import type { Client } from '../../../api/client/client.js';
import { utf8 } from '../../../core/base/bytes.js';
import { countNoun } from '../../../core/base/counted.js';
import { canonical } from '../../../core/base/json.js';
import { isFailure } from '../../../core/base/result.js';
import { isGatePointer } from '../../../core/credentials/gate/cells.js';
import { instanceIdOf } from '../../../core/instance/rows.js';
import { kindOf } from '../../../core/kinds/index.js';
import { parseCheckpoint } from '../../../core/register/checkpoint.js';
import { decodeTransaction } from '../../../core/transaction/encode.js';
import { type Command, CommandError, type Context, EXIT } from '../../command/command.js';
import { give } from '../../command/documents.js';
import { fields, jsonText, table } from '../../command/output.js';
import { AT_LEAST, PAGE_OPTIONS, pageIn, pageNote } from '../../command/pages.js';
import { FORMAT_OPTION, showLinked } from '../../remote/linked-form.js';
import { connect, type Remote } from '../../remote/session.js';
import { walletIn } from '../../workflow/acting.js';
import { REGISTER_ARGUMENT } from './register.js';

export type TransactionView = Awaited<ReturnType<Client['getTransaction']>>;
type Receipt = Awaited<ReturnType<Client['getReceipt']>>;

export const TX_ARGUMENT = { name: '<txId>', description: 'TxId of the transaction' };

const list: Command = {
  name: 'tx list',
  summary: 'list the sealed transactions of a register in ledger order',
  canWatch: true,
  args: [REGISTER_ARGUMENT],
  options: [...PAGE_OPTIONS, AT_LEAST],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const page = pageIn(input);
    const value = await client.listTransactions({
      params: { registerId: input.arg('register') },
      query: { $skip: (page.page - 1) * page.pageSize, $top: page.pageSize },
    });
    out.show(value, () => transactionTable(value.transactions) + pageNote(page, value.total));
  },
};

const show: Command = {
  name: 'tx show',
  summary: 'show a sealed transaction with its payload',
  args: [REGISTER_ARGUMENT, TX_ARGUMENT],
  options: [AT_LEAST, FORMAT_OPTION],
  async run(context) {
    const { input, out } = context;
    const { client, send } = await connect(context);
    const params = { registerId: input.arg('register'), txId: input.arg('txId') };
    if (await showLinked(context, { id: 'getTransaction', params, send })) return;
    const tx = await client.getTransaction({ params });
    out.show(tx, () => transactionText(tx));
  },
};

const readers: Command = {
  name: 'tx readers',
  summary: 'show who can open which part of a sealed transaction, deliveries and deputies included',
  args: [REGISTER_ARGUMENT, TX_ARGUMENT],
  options: [AT_LEAST],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const params = { registerId: input.arg('register'), txId: input.arg('txId') };
    const value = await client.getTransactionReaders({ params });
    out.show(value, () => {
      const sealed = value.groups.flatMap(({ members, wallets }) =>
        wallets.map(({ wallet, readsAs, roles }) => [
          roles.join(', '),
          readsAs,
          members.join(' ') || 'all of it',
          wallet,
          '',
        ]),
      );
      const later = value.deliveries.map(({ role, gate, members, wallet, at }) => [
        ...[role, gate === undefined ? 'delivery' : `evidence of ${gate}`, members.join(' '), wallet, at],
      ]);
      return table(['ROLE', 'AS', 'PARTS', 'WALLET', 'DELIVERED'], [...sealed, ...later]);
    });
    if (value.isPublic) out.note('It is not encrypted: who has the register reads all of it.');
  },
};

const receipt: Command = {
  name: 'tx receipt',
  summary: 'show what became of a transaction that was submitted',
  args: [REGISTER_ARGUMENT, TX_ARGUMENT],
  options: [AT_LEAST],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const value = await client.getReceipt({ params: { registerId: input.arg('register'), txId: input.arg('txId') } });
    out.show(value, () => receiptText(value));
    if (value.status === 'refused')
      throw new CommandError('the transaction was refused', value.code === undefined ? {} : { code: value.code });
  },
};

const evidence: Command = {
  name: 'tx evidence',
  summary: 'write the proof of a sealed transaction, to be checked offline',
  examples: [
    'quorate tx evidence 0d3c… a1b2… --out evidence.json',
    'quorate tx evidence 0d3c… a1b2… --head 1204 --out evidence.json',
    'quorate tx evidence 0d3c… a1b2… --open /permitNumber --wallet Planner --out evidence.json',
    'quorate tx evidence 0d3c… a1b2… --gate licence --wallet Planner --out evidence.json',
    'quorate verify evidence.json --head 9f86…@1204',
  ],
  args: [REGISTER_ARGUMENT, TX_ARGUMENT],
  options: [
    AT_LEAST,
    {
      flags: '--head <height>',
      description: 'docket that the verifier knows from elsewhere; HASH@HEIGHT is taken too (default: the newest)',
    },
    {
      flags: '--open <pointer>',
      description:
        'show this part of an encrypted action to who has the file, as a JSON Pointer such as /total (repeat)',
      repeat: true,
    },
    {
      flags: '--gate <name>',
      description: 'show what was presented at this gate of the action, with what proves whether the gate held',
    },
    { flags: '--wallet <wallet>', description: 'wallet that reads the part or the gate, by address or name' },
    { flags: '--out <file>', description: 'write it to this new file' },
  ],
  async run(context) {
    const { input } = context;
    const remote = await connect(context);
    const { client } = remote;
    const params = { registerId: input.arg('register'), txId: input.arg('txId') };
    const head = heightIn(input.text('head'));
    const value = await client.getEvidence({ params, query: head === undefined ? {} : { head } });
    const shown = await askShown(context, remote, value);
    await give(
      context,
      { ...value, ...shown },
      {
        file: input.text('out'),
        said: `Check it anywhere: quorate verify ${input.text('out') ?? 'FILE'} --head HASH@HEIGHT, with a head that somebody else gave you.`,
      },
    );
  },
};

type Evidence = Awaited<ReturnType<Client['getEvidence']>>;

/** The parts and the gate to show, said before the file is written: who has the file, has them. */
async function askShown(context: Context, remote: Remote, { transaction }: Evidence) {
  const { input, out } = context;
  const [pointers, gate] = [input.list('open'), input.text('gate')];
  const isNamed = input.text('wallet') !== undefined;
  const isAsked = pointers.length > 0 || gate !== undefined;
  if (!isAsked && isNamed) throw new CommandError('--wallet needs --open or --gate', { exit: EXIT.usage });
  if (!isAsked) return {};
  const tx = decodeTransaction(utf8(canonical(transaction)));
  if (isFailure(tx) || kindOf(tx.header).kind !== 'action')
    throw new CommandError('only actions of a workflow have parts to open', { exit: EXIT.usage });
  const shown = await remote.client.openInstanceParts({
    params: { instanceId: instanceIdOf(tx) },
    query: { registerId: tx.header.registerId },
    body: {
      txId: tx.txId,
      ...(pointers.length > 0 && { pointers: [...pointers] }),
      ...(gate !== undefined && { gate }),
      ...(isNamed && { wallet: await walletIn(context, remote) }),
    },
  });
  const { statement, ...proven } = shown;
  const { parts = [], files = [] } = statement ?? {};
  const opened = parts.flatMap(({ pointer }) => (isGatePointer(pointer) ? [] : [pointer || 'all']));
  const keys =
    files.length === 0 ? '' : `, and the ${files.length === 1 ? 'key' : 'keys'} of ${countNoun(files.length, 'file')}`;
  const named = [...(gate === undefined ? [] : [`what was presented at the gate ${gate}`]), ...opened];
  out.note(`It shows to everybody who has it: ${named.join(', ')}${keys}.`);
  return proven;
}

/** The height of a tip as it is stated: with its hash, or alone. */
export function heightIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const height = parseCheckpoint(text)?.height ?? (/^\d{1,15}$/.test(text) ? Number(text) : undefined);
  if (height === undefined) throw new CommandError('--head is a height or HASH@HEIGHT', { exit: EXIT.usage });
  return height;
}

export const txCommands: readonly Command[] = [list, show, readers, receipt, evidence];

export function transactionTable(rows: readonly TransactionView[], withRegister = false): string {
  return table(
    ['DOCKET', 'TIME', 'BLUEPRINT', 'ACTION', 'SENDER', 'TXID', ...(withRegister ? ['REGISTER'] : [])],
    rows.map((tx) => [
      tx.docketNumber,
      tx.timeStamp,
      tx.metaData.blueprintId,
      tx.metaData.actionId,
      tx.senderWallet,
      tx.txId,
      ...(withRegister ? [tx.registerId] : []),
    ]),
  );
}

export function receiptText(value: Receipt): string {
  return fields({
    transaction: value.transactionId,
    status: value.status,
    accepted: value.acceptedAt,
    sealed: value.sealedAt,
    docket: value.docketNumber,
    'docket hash': value.docketHash,
    signatures: value.certificate?.signatures.length,
    refused: value.refusedAt,
    abandoned: value.abandonedAt,
    code: value.code,
    reason: value.message,
    at: value.path === '' ? undefined : value.path,
    'can still be sealed': value.definitive === false ? 'yes' : undefined,
  });
}

function transactionText(tx: TransactionView): string {
  const head = fields({
    transaction: tx.txId,
    register: tx.registerId,
    docket: tx.docketNumber === undefined ? undefined : `${tx.docketNumber}, index ${tx.index}`,
    time: tx.timeStamp,
    kind: tx.metaData.transactionType,
    blueprint: tx.metaData.blueprintId,
    action: tx.metaData.actionId,
    instance: tx.metaData.instanceId,
    publication: tx.metaData.publicationTxId,
    previous: tx.prevTxId,
    sender: tx.senderWallet,
    recipients: tx.recipientsWallets.length === 0 ? undefined : tx.recipientsWallets.join(' '),
    signatures: tx.signatures.map(({ algorithm }) => algorithm).join(' '),
    'payload hash': tx.payloadHash,
  });
  return `${head}\n\n${tx.payloads.map(({ data }) => jsonText(data)).join('\n')}`;
}
