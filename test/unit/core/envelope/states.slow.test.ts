// A sender of a branch may have known any state of the other branches since what it follows: each value that one of
// these states gives is honest, and no other, however many there are and no matter who made them many.
import { expect } from 'chai';
import type { JsonObject } from '../../../../core/base/json.js';
import type { Action, Definition } from '../../../../core/blueprint/definition/types.js';
import { planOf } from '../../../../core/blueprint/plan/plan.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { Judge } from '../../../../core/reading/envelopes/judge.js';

const number = { type: 'number' };
const action = (id: number, sender: string, names: readonly string[], more: Partial<Action> = {}): Action => ({
  id,
  sender,
  dataSchemas: [{ type: 'object', properties: Object.fromEntries(names.map((name) => [name, number])) }],
  routes: [{ id: 'r', nextActionIds: [id] }],
  ...more,
});
const TOTAL = { '+': [{ var: ['t', 0] }, { var: ['a', 0] }, { '*': [{ var: ['c', 0] }, 1000] }] };
/** Two branches state operands as often as they like, and two others calculate with them. */
const LOOPS: Definition = {
  title: 'Loops',
  participants: ['x', 'y', 'z'].map((id) => ({ id, walletAddress: id })),
  actions: [
    action(1, 'x', ['a'], { routes: [{ id: 'r', nextActionIds: [2, 3, 4, 5, 6] }] }),
    action(2, 'x', ['a']),
    action(3, 'y', ['c']),
    action(4, 'y', ['t'], { calculations: { t: TOTAL } }),
    action(5, 'x', ['s'], { calculations: { s: { '-': [{ var: ['c', 0] }, { var: ['a', 0] }] } } }),
    action(6, 'z', [], { requiredPriorActions: [2, 3], calculations: { j: TOTAL } }),
  ],
};
const SENDERS: Readonly<Record<number, string>> = { 1: 'x', 2: 'x', 3: 'y', 4: 'y', 5: 'x', 6: 'z' };

class Ledger {
  readonly judge: Judge;
  readonly moves: { readonly id: number; readonly fields: JsonObject; readonly follows: number }[] = [];

  constructor(walletAddress = 'z') {
    this.judge = new Judge({ definition: LOOPS, plan: planOf(LOOPS), walletAddress });
  }

  /** The reasons why the reader suspects what is sealed. */
  seal(id: number, fields: JsonObject, follows: number): readonly string[] {
    const next = LOOPS.actions[id - 1]?.routes?.[0]?.nextActionIds.map((actionId) => ({ actionId })) ?? [];
    const header = {
      actionId: String(id),
      senderWallet: SENDERS[id],
      ...(follows >= 0 && { previousTransactionId: `${follows}` }),
      metadata: { routing: { completedActionId: id, nextActions: next, routeId: 'r', reasonCode: 'Unconditional' } },
    };
    const tx = { txId: `${this.moves.length}`, header } as unknown as Transaction;
    const { suspect, fields: taken } = this.judge.take({ tx, wallets: undefined, parts: [fields] });
    this.moves.push({ id, fields: taken, follows });
    return suspect.map(({ member, reason }) => `${member} ${reason}`);
  }

  /** Values of the names after so many moves, as far as they were taken. */
  at(count: number): Readonly<Record<string, number>> {
    const all = this.moves.slice(0, count).flatMap(({ fields }) => Object.entries(fields));
    return Object.fromEntries(all) as Record<string, number>;
  }

  last(id: number): number {
    const found = this.moves.findLastIndex((move) => move.id === id);
    return found < 0 ? 0 : found;
  }
}

const total = ({ t = 0, a = 0, c = 0 }: Readonly<Record<string, number>>): number => t + a + c * 1000;

function dice(seed: number) {
  let state = seed + 1;
  return (n: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % n;
  };
}

