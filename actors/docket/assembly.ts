// Dockets of one register as the docket driver needs them: put together from the pool, judged when they come from elsewhere, and folded into the
// register state when they are sealed. Keeps the fold of a docket it has seen, so that building and sealing compute it once.
import type { JsonObject } from '../../core/base/json.js';
import { verifySeat } from '../../core/crypto/algorithms.js';
import { selectAnnex } from '../../core/register/annex.js';
import { docketHash } from '../../core/register/docket.js';
import {
  applyDocket,
  buildHeader,
  checkDocket,
  type DocketEffect,
  nextState,
  nextTimestamp,
  selectTransactions,
} from '../../core/register/state.js';
import type { Docket, Hash, RegisterState, StateChange, StateView } from '../../core/register/types.js';
import type { Transaction } from '../../core/transaction/types.js';
import { verifyAll } from '../verifier.js';
import type { DocketPorts, DocketRegister } from './ports.js';

export interface Fold {
  readonly after: RegisterState;
  readonly changes: readonly StateChange[];
}

/** Folds of candidates remembered: own proposal, the ones judged at this height, and a few from rounds before. */
const FOLDS_MAX = 32;

export class Assembly {
  private readonly register: DocketRegister;
  private readonly ports: DocketPorts;
  private readonly effects = new Map<Hash, DocketEffect>();

  constructor(register: DocketRegister, ports: DocketPorts) {
    this.register = register;
    this.ports = ports;
  }

  /** The next docket from the pool, or null when nothing in it may be sealed now. What may not is refused to the pool. */
  build(state: RegisterState, proposer: Hash): Docket | null {
    const { pool, clock, chain } = this.ports;
    const { docketTransactionsMax, docketBytesMax } = state.policy.consensus;
    const candidates = pool.pick({
      count: Math.min(docketTransactionsMax, this.register.docketTransactionsMax()),
      bytes: docketBytesMax,
    });
    if (candidates.length === 0) return null;
    const view = chain.view(this.register.reg);
    const timestampMs = nextTimestamp(state, clock.now());
    const annex = this.annex(state, view);
    // The pool admits only what this node verified, so signatures and the steps that never change are not repeated.
    const select = (some: readonly Transaction[]) =>
      selectTransactions({
        state,
        view,
        transactions: some,
        annex,
        timestampMs,
        signaturesOk: () => true,
        passedOnce: () => true,
      });
    const { effect, transactions, refused } = select(candidates);
    for (const { tx, verdict } of refused) {
      // The docket may never be decided: what only its other transactions forbid is judged again when they are sealed.
      const found = transactions.length === 0 ? verdict : select([tx]).refused[0]?.verdict;
      if (found) pool.refuse(tx.txId, found.issues[0]!, found.fault);
    }
    if (transactions.length === 0) return null;
    const { header } = buildHeader({ state, view, transactions, annex, timestampMs, proposer, effect });
    const docket = { hash: docketHash(header), header, transactions, annex };
    this.remember(docket.hash, effect);
    return docket;
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

  /** Judges a docket from elsewhere: '' when it may follow `state`, else the first code. Signatures are verified off the event loop. */
  async check(docket: Docket, state: RegisterState, fresh: boolean): Promise<string> {
    const signaturesOk = await verifyAll(this.ports.verifier, docket.transactions);
    const judged = checkDocket(docket, state, {
      view: this.ports.chain.view(this.register.reg),
      signaturesOk,
      nowMs: this.ports.clock.now(),
      fresh,
    });
    if (Array.isArray(judged)) return judged[0]?.code ?? 'VAL_INTERNAL';
    this.remember(docket.hash, judged.effect);
    return '';
  }

  /** What sealing the docket after `state` gives. The docket was built or checked before, or comes from this node's own record. */
  fold(docket: Docket, state: RegisterState): Fold {
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
    return { after: nextState(state, docket, effect), changes: effect.changes };
  }

  /** Keeps the fold of a docket that was judged against the state that it extends. */
  remember(hash: Hash, effect: DocketEffect): void {
    if (this.effects.size >= FOLDS_MAX) this.effects.delete(this.effects.keys().next().value!);
    this.effects.set(hash, effect);
  }
}
