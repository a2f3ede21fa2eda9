// The parties of an instance of language 2 in memory: each acts on what it reads, seals cells for the others, and may
// lie. Moves are folded as a register does; no validator judges them first, so that readers meet what a patched node
// seals.
import { sha256Hex } from '../../../core/base/hash.js';
import type { Json, JsonObject } from '../../../core/base/json.js';
import { isFailure } from '../../../core/base/result.js';
import type { Action, Definition } from '../../../core/blueprint/definition/types.js';
import { execute } from '../../../core/blueprint/execution/execute.js';
import { type OpenBranch, openBranches, waitsFor } from '../../../core/blueprint/instance/branches.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import { targetIdsOf } from '../../../core/blueprint/plan/routes.js';
import type { Instance } from '../../../core/blueprint/state/instance.js';
import { readEnvelope } from '../../../core/envelope/cells/envelope.js';
import { openCells } from '../../../core/envelope/cells/open.js';
import { layoutOf, ROUTE_MEMBER } from '../../../core/envelope/layout/layout.js';
import { decisionCell } from '../../../core/envelope/layout/values.js';
import { instanceAt, rowsIn } from '../../../core/instance/rows.js';
import type { Given } from '../../../core/instance/runs/delivered.js';
import { factsBefore, type SealedMove } from '../../../core/instance/runs/facts-before.js';
import type { StateChange } from '../../../core/model/register.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { changesOf } from '../../../core/moves/changes.js';
import { InstanceMoves } from '../../../core/reading/cells/instance-moves.js';
import { OneVerdict } from '../../../core/reading/cells/one-verdict.js';
import { type ReadRun, RunFold } from '../../../core/reading/cells/run-fold.js';
import type { Visible } from '../../../core/reading/cells/visible.js';
import { visibleRuns } from '../../../core/reading/cells/visible-runs.js';
import { sealed } from './cell-runs.js';
import { aWallet, type TestWallet } from './disclosure.js';

const REGISTER = '0b9ff0a5-4b3b-4a52-8a6f-0d8e2a0f6d11';
const PIN = 'ab'.repeat(32);
const START = Date.UTC(2026, 0, 1);

/** The parts that a sender seals: the data with its decision, and where it says that it leads. */
export interface Made {
  readonly data: JsonObject;
  readonly next: readonly number[];
}

export interface ActStep {
  readonly action: number;
  readonly payload?: JsonObject;
  /** The transaction to follow; the only one that leads there. */
  readonly follows?: string | undefined;
  /** Moves that the sender knows; all of them. */
  readonly knows?: number;
  /** The change that a patched sender makes to it. */
  readonly lie?: (made: Made) => Made;
  /** Changes the transaction once it is sealed. */
  readonly forge?: (payload: Json) => Json;
  /** The role that sends where that of the action is open, or held by another one. */
  readonly as?: string;
  readonly isPlain?: boolean;
}

export class CellParties {
  readonly definition: Definition;
  readonly moves: SealedMove[] = [];
  /** Behind each move. */
  readonly instances: Instance[] = [];
  private readonly wallets: ReadonlyMap<string, TestWallet>;
  private readonly rows = new Map<string, StateChange['value']>();
  private known: { readonly count: number; readonly moves: InstanceMoves } | undefined;
  private readonly view = {
    state: (key: string) => this.rows.get(key) ?? undefined,
    transaction: (txId: string) => this.moves.find(({ transaction }) => transaction.txId === txId)?.transaction,
  };

  /** Every role is held from the start by a wallet of its own, but the open ones. */
  constructor(definition: JsonObject, open: readonly string[] = []) {
    const made = definition as unknown as Definition;
    this.wallets = new Map(made.participants.map(({ id }) => [id, aWallet(`party ${id}`)]));
    const participants = made.participants.map(({ id }) =>
      open.includes(id) ? { id } : { id, walletAddress: this.addressOf(id) },
    );
    this.definition = { ...made, participants } as unknown as Definition;
  }

  get rowOf() {
    return rowsIn(this.view);
  }

  addressOf(role: string): string {
    return (this.wallets.get(role) as TestWallet).key.walletAddress;
  }

  /** Branches that may be taken behind so many moves. */
  enabled(moves = this.moves.length): readonly OpenBranch[] {
    const instance = this.instances[moves - 1];
    const plan = planOf(this.definition);
    return instance ? openBranches(instance).filter((one) => waitsFor(instance, plan, one).length === 0) : [];
  }

  /** The view of a role of the first moves. */
  see(role: string, moves = this.moves.length): Visible {
    const known = this.moves.slice(0, moves);
    const { opener } = this.wallets.get(role) as TestWallet;
    const of = { definition: this.definition, wallet: opener.walletAddress, moves: known, rowOf: this.rowOf };
    const fold = new RunFold(of);
    for (const [place, { transaction }] of known.entries()) {
      const expected = fold.expectedGroup(place);
      const envelope = readEnvelope(transaction.payload);
      const given: Given = !expected || isFailure(envelope) ? 'nothing' : openCells(envelope, opener, expected);
      fold.take(place, { given });
    }
    return visibleRuns(of, fold.runs, new Map());
  }

  /** The verdict of a role about the run at a place as it is found when it is sealed, with what had to be opened. */
  verdictAt(role: string, place: number): { readonly run: ReadRun | undefined; readonly opened: number } {
    const { opener } = this.wallets.get(role) as TestWallet;
    const { definition, rowOf, moves } = this;
    // As a node has it that looks for the wallets of several roles.
    if (this.known?.count !== moves.length)
      this.known = { count: moves.length, moves: new InstanceMoves({ definition, moves: [...moves], rowOf }) };
    const of = { definition, wallet: opener.walletAddress, rowOf, moves, known: this.known.moves };
    const one = new OneVerdict(of, place);
    let opened = 0;
    const run = one.judge((at): Given => {
      opened++;
      const expected = one.expectedGroup(at);
      const envelope = readEnvelope((this.moves[at] as SealedMove).transaction.payload);
      return !expected || isFailure(envelope) ? 'nothing' : openCells(envelope, opener, expected);
    });
    return { run, opened };
  }

