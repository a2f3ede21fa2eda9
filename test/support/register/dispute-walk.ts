// A random walk through an instance with lies, objections and decisions on them; with dates that timers go by, roles
// that are handed on, and parties that leave; and what holds in every state of it. Tests say which moves there are.
import { expect } from 'chai';
import { canonical, type JsonObject } from '../../../core/base/json.js';
import { openBranches, waitingRuns } from '../../../core/blueprint/instance/branches.js';
import { dueTimers } from '../../../core/blueprint/instance/open-timers.js';
import { runsInForceAt } from '../../../core/blueprint/instance/run-rows.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import type { Plan } from '../../../core/blueprint/plan/planned.js';
import { rowsIn } from '../../../core/instance/rows.js';
import { kindOf } from '../../../core/kinds/index.js';
import type { StateView } from '../../../core/model/register.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { isDoing } from '../../../core/transaction/move-type.js';
import { timerTransaction } from '../../../core/transaction/timer.js';
import { validate } from '../../../core/validate/validate.js';
import type { Dice } from '../base/dice.js';
import { asks, definitionOf, read, shows } from '../definitions/short-definitions.js';
import { alice, bob, REGISTER_ID, type Wallet, wallet } from './ledger.js';
import { INSTANCE, People } from './people.js';
import { readAnew } from './runs-anew.js';
import { SealedLedger, type Sent } from './sealed-ledger.js';

const [carol, dave, erin] = [wallet('carol'), wallet('dave'), wallet('erin')];
export const WALLETS = [alice, bob, carol, dave, erin];
export const RECORDS: Readonly<Record<string, Wallet>> = { a: alice, b: bob, c: carol, d: dave, e: erin };
export const ROLES: Readonly<Record<string, Wallet>> = { x: alice, y: bob, z: carol, r: dave };
const THEN = 'then';
const HOUR = 3_600_000;
const num = { type: 'integer' };
const ALL = shows({ x: ['*'], y: ['*'], z: ['*'] });
const twice = { double: { '*': [read('in.n'), 2] } };
const ends = (next: readonly number[], more: JsonObject) => ({ id: 'end', ...more, [THEN]: { nextActionIds: next } });
const date = { type: 'string', format: 'date' };
export const OUTCOMES = ['keep', 'redo', 'end'];
export const ENDS = ['Completed', 'Rejected', 'Cancelled'];

/** x forks to y, who states a date that x confirms, and z; x joins; all vote; z ends it by that date, or goes back. */
export function definitionFor(onFault: string, resolver: boolean): JsonObject {
  const step = (more: object) => ({ ...asks({ n: num }), calculations: twice, ...ALL, ...more });
  const definition = definitionOf([
    step({ routes: [{ id: 'f', nextActionIds: [2, 3] }] }),
    step({
      ...asks({ n: num, day: date }),
      sender: 'y',
      confirm: { by: ['x'], within: 'P1D', otherwise: 'redo' },
      timers: [ends([4], { after: 'P4D', data: { n: 1, day: '2026-02-01', double: 2 } })],
      routes: [{ id: 'r', nextActionIds: [4] }],
    }),
    step({
      sender: 'z',
      timers: [ends([4], { after: 'P3D' })],
      rejectionConfig: { targetActionId: 1 },
      routes: [{ id: 'r', nextActionIds: [4] }],
    }),
    step({
      requiredPriorActions: [2, 3],
      routes: [
        { id: 'again', nextActionIds: [1], condition: { '>': [read('in.n'), 5] } },
        { id: 'on', nextActionIds: [5], isDefault: true },
      ],
    }),
    step({
      sender: 'y',
      approval: { of: [{ role: 'x' }, { role: 'y' }, { role: 'z' }], need: 2, yes: 'yes', no: 'no' },
      timers: [ends([6], { after: 'P5D' })],
      routes: [
        { id: 'yes', nextActionIds: [6] },
        { id: 'no', nextActionIds: [1] },
      ],
    }),
    step({
      sender: 'z',
      rejectionConfig: { targetActionId: 4 },
      timers: [ends([], { at: { var: 'act.2.day' }, plus: 'P1D' })],
      routes: [{ id: 'end', nextActionIds: [] }],
    }),
  ] as never);
  return {
    ...definition,
    participants: Object.entries(ROLES).map(([id, { address }]) => ({ id, walletAddress: address })),
    disputes: {
      ...{ redoWithin: 'P1D', deliverWithin: 'PT2H', judgeWithin: 'PT6H', onFault },
      ...(resolver && { resolver: 'r' }),
    },
    cancellation: { by: ['opener', 'z'], until: [5], consent: { need: 2, of: ['x', 'y', 'z'] } },
  };
}

