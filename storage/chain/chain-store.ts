// The ledger of all registers in the store. Makes the operations of each durable step (they are written by the journal,
// one batch a step) and reads the chain: rules and drivers through the journal's overlay, clients from durable rows
// only. It judges nothing.
import { firstHolding } from '../../core/base/bisect.js';
import { isOrdered, type Json, type JsonObject } from '../../core/base/json.js';
import { JSON_DEPTH_MAX } from '../../core/base/limits/ledger/transactions.js';
import type { NodeAt } from '../../core/base/merkle.js';
import { isFailure } from '../../core/base/result.js';
import type { RoundChange } from '../../core/consensus/types.js';
import type {
  Certificate,
  Docket,
  Hash,
  RegisterState,
  SealedDocket,
  StateChange,
  StateView,
} from '../../core/model/register.js';
import { docketHash } from '../../core/register/docket.js';
import { isOfInstance, stateTexts } from '../../core/register/state-keys.js';
import { decodeTransaction } from '../../core/transaction/encode.js';
import { StoreError } from '../engine/fault.js';
import type { Kv, KvOp } from '../engine/kv.js';
import { type RowReader, rowOf } from '../engine/row-cache.js';
import { checksumJson, checksumText, openJson, sound } from '../engine/value.js';
import { heightKey, regKey, regOf, rowRange, stateKey, transactionKey } from '../keys/chain-keys.js';
import type { IndexFamily } from '../keys/index-keys.js';
import { keyName } from '../keys/names.js';
import { bodyOps, candidateOps, candidatesAt, holdsBody, losersOps, tidyOps } from './candidates.js';
import { indexDocket } from './chain-index.js';
import type { IndexPage, IndexPageRequest, WalletRole } from './chain-page.js';
import { lengthOf, ordinals, pageOfGroup, pageOfWallet, registersOf } from './chain-page.js';
import type { ChainStoreOptions, ReadPorts, SealedTransaction, StoredDocket } from './chain-read.js';
import {
  hashBytes,
  iterateSealed,
  locationOfNth,
  newestTip,
  present,
  readBody,
  readCertificate,
  readDocket,
  readHead,
  readLocation,
  readPointer,
  readSealed,
  readSealedAt,
  transactionsBefore,
} from './chain-read.js';
import {
  chainView,
  SealedFacts,
  SealedPeople,
  SealedTransactionCache,
  sealedPlaces,
  type ViewCaches,
} from './chain-view.js';
import { DecodedStates } from './decoded-states.js';
import type { ChainTip, Totals } from './head-codec.js';
import { decodeState, encodeHead, encodeTerms, holdsTerms, NO_TOTALS, openTerms } from './head-codec.js';
import { historyNodes, historyOps } from './history.js';
import { AbsentTransactions, GroupMemory } from './index-memory.js';
import { keysFrom, type NamesAsked, statesFrom } from './keys-from.js';
import { encodePointer, type Location } from './rows.js';
import { SealedTransactions } from './sealed-transactions.js';

export interface SealInput {
  readonly reg: number;
  readonly sealed: SealedDocket;
  /** The fold after this docket. */
  readonly after: RegisterState;
  readonly changes: readonly StateChange[];
  /** The canonical texts of their values, where they were made before. */
  readonly texts?: readonly string[] | undefined;
  /** The docket was sealed before: rows of that may be left over. */
  readonly isAgain?: true;
  /** Round changes of the deciding round when it was above 0: they attribute a fork by amnesia (core/mesh/fork.ts). */
  readonly justification?: readonly RoundChange[];
}

const EMPTY = Buffer.alloc(0);
const ALL_HEIGHTS = { from: 0, below: Number.POSITIVE_INFINITY };
/** Registers listed for one wallet. */
const WALLET_REGISTERS_MAX = 1000;

export class ChainStore {
  private readonly ports: ReadPorts;
  private readonly cache = new SealedTransactionCache();
  private readonly absent: AbsentTransactions;
  private readonly sealedIds = new SealedTransactions();
  private readonly people = new SealedPeople();
  private readonly caches: ViewCaches = {
    transactions: this.cache,
    facts: new SealedFacts(),
    places: sealedPlaces(),
    sealed: this.sealedIds,
  };
  private readonly liveCaches: ViewCaches;
  private readonly counters = new GroupMemory();
  private readonly durable = new DecodedStates();

