// Transactions as an entity set: each register's, by the index that leaves the fewest rows.
import { issue } from '../../../../core/base/issue.js';
import { canonical } from '../../../../core/base/json.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import type { EntityRecord } from '../../../../core/query/model.js';
import type { Condition } from '../../../../core/query/plan.js';
import type { HeightSpan, IndexPage, IndexPageRequest } from '../../../../storage/chain/chain-page.js';
import type { SealedTransaction } from '../../../../storage/chain/chain-read.js';
import type { RegisterRecord } from '../../../../storage/chain/registers.js';
import { inRegister } from '../../../../storage/engine/fault.js';
import { splitIssue } from '../../../access/split.js';
import { fairKey } from '../../../auth/fair-key.js';
import { workScheduler } from '../../../requests/work-scheduler.js';
import { isoTime, sealedView } from '../../../views/transactions.js';
import type { CandidateRows, Collection, ODataCall } from './collection.js';
import { isWhole, type Span, spanOf, textsOf } from './constraints.js';
import { ledgerDirection } from './ledger-order.js';
import { TRANSACTION } from './model.js';
import { registersAsked, surelyRead, timesRise } from './registers-asked.js';
import type { RowList } from './rows.js';

type Read = (page: IndexPageRequest) => Promise<IndexPage<SealedTransaction>>;
type Chain = ODataCall['deps']['chain'];
type Index = (chain: Chain, reg: number, text: string) => Read;

/** Members that an index has the rows of. */
const INDEXES: Readonly<Record<string, Index>> = {
  txId: (chain, reg, txId) => once(() => chain.transaction(reg, txId)),
  prevTxId: (chain, reg, txId) => (page) => chain.successors(reg, txId, page),
  'metaData/instanceId': (chain, reg, id) => (page) => chain.byInstance(reg, id, page),
  senderWallet: (chain, reg, address) => (page) => chain.bySender(reg, address, page),
  recipientsWallets: (chain, reg, address) => (page) => chain.byWallet(reg, address, { ...page, role: 'received' }),
  'metaData/blueprintId': (chain, reg, id) => (page) => chain.byBlueprint(reg, id, page),
};

/** The list of the one row that there may be. */
function once(find: () => SealedTransaction | undefined): Read {
  return ({ skip, top, heights }) => {
    const value = find();
    const isThere = value !== undefined && (heights === undefined || isIn(value.height, heights));
    const items = isThere ? [value] : [];
    return Promise.resolve({ items: items.slice(skip, skip + top), total: items.length });
  };
}

function isIn(height: number, { from, below }: HeightSpan): boolean {
  return height >= from && height < below;
}

export const TRANSACTIONS: Collection = {
  set: 'Transactions',
  entity: TRANSACTION,
  scanMax: 2000,
  indexed: ['registerId', ...Object.keys(INDEXES), 'docketNumber', 'sealedAt'],

  async candidates(call, conditions) {
    const asked = registersAsked(call, conditions);
    if (isFailure(asked)) return asked;
    const { span: heights, others } = spanOf(asked.others, 'docketNumber');
    const rows: CandidateRows[] = [];
    // In turns with others: each register costs some look-ups.
    for (const record of asked.records)
      rows.push(
        await workScheduler(call.deps).run(fairKey(call), () =>
          inRegister(record.id, () => ofRegister(call, record, { heights, conditions: others })),
        ),
      );
    return rows.filter(({ list }) => list.total > 0);
  },

  ledgerOrder: (call, order, list) =>
    ledgerDirection(call, { order, list }, { number: 'docketNumber', time: 'sealedAt', index: 'index' }),

  async find(call, key) {
    const txId = key.get('txId') ?? key.get('');
    if (key.size !== 1 || txId === undefined)
      return fail(issue('PATH_INVALID', '', "The key of a transaction is its TxId: Transactions('...')."));
    return transactionWith(call, txId);
  },

  keyText: ({ txId }) => `'${txId}'`,
  behind: {},
};

/** A TxId covers its register: at most one has it. */
async function transactionWith(call: ODataCall, txId: string): Promise<Result<EntityRecord>> {
  if (!/^[0-9a-f]{64}$/.test(txId)) return fail(NOT_FOUND);
  const asked = registersAsked(call, []);
  if (isFailure(asked)) return asked;
  const find = ({ id, reg }: RegisterRecord) => inRegister(id, () => call.deps.chain.transaction(reg, txId));
  for (const record of asked.records) {
    const sealed = find(record);
    if (sealed !== undefined) return transactionRecord(call, record, sealed);
  }
  const sure = await Promise.all(asked.records.map((record) => surelyRead(call, record.id, () => find(record))));
  const at = sure.findIndex((value) => value !== undefined && !isFailure(value));
  if (at >= 0) return transactionRecord(call, asked.records[at] as RegisterRecord, sure[at] as SealedTransaction);
  return sure.find((value) => isFailure(value)) ?? fail(NOT_FOUND);
}

const NOT_FOUND = issue(
  'TRANSACTION_NOT_FOUND',
  '',
  'No register that you see has a sealed transaction with this TxId.',
);

