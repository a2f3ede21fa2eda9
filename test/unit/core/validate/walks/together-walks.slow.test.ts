// Random walks through an instance in which all that several people can do meets: confirmations, votes, candidates and
// claims, deputies, roles that act when others are late, hand-overs, records that end, timers, rejections and a
// cancellation by consent. Most moves make no sense where they come; whatever the ledger takes leaves an instance that
// goes on by itself or by those who hold its roles. No order of moves breaks an invariant of the fold.
import { expect } from 'chai';
import { canonical, type JsonObject } from '../../../../../core/base/json.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { openBranches, waitingRuns } from '../../../../../core/blueprint/instance/branches.js';
import { dueTimers } from '../../../../../core/blueprint/instance/open-timers.js';
import { runsInForceAt } from '../../../../../core/blueprint/instance/run-rows.js';
import { planOf } from '../../../../../core/blueprint/plan/plan.js';
import type { Plan } from '../../../../../core/blueprint/plan/planned.js';
import { rowsIn } from '../../../../../core/instance/rows.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { timerTransaction } from '../../../../../core/transaction/timer.js';
import { Dice } from '../../../../support/base/dice.js';
import { findingsOf, shows } from '../../../../support/definitions/short-definitions.js';
import {
  actDraft,
  alice,
  bob,
  NOW,
  REGISTER_ID,
  signed,
  type Wallet,
  wallet,
} from '../../../../support/register/ledger.js';
import { INSTANCE, People, step } from '../../../../support/register/people.js';

const PEOPLE: Readonly<Record<string, Wallet>> = {
  a: alice,
  b: bob,
  c: wallet('carol'),
  d: wallet('dave'),
  e: wallet('eve'),
};
const WALLETS = Object.values(PEOPLE);
const DAY_MS = 24 * 60 * 60 * 1000;
const THEN = 'then';
const ends = (id: string, after: string, next: readonly number[]): JsonObject => ({
  ...{ id, after, [THEN]: { nextActionIds: [...next] } },
  ...(id === 'stated' && { data: { n: 0 } }),
});

const ROLES = {
  x: { walletAddress: PEOPLE.a!.address },
  y: { walletAddress: PEOPLE.b!.address },
  z: { walletAddress: PEOPLE.c!.address },
  clerk: { candidates: ['c', 'd', 'e'], claimFor: 'P1D' },
  open: {},
};

const TOLD = shows({ x: ['*'], y: ['*'], z: ['*'], clerk: ['*'], open: ['*'] });

/**
 * x forks to y, whose run x and z confirm, and to a clerk; both join at a vote, after which it may be sent back: to the
 * join, which has a timer, or into the branches.
 */
function definitionOf(isScoped: boolean): JsonObject {
  const join = isScoped
    ? { joins: { fork: 1, need: 2 }, timers: [ends('silence', 'P9D', [])] }
    : { requiredPriorActions: [2, 3] };
  const back = (branch: number) => ({ rejectionConfig: { targetActionId: isScoped ? 4 : branch } });
  return {
    language: 2,
    title: 'Together',
    description: 'All that people do.',
    participants: Object.entries(ROLES).map(([id, more]) => ({ id, ...more })),
    actions: [
      step(1, 'x', [2, 3], { isStartingAction: true }),
      step(2, 'y', [4], {
        ...TOLD,
        confirm: { by: ['x', 'z'], within: 'P2D', otherwise: 'redo' },
        timers: [{ id: 'late', after: 'PT10H', also: ['z', 'open'] }, ends('stated', 'P9D', [4])],
      }),
      step(3, 'clerk', [4], {
        ...TOLD,
        confirm: { by: ['y'], within: 'P1D', otherwise: 'count' },
        timers: [ends('end', 'P8D', [4])],
      }),
      step(4, 'x', [], {
        ...join,
        approval: {
          of: [{ role: 'x' }, { role: 'y', weight: 2 }, { role: 'clerk' }],
          ...{ need: 3, veto: ['x'], yes: 'yes', no: 'no' },
        },
        routes: [
          { id: 'yes', nextActionIds: [5] },
          { id: 'no', nextActionIds: [isScoped ? 1 : 6] },
        ],
      }),
      step(5, 'y', [6], { ...back(2), timers: [ends('late', 'P3D', [6])] }),
      step(6, 'x', [], { notSameAs: [3], ...back(3), timers: [ends('end', 'P3D', [])] }),
    ],
    cancellation: { by: ['opener', 'z'], until: [5], consent: { need: 2, of: ['y', 'z', 'clerk'] } },
  } as unknown as JsonObject;
}

