// Random walks through an instance in which others may act after a while, and a timer ends an action that no wallet
// did. Rejections lead back, and several agree to cancel. A small model beside the ledger says who may do what at each
// time; both agree, and the state row is what the sealed transactions give by themselves.
import { expect } from 'chai';
import fc from 'fast-check';
import type { JsonObject } from '../../../../../core/base/json.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { dueTimers } from '../../../../../core/blueprint/instance/open-timers.js';
import { planOf } from '../../../../../core/blueprint/plan/plan.js';
import type { Instance } from '../../../../../core/blueprint/state/instance.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { instanceAfter } from '../../../../../core/moves/instance-after.js';
import { timerTransaction } from '../../../../../core/transaction/timer.js';
import { alice, bob, REGISTER_ID, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { INSTANCE, People, step } from '../../../../support/register/people.js';

const carol = wallet('carol');
const dave = wallet('dave');
const WALLETS = [alice, bob, carol, dave];
const [LEAD_MS, DESK_MS, END_MS] = [10_000, 20_000, 60_000];

const CLAIM = {
  language: 2,
  title: 'Claim',
  description: 'A clerk decides, or somebody else in the end.',
  participants: [
    { id: 'claims', walletAddress: alice.address },
    { id: 'clerk', walletAddress: bob.address },
    { id: 'lead', walletAddress: carol.address },
    { id: 'desk' },
  ],
  actions: [
    step(1, 'claims', [2], { isStartingAction: true }),
    step(2, 'clerk', [3], {
      rejectionConfig: { targetActionId: 1 },
      timers: [
        { id: 'lead', after: 'PT10S', also: ['lead'] },
        { id: 'desk', after: 'PT20S', also: ['desk'] },
        // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
        { id: 'end', after: 'PT60S', then: { nextActionIds: [3] } },
      ],
    }),
    step(3, 'claims', [4], { rejectionConfig: { targetActionId: 2 } }),
    step(4, 'claims', []),
  ],
  cancellation: { until: [3], consent: { need: 2, of: ['claims', 'clerk', 'lead'] } },
} as unknown as JsonObject;
const DEFINITION = CLAIM as unknown as Definition;

/** The rights of each party, said once more without any code of the product. */
class Model {
  /** The action that waits; 0 where the instance has ended. */
  at = 2;
  openedMs: number;
  isAsked = false;
  readonly agreed = new Set<string>();
  desk: Wallet | undefined;

  constructor(openedMs: number) {
    this.openedMs = openedMs;
  }

  mayAct(by: Wallet, as: string | undefined, atMs: number): boolean {
    const waited = atMs - this.openedMs;
    if (this.at !== 2) return this.at > 0 && by === alice && as === undefined;
    if (waited > END_MS) return false;
    if (as === undefined) return by === bob;
    if (as === 'lead') return by === carol && waited > LEAD_MS;
    return as === 'desk' && (this.desk ?? by) === by && waited > DESK_MS;
  }

  mayCancel(by: Wallet, role: string): boolean {
    if (this.at === 0 || this.at === 4) return false;
    if (role === 'opener') return by === alice && !this.isAsked;
    const holder = { claims: alice, clerk: bob, lead: carol }[role];
    return holder === by && !this.agreed.has(role);
  }

  done(by: Wallet, as: string | undefined, { atMs, isBack }: { atMs: number; isBack: boolean }): void {
    if (as === 'desk') this.desk ??= by;
    this.at = isBack ? this.at - 1 : this.at === 4 ? 0 : this.at + 1;
    this.openedMs = atMs;
  }

  cancelled(role: string): void {
    if (role === 'opener') this.isAsked = true;
    else this.agreed.add(role);
    if (this.isAsked && this.agreed.size >= 2) this.at = 0;
  }
}

class Walk {
  readonly people = new People(CLAIM);
  readonly model: Model;
  private folded: Instance;
  private last: Transaction;
  private timesMs: number;

  constructor() {
    this.last = this.people.seal(1, alice);
    this.timesMs = this.people.ledger.state.timestampMs;
    this.model = new Model(this.timesMs);
    this.folded = instanceAfter(this.last, { definition: DEFINITION, before: undefined, atMs: this.timesMs });
  }

  /** A move by somebody after so many ms, which is sealed if the model lets it. */
  move(kind: number, who: number, what: number, afterMs: number): void {
    const { people, model } = this;
    const by = WALLETS[who % WALLETS.length] as Wallet;
    const atMs = this.timesMs + afterMs;
    if (kind === 0) {
      const role = ['opener', 'claims', 'clerk', 'lead'][what % 4] as string;
      const tx = people.move(1, by, { after: this.last, type: 'Cancellation', roles: [role] });
      if (this.agree(tx, atMs, model.mayCancel(by, role))) model.cancelled(role);
      return;
    }
    const as = [undefined, 'lead', 'desk'][what % 3];
    const isBack = kind === 1 && (model.at === 2 || model.at === 3);
    const tx = people.move(model.at, by, {
      ...(as !== undefined && { as }),
      ...{ after: this.last, type: isBack ? 'Rejection' : 'Action' },
    });
    if (!this.agree(tx, atMs, model.mayAct(by, model.at === 2 ? as : undefined, atMs))) return;
    model.done(by, model.at === 2 ? as : undefined, { atMs, isBack });
    this.last = tx;
  }

  /** The timer of the state fires, if it is due. */
  fire(afterMs: number): void {
    const { people, model } = this;
    const atMs = this.timesMs + afterMs;
    const [due] = dueTimers(people.instance, planOf(DEFINITION));
    expect(due?.dueMs).to.equal(model.at === 2 ? model.openedMs + END_MS : undefined);
    if (!due) return;
    const { blueprintId, publicationTxId } = people.instance;
    const tx = timerTransaction({ registerId: REGISTER_ID, instanceId: INSTANCE, blueprintId, publicationTxId }, due);
    if (!this.agree(tx, atMs, atMs > due.dueMs)) return;
    model.done(alice, undefined, { atMs, isBack: false });
    this.last = tx;
  }

  private agree(tx: Transaction, atMs: number, isAllowed: boolean): boolean {
    const said = this.people.judge(tx, atMs);
    expect(said === 'ok', `${said} at ${this.model.at}: ${JSON.stringify(tx.header.metadata)}`).to.equal(isAllowed);
    if (!isAllowed) return false;
    this.people.ledger.sealAt(atMs, tx);
    this.timesMs = atMs;
    this.folded = instanceAfter(tx, { definition: DEFINITION, before: this.folded, atMs });
    const { runs: _, moves: __, since: ___, ...row } = this.people.instance;
    const { runs: _1, moves: __1, since: ___1, ...own } = this.folded as unknown as typeof this.people.instance;
    expect(own).to.deep.equal(row);
    return true;
  }
}

describe('random walks in time', () => {
  it('let those act whom the definition lets at that time, and fold to one state', () => {
    const moves = fc.tuple(fc.nat(4), fc.nat(3), fc.nat(11), fc.constantFrom(1, 9_999, 10_000, 10_001, 20_001, 59_999));
    let ended = 0;
    fc.assert(
      fc.property(fc.array(moves, { minLength: 10, maxLength: 40 }), (steps) => {
        const walk = new Walk();
        for (const [kind, who, what, afterMs] of steps) {
          if (walk.model.at === 0) break;
          if (kind === 4) walk.fire(afterMs);
          else walk.move(kind, who, what, afterMs);
        }
        if (walk.model.at === 0) ended += 1;
        expect(['Active', 'Completed', 'Cancelled']).to.include(walk.people.instance.state);
        expect(walk.people.instance.state === 'Active').to.equal(walk.model.at !== 0);
      }),
      { numRuns: 60 },
    );
    expect(ended).to.be.above(5);
  }).timeout(60_000);
});
