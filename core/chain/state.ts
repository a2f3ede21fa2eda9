// The state of a register as a fold over its dockets: which docket may come next, what it changes, and what its header
// must say. Pure, and O(docket) whatever the length of the ledger. It never asks a clock: the distance of a docket from
// now is judged only when the caller gives `nowMs` and a rule.
import { assert } from '../base/assert.js';
import { fromHex, toHex } from '../base/bytes.js';
import { type Issue, issue } from '../base/issue.js';
import type { JsonObject } from '../base/json.js';
import { DOCKET_STEPS_MAX } from '../base/limits/ledger/work.js';
import { appendLeaf, frontierRoot } from '../base/merkle.js';
import { fail, isFailure, type Result } from '../base/result.js';
import { DOCKET_VERSION, knowsRules, RULES_LATEST } from '../base/version.js';
import { verifySeat } from '../crypto/signing/algorithms.js';
import { kindOf } from '../kinds/index.js';
import type {
  Docket,
  DocketHeader,
  Hash,
  Member,
  RegisterPolicy,
  RegisterState,
  Roster,
  StateChange,
  StateView,
} from '../model/register.js';
import type { Transaction } from '../model/transaction.js';
import type { Verdict } from '../moves/parts/context.js';
import { stepsOf } from '../moves/parts/memo.js';
import { type BodyRoots, bodyRootOf, txRootOf } from '../register/body-roots.js';
import { annexRootOf, checkBody } from '../register/docket.js';
import { type TimeRule, timeProblem, timestampAfter } from '../register/docket-time.js';
import type { ChangeGround } from '../register/governance/change.js';
import { type Overlay, overlay } from '../register/overlay.js';
import { rosterChanges } from '../register/past-rosters.js';
import { resetChange, withSlotRows } from '../register/people/slot-rows.js';
import { rosterHashOf } from '../register/roster.js';
import { stateHashOf, stateTexts } from '../register/state-keys.js';
import { validate } from '../validate/validate.js';
import { annexChanges, judgeAnnex } from './annex.js';

/** The effect of the transactions of a docket, all together. */
export interface DocketEffect {
  /** Sorted by key, one a key. */
  readonly changes: readonly StateChange[];
  /** Canonical texts of their values, once they were made for the state hash: they are stored as well. */
  readonly texts?: readonly string[];
  /** In force from the next docket on. */
  readonly roster: Roster;
  readonly members: readonly Member[];
  readonly policy: RegisterPolicy;
  /** Where they change; otherwise those of the docket stay in force. */
  readonly rules?: number;
  /** Where governance resets the time: the next docket has to be above it, and not above the time of this one. */
  readonly timeFloorMs?: number;
}

/** Whether every signature of a transaction verified on this node. */
export type SignatureVerdict = (tx: Transaction) => boolean;

interface Applied {
  readonly effect: DocketEffect;
  readonly transactions: readonly Transaction[];
  readonly refused: readonly { readonly tx: Transaction; readonly verdict: Verdict & { ok: false } }[];
  /** May be sealed, and not here: the actions before them took the steps of the docket. */
  readonly left: readonly Transaction[];
}

/** Checks that were passed before and spare a second look at transactions. */
interface Passed {
  /** The same transaction, byte for byte, that passed the pipeline on this node before. */
  readonly knownTransaction?: (tx: Transaction) => Transaction | undefined;
  /** Holds for the transactions that a quorum answers for. */
  readonly isCertified?: (tx: Transaction) => boolean;
}

interface Candidates {
  readonly state: RegisterState;
  readonly view: StateView;
  readonly transactions: readonly Transaction[];
  readonly timestampMs: number;
  /** Evidence that was judged (annex.ts): it counts before the transactions. */
  readonly annex?: readonly JsonObject[];
}

/** Timestamp of the docket after `state`: time never stands still on a register (docs/protocol.md 3). */
export function nextTimestamp(state: RegisterState, nowMs: number): number {
  return timestampAfter(state.timestampMs, nowMs);
}