const ENDS = ['Completed', 'Rejected', 'Cancelled'];
const STEPS = 40;
/** As many timers as it takes: a clerk, the other branch, a vote and the rest, and again what was sent back. */
const TIMERS_MAX = 12;

class Walk {
  readonly at: People;
  readonly plan: Plan;
  private readonly moves: Transaction[] = [];
  private serial = 0;

  constructor(
    private readonly dice: Dice,
    definition: JsonObject,
  ) {
    this.at = new People(definition, PEOPLE);
    this.plan = planOf(definition as unknown as Definition);
    this.moves.push(this.at.seal(1, alice));
  }

  /** One move by chance, sealed where the ledger takes it. Gives its kind then. */
  step(): string | undefined {
    const { at, dice } = this;
    const atMs = at.ledger.state.timestampMs + dice.pick([1000, 1000, 1000, 11 * 3_600_000, 2 * DAY_MS + 1000]);
    const kind = dice.pick([...Object.keys(KINDS), ...OFTEN]);
    const tx = (KINDS[kind] as (walk: Walk) => Transaction | undefined)(this);
    if (!tx || at.judge(tx, atMs) !== 'ok') return undefined;
    at.ledger.sealAt(atMs, tx);
    if (tx.header.instanceId === INSTANCE) this.moves.push(tx);
    return kind;
  }

  get by(): Wallet {
    return this.dice.pick(WALLETS);
  }

  /** Of the open branches mostly, and now and then any move. */
  get place(): { readonly action: number; readonly after: Transaction } {
    const { dice, at } = this;
    const branches = openBranches(at.instance);
    if (branches.length > 0 && dice.chance(0.9)) {
      const { actionId, txId } = dice.pick(branches);
      return { action: actionId, after: at.ledger.view.transaction(txId) as Transaction };
    }
    return { action: dice.integer(1, 6), after: dice.pick(this.moves) };
  }

  get role(): string {
    return this.dice.pick(Object.keys(ROLES));
  }

  pick<T>(from: readonly T[]): T {
    return this.dice.pick(from);
  }

  chance(probability: number): boolean {
    return this.dice.chance(probability);
  }

  /** A move that leads on, by a party that may make it. */
  honest(): Transaction | undefined {
    const { at } = this;
    const sealed = (txId: string) => at.ledger.view.transaction(txId) as Transaction;
    const roles = Object.keys(ROLES);
    const answers = waitingRuns(at.instance).flatMap(({ txId, missing }) =>
      WALLETS.flatMap((by) => missing.map((role) => this.confirm(sealed(txId), by, role))),
    );
    const acts = openBranches(at.instance).flatMap(({ txId, actionId }) =>
      WALLETS.flatMap((by) =>
        actionId === 4
          ? roles.map((role) => at.vote(4, by, [role, 'yes'], sealed(txId)))
          : [at.move(actionId, by, { after: sealed(txId) })],
      ),
    );
    return [...answers, ...acts].find((tx) => at.judge(tx) === 'ok');
  }

  confirm(run: Transaction, by: Wallet, role: string): Transaction {
    const metadata = { answer: { accept: true, role }, type: 'Confirmation' } as JsonObject;
    return this.move(Number(run.header.actionId), by, { after: run, metadata, payload: { type: 'confirmation' } });
  }

  /** A move that no test support makes. */
  move(
    action: number,
    by: Wallet,
    { after, metadata, payload }: { after: Transaction; metadata: JsonObject; payload: JsonObject },
  ) {
    const createdAt = this.at.ledger.now;
    const place = { actionId: String(action), instanceId: INSTANCE, publicationTxId: this.at.pin, createdAt };
    const draft = { ...place, previousTransactionId: after.txId, metadata: { n: this.serial++, ...metadata }, payload };
    return signed(actDraft(draft as never, by), [by]);
  }

