// Checks what is on the disk against the chain itself. The quick check at start costs a few reads a register; the deep
// check walks a whole chain from genesis. Both only read, and say what is wrong; a sealed head is never cut back here.
import { isDeepStrictEqual } from 'node:util';
import { toHex } from '../../core/base/bytes.js';
import type { Issue } from '../../core/base/issue.js';
import { issue } from '../../core/base/issue.js';
import type { JsonObject } from '../../core/base/json.js';
import { appendLeaf, EMPTY_FRONTIER, frontierRoot } from '../../core/base/merkle.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { Docket, RegisterState, SealedDocket, StateChange, StateView } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import { checkBody, docketHash, ZERO_HASH } from '../../core/register/docket.js';
import { rosterHashOf } from '../../core/register/roster.js';
import { decodeTransaction } from '../../core/transaction/encode.js';
import {
  hashBytes,
  readBody,
  readCertificate,
  readHead,
  readLocation,
  readPointer,
  readTransactionBytes,
} from '../chain/chain-read.js';
import { chainView, SealedFacts, SealedTransactionCache, sealedPlaces } from '../chain/chain-view.js';
import { type ChainTip, decodeState } from '../chain/head-codec.js';
import { historyOps } from '../chain/history.js';
import { StoreError } from '../engine/fault.js';
import type { Kv } from '../engine/kv.js';
import { openJson, sound } from '../engine/value.js';
import { heightKey, regKey, rowRange, stateName } from '../keys/chain-keys.js';
import { resealing } from './reseal-note.js';

/** Links looked at by the quick check. */
const LINKS = 8;
/** The deep check stops here: more of them say nothing new. */
const ISSUES_MAX = 100;

/**
 * Head readable, last links, roots of the last docket, certificate present, consensus record not ahead. Empty for a
 * sound or an empty register.
 */
export async function quickCheck(kv: Kv, reg: number): Promise<Issue[]> {
  return guard(async () => {
    const head = readHead(kv, reg);
    if (!head) return checkRecord(kv, reg, undefined);
    const issues = checkLinks(kv, reg, head);
    if (issues.length > 0) return issues;
    const docket = await loadDocket(kv, reg, head.height);
    if (isFailure(docket)) return [docket.issue];
    const certificate = readCertificate(kv, reg, head.height);
    if (certificate?.docketHash !== head.hash) issues.push(damageIssue(head.height, 'has no certificate of its own'));
    if (!leadsToTerms(kv, reg, docket)) issues.push(damageIssue(head.height, 'does not lead to the stored roster'));
    return [...issues, ...checkBody(docket), ...checkRecord(kv, reg, head)];
  });
}

/**
 * A lost batch may leave the roster of an earlier height behind: every certificate would then be judged by the wrong
 * seats.
 */
export function leadsToTerms(kv: Pick<Kv, 'getSync'>, reg: number, { header }: Pick<Docket, 'header'>): boolean {
  const [head, terms] = [kv.getSync(regKey('head', reg)), kv.getSync(regKey('terms', reg))];
  return (
    head !== undefined && terms !== undefined && rosterHashOf(decodeState(head, terms).roster) === header.nextRosterHash
  );
}

function checkLinks(kv: Kv, reg: number, head: ChainTip): Issue[] {
  let expected = head.hash;
  for (let height = head.height; height >= 0 && height > head.height - LINKS; height--) {
    const pointer = readPointer(kv, reg, height);
    if (pointer?.hash !== expected) return [damageIssue(height, 'is not the one that its successor or the head names')];
    const body = readBody(kv, { reg, height, hash: expected });
    if (!body || docketHash(body.header) !== expected) return [damageIssue(height, 'has no header with its hash')];
    expected = body.header.prevHash;
    if (height === 0 && expected !== ZERO_HASH) return [damageIssue(0, 'names a docket before the first')];
  }
  return [];
}

/** A record of a height that the head does not lead to shows that sealed dockets are gone. */
function checkRecord(kv: Kv, reg: number, head: ChainTip | undefined): Issue[] {
  const bytes = kv.getSync(regKey('consensus', reg));
  if (bytes === undefined) return [];
  const record = openJson<{ height?: number; tipHash?: string }>(bytes, 'a consensus record');
  const next = head === undefined ? 0 : head.height + 1;
  if (record.height === undefined || record.height < next) return [];
  const note = resealing(kv, reg);
  // It remembers what it voted above the docket that a restore took it back to, and is closed until it is there again.
  if (note?.isTakenBack && record.height <= note.targetHeight + 1) return [];
  const tip = head === undefined ? ZERO_HASH : head.hash;
  if (record.height === next && (record.tipHash === undefined || record.tipHash === tip)) return [];
  return [damage(`The validator voted at docket ${record.height}, but the sealed chain ends before docket ${next}.`)];
}

