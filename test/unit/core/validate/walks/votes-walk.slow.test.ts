// Random walks of an instance with two decisions of several, in branches that meet, go back and end, held against a
// slow second implementation: it keeps every vote, asks whether its branch has been open ever since, and finds
// decisions by trying all that can still be voted.
import { expect } from 'chai';
import { canonical, type JsonObject } from '../../../../../core/base/json.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { openBranches, waitsFor } from '../../../../../core/blueprint/instance/branches.js';
import { runsInForceAt } from '../../../../../core/blueprint/instance/run-rows.js';
import { planOf } from '../../../../../core/blueprint/plan/plan.js';
import type { Instance } from '../../../../../core/blueprint/state/instance.js';
import { instanceAt, rowsIn } from '../../../../../core/instance/rows.js';
import type { StateView } from '../../../../../core/model/register.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { changesOf } from '../../../../../core/moves/changes.js';
import { ballot, voting } from '../../../../../core/moves/vote/judge.js';
import { Dice } from '../../../../support/base/dice.js';
import { readAnew } from '../../../../support/register/runs-anew.js';

/** One wallet holds two roles of the first committee. */
const HOLDERS: Readonly<Record<string, string>> = { owner: 'owner', a: 'w1', b: 'w2', c: 'w3', d: 'w1' };
const APPROVALS = {
  2: { of: { a: 2, b: 1, c: 1, d: 1 }, need: 3, veto: ['c'], isEarly: true },
  4: { of: { a: 1, b: 1, c: 2 }, need: 2, veto: ['b'], isEarly: false },
} as const;
type Committee = keyof typeof APPROVALS;
type Vote = 'yes' | 'no' | 'abstain';

function approval(id: Committee): JsonObject {
  const { of, need, veto, isEarly } = APPROVALS[id];
  const voters = Object.entries(of).map(([role, weight]) => ({ role, weight }));
  return { of: voters, need, veto: [...veto], yes: 'yes', no: 'no', ...(!isEarly && { settle: 'all' }) };
}

const DEFINITION = {
  language: 2,
  title: 'Two committees',
  participants: Object.entries(HOLDERS).map(([id, walletAddress]) => ({ id, walletAddress })),
  actions: [
    { id: 1, sender: 'owner', isStartingAction: true, routes: [{ nextActionIds: [2, 3] }] },
    {
      ...{ id: 2, sender: 'a', approval: approval(2) },
      routes: [
        { id: 'yes', nextActionIds: [4] },
        { id: 'no', nextActionIds: [1] },
      ],
    },
    { id: 3, sender: 'owner', routes: [{ nextActionIds: [4] }], rejectionConfig: { targetActionId: 1 } },
    {
      ...{ id: 4, sender: 'a', approval: approval(4), requiredPriorActions: [2, 3] },
      routes: [
        { id: 'yes', nextActionIds: [5] },
        { id: 'no', nextActionIds: [3] },
      ],
    },
    { id: 5, sender: 'owner', routes: [{ nextActionIds: [] }], rejectionConfig: { targetActionId: 4 } },
  ],
} as unknown as Definition;

interface Cast {
  readonly tx: string;
  readonly follows: string;
  readonly action: Committee;
  readonly role: string;
  readonly vote: Vote;
  isVoid: boolean;
}

/** The slow one: what it knows are the votes, and which branches have been open ever since. */
class Naive {
  readonly votes: Cast[] = [];
  /** The votes of each decision that is live, by the run that made it. */
  readonly decisions = new Map<string, readonly Cast[]>();

  standing(action: Committee): readonly Cast[] {
    return this.votes.filter((one) => one.action === action);
  }

  /** Votes whose branch is not open any more, or waits for others again, go; decisions whose run is not live, too. */
  keep(instance: Instance): void {
    const ready = openBranches(instance).filter((one) => waitsFor(instance, planOf(DEFINITION), one).length === 0);
    const open = new Set(ready.map(({ txId, actionId }) => `${txId} ${actionId}`));
    const left = this.votes.filter((one) => open.has(`${one.follows} ${one.action}`));
    this.votes.splice(0, this.votes.length, ...left);
    for (const txId of [...this.decisions.keys()]) if (!Object.hasOwn(instance.flow, txId)) this.decisions.delete(txId);
  }

  /** A decided action is voted on anew, where a branch comes back. */
  decided(action: Committee): void {
    const left = this.votes.filter((one) => one.action !== action);
    this.votes.splice(0, this.votes.length, ...left);
  }

