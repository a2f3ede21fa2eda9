// Dockets of one register as the docket driver needs them: put together from the pool, judged when they come from
// elsewhere, and folded into the register state when they are sealed. Keeps the fold of a docket it has seen, so that
// building and sealing compute it once.
import { assert } from '../../core/base/assert.js';
import { firstHolding } from '../../core/base/bisect.js';
import type { JsonObject } from '../../core/base/json.js';
import { isFailure } from '../../core/base/result.js';
import { selectAnnex } from '../../core/chain/annex.js';
import {
  applyDocket,
  buildHeader,
  checkDocket,
  type DocketEffect,
  nextState,
  nextTimestamp,
  selectTransactions,
} from '../../core/chain/state.js';
import { verifySeat } from '../../core/crypto/signing/algorithms.js';
import { kindOf } from '../../core/kinds/index.js';
import type { Docket, Hash, RegisterState, StateChange, StateView } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import { docketHash } from '../../core/register/docket.js';
import type { TimeRule } from '../../core/register/docket-time.js';
import { verifyAll } from '../verifier.js';
import type { ChangeGate } from './change-gate.js';
import { DocketSize } from './docket-size.js';
import type { DocketPorts, DocketRegister } from './ports.js';

export interface DocketFold {
  readonly after: RegisterState;
  readonly changes: readonly StateChange[];
  readonly texts: DocketEffect['texts'];
}

/** Folds of candidates remembered: own proposal, the ones judged at this height, and a few from rounds before. */
const FOLDS_MAX = 32;

/**
 * Candidates judged in one go, or a few more: no more than a full docket costs, because votes and requests wait
 * meanwhile.
 */
const JUDGED_MAX = 1000;

type Selected = ReturnType<typeof selectTransactions>;
type HeldChanges = Map<string, NonNullable<ReturnType<ChangeGate['missing']>>>;

interface Ground {
  readonly state: RegisterState;
  readonly view: StateView;
  readonly annex: readonly JsonObject[];
  readonly timestampMs: number;
}

export class Assembly {
  private readonly register: DocketRegister;
  private readonly ports: DocketPorts & { readonly gate: Pick<ChangeGate, 'missing' | 'hold'> };
  private readonly effects = new Map<Hash, DocketEffect>();
  private readonly size = new DocketSize();

  constructor(register: DocketRegister, ports: Assembly['ports']) {
    this.register = register;
    this.ports = ports;
  }

  /**
   * The next docket from the pool, or null when nothing in it may be sealed now; undefined after so many that may not,
   * to be asked again. A submission that may not be sealed is refused to the pool, and the one behind it has its turn
   * at once: a docket holds few where the policy says so, and the next round may be minutes away.
   */
  build(state: RegisterState, proposer: Hash): Docket | null | undefined {
    const { pool, clock, chain, gate } = this.ports;
    if (!pool.ready()) return null;
    const view = chain.view(this.register.reg);
    const ground = { state, view, annex: this.annex(state, view), timestampMs: nextTimestamp(state, clock.now()) };
    const held: HeldChanges = new Map();
    let docket: Docket | null | undefined;
    for (let judged = 0; docket === undefined && judged < JUDGED_MAX; ) {
      const candidates = this.candidates(state, held);
      judged += candidates.length;
      docket = candidates.length === 0 ? null : this.docketOf(candidates, { ...ground, proposer, held });
    }
    gate.hold(held);
    for (const txId of held.keys()) pool.keep(txId);
    return docket;
  }

  /** So many transactions of a docket took so many milliseconds of this node's own work. */
  onWorked(transactions: number, ms: number): void {
    this.size.onWorked(transactions, ms);
  }

  /** As many wait as the next docket may hold. */
  isFull(state: RegisterState): boolean {
    return this.ports.pool.pool.size >= this.countMax(state);
  }

  private countMax({ policy }: RegisterState): number {
    const most = Math.min(policy.consensus.docketTransactionsMax, this.register.docketTransactionsMax());
    return this.size.max(most, this.ports.pool.isShared());
  }

  private candidates(state: RegisterState, held: HeldChanges): readonly Transaction[] {
    const bytes = state.policy.consensus.docketBytesMax;
    return this.ports.pool.pick({ count: this.countMax(state), bytes, without: held });
  }