describe('disclosure: states that a sender may have known', () => {
  it('a value is suspect exactly where no state between gives it: the same as by trying all of them', () => {
    const seen = { honest: 0, stale: 0, lies: 0 };
    for (let seed = 0; seed < 150; seed++) {
      const below = dice(seed);
      const ledger = new Ledger();
      ledger.seal(1, { a: 1 }, -1);
      for (let i = 0; i < 60; i++) {
        const id = [2, 2, 2, 3, 3, 4, 5][below(7)] as number;
        const follows = ledger.last(id);
        if (id <= 3) {
          expect(ledger.seal(id, { [id === 2 ? 'a' : 'c']: below(40) }, follows)).to.deep.equal([]);
          continue;
        }
        const size = ledger.moves.length;
        const states = Array.from({ length: size - follows }, (_, n) => ledger.at(follows + 1 + n));
        const values = states.map((one) => (id === 4 ? total(one) : (one.c ?? 0) - (one.a ?? 0)));
        const lie = below(4) === 0 ? below(45_000) : undefined;
        const value = lie ?? (values[below(values.length)] as number);
        const found = ledger.seal(id, { [id === 4 ? 't' : 's']: value }, follows);
        const about = `seed ${seed}, move ${size}`;
        const isHonest = values.includes(value);
        expect(found, about).to.deep.equal(isHonest ? [] : [`/${id === 4 ? 't' : 's'} calculation`]);
        if (!isHonest) seen.lies++;
        else if (value === values.at(-1)) seen.honest++;
        else seen.stale++;
      }
    }
    for (const [kind, count] of Object.entries(seen)) expect(count, kind).to.be.above(100);
  });

  it('a sender that acts a thousand times before it lies is told, and so is a lie of another one after that', () => {
    const ledger = new Ledger();
    ledger.seal(1, { a: 1 }, -1);
    for (let i = 0; i < 1000; i++) ledger.seal(2, { a: i }, ledger.last(2));
    expect(ledger.seal(5, { s: 5000 }, 0)).to.deep.equal(['/s calculation']);
    expect(ledger.seal(4, { t: 5000 }, 0)).to.deep.equal(['/t calculation']);
  });

  it('a sender that has spent what its old states may cost is believed with a new one only, and others as before', () => {
    const ledger = new Ledger();
    ledger.seal(1, { a: 1 }, -1);
    for (let i = 0; i < 1900; i++) ledger.seal(3, { c: i }, ledger.last(3));
    // The oldest state each time: each may be true, and each costs all that are newer.
    let told = 0;
    for (let i = 0; i < 20 && told === 0; i++) told = ledger.seal(4, { t: 1 }, 0).length;
    expect(told, 'at some time').to.equal(1);
    expect(ledger.seal(4, { t: 7 }, 0), 'a lie').to.deep.equal(['/t calculation']);
    expect(ledger.seal(4, { t: total(ledger.at(9999)) }, 0), 'the newest state').to.deep.equal([]);
    expect(ledger.seal(5, { s: -1 }, 0), 'the oldest state of another wallet').to.deep.equal([]);
    expect(ledger.seal(5, { s: 4000 }, 0), 'a lie of another wallet').to.deep.equal(['/s calculation']);
  });

  it('an action that runs ten thousand times is judged as it is the first time', () => {
    const ledger = new Ledger();
    ledger.seal(1, { a: 1 }, -1);
    for (let i = 1; i <= 10_000; i++) {
      const found = ledger.seal(4, { t: i }, ledger.moves.length - 1);
      if (found.length > 0) expect(found, `run ${i}`).to.deep.equal([]);
    }
    expect(ledger.seal(4, { t: 5 }, 10_000)).to.deep.equal(['/t calculation']);
    expect(ledger.seal(4, { t: 10_001 }, 10_001)).to.deep.equal([]);
  });

  it('an operand that was stated last many actions ago is found', () => {
    const ledger = new Ledger();
    ledger.seal(1, { a: 5 }, -1);
    ledger.seal(3, { c: 1 }, 0);
    for (let i = 0; i < 300; i++) ledger.seal(3, {}, ledger.last(3));
    expect(ledger.seal(4, { t: 5000 }, ledger.last(3))).to.deep.equal(['/t calculation']);
    expect(ledger.seal(5, { s: -4 }, ledger.last(3))).to.deep.equal([]);
    expect(ledger.seal(5, { s: 4 }, ledger.last(3))).to.deep.equal(['/s calculation']);
  });

  it('a join that runs again knows what it waited for again, and not only the first run of that', () => {
    const ledger = new Ledger();
    ledger.seal(1, { a: 1 }, -1);
    for (const round of [1, 2, 3]) {
      ledger.seal(2, { a: round }, ledger.last(2));
      ledger.seal(3, { c: round }, ledger.last(3));
      const follows = ledger.last(2);
      const stale = round * 1000 - 1000 + round;
      if (round > 1)
        expect(ledger.seal(6, { j: stale }, follows), 'without the newest c').to.deep.equal(['/j calculation']);
      else expect(ledger.seal(6, { j: 1001 }, follows)).to.deep.equal([]);
    }
  });

  it('a lie that was told is no operand of a later one', () => {
    const ledger = new Ledger();
    ledger.seal(1, { a: 1 }, -1);
    expect(ledger.seal(4, { t: 1 }, 0)).to.deep.equal([]);
    expect(ledger.seal(4, { t: 900 }, 1)).to.deep.equal(['/t calculation']);
    expect(ledger.seal(4, { t: 901 }, 2), 'on top of it').to.deep.equal(['/t calculation']);
    expect(ledger.seal(4, { t: 12_345 }, 3), 'anything').to.deep.equal(['/t calculation']);
    expect(ledger.seal(4, { t: 2 }, 4), 'on top of the truth').to.deep.equal([]);
  });
});