const OFTEN = ['act', 'act', 'act', 'lie', 'lie', 'object', 'object', 'confirm', 'confirm'];
const IN_DISPUTE = ['resolve', 'resolve', 'resolve', 'resolve', 'act', 'lie', 'confirm'];

export class Walk {
  readonly at: SealedLedger;
  readonly plan: Plan;
  readonly people: People;
  readonly moves: Transaction[] = [];
  readonly lies = new Set<string>();
  private serial = 0;

  constructor(
    readonly dice: Dice,
    definition: JsonObject,
    private readonly kinds: Kinds,
  ) {
    this.people = new People(definition);
    const records = Object.entries(RECORDS).map(([id, by]) => this.people.enrol(id, [by]));
    this.at = new SealedLedger(definition, WALLETS, records);
    this.plan = planOf(this.at.definition);
    this.moves.push(this.at.take(this.sent(1, alice, { n: 1 })));
  }

  get now(): number {
    return this.at.ledger.state.timestampMs;
  }

  sent(action: number, by: Wallet, { n, previous, isLie = false, role, vote }: Doing): Sent {
    const double = isLie ? 999 : n * 2;
    const isDated = action === 2;
    const next = action === 1 ? [2, 3] : action === 4 ? [n > 5 ? 1 : 5] : action === 6 ? [] : [4];
    return {
      ...{ action, by, next, ...(previous !== undefined && { previous }) },
      data: { n, double, ...(isDated && { day: '2026-01-20' }) },
      ...(isDated && { due: { '6.end': isLie ? '2026-01-05T00:00:00.000Z' : '2026-01-21T23:59:59.999Z' } }),
      ...(vote && role && { vote: { role, vote } }),
    };
  }

  /** One or two moves by chance, sealed in one docket where the ledger takes them. Gives their kinds then. */
  step(): readonly string[] {
    const { at, dice } = this;
    const atMs = this.now + dice.pick([1000, 1000, HOUR, 3 * HOUR, 25 * HOUR, 49 * HOUR]);
    const made = [this.make(), ...(dice.chance(0.25) ? [this.make()] : [])].flatMap((one) => (one ? [one] : []));
    if (made.length === 0) return [];
    const ids = new Set(made.map(({ tx }) => tx.txId));
    if (ids.size < made.length) return [];
    const [first, second] = made.map(({ tx }) => tx) as [Transaction, Transaction?];
    if (!this.takes(atMs, first, second)) return [];
    at.ledger.sealAt(atMs, ...made.map(({ tx }) => tx));
    for (const { tx, isLie } of made) {
      if (tx.header.instanceId === INSTANCE) this.moves.push(tx);
      if (isLie) this.lies.add(tx.txId);
    }
    return made.map(({ kind }) => kind);
  }

  /** True where all of them may be sealed in one docket. */
  private takes(docketMs: number, first: Transaction, second?: Transaction): boolean {
    const { state, view } = this.at.ledger;
    if (this.at.judge(first, docketMs) !== 'ok') return false;
    if (!second) return true;
    const { changes } = kindOf(first.header).apply(first, view, {
      state,
      timestampMs: docketMs,
      height: state.height + 1,
    } as never);
    const rows = new Map(changes.map(({ key, value }) => [key, value ?? undefined]));
    const between: StateView = {
      ...view,
      state: (key) => (rows.has(key) ? rows.get(key) : view.state(key)),
      sealOf: (txId) =>
        txId === first.txId ? { height: state.height + 1, index: 0, timestampMs: docketMs } : view.sealOf(txId),
      transaction: (txId) => (txId === first.txId ? first : view.transaction(txId)),
    };
    return validate(second, { state, view: between, signaturesOk: true, docketMs }).ok;
  }