  /** How all votes together come out: undefined where what can still come says otherwise in one case. */
  outcome(action: Committee, votes: readonly Pick<Cast, 'role' | 'vote'>[]): 'yes' | 'no' | undefined {
    const { of, need, veto, isEarly } = APPROVALS[action];
    const voted = new Set(votes.map(({ role }) => HOLDERS[role]));
    const roles = Object.keys(of).filter(
      (role) => !votes.some((one) => one.role === role) && !voted.has(HOLDERS[role]),
    );
    const yes = (all: readonly Pick<Cast, 'role' | 'vote'>[]): number =>
      all.reduce((sum, one) => sum + (one.vote === 'yes' ? (of as Record<string, number>)[one.role]! : 0), 0);
    if (!isEarly && roles.length > 0) return undefined;
    if (votes.some(({ role, vote }) => vote === 'no' && (veto as readonly string[]).includes(role))) return 'no';
    if (yes(votes) >= need) return 'yes';
    // Each set of roles that may still say yes, in which no wallet votes twice.
    for (let set = 0; set < 2 ** roles.length; set += 1) {
      const more = roles.filter((_, i) => (set >> i) % 2 === 1).map((role) => ({ role, vote: 'yes' as const }));
      const isOnce = new Set(more.map(({ role }) => HOLDERS[role])).size === more.length;
      if (isOnce && yes([...votes, ...more]) >= need) return undefined;
    }
    return 'no';
  }

  /** Whether a decision is the same whatever the voter of a void vote says instead, and those who did not vote. */
  stands(action: Committee, all: readonly Cast[], lie: Cast): boolean {
    const { of, need, veto, isEarly } = APPROVALS[action];
    const weightOf = (role: string): number => (of as Record<string, number>)[role] as number;
    const rest = all.filter((one) => one !== lie);
    const vetoes = (votes: readonly Cast[]) =>
      votes.some(({ role, vote }) => vote === 'no' && (veto as readonly string[]).includes(role));
    const yes = (votes: readonly Cast[]) =>
      votes.filter(({ vote }) => vote === 'yes').reduce((sum, { role }) => sum + weightOf(role), 0);
    const wasGranted = !vetoes(all) && yes(all) >= need;
    if (wasGranted) return yes(rest) >= need && (isEarly || !(veto as readonly string[]).includes(lie.role));
    const silent = Object.keys(of).filter((role) => !rest.some((one) => one.role === role));
    return vetoes(rest) || yes(rest) + silent.reduce((sum, role) => sum + weightOf(role), 0) < need;
  }
}

class Walk {
  readonly naive = new Naive();
  readonly moves: Transaction[] = [];
  private readonly rows = new Map<string, JsonObject | null>();
  private readonly dice: Dice;
  private now = 0;
  readonly view: StateView = {
    state: (key) => this.rows.get(key) ?? undefined,
    sealOf: () => undefined,
    transaction: (txId) => this.moves.find((tx) => tx.txId === txId),
    docketAt: () => undefined,
  };

  constructor(seed: string) {
    this.dice = new Dice(seed);
    this.seal(1, { type: 'Action' }, undefined);
  }

  get instance(): Instance {
    return instanceAt(this.view, 'i') as Instance;
  }

  step(): void {
    const { dice, instance } = this;
    if (instance.state === 'Disputed') this.now = (instance.dispute?.untilMs ?? 0) + 1;
    const plan = planOf(DEFINITION);
    const ready = openBranches(instance).filter((one) => waitsFor(instance, plan, one).length === 0);
    if (ready.length === 0) return;
    if (dice.chance(0.12)) this.object();
    else {
      const { txId, actionId } = dice.pick(ready);
      if (actionId === 2 || actionId === 4) this.vote(actionId, txId);
      else if ((actionId === 3 || actionId === 5) && dice.chance(0.3)) this.seal(actionId, { type: 'Rejection' }, txId);
      else this.seal(actionId, { type: 'Action' }, txId);
    }
    this.compare();
  }

  private vote(action: Committee, follows: string): void {
    const role = this.dice.pick(Object.keys(APPROVALS[action].of));
    const vote = this.dice.pick(['yes', 'yes', 'no', 'abstain'] as const);
    const tx = this.made(action, { type: 'Vote', role, vote }, follows);
    const cast = this.naive.standing(action);
    const isTwice = cast.some((one) => one.role === role || HOLDERS[one.role] === HOLDERS[role]);
    const subject = { tx, plan: planOf(DEFINITION), definition: DEFINITION, instance: this.instance };
    expect(voting(subject)).to.deep.equal([]);
    const found = ballot({ ...subject, ctx: { view: this.view, docketMs: 0 } } as never);
    expect(found.map(({ code }) => code)).to.deep.equal(isTwice ? ['VAL_FLOW_003'] : []);
    if (isTwice) return;
    const own: Cast = { tx: tx.txId, follows, action, role, vote, isVoid: false };
    const led = this.naive.outcome(action, [...cast, own]);
    this.seal(action, { type: 'Vote', role, vote }, follows);
    expect(rowsIn(this.view)(tx.txId)?.vote?.led, tx.txId).to.equal(led);
    this.naive.votes.push(own);
    // Refused it leads back, and stands nowhere: nothing opens it again.
    if (led === 'yes') this.naive.decisions.set(tx.txId, this.naive.standing(action));
    if (led) this.naive.decided(action);
  }