/**
 * The the candidates that may be sealed together, in order, with their effect, and the others with their verdicts. A
 * child may follow its parent. The proposer's way to a docket; `knownTransaction` gives for a candidate the same one
 * that went through the whole pipeline here before.
 */
export function selectTransactions(from: Candidates & Passed & { readonly signaturesOk: SignatureVerdict }): Applied {
  const over = overlay(from.view, { height: from.state.height + 1, timestampMs: from.timestampMs });
  over.change(annexChanges(from.annex ?? [], from));
  const fold = new Fold(from.state, over, from.timestampMs);
  const transactions: Transaction[] = [];
  const refused: { tx: Transaction; verdict: Verdict & { ok: false } }[] = [];
  const left: Transaction[] = [];
  let steps = 0;
  for (const tx of from.transactions) {
    const known = from.knownTransaction?.(tx);
    const certified = from.isCertified?.(tx) === true;
    const verdict = validate(tx, {
      state: from.state,
      view: over,
      signaturesOk: from.signaturesOk(tx),
      docketMs: from.timestampMs,
      ...(known && { known }),
      ...(certified && { certified }),
    });
    // The quorum has counted what it sealed, and this node may have judged some of it and some not.
    const more = certified ? 0 : steps + stepsOf(known ?? tx, from.state.rules);
    if (verdict.ok && more > DOCKET_STEPS_MAX) left.push(tx);
    else if (verdict.ok) {
      steps = more;
      fold.take(tx);
      transactions.push(tx);
    } else refused.push({ tx, verdict });
  }
  return { effect: fold.effect(), transactions, refused, left };
}

/**
 * The effect of transactions that are known to be valid in this order after `state`. Throws InvariantError where they
 * are not.
 */
export function applyDocket({ state, view, transactions, annex, timestampMs }: Candidates): DocketEffect {
  const over = overlay(view, { height: state.height + 1, timestampMs });
  over.change(annexChanges(annex ?? [], { state, view }));
  const fold = new Fold(state, over, timestampMs);
  for (const tx of transactions) fold.take(tx);
  return fold.effect();
}

/**
 * The header of the docket after `state` that holds these transactions, and their effect, which is computed unless it
 * is given.
 */
export function buildHeader(
  from: Candidates & {
    readonly proposer: Hash;
    readonly effect?: DocketEffect;
  },
): { readonly header: DocketHeader; readonly effect: DocketEffect } {
  const { state, transactions } = from;
  const effect = from.effect ?? applyDocket(from);
  const texts = effect.texts ?? stateTexts(effect.changes);
  const rosterHash = rosterHashOf(state.roster);
  const header: DocketHeader = {
    v: DOCKET_VERSION,
    registerId: state.registerId,
    height: state.height + 1,
    prevHash: state.hash,
    timestampMs: from.timestampMs,
    proposer: from.proposer,
    rosterHash,
    nextRosterHash: effect.roster === state.roster ? rosterHash : rosterHashOf(effect.roster),
    txRoot: txRootOf(transactions),
    bodyRoot: bodyRootOf(transactions),
    txCount: transactions.length,
    bytes: transactions.reduce((sum, tx) => sum + tx.bytes.length, 0),
    stateHash: stateHashOf(state.stateHash, effect.changes, texts),
    historyRoot: toHex(frontierRoot(state.history)),
    annexRoot: annexRootOf(from.annex ?? []),
    rules: state.rules,
  };
  return { header, effect: { ...effect, texts } };
}

/**
 * Whether a docket may follow `state`: its body is what the header commits to, the header is what `buildHeader` would
 * give, and every transaction is valid in its place. `nowMs` and `time` say how far the clock judges it
 * (docket-time.ts); without them it does not, as of a docket that is sealed. `knownTransaction` and `isCertified` say
 * for which transactions the steps that never change need no second look, here or because a quorum certified the
 * docket; `roots` are those of its body, where they were made before. Codes: VAL_CHAIN_003 and 004 for its place, the
 * DOCKET codes, and those of the pipeline with pointers under `/transactions`.
 */