  /** The properties of every state. */
  check(): void {
    const { ledger, instance } = this.at;
    const { plan } = this;
    expect(canonical(instance as never), 'members in canonical order').to.equal(JSON.stringify(instance));
    const open = openBranches(instance);
    const isOver = ENDS.includes(instance.state);
    expect(open.length + waitingRuns(instance).length > 0, `${instance.state} with ${open.length} branches`).to.equal(
      !isOver,
    );
    const actions = [1, 2, 3, 4, 5, 6];
    const rowOf = rowsIn(ledger.view);
    for (const { action, n } of runsInForceAt(instance, actions, rowOf))
      expect(n).to.be.below(instance.moves, `a run of ${action} of the future`);
    for (const action of actions)
      expect(runsInForceAt(instance, [action], rowOf)).to.have.length(instance.runs[action]?.count ?? 0);
    // Each branch has a time at which it goes on without anybody.
    const waits = new Set([
      ...open.map(({ actionId }) => actionId),
      ...waitingRuns(instance).map(({ actionId }) => actionId),
    ]);
    const due = new Set(dueTimers(instance, plan).map(({ action }) => action));
    for (const action of waits)
      if (action !== 1 && plan.actions.get(String(action))?.timers.length)
        expect(
          due,
          `${action} waits in ${JSON.stringify(instance, undefined, 1)} ${this.moves.map((m) => [m.header.metadata?.type, m.header.actionId, m.txId.slice(0, 4)])}`,
        ).to.include(action);
  }

  /** A vote against, where nothing but votes leads on. */
  private ready(): Transaction | undefined {
    const { at, plan } = this;
    const branch = openBranches(at.instance).find(({ actionId }) => actionId === 4);
    if (!branch || plan.actions.get('4')?.timers.length) return undefined;
    const after = at.ledger.view.transaction(branch.txId) as Transaction;
    const votes = WALLETS.flatMap((by) => Object.keys(ROLES).map((role) => at.vote(4, by, [role, 'no'], after)));
    return votes.find((tx) => at.judge(tx) === 'ok');
  }

  /** With timers alone, who still votes, and x that begins anew, it comes to an end. */
  finish(): void {
    const { at } = this;
    const { plan } = this;
    const place = { registerId: REGISTER_ID, instanceId: INSTANCE, blueprintId: 'loan', publicationTxId: at.pin };
    for (let left = TIMERS_MAX; !ENDS.includes(at.instance.state); left--) {
      expect(left, `${JSON.stringify(at.instance.flow)} goes on and on`).to.be.above(0);
      const again = openBranches(at.instance).find(({ actionId }) => actionId === 1);
      const vote = this.ready();
      const [due] = [...dueTimers(at.instance, plan)].sort((a, b) => a.dueMs - b.dueMs);
      const now = at.ledger.state.timestampMs;
      if (again) {
        const tx = at.move(1, alice, { after: at.ledger.view.transaction(again.txId) as Transaction });
        if (at.judge(tx) !== 'ok') return;
        at.ledger.seal(tx);
      } else if (vote) at.ledger.seal(vote);
      else {
        expect(due, `${JSON.stringify(at.instance)} has a timer`).to.not.equal(undefined);
        const tx = timerTransaction(place, due!);
        const atMs = Math.max(now + 1000, due!.dueMs + 1);
        expect(at.judge(tx, atMs), `timer of ${due!.action}`).to.equal('ok');
        at.ledger.sealAt(atMs, tx);
      }
      this.check();
    }
  }
}

