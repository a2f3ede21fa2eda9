// The state of a scenario: the rows of its instance and of its parties, and what was sealed, as a register has them.
// Nothing here is signed, and no docket is built.
import type { JsonObject } from '../base/json.js';
import type { Definition } from '../blueprint/definition/types.js';
import type { Executed } from '../blueprint/execution/execute.js';
import { asSpent } from '../blueprint/instance/late-moves.js';
import { CLAIMS_MEMBER } from '../blueprint/names/claims.js';
import { knowledgeOf } from '../blueprint/names/knowledge.js';
import { planOf } from '../blueprint/plan/plan.js';
import type { Plan } from '../blueprint/plan/planned.js';
import type { Instance } from '../blueprint/state/instance.js';
import { findSealNow } from '../instance/deliveries/owed.js';
import { holderNow, holdersNow } from '../instance/people/holders.js';
import { instanceAt, rowsIn } from '../instance/rows.js';
import type { ClaimsOfRun } from '../instance/runs/claims.js';
import type { SealedMove } from '../instance/runs/facts-before.js';
import type { StateChange, StateView } from '../model/register.js';
import type { Transaction } from '../model/transaction.js';
import { changesBeside, changesOf } from '../moves/changes.js';
import { signedChanges } from '../moves/handover/handover.js';
import { STATE_KEY } from '../register/state-keys.js';
import { planFor, statedVote } from '../transaction/stated-vote.js';
import { isTimer } from '../transaction/timer.js';
import { signedHandover } from './handing.js';
import { INSTANCE, walletOf } from './parties.js';
import type { ShownAtGates } from './showing.js';

export const PUBLICATION = 'f'.repeat(64);

export interface Sealed {
  readonly transaction: Transaction;
  /** Of a run that a role did. */
  readonly executed?: Executed;
  /** Of a hand-over: the wallets that sign it. */
  readonly signers?: readonly string[] | undefined;
  /** The claims that were shown at its gates. */
  readonly shows?: ShownAtGates | undefined;
}

export class MemoryRegister {
  readonly definition: Definition;
  readonly plan: Plan;
  readonly moves: SealedMove[] = [];
  readonly view: StateView = {
    state: (key) => this.rows.get(key),
    sealOf: (txId) => (this.sealed.has(txId) ? { height: 1, index: 0, timestampMs: 0 } : undefined),
    transaction: (txId) => this.sealed.get(txId)?.transaction,
    docketAt: () => undefined,
  };
  private readonly rows = new Map<string, JsonObject | undefined>();
  private readonly sealed = new Map<string, Sealed>();
  /** Wallets to which roles were handed over, by role. */
  private readonly passed = new Map<string, string>();

  /** The rows are those of the parties. */
  constructor(definition: Definition, rows: ReadonlyMap<string, JsonObject>) {
    this.definition = definition;
    this.plan = planOf(definition);
    for (const [key, row] of rows) this.rows.set(key, row);
  }

  /** Undefined before the first move. */
  get row(): Instance | undefined {
    return instanceAt(this.view, INSTANCE);
  }

  /** The wallet that acts in a role: that of its new holder since a hand-over. */
  walletOf(role: string): string {
    return this.passed.get(role) ?? walletOf(this.definition, role);
  }

  /** The holder of a role: undefined for an open one that was not taken. */
  holderOf(role: string): string | undefined {
    const participant = this.definition.participants.find(({ id }) => id === role);
    return participant && holderNow(holdersNow(this.view, INSTANCE), participant, this.row?.participants);
  }

  /** The data of a run that a role is shown at a time: who sealed it for the role delivers it when it is opened. */
  seenData(role: string, txId: string, atMs: number): JsonObject {
    const { transaction, executed } = this.sealed.get(txId) ?? {};
    // The definition says what a timer states, so that each role has it.
    if (transaction && isTimer(transaction.header)) return transaction.payload as JsonObject;
    if (!transaction || !executed) return {};
    // A voter sees its vote; the others the disclosed part of it.
    const isIts = statedVote(transaction.header)?.role === role || transaction.header.metadata?.as === role;
    if (!isIts && this.isSealed(role, transaction, atMs)) return {};
    return isIts
      ? executed.data
      : (executed.disclosures.find(({ participantId }) => participantId === role)?.data ?? {});
  }

  /** The claims of its gates that a role reads. */
  seenClaims(role: string, txId: string): ClaimsOfRun {
    const { transaction, shows = {} } = this.sealed.get(txId) ?? {};
    const action = transaction && planFor(this.plan, transaction.header)?.action;
    if (!action) return {};
    const { sees } = knowledgeOf(this.definition);
    const isIts = statedVote(transaction.header)?.role === role;
    const isRead = (gate: string): boolean => isIts || sees(role, { action, path: [CLAIMS_MEMBER, gate] });
    return Object.fromEntries(Object.entries(shows).filter(([gate]) => isRead(gate)));
  }

  private isSealed(role: string, tx: Transaction, atMs: number): boolean {
    const { definition, row: instance } = this;
    if (!instance) return false;
    return findSealNow({ definition, instance, rowOf: rowsIn(this.view) }, tx, { role, atMs }) !== undefined;
  }

  /** TxIds ascend here: the newest branch is known by its own. */
  nextId(): string {
    return String(this.moves.length + 1).padStart(64, '0');
  }

  /** As if a role had made all the moves that it may make here; false in an instance that has no such bound. */
  spend(role: string): boolean {
    const { plan, row } = this;
    if (!row) return false;
    const wallet = this.walletOf(role);
    this.rows.set(STATE_KEY.instance(INSTANCE), asSpent(row, plan, { role, wallet }) as unknown as JsonObject);
    return true;
  }

  /** Seals what was judged. */
  record(sealed: Sealed, atMs: number): void {
    const { transaction } = sealed;
    const of = { definition: this.definition, atMs, height: this.moves.length };
    const changes = changesOf(transaction, this.view, of);
    const beside = sealed.signers ? this.handoverChanges(sealed, atMs) : changesBeside(transaction, this.view, of);
    for (const { key, value } of [...changes, ...beside]) this.rows.set(key, value ?? undefined);
    if (sealed.signers) this.passOn(transaction.payload as JsonObject);
    this.moves.push({ transaction, timestampMs: atMs });
    this.sealed.set(transaction.txId, sealed);
  }

  /** The rows that a hand-over changes beside the instance. */
  private handoverChanges({ transaction, signers }: Sealed, atMs: number): readonly StateChange[] {
    const { definition, row: instance } = this;
    if (!signers || !instance) return [];
    return signedChanges(this.view, signedHandover(transaction, { definition, instance, signers, atMs }));
  }

  /** A move that waits for its time passes nothing on. */
  private passOn({ role, to }: JsonObject): void {
    if (this.holderOf(role as string) === to) this.passed.set(role as string, to as string);
  }
}