export function checkDocket(
  docket: Docket,
  state: RegisterState,
  given: Passed & {
    readonly view: StateView;
    readonly signaturesOk: SignatureVerdict;
    readonly roots?: BodyRoots | undefined;
    readonly nowMs?: number;
    readonly time?: TimeRule;
    /** The newest rules that are known: those of the program, but for tests that play another one. */
    readonly rulesLatest?: number | undefined;
  },
): Result<{ readonly effect: DocketEffect }> {
  const placed = checkPlace(docket.header, state, given);
  if (placed.length > 0) return fail(placed);
  const body = checkBody(docket, given.roots);
  if (body.length > 0) return fail(body);
  const annexed = judgeAnnex(docket.annex, { state, view: given.view, verify: verifySeat });
  if (isFailure(annexed)) return annexed;
  const { transactions, header, annex } = docket;
  const { effect, refused, left } = selectTransactions({
    state,
    view: given.view,
    transactions,
    annex,
    timestampMs: header.timestampMs,
    signaturesOk: given.signaturesOk,
    ...(given.knownTransaction && { knownTransaction: given.knownTransaction }),
    ...(given.isCertified && { isCertified: given.isCertified }),
  });
  if (refused.length > 0) {
    const { tx, verdict } = refused[0]!;
    const at = `/transactions/${transactions.indexOf(tx)}`;
    return fail(verdict.issues.map((problem) => ({ ...problem, path: at + problem.path })));
  }
  const [tooMuch] = left;
  if (tooMuch) return fail(docketWork(transactions.indexOf(tooMuch)));
  const issues: Issue[] = [];
  const nextRosterHash = effect.roster === state.roster ? header.rosterHash : rosterHashOf(effect.roster);
  if (header.nextRosterHash !== nextRosterHash)
    issues.push(issue('DOCKET_ROSTER_MISMATCH', '/header/nextRosterHash', 'The transactions give another roster.'));
  const texts = stateTexts(effect.changes);
  if (header.stateHash !== stateHashOf(state.stateHash, effect.changes, texts))
    issues.push(issue('DOCKET_STATE_MISMATCH', '/header/stateHash', 'The transactions give another state.'));
  return issues.length > 0 ? fail(issues) : { effect: { ...effect, texts } };
}

function docketWork(at: number): Issue {
  const message = `The payloads up to this one take more than ${DOCKET_STEPS_MAX} steps to check. A docket holds fewer of them.`;
  return issue('DOCKET_WORK', `/transactions/${at}`, message);
}

/**
 * UPGRADE_NEEDED: the register follows rules that this program does not know, so that it can judge nothing more of it.
 */
export function upgradeNeeded(rules: number, latest: number = RULES_LATEST): Issue {
  return issue(
    'UPGRADE_NEEDED',
    '',
    `The register follows rules ${rules}, and this program knows 1 to ${latest}: install a version of quorate that knows rules ${rules}. Data that is sealed here stays readable.`,
  );
}

/** The state after a docket that `checkDocket` passed, or that this node sealed before. */
export function nextState(state: RegisterState, docket: Docket, effect: DocketEffect): RegisterState {
  const { header } = docket;
  assert(header.height === state.height + 1 && header.prevHash === state.hash, 'a docket follows its parent');
  return {
    ...state,
    height: header.height,
    hash: docket.hash,
    proposer: header.proposer,
    timestampMs: effect.timeFloorMs ?? header.timestampMs,
    stateHash: header.stateHash,
    history: appendLeaf(state.history, fromHex(docket.hash)),
    roster: effect.roster,
    members: effect.members,
    policy: effect.policy,
    rules: effect.rules ?? state.rules,
    txCount: state.txCount + header.txCount,
  };
}