  /** It takes the room of its caches at once: two milliseconds. */
  constructor(
    private readonly kv: Kv,
    private readonly journal: RowReader,
    { absentMax, clock }: ChainStoreOptions = {},
  ) {
    this.ports = { kv, clock };
    this.absent = new AbsentTransactions(absentMax);
    this.liveCaches = { ...this.caches, absent: this.absent, people: this.people };
  }

  /**
   * The docket and its transactions as a candidate for its height, for the batch of the vote. Commit them before asking
   * for the next candidate of the register: the list of candidates, from which the seal deletes the losers, is read
   * through the journal.
   */
  bodyOps(reg: number, docket: Docket): KvOp[] {
    return candidateOps(this.journal, reg, docket);
  }

  /** Of the candidates of a height only those named stay. In the batch of the record that names no other. */
  tidyOps(reg: number, height: number, kept: readonly Hash[]): KvOp[] {
    return tidyOps(this.journal, reg, { height, kept });
  }

  /**
   * Everything that makes the docket sealed, for one batch. Writes the body as well unless an earlier commit stored it,
   * so a sealed height is never without its body.
   */
  sealOps(input: SealInput): KvOp[] {
    const { reg, after } = input;
    const { docket, certificate } = input.sealed;
    const { height, timestampMs } = docket.header;
    const head = newestTip(this.journal, reg);
    const before = head?.totals ?? NO_TOTALS;
    this.absent.sealing(reg, docket);
    this.people.sealing(reg, input.changes);
    if (input.isAgain) this.sealedIds.forget(reg);
    else this.sealedIds.sealing(reg, docket);
    const ops: KvOp[] = [];
    const hash = hashBytes(docket.hash);
    const candidates = candidatesAt(this.journal, reg, height);
    if (!holdsBody(this.journal, reg, { docket, candidates })) ops.push(...bodyOps(reg, docket));
    const pointer = { hash: docket.hash, txBefore: before.transactions, timestampMs };
    ops.push({ key: heightKey('pointer', reg, height), value: encodePointer(pointer) });
    ops.push(...historyOps({ reg, height, hash: docket.hash }, head?.history));
    ops.push({ key: heightKey('certificate', reg, height), value: checksumJson(certificate) });
    if (input.justification && input.justification.length > 0)
      ops.push({ key: heightKey('justification', reg, height), value: checksumJson(input.justification) });
    const known = this.counters.take(reg, head?.hash);
    const totals = indexDocket({ reader: this.journal, reg, docket, totals: before, known }, ops);
    this.counters.keep(reg, docket.hash, known);
    ops.push({ key: regKey('head', reg), value: encodeHead(after, totals) });
    if (!holdsTerms(rowOf(this.journal, keyName(regKey('terms', reg)), openTerms), after))
      ops.push({ key: regKey('terms', reg), value: encodeTerms(after) });
    const texts = input.texts ?? stateTexts(input.changes);
    for (const [i, change] of input.changes.entries()) ops.push(stateOp(reg, change, texts[i]!));
    for (const op of losersOps(reg, hash, candidates)) ops.push(op);
    ops.push({ key: regKey('undecided', reg), value: undefined });
    return ops;
  }

  /** The consensus record, and the marker that an undecided vote exists; null deletes both. */
  recordOps(reg: number, record: Json | object | null, undecided = record !== null): KvOp[] {
    return [
      { key: regKey('consensus', reg), value: record === null ? undefined : checksumJson(record) },
      { key: regKey('undecided', reg), value: undecided ? EMPTY : undefined },
    ];
  }

  /** The newest record, durable or queued. A restarting actor waits for `journal.drained()` before it reads. */
  loadRecord<R = Json>(reg: number): R | undefined {
    const bytes = this.journal.getSync(regKey('consensus', reg));
    return bytes && openJson<R>(bytes, 'a consensus record');
  }

  loadState(reg: number): RegisterState | undefined {
    const head = this.journal.getSync(regKey('head', reg));
    if (head === undefined) return undefined;
    const terms = this.journal.getSync(regKey('terms', reg));
    if (terms === undefined)
      throw new StoreError('STORE_DAMAGED', `The terms of local register ${reg} are missing in the store.`);
    return decodeState(head, terms);
  }

  /**
   * The sealed state that survives power loss now: what clients are told. Undefined when there is none, or none that
   * can be read.
   */
  durableState(reg: number): RegisterState | undefined {
    const head = this.kv.getSync(regKey('head', reg));
    const terms = head && this.kv.getSync(regKey('terms', reg));
    return head && terms ? sound(() => this.durable.of(reg, head, terms)) : undefined;
  }