export interface DeepCheck {
  readonly kv: Kv;
  readonly reg: number;
  /** Judges certificate and signatures of a docket against the fold before it (undefined for docket 0). */
  readonly verify?: (sealed: SealedDocket, before: RegisterState | undefined) => Issue[];
  /** The fold: state and changes after a docket, or why it is not valid. */
  readonly apply?: (
    before: RegisterState | undefined,
    docket: Docket,
    view: StateView,
  ) => Result<{ readonly state: RegisterState; readonly changes: readonly StateChange[] }>;
  readonly onProgress?: (height: number, headHeight: number) => void;
}

interface Walk {
  readonly check: DeepCheck;
  readonly issues: Issue[];
  /** Consensus-relevant state as the chain says it. */
  readonly state: Map<string, JsonObject>;
  fold: RegisterState | undefined;
  prevHash: string;
  history: typeof EMPTY_FRONTIER;
  txCount: number;
  height: number;
}

/**
 * The whole chain of a register: links, roots, history, certificates, fold, every TxId's place, and every state row.
 */
export async function deepCheck(check: DeepCheck): Promise<Issue[]> {
  const { kv, reg } = check;
  return guard(async () => {
    const head = readHead(kv, reg);
    if (!head) return [];
    const walk: Walk = {
      check,
      issues: [],
      state: new Map(),
      fold: undefined,
      prevHash: ZERO_HASH,
      history: EMPTY_FRONTIER,
      txCount: 0,
      height: 0,
    };
    for (; walk.height <= head.height && walk.issues.length < ISSUES_MAX; walk.height++) {
      const sealed = await loadSealed(kv, reg, walk.height);
      // Without the docket nothing after it can be judged.
      if (isFailure(sealed)) return [...walk.issues, sealed.issue];
      walkDocket(walk, sealed);
      check.onProgress?.(walk.height, head.height);
    }
    if (walk.issues.length === 0) await checkEnd(walk, head);
    return walk.issues;
  });
}

function walkDocket(walk: Walk, sealed: SealedDocket): void {
  const { docket } = sealed;
  const { header } = docket;
  const { height, issues } = walk;
  issues.push(...checkBody(docket));
  if (header.height !== height) issues.push(damageIssue(height, 'has another height in its header'));
  if (header.prevHash !== walk.prevHash) issues.push(damageIssue(height, 'does not follow its predecessor'));
  if (header.historyRoot !== toHex(frontierRoot(walk.history))) issues.push(damageIssue(height, 'has another history'));
  if (sealed.certificate.docketHash !== docket.hash)
    issues.push(damageIssue(height, 'has the certificate of another docket'));
  if (walk.check.verify) issues.push(...walk.check.verify(sealed, walk.fold));
  checkRoundChanges(walk);
  checkPlaces(walk, docket);
  if (walk.check.apply) foldDocket(walk, docket, walk.check.apply);
  walk.prevHash = docket.hash;
  walk.history = appendLeaf(walk.history, hashBytes(docket.hash));
  walk.txCount += docket.transactions.length;
}

function checkRoundChanges({ check: { kv, reg }, height, issues }: Walk): void {
  const bytes = kv.getSync(heightKey('justification', reg, height));
  if (!bytes || sound(() => openJson<object>(bytes, 'round changes')) !== undefined) return;
  issues.push(
    damage(
      `The stored round changes of docket ${height} are damaged. No other node has them and no vote depends on them: start the node, whose repair removes them and says so in the log.`,
    ),
  );
}

function checkPlaces(walk: Walk, docket: Docket): void {
  const { kv, reg } = walk.check;
  if (readPointer(kv, reg, walk.height)?.txBefore !== walk.txCount)
    walk.issues.push(damageIssue(walk.height, 'counts other transactions before it'));
  for (const { key, value } of historyOps({ reg, height: walk.height, hash: docket.hash }, walk.history))
    if (Buffer.compare(kv.getSync(key) ?? Buffer.alloc(0), value!) !== 0)
      walk.issues.push(damage(`The history of docket ${walk.height} is not stored. Run quorate rebuild-indexes.`));
  docket.transactions.forEach((tx, index) => {
    const at = readLocation(kv, reg, tx.txId);
    if (at?.height !== walk.height || at.index !== index)
      walk.issues.push(
        damage(`The index does not find transaction ${tx.txId} of docket ${walk.height}. Run quorate rebuild-indexes.`),
      );
  });
}