function checkPlace(
  header: DocketHeader,
  state: RegisterState,
  given: { readonly nowMs?: number; readonly time?: TimeRule; readonly rulesLatest?: number | undefined },
): Issue[] {
  if (header.registerId !== state.registerId)
    return [issue('DOCKET_PARENT_UNKNOWN', '/header/registerId', 'The docket is for another register.')];
  if (header.height !== state.height + 1)
    return [issue('VAL_CHAIN_003', '/header/height', `The next docket has height ${state.height + 1}.`)];
  if (header.prevHash !== state.hash)
    return [issue('VAL_CHAIN_004', '/header/prevHash', 'The docket follows another docket than the sealed one.')];
  if (header.rules !== state.rules)
    return [
      issue(
        'DOCKET_RULES_UNKNOWN',
        '/header/rules',
        `The docket names rules ${header.rules}, and the register follows rules ${state.rules}.`,
      ),
    ];
  // Also reached where the caller lets an older program judge: nothing is ever guessed.
  if (!knowsRules(state.rules, given.rulesLatest)) return [upgradeNeeded(state.rules, given.rulesLatest)];
  if (header.txCount === 0) return [issue('DOCKET_EMPTY', '/transactions', 'A docket holds a transaction.')];
  const issues: Issue[] = [];
  const late = timeProblem(header.timestampMs, state.timestampMs, { rule: given.time, nowMs: given.nowMs });
  if (late) issues.push(late);
  if (
    header.rosterHash !== rosterHashOf(state.roster) ||
    !state.roster.validators.some((seat) => seat.validatorId === header.proposer)
  )
    issues.push(
      issue(
        'DOCKET_ROSTER_MISMATCH',
        '/header/rosterHash',
        'The docket names another roster, or a proposer without a seat.',
      ),
    );
  if (header.historyRoot !== toHex(frontierRoot(state.history)))
    issues.push(issue('DOCKET_HISTORY_MISMATCH', '/header/historyRoot', 'The docket has another history.'));
  const { docketTransactionsMax } = state.policy.consensus;
  if (header.txCount > docketTransactionsMax)
    issues.push(
      issue('DOCKET_SIZE_INVALID', '/header/txCount', `A docket has at most ${docketTransactionsMax} transactions.`),
    );
  return issues;
}

/** Transactions one after the other, each applied to the state that the ones before it left. */
class Fold {
  readonly #state: RegisterState;
  readonly #over: Overlay;
  readonly #ground: ChangeGround;
  #roster: Roster;
  #members: readonly Member[];
  #policy: RegisterPolicy;
  #rules: number | undefined;
  #timeFloorMs: number | undefined;

  constructor(state: RegisterState, over: Overlay, timestampMs: number) {
    this.#state = state;
    this.#over = over;
    this.#ground = { state, view: over, timestampMs };
    this.#roster = state.roster;
    this.#members = state.members;
    this.#policy = state.policy;
  }

  take(tx: Transaction): void {
    const done = kindOf(tx.header).apply(tx, this.#over, this.#ground);
    const { changes, roster, members, policy, rules, timeFloorMs } = done;
    this.#over.take(tx, this.#keptChanges(changes, timeFloorMs));
    this.#roster = roster ?? this.#roster;
    this.#members = members ?? this.#members;
    this.#policy = policy ?? this.#policy;
    this.#rules = rules ?? this.#rules;
    this.#timeFloorMs = timeFloorMs ?? this.#timeFloorMs;
  }

  /** With the rows by which readers are told. */
  #keptChanges(changes: readonly StateChange[], timeFloorMs: number | undefined): readonly StateChange[] {
    const kept = withSlotRows(this.#over, changes, this.#ground.timestampMs);
    return timeFloorMs === undefined ? kept : [...kept, resetChange(this.#over)];
  }

  effect(): DocketEffect {
    this.#over.change(rosterChanges(this.#state, this.#roster, this.#over));
    return {
      changes: this.#over.changes(),
      roster: this.#roster,
      members: this.#members,
      policy: this.#policy,
      ...(this.#rules !== undefined && { rules: this.#rules }),
      ...(this.#timeFloorMs !== undefined && { timeFloorMs: this.#timeFloorMs }),
    };
  }
}