  /** Hash and time of a sealed and durable height: one read. */
  docketAt(reg: number, height: number): { readonly hash: Hash; readonly timestampMs: number } | undefined {
    return readPointer(this.kv, reg, height);
  }

  /** The certificate of a height, durable or queued: what a proposal for the next height carries. */
  loadCertificate(reg: number, height: number): Certificate | undefined {
    return readCertificate(this.journal, reg, height);
  }

  /**
   * Round changes of the round that decided a height; empty for round 0 and for a docket that came from replication.
   */
  justification(reg: number, height: number): readonly RoundChange[] {
    const bytes = this.kv.getSync(heightKey('justification', reg, height));
    return bytes ? openJson<readonly RoundChange[]>(bytes, 'round changes') : [];
  }

  /** Rows of sealed state whose key begins with `prefix`, durable, at most `limit` in order of their keys. */
  statesUnder(reg: number, prefix: string, limit: number): Promise<JsonObject[]> {
    return statesFrom(this.kv, reg, { from: prefix, limit });
  }

  /** A candidate or sealed docket by its hash, durable or queued, with its transactions. */
  loadBody(reg: number, height: number, hash: Hash): Docket | undefined {
    const body = readBody(this.journal, { reg, height, hash });
    if (!body || docketHash(body.header) !== hash) return undefined;
    const at = { reg, height, hash: hashBytes(hash) };
    const transactions = body.txIds.map((txId, index) =>
      present(this.cache.parsedTransaction(txId, transactionKey(at, index), this.journal), reg, height),
    );
    return { hash, ...body, transactions };
  }

  /** Local numbers of the registers that have an undecided vote: the ones to activate at start. */
  async undecidedRegisters(): Promise<number[]> {
    const regs: number[] = [];
    for await (const [key] of this.kv.range(rowRange('undecided'))) regs.push(regOf(key));
    return regs;
  }

  /** Sealed state for rules, including what is queued. Cheap to make. */
  view(reg: number): StateView {
    return chainView(this.journal, reg, this.liveCaches);
  }

  /** The same for dockets that others sealed: no pool asked for their transactions before. */
  viewOfSealed(reg: number): StateView {
    return chainView(this.journal, reg, this.caches);
  }

  /**
   * Sealed rows that are kept in memory are read again: a repair wrote or deleted rows, and the known ones may have
   * been wrong.
   */
  forgetFacts(): void {
    this.cache.clear();
    this.caches.facts.clear();
    this.caches.places.clear();
    this.absent.clear();
    this.people.clear();
    this.sealedIds.clear();
    this.counters.clear();
  }

  head(reg: number): ChainTip | undefined {
    return readHead(this.kv, reg);
  }

  /** Time of the newest docket, durable or queued, as `view` has its rows. Every move asks for it. */
  newestMs(reg: number): number | undefined {
    return newestTip(this.journal, reg)?.timestampMs;
  }

  stats(reg: number): Totals {
    return this.head(reg)?.totals ?? NO_TOTALS;
  }

  docket(reg: number, height: number): StoredDocket | undefined {
    return readDocket(this.kv, reg, height);
  }

  /** Certificate, header and transactions of a height, as they are sent to other nodes. */
  sealedDocket(reg: number, height: number): Promise<SealedDocket | undefined> {
    return readSealed(this.kv, reg, height);
  }

  location(reg: number, txId: string): Location | undefined {
    return readLocation(this.kv, reg, txId);
  }

  /** A sealed transaction, recomputed from its bytes. */
  transaction(reg: number, txId: string): SealedTransaction | undefined {
    const at = this.location(reg, txId);
    if (!at) return undefined;
    const pointer = present(readPointer(this.kv, reg, at.height), reg, at.height);
    const key = transactionKey({ reg, height: at.height, hash: hashBytes(pointer.hash) }, at.index);
    const transaction = decodeTransaction(present(this.kv.getSync(key), reg, at.height));
    if (isFailure(transaction) || transaction.txId !== txId)
      throw new StoreError('STORE_DAMAGED', `Transaction ${txId} does not match its TxId in the store.`);
    return { transaction, ...at, docketHash: pointer.hash, timestampMs: pointer.timestampMs };
  }

  /** All transactions of a register in ledger order. */
  async transactionsPage(reg: number, page: IndexPageRequest): Promise<IndexPage<SealedTransaction>> {
    const head = this.head(reg);
    const { from, below } = page.heights ?? ALL_HEIGHTS;
    const before = (height: number) => (head === undefined ? 0 : transactionsBefore(this.kv, head, { reg, height }));
    const span = { first: before(from), end: before(below) };
    const places: Location[] = [];
    for (const k of ordinals(page, span))
      places.push(locationOfNth(this.kv, head!, { reg, k, near: places.at(-1)?.height }));
    return this.fillPage(reg, { items: places, total: lengthOf(span) }, page);
  }