function foldDocket(walk: Walk, docket: Docket, apply: NonNullable<DeepCheck['apply']>): void {
  const result = apply(walk.fold, docket, viewBefore(walk));
  if (isFailure(result)) {
    walk.issues.push(...result.issues);
    return;
  }
  if (result.state.stateHash !== docket.header.stateHash)
    walk.issues.push(damageIssue(walk.height, 'leads to another state'));
  walk.fold = result.state;
  for (const { key, value } of result.changes) {
    if (value === null) walk.state.delete(key);
    else walk.state.set(key, value);
  }
}

/** Sealed state as it was before the docket that is looked at. */
function viewBefore(walk: Walk): StateView {
  const { kv, reg } = walk.check;
  const { height } = walk;
  const whole = chainView(kv, reg, {
    transactions: new SealedTransactionCache(),
    facts: new SealedFacts(),
    places: sealedPlaces(),
  });
  const sealOf: StateView['sealOf'] = (txId) => {
    const at = whole.sealOf(txId);
    return at && at.height < height ? at : undefined;
  };
  return {
    state: (key) => walk.state.get(key),
    sealOf,
    transaction: (txId) => (sealOf(txId) ? whole.transaction(txId) : undefined),
    docketAt: (at) => (at < height ? whole.docketAt(at) : undefined),
  };
}

async function checkEnd(walk: Walk, head: ChainTip): Promise<void> {
  const { kv, reg, apply } = walk.check;
  if (head.hash !== walk.prevHash) walk.issues.push(damageIssue(head.height, 'is not the head'));
  if (head.txCount !== walk.txCount || head.totals.transactions !== walk.txCount)
    walk.issues.push(damage('The head counts other transactions than the chain has.'));
  let places = 0;
  for await (const _ of kv.range(rowRange('location', reg))) places += 1;
  if (places !== walk.txCount)
    walk.issues.push(damage('The index holds transactions that are not in the chain. Run quorate rebuild-indexes.'));
  if (!apply) return;
  let rows = 0;
  for await (const [key, value] of kv.range(rowRange('state', reg))) {
    rows += 1;
    const name = stateName(key);
    if (!isDeepStrictEqual(openJson(value, 'a row of register state'), walk.state.get(name)))
      walk.issues.push(damage(`The stored state ${name} is not what the chain says.`));
  }
  if (rows !== walk.state.size) walk.issues.push(damage('The stored state has other rows than the chain says.'));
}

async function loadSealed(kv: Kv, reg: number, height: number): Promise<Result<SealedDocket>> {
  const docket = await loadDocket(kv, reg, height);
  if (isFailure(docket)) return docket;
  const certificate = readCertificate(kv, reg, height);
  return certificate ? { docket, certificate } : fail(damageIssue(height, 'has no certificate'));
}

/** The docket with its transactions recomputed from their bytes. */
async function loadDocket(kv: Kv, reg: number, height: number): Promise<Result<Docket>> {
  const pointer = readPointer(kv, reg, height);
  if (!pointer) return fail(damageIssue(height, 'is missing'));
  const at = { reg, height, hash: pointer.hash };
  const body = readBody(kv, at);
  if (!body) return fail(damageIssue(height, 'has no body'));
  const transactions: Transaction[] = [];
  for (const [index, bytes] of (await readTransactionBytes(kv, at, body.txIds.length)).entries()) {
    const transaction = decodeTransaction(bytes);
    if (isFailure(transaction) || transaction.txId !== body.txIds[index])
      return fail(damageIssue(height, `has a damaged transaction at index ${index}`));
    transactions.push(transaction);
  }
  return { hash: pointer.hash, header: body.header, transactions, annex: body.annex };
}

/** Damage that a reader meets is what a check is for: it becomes an issue. */
async function guard(run: () => Promise<Issue[]>): Promise<Issue[]> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof StoreError) return [error.issue];
    throw error;
  }
}

function damageIssue(height: number, what: string): Issue {
  return damage(`Docket ${height} ${what}.`);
}

function damage(message: string): Issue {
  return issue('STORE_DAMAGED', '', message);
}