const KINDS: Readonly<Record<string, (walk: Walk) => Transaction | undefined>> = {
  act: (w) => {
    const { action, after } = w.place;
    return w.at.move(action, w.by, { after });
  },
  actAsRole: (w) => {
    const { action, after } = w.place;
    return w.at.move(action, w.by, { after, as: w.role });
  },
  honest: (w) => w.honest(),
  reject: (w) => {
    const { action, after } = w.place;
    return w.at.move(action, w.by, { after, type: 'Rejection' });
  },
  vote: (w) => {
    const { after } = w.place;
    return w.at.vote(4, w.by, [w.role, w.pick(['yes', 'no', 'abstain'])], after);
  },
  confirm: (w) => {
    const [run] = waitingRuns(w.at.instance);
    if (!run) return undefined;
    const after = w.at.ledger.view.transaction(run.txId) as Transaction;
    return w.confirm(after, w.by, w.role);
  },
  claim: (w) => {
    const { after } = w.place;
    return w.at.move(3, w.by, { after, type: 'Claim', payload: { type: 'claim', v: 1 } });
  },
  release: (w) => {
    const { after } = w.place;
    return w.at.move(3, w.by, { after, type: 'Release', payload: { type: 'release', v: 1 } });
  },
  handover: (w) => {
    const { action, after } = w.place;
    const [from, to] = [w.by, w.by];
    if (w.chance(0.5)) return undefined;
    const payload = { type: 'handover', v: 1, role: w.role, from: from.address, to: to.address };
    return w.at.move(action, from, { after, type: 'Handover', payload, with: [to] });
  },
  cancel: (w) => {
    if (w.chance(0.6)) return undefined;
    const { action, after } = w.place;
    return w.at.move(action, w.by, { after, type: 'Cancellation', roles: [w.pick(['opener', 'y', 'z', 'clerk'])] });
  },
  timer: (w) => {
    const dues = dueTimers(w.at.instance, w.plan);
    const place = { registerId: REGISTER_ID, instanceId: INSTANCE, blueprintId: 'loan', publicationTxId: w.at.pin };
    return dues.length === 0 ? undefined : timerTransaction(place, w.pick(dues));
  },
  record: (w) => {
    if (w.chance(0.7)) return undefined;
    const [id, by] = w.pick(Object.entries(PEOPLE));
    const to = w.pick(Object.keys(PEOPLE).filter((one) => one !== id));
    const until = new Date(NOW + 60 * DAY_MS).toISOString();
    const delegations = w.chance(0.5) ? [{ to, from: new Date(NOW).toISOString(), until }] : [];
    const tx = w.at.record(id, [by], { ...(delegations.length > 0 && { delegations }) });
    if (w.at.judge(tx) !== 'ok') return undefined;
    w.at.enrol(id, [by], { ...(delegations.length > 0 && { delegations }) });
    return undefined;
  },
};

/** Moves that lead on. */
const OFTEN = ['honest', 'honest', 'honest', 'confirm', 'vote', 'reject', 'reject', 'reject'];

describe('all that people do, together', () => {
  const counted = new Map<string, number>();

  for (const isScoped of [true, false]) {
    const definition = definitionOf(isScoped);
    const name = isScoped ? 'with a join of a fork' : 'with a join that waits for actions';

    it(`is a definition that can be published, ${name}`, () => {
      const errors = findingsOf(definition).filter(({ severity }) => severity === 'error');
      expect(errors.map(({ code, message }) => `${code} ${message}`)).to.deep.equal([]);
    });

    it(`leaves an instance that goes on, whatever comes in whatever order, ${name}`, () => {
      const walks = Number(process.env.WALKS ?? 30);
      for (let seed = 1; seed <= walks; seed++) {
        const walk = new Walk(new Dice(`together ${isScoped} ${seed}`), definition);
        try {
          for (let i = 0; i < STEPS && !ENDS.includes(walk.at.instance.state); i++) {
            const kind = walk.step();
            if (kind === undefined) continue;
            counted.set(kind, (counted.get(kind) ?? 0) + 1);
            walk.check();
          }
          walk.finish();
        } catch (error) {
          throw new Error(`walk ${seed}: ${(error as Error).message}`, { cause: error });
        }
      }
    });
  }

  it('does everything at least once', () => {
    for (const kind of Object.keys(KINDS))
      if (kind !== 'record') expect(counted.get(kind) ?? 0, `moves of the kind ${kind}`).to.be.above(0);
  });
});