  /** The first height whose docket has this time or a later one, where times rise; else one above the head. */
  heightAt(reg: number, timestampMs: number): number {
    const head = this.head(reg);
    if (head === undefined) return 0;
    const isLater = (height: number) =>
      present(readPointer(this.kv, reg, height), reg, height).timestampMs >= timestampMs;
    const number = firstHolding(head.height + 1, isLater);
    return isLater(number) ? number : head.height + 1;
  }

  byWallet(
    reg: number,
    address: string,
    page: IndexPageRequest & { readonly role?: WalletRole },
  ): Promise<IndexPage<SealedTransaction>> {
    return this.fillPage(reg, pageOfWallet(this.kv, { reg, address, role: page.role ?? 'any' }, page), page);
  }

  bySender(reg: number, address: string, page: IndexPageRequest): Promise<IndexPage<SealedTransaction>> {
    return this.byWallet(reg, address, { ...page, role: 'sent' });
  }

  byBlueprint(reg: number, blueprintId: string, page: IndexPageRequest): Promise<IndexPage<SealedTransaction>> {
    return this.byGroup('blueprint', { reg, text: blueprintId }, page);
  }

  byInstance(reg: number, instanceId: string, page: IndexPageRequest): Promise<IndexPage<SealedTransaction>> {
    return this.byGroup('instance', { reg, text: instanceId }, page);
  }

  /** Resolves when all that was sealed so far is on the disk, where pages of indexes are read. */
  lasting(): Promise<void> {
    return this.journal.whenDrained?.() ?? Promise.resolve();
  }

  /** Transactions that name `txId` as their previous one. */
  successors(reg: number, txId: string, page: IndexPageRequest): Promise<IndexPage<SealedTransaction>> {
    return this.byGroup('successor', { reg, text: txId }, page);
  }

  /** Registers in which a wallet occurs, with the number of its transactions there. At most 1,000. */
  registersOfWallet(address: string): Promise<{ readonly reg: number; readonly total: number }[]> {
    return registersOf(this.kv, 'wallet', { text: address, limit: WALLET_REGISTERS_MAX });
  }

  /** Registers with transactions of a blueprint, its publications among them, by number. At most `limit`. */
  async registersOfBlueprint(blueprintId: string, limit: number): Promise<number[]> {
    return (await registersOf(this.kv, 'blueprint', { text: blueprintId, limit })).map(({ reg }) => reg);
  }

  /** Local numbers of the registers that have transactions which name an instance. At most 1,000. */
  async registersOfInstance(instanceId: string): Promise<readonly number[]> {
    const of = { text: instanceId, limit: WALLET_REGISTERS_MAX };
    return (await registersOf(this.kv, 'instance', of)).map(({ reg }) => reg);
  }

  keysFrom(reg: number, asked: NamesAsked): Promise<readonly string[]> {
    return keysFrom(this.kv, reg, asked);
  }

  /** The tree over the sealed and durable docket hashes of a register, for one request (storage/chain/history.ts). */
  history(reg: number): NodeAt {
    return historyNodes(this.kv, reg);
  }

  iterate(reg: number, fromHeight: number): AsyncIterable<SealedDocket> {
    return iterateSealed(this.kv, reg, fromHeight);
  }

  private byGroup(
    family: IndexFamily,
    of: { reg: number; text: string },
    page: IndexPageRequest,
  ): Promise<IndexPage<SealedTransaction>> {
    return this.fillPage(of.reg, pageOfGroup(this.kv, { family, ...of }, page), page);
  }

  private async fillPage(reg: number, { items: places, total }: IndexPage<Location>, { bytesMax }: IndexPageRequest) {
    return { items: await readSealedAt(this.ports, { reg, places, bytesMax }), total };
  }
}

/** Rows of instances are looked at right after they are sealed: for the receipt, the inbox and checks of readers. */
function stateOp(reg: number, { key, value }: StateChange, text: string): KvOp {
  if (value === null) return { key: stateKey(reg, key), value: undefined };
  // Members in another order than that of the text could be judged otherwise than where the row was read from the disk.
  const decoded = isOfInstance(key) && isOrdered(value, JSON_DEPTH_MAX) ? value : undefined;
  return { key: stateKey(reg, key), value: checksumText(text), decoded };
}