  /** Some vote that counts is proven false. */
  private object(): void {
    const { naive, dice } = this;
    const decided = [...naive.decisions].flatMap(([txId, votes]) => votes.map((lie) => ({ txId, votes, lie })));
    const open = naive.votes.map((lie) => ({ txId: undefined, votes: naive.standing(lie.action), lie }));
    const all = [...decided, ...open].filter(({ lie }) => !lie.isVoid);
    if (all.length === 0) return;
    const { txId, votes, lie } = dice.pick(all);
    lie.isVoid = true;
    const tx = this.seal(lie.action, { type: 'Objection' }, lie.tx);
    const isOpenAgain = txId !== undefined && (txId === lie.tx || !naive.stands(lie.action, votes, lie));
    if (txId === undefined) naive.votes.splice(naive.votes.indexOf(lie), 1);
    else if (!isOpenAgain)
      naive.decisions.set(
        txId,
        votes.filter((one) => one !== lie),
      );
    else {
      naive.decisions.delete(txId);
      for (const one of votes) if (one !== lie) naive.votes.push({ ...one, follows: tx.txId });
    }
  }

  private compare(): void {
    const { naive, instance } = this;
    naive.keep(instance);
    const seen = Object.entries(instance.ballots ?? {}).flatMap(([action, { decided, votes }]) =>
      Object.entries(votes).map(([role, { txId, vote }]) => `${decided ?? ''} ${action} ${role} ${vote} ${txId}`),
    );
    const open = naive.votes.map(({ action, role, vote, tx }) => ` ${action} ${role} ${vote} ${tx}`);
    const decided = [...naive.decisions].flatMap(([by, votes]) =>
      votes.map(({ action, role, vote, tx }) => `${by} ${action} ${role} ${vote} ${tx}`),
    );
    expect(seen.sort()).to.deep.equal([...open, ...decided].sort());
    // Only these take something out of force.
    if (!['Objection', 'Rejection'].includes(this.moves.at(-1)?.header.metadata?.type as string)) return;
    const rowOf = rowsIn(this.view);
    const byRows = runsInForceAt(instance, [1, 2, 3, 4, 5], rowOf).map(({ txId }) => txId);
    const of = { definition: DEFINITION, transactions: this.moves, rowOf };
    expect(readAnew((txId) => rowOf(txId)?.at ?? this.now, of).runs).to.deep.equal(byRows);
    // Each vote that counts is in force.
    for (const one of [...naive.votes, ...[...naive.decisions.values()].flat()]) expect(byRows).to.include(one.tx);
    expect(JSON.parse(canonical(instance as never))).to.deep.equal(instance);
  }

  private made(action: number, metadata: JsonObject, previous: string | undefined): Transaction {
    const txId = String(this.moves.length + 1).padStart(64, '0');
    const role = (metadata.role as string | undefined) ?? 'owner';
    const place = { registerId: 'r', blueprintId: 'b', publicationTxId: 'f'.repeat(64), instanceId: 'i' };
    const payload = metadata.type === 'Objection' ? { ground: 'schema', at: '' } : {};
    const header = {
      ...{ ...place, actionId: String(action), senderWallet: HOLDERS[role], createdAt: '', payloadHash: '', metadata },
      ...(previous !== undefined && { previousTransactionId: previous }),
    };
    return { txId, header, payload, signatures: [], bytes: new Uint8Array(0) } as unknown as Transaction;
  }

  private seal(action: number, metadata: JsonObject, previous: string | undefined): Transaction {
    const tx = this.made(action, metadata, previous);
    this.now += 1000;
    for (const { key, value } of changesOf(tx, this.view, { definition: DEFINITION, atMs: this.now, height: 0 }))
      this.rows.set(key, value);
    this.moves.push(tx);
    return tx;
  }
}

describe('votes on random walks', () => {
  it('are counted, kept and withdrawn as a slow second implementation says', () => {
    const reached = { decided: 0, back: 0, ended: 0, void: 0 };
    for (let seed = 0; seed < 40; seed += 1) {
      const walk = new Walk(`votes ${seed}`);
      for (let i = 0; i < 30 && walk.instance.state !== 'Completed'; i += 1) walk.step();
      const rows = walk.moves.map(({ txId }) => rowsIn(walk.view)(txId));
      reached.decided += rows.filter((row) => row?.vote?.led).length;
      reached.back += rows.filter((row) => row?.vote && row.undone).length;
      reached.void += walk.instance.faults?.length ?? 0;
      reached.ended += walk.instance.state === 'Completed' ? 1 : 0;
    }
    // The walks come where it matters.
    for (const [what, times] of Object.entries(reached)) expect(times, what).to.be.greaterThan(5);
  });
});