  private make(): { readonly kind: string; readonly tx: Transaction; readonly isLie?: boolean } | undefined {
    const { instance } = this.at;
    const isJudged = instance.dispute?.unproven !== undefined && this.kinds.found !== undefined;
    const often = isJudged ? Array<string>(12).fill('found') : instance.dispute ? IN_DISPUTE : OFTEN;
    const kinds = [...Object.keys(this.kinds), ...often];
    const kind = this.dice.pick(kinds);
    const made = (this.kinds[kind] as (walk: Walk) => Made)(this);
    if (!made) return undefined;
    return 'tx' in made ? { kind, ...made } : { kind, tx: made };
  }

  act(isLie: boolean, by?: Wallet): Made {
    const { at, dice } = this;
    const branches = openBranches(at.instance);
    if (branches.length === 0) return undefined;
    const { actionId, txId: previous } = dice.pick(branches);
    const role = dice.pick(['x', 'y', 'z']);
    const sender =
      by ?? this.holder(actionId === 5 ? role : (this.plan.actions.get(String(actionId))?.sender.id ?? 'x'));
    const n = dice.pick([1, 2, 7]);
    const vote = dice.pick(['yes', 'yes', 'no']);
    try {
      const tx = at.run(this.sent(actionId, sender, { n, previous, isLie, ...(actionId === 5 && { role, vote }) }));
      return { tx, isLie };
    } catch {
      return undefined;
    }
  }

  /** The holder of a role now, as the rows have it; by chance anybody. */
  holder(role: string): Wallet {
    const { view } = this.at.ledger;
    const row = view.state(`held/${INSTANCE}`) as { readonly roles?: Readonly<Record<string, string>> } | undefined;
    const record = row?.roles?.[role];
    return (record !== undefined && RECORDS[record]) || (ROLES[role] as Wallet);
  }

  plain(type: string, action: number, by: Wallet, of: Plain): Transaction {
    const n = this.serial++;
    return this.at.move(type, { action, by, n, ...of });
  }

  get any(): Transaction {
    return this.dice.pick(this.moves);
  }

  object(run: Transaction, by: Wallet): Transaction | undefined {
    const isDue = run.header.actionId === '2' && this.dice.chance(0.3);
    const shown = isDue ? ['/day'] : ['/double', '/n'];
    const at = isDue ? '/due/6.end' : '/calculations/double';
    try {
      return this.at.objection({ run, by, ground: 'calculation', at, shown: [[run, ...shown]] });
    } catch {
      return undefined;
    }
  }

  /** An objection that only its parties and the resolver read, to what may be a lie. */
  privately(run: Transaction, role: string): Transaction | undefined {
    const shown = [[run, '/double', '/n']] as never;
    const claim = { run, by: this.holder(role), role, ground: 'calculation', at: '/calculations/double', shown };
    try {
      return this.at.privately(claim);
    } catch {
      return undefined;
    }
  }

  /** The properties of every state. */
  check(): void {
    const { at } = this;
    const { instance, ledger } = at;
    expect(canonical(instance as never), 'members in canonical order').to.equal(JSON.stringify(instance));
    const { judging = {}, pausedMs = 0 } = instance;
    const judged = Object.values(judging);
    for (const ms of judged) expect(ms, 'private objections of one role pause').to.be.below(12 * HOUR);
    const isStopping = at.definition.disputes?.onFault === 'stop';
    const others = pausedMs - judged.reduce((sum, ms) => sum + ms, 0);
    if (!isStopping) expect(others, 'disputes pause for redoWithin together').to.be.within(0, 24 * HOUR);
    const isOver = ENDS.includes(instance.state);
    const open = openBranches(instance);
    expect(open.length + waitingRuns(instance).length > 0, `${instance.state}: ${open.length}`).to.equal(!isOver);
    const actions = [1, 2, 3, 4, 5, 6];
    const rowOf = rowsIn(ledger.view);
    const byRows = runsInForceAt(instance, actions, rowOf).map(({ txId }) => txId);
    for (const action of actions)
      expect(runsInForceAt(instance, [action], rowOf)).to.have.length(instance.runs[action]?.count ?? 0);
    const { runs: anew, instance: again } = readAnew(ledger, {
      definition: at.definition,
      transactions: this.moves,
      rowOf,
    });
    expect([...anew].sort(), 'runs in force of those who read anew').to.deep.equal([...byRows].sort());
    expect(again?.language === 2 && again.flow, 'branches and times of those who read anew').to.deep.equal(
      instance.flow,
    );
    const dated = anew.filter((txId) => rowOf(txId)?.action === 2);
    if (open.length > 0) expect(instance.dues === undefined).to.equal(dated.length === 0);
    for (const [txId, run] of Object.entries(instance.flow)) {
      if (run.kind === undefined && isDoing((ledger.view.transaction(txId) as Transaction).header))
        expect(byRows, `the live run ${txId} of ${run.action}`).to.include(txId);
    }
    const timed = new Set(dueTimers(instance, this.plan).map(({ action }) => action));
    const isStop = instance.dispute !== undefined && instance.dispute.untilMs === undefined;
    if (isStop) expect([...timed]).to.deep.equal([]);
    else
      for (const { actionId } of open)
        if (actionId !== 1 && actionId !== 4) expect(timed, `${actionId} waits`).to.include(actionId);
  }