  /** Members and rules that a role finds violated or undelivered, as `action member reason`. */
  found(role: string): readonly string[] {
    return this.see(role).suspect.map(
      ({ actionId, member, reason, undone }) => `${actionId} ${member} ${reason}${undone ? ' undone' : ''}`,
    );
  }

  act(step: ActStep): Transaction {
    const action = this.actionOf(step.action);
    const role = step.as ?? action.sender;
    const follows = this.moves.length === 0 ? undefined : (step.follows ?? this.headFor(action.id));
    const honest = this.execute(action, role, { ...step, follows });
    const { data, next } = step.lie?.(honest) ?? honest;
    const { [ROUTE_MEMBER]: _, ...plain } = data;
    const header = this.headerOf(action, this.addressOf(role), follows);
    const routing = { completedActionId: action.id, next: [...next], blueprintDefinitionTxId: PIN };
    if (step.isPlain) return this.add({ ...header, metadata: { routing } }, plain);
    const layout = layoutOf(this.definition, action);
    const envelope = sealed(layout, {
      data,
      run: header,
      held: this.heldBy(action.sender, role),
      entropy: header.createdAt,
    });
    const payload = (step.forge ?? ((one: Json) => one))(envelope as unknown as Json);
    const recipients = envelope.wallets.map(({ walletAddress }) => walletAddress);
    return this.add({ ...header, recipients, metadata: { contentEncoding: 'encrypted', routing } }, payload);
  }

  /** A rejection of the action that a branch leads to. */
  reject(actionId: number, follows = this.headFor(actionId)): Transaction {
    const action = this.actionOf(actionId);
    const header = this.headerOf(action, this.addressOf(action.sender), follows);
    return this.add({ ...header, metadata: { type: 'Rejection' } }, { type: 'rejection', reason: 'no' });
  }

  private execute(action: Action, role: string, step: ActStep): Made {
    const { definition } = this;
    const moves = this.moves.slice(0, step.knows ?? this.moves.length);
    const plan = planOf(definition);
    const instance = this.instances[moves.length - 1];
    const branch = { txId: step.follows as string, actionId: action.id };
    const { facts } = this.see(role, moves.length);
    const seen = (txId: string): JsonObject => facts.get(txId) ?? {};
    const before = instance
      ? factsBefore({ plan, instance, moves, branch, rowOf: this.rowOf, seenData: seen })
      : { runs: [], time: {} };
    const time = { ...before.time, signed: this.now() };
    const payload = step.payload ?? {};
    const made = execute({ definition, actionId: String(action.id), payload, facts: { runs: before.runs, time } });
    if (isFailure(made)) throw new Error(JSON.stringify(made));
    const { nextActions, routeId, reasonCode } = made.decision;
    const isCell = layoutOf(definition, action).tree.below.has(ROUTE_MEMBER);
    const route = isCell ? { [ROUTE_MEMBER]: decisionCell({ routeId, reasonCode: reasonCode as string }) } : {};
    const next = targetIdsOf({ nextActionIds: nextActions.map(({ actionId }) => actionId) });
    return { data: { ...made.data, ...route }, next };
  }

  private actionOf(id: number): Action {
    return this.definition.actions.find((one) => one.id === id) as Action;
  }

  private headFor(actionId: number): string {
    const [branch] = openBranches(this.instances.at(-1) as Instance).filter((one) => one.actionId === actionId);
    if (!branch) throw new Error(`nothing leads to action ${actionId}`);
    return branch.txId;
  }

  /** Wallets of the roles that are held while `role` plays the one that sends. */
  private heldBy(sender: string, role: string): ReadonlyMap<string, TestWallet> {
    const taken = this.instances.at(-1)?.participants ?? {};
    const byAddress = new Map([...this.wallets.values()].map((one) => [one.key.walletAddress, one]));
    const held = this.definition.participants.flatMap(({ id, walletAddress }) => {
      const address = id === sender ? this.addressOf(role) : (walletAddress ?? taken[id]);
      return address ? [[id, byAddress.get(address) as TestWallet] as const] : [];
    });
    return new Map(held);
  }

  private now(): string {
    return new Date(START + this.moves.length * 1000).toISOString();
  }

  private headerOf(action: Action, senderWallet: string, previousTransactionId: string | undefined) {
    const place = { registerId: REGISTER, instanceId: 'inst-1', blueprintId: 'bp', publicationTxId: PIN };
    const previous = previousTransactionId === undefined ? {} : { previousTransactionId };
    const signed = { senderWallet, payloadHash: '', createdAt: this.now() };
    return { ...place, actionId: String(action.id), ...previous, ...signed };
  }

  private add(header: Transaction['header'], payload: Json): Transaction {
    const txId = sha256Hex(JSON.stringify([header, payload]));
    const tx: Transaction = { txId, header, payload, signatures: [], bytes: new Uint8Array(0) };
    const timestampMs = START + this.moves.length * 1000 + 500;
    const sealed = { definition: this.definition, atMs: timestampMs, height: this.moves.length };
    for (const { key, value } of changesOf(tx, this.view, sealed)) this.rows.set(key, value ?? null);
    this.moves.push({ transaction: tx, timestampMs });
    this.instances.push(instanceAt(this.view, 'inst-1') as Instance);
    return tx;
  }
}