  /** A docket of those candidates that may be sealed; undefined where none may. */
  private docketOf(
    candidates: readonly Transaction[],
    { held, proposer, ...ground }: Ground & { readonly held: HeldChanges; readonly proposer: Hash },
  ): Docket | undefined {
    // The pool admits only what this node verified, so signatures and the steps that never change are not repeated.
    const select = (some: readonly Transaction[]) =>
      selectTransactions({ ...ground, transactions: some, signaturesOk: () => true, knownTransaction: (tx) => tx });
    const { effect: folded, transactions, refused } = this.gate(select, candidates, { held, state: ground.state });
    for (const { tx, verdict } of refused) {
      // The docket may never be decided: what only its other transactions forbid is judged again when they are sealed.
      const value = transactions.length === 0 ? verdict : select([tx]).refused[0]?.verdict;
      if (value) this.ports.pool.refuse(tx.txId, value.issues[0]!, value.fault);
    }
    if (transactions.length === 0) return undefined;
    const { header, effect } = buildHeader({ ...ground, transactions, proposer, effect: folded });
    const docket = { hash: docketHash(header), header, transactions, annex: ground.annex };
    this.remember(docket.hash, effect);
    return docket;
  }

  /** The selection without the changes that would leave a roster out of reach; those are held, and wait in the pool. */
  private gate(
    select: (some: readonly Transaction[]) => Selected,
    candidates: readonly Transaction[],
    { held, state }: { readonly held: HeldChanges; readonly state: RegisterState },
  ): Selected {
    const { gate } = this.ports;
    let chosen = select(candidates);
    for (let missing = gate.missing(chosen.effect, state); missing; missing = gate.missing(chosen.effect, state)) {
      held.set(enactorOf(chosen.transactions, select, state), missing);
      chosen = select(candidates.filter(({ txId }) => !held.has(txId)));
    }
    return chosen;
  }

  /** Evidence rides with transactions and never makes a docket by itself. */
  private annex(state: RegisterState, view: StateView): readonly JsonObject[] {
    const { evidence } = this.ports;
    const waiting = evidence.waiting();
    if (waiting.length === 0) return [];
    const { annex, spent } = selectAnnex(waiting, { state, view, verify: verifySeat });
    if (spent.length > 0) evidence.drop(spent);
    return annex;
  }

  /**
   * Judges a docket from elsewhere: '' when it may follow `state`, else the first code. Signatures are verified off the
   * event loop.
   */
  async check(docket: Docket, state: RegisterState, time: TimeRule): Promise<string> {
    const signaturesOk = await verifyAll(this.ports.verifier, docket);
    const judged = checkDocket(docket, state, {
      view: this.ports.chain.view(this.register.reg),
      signaturesOk,
      knownTransaction: (tx) => this.ports.pool.pool.same(tx),
      nowMs: this.ports.judgeNow?.() ?? this.ports.clock.now(),
      time,
      rulesLatest: this.register.rulesLatest,
    });
    if (isFailure(judged)) return judged.issue.code;
    this.remember(docket.hash, judged.effect);
    return '';
  }

  /**
   * The state that sealing the docket after `state` gives. The docket was built or checked before, or comes from this
   * node's own record.
   */
  fold(docket: Docket, state: RegisterState): DocketFold {
    const { header, transactions, annex } = docket;
    const effect =
      this.effects.get(docket.hash) ??
      applyDocket({
        state,
        view: this.ports.chain.view(this.register.reg),
        transactions,
        annex,
        timestampMs: header.timestampMs,
      });
    this.effects.clear();
    return { after: nextState(state, docket, effect), changes: effect.changes, texts: effect.texts };
  }

  /** Keeps the fold of a docket that was judged against the state that it extends. */
  remember(hash: Hash, effect: DocketEffect): void {
    if (this.effects.size >= FOLDS_MAX) this.effects.delete(this.effects.keys().next().value!);
    this.effects.set(hash, effect);
  }
}

/**
 * The transaction whose vote decides the change: the first after which the effect has another roster or policy. A
 * docket has one change at the most.
 */
function enactorOf(
  transactions: readonly Transaction[],
  select: (some: readonly Transaction[]) => Selected,
  state: RegisterState,
): string {
  const acts = transactions.filter(({ header }) => kindOf(header).kind === 'governance');
  const enacts = (count: number) => {
    const { effect } = select(acts.slice(0, count));
    return effect.roster !== state.roster || effect.policy !== state.policy;
  };
  // A change stays: a proposer asks for a few beginnings of many acts, and not for each.
  const act = acts[firstHolding(acts.length, (i) => enacts(i + 1))];
  assert(act, 'only a governance act changes roster or policy');
  return act.txId;
}