function transactionRecord(call: ODataCall, record: RegisterRecord, sealed: SealedTransaction): Result<EntityRecord> {
  const split = splitIssue(call.deps, record, { height: sealed.height, path: '' });
  return split === undefined ? recordOf(sealed) : fail(split);
}

interface Narrowing {
  readonly heights: Span;
  readonly conditions: readonly Condition[];
}

async function ofRegister(
  call: ODataCall,
  record: RegisterRecord,
  { heights, conditions }: Narrowing,
): Promise<CandidateRows> {
  const { span: times, others } = spanOf(conditions, 'sealedAt');
  const isTimed = !isWhole(times) && (await timesRise(call, record));
  // Above the last common docket of a split chain nothing is told.
  const below = call.deps.ledger.forks.forkHeight(record.id) ?? Number.POSITIVE_INFINITY;
  const all = within({ from: 0, below }, heights);
  const span = isTimed ? within(all, heightsOf(call, record, times)) : all;
  return fewest(call, { record, heights: span, conditions: isTimed ? others : conditions });
}

/** The dockets of a span of times, where times rise. */
export function heightsOf({ deps }: ODataCall, { reg }: RegisterRecord, { least, most }: Span): Span {
  return {
    least: least === Number.NEGATIVE_INFINITY ? least : deps.chain.heightAt(reg, least),
    most: most === Number.POSITIVE_INFINITY ? most : deps.chain.heightAt(reg, Math.floor(most) + 1) - 1,
  };
}

function within({ from, below }: HeightSpan, { least, most }: Span): HeightSpan {
  return { from: Math.max(from, Math.ceil(least)), below: Math.min(below, Math.floor(most) + 1) };
}

/** Of a register and for one request: a filter may have a hundred conditions that indexes could serve. */
const INDEXES_ASKED = 8;

interface Choosing extends Omit<Narrowing, 'heights'> {
  readonly record: RegisterRecord;
  readonly heights: HeightSpan;
}

/** The rows of the index that has the fewest, and the conditions that it did not serve. */
async function fewest(call: ODataCall, { record, heights, conditions }: Choosing): Promise<CandidateRows> {
  const { chain } = call.deps;
  const of = { id: record.id, heights };
  let best = await listOf(of, (page) => chain.transactionsPage(record.reg, page));
  let rest = conditions;
  let asked = 0;
  for (const condition of conditions) {
    const read = asked === INDEXES_ASKED ? undefined : indexFor(condition, chain, record.reg);
    if (read === undefined) continue;
    asked += 1;
    const list = await listOf(of, read);
    if (rest !== conditions && list.total >= best.total) continue;
    best = list;
    rest = conditions.filter((other) => other !== condition);
  }
  return { list: best, rest };
}

function indexFor(condition: Condition, chain: Chain, reg: number): Read | undefined {
  for (const [member, index] of Object.entries(INDEXES)) {
    const texts = textsOf(condition, member);
    const [text] = texts ?? [];
    // A key of an index is bounded, as that of a filter need not be; several values would be several lists to merge.
    if (texts?.length !== 1 || text === undefined) continue;
    if ((member === 'txId' || member === 'prevTxId') && !/^[0-9a-f]{64}$/.test(text)) return NONE;
    return index(chain, reg, text);
  }
  return undefined;
}

const NONE: Read = () => Promise.resolve({ items: [], total: 0 });

async function listOf(
  { id, heights }: { readonly id: string; readonly heights: HeightSpan },
  read: Read,
): Promise<RowList> {
  const readHere: Read = (page) => inRegister(id, () => read(page));
  const totalOf = async (span: HeightSpan) => (await readHere({ skip: 0, top: 0, heights: span })).total;
  const total = await totalOf(heights);
  return {
    id,
    total,
    below: (height) => totalOf({ ...heights, below: Math.min(heights.below, height) }),
    // Rows that are sealed meanwhile come behind those of this list, also where it is read from its end.
    read: async ({ skip, top, reverse = false }) => {
      const first = reverse ? Math.max(0, total - skip - top) : skip;
      const count = Math.max(0, Math.min(top, total - skip));
      if (count === 0) return [];
      const { items } = await readHere({ skip: first, top: count, heights });
      const rows = items.map(rowOf);
      return reverse ? rows.reverse() : rows;
    },
  };
}

function rowOf(sealed: SealedTransaction) {
  const { height, index } = sealed;
  return { height, index, bytes: sealed.transaction.bytes.length, record: () => recordOf(sealed) };
}

/** Payloads are made when they are asked for: a filter does not look into them, and one may have 4 MiB. */
function recordOf(sealed: SealedTransaction): EntityRecord {
  const { transaction, timestampMs } = sealed;
  return {
    ...sealedView({ ...sealed, transaction: { ...transaction, payload: {} } }),
    sealedAt: isoTime(timestampMs),
    get payloads() {
      return sealedView(sealed).payloads.map(({ data, ...payload }) => ({
        ...payload,
        data: canonical(data as Parameters<typeof canonical>[0]),
      }));
    },
  };
}