  /** By timers, decisions and x alone it comes to an end. */
  finish(): void {
    const { at } = this;
    for (let left = 30; !ENDS.includes(at.instance.state); left--) {
      expect(left, `${JSON.stringify(at.instance)} goes on and on`).to.be.above(0);
      if (!this.lead()) {
        this.stuck();
        return;
      }
      this.check();
    }
  }

  private lead(): boolean {
    const { at } = this;
    const { instance } = at;
    const { dispute } = instance;
    const seal = (tx: Transaction, atMs = this.now + 1000): boolean => {
      if (at.judge(tx, atMs) !== 'ok') return false;
      at.ledger.sealAt(atMs, tx);
      this.moves.push(tx);
      return true;
    };
    const objection = dispute && at.ledger.view.transaction(dispute.objection);
    if (objection && dispute.untilMs === undefined) {
      const words = WALLETS.flatMap((by) =>
        Object.keys(ROLES).map((role) => at.resolution({ objection, by, role, outcome: 'keep' })),
      );
      return words.some((tx) => seal(tx)) || this.cancel(seal);
    }
    const [due] = [...dueTimers(instance, this.plan)].sort((a, b) => a.dueMs - b.dueMs);
    const { blueprintId, publicationTxId } = instance;
    const of = { registerId: REGISTER_ID, instanceId: INSTANCE, blueprintId, publicationTxId };
    if (due && seal(timerTransaction(of, due), Math.max(this.now + 1000, due.dueMs + 1))) return true;
    return openBranches(instance).some(({ actionId, txId: previous }) => {
      if (![1, 4].includes(actionId)) return false;
      try {
        const atMs = Math.max(this.now, dispute?.untilMs ?? 0) + 1000;
        return seal(at.run(this.sent(actionId, this.holder('x'), { n: 1, previous })), atMs);
      } catch {
        return false;
      }
    });
  }

  private cancel(seal: (tx: Transaction, atMs: number) => boolean): boolean {
    const first = this.moves[0] as Transaction;
    const payload = { type: 'cancellation' };
    return WALLETS.flatMap((by) =>
      ['opener', 'x', 'y', 'z'].map((role) =>
        this.plain('Cancellation', 1, by, { previous: first.txId, payload, metadata: { roles: [role] } }),
      ),
    ).some((tx) => seal(tx, this.now + 49 * HOUR));
  }

  /** Nothing leads on: then a party of the instance has left. */
  private stuck(): void {
    const { view } = this.at.ledger;
    const left = Object.keys(RECORDS).filter(
      (id) => (view.state(`part/${id}`) as { status?: string })?.status !== 'Active',
    );
    expect(left.length, `stuck: ${JSON.stringify(this.at.instance, undefined, 1)}`).to.be.above(0);
  }
}

interface Doing {
  readonly n: number;
  readonly previous?: string;
  readonly isLie?: boolean;
  readonly role?: string;
  readonly vote?: string;
}

interface Plain {
  readonly previous: string;
  readonly payload: JsonObject;
  readonly metadata?: JsonObject;
  readonly with?: readonly Wallet[];
}

export type Made = Transaction | { readonly tx: Transaction; readonly isLie: boolean } | undefined;

/** The moves of a walk by chance, by their names; undefined where there is nothing to do. */
export type Kinds = Readonly<Record<string, (walk: Walk) => Made>>;
