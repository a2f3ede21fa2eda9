// The party at fault hands a role to a friend, so as to have a word after all. Or it waits until the last one that has
// to agree has left; and a stop that none decides, in an instance that is not cancelled any more.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { asks, definitionOf, read, shows, to } from '../../../../support/definitions/short-definitions.js';
import { alice, bob, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { People } from '../../../../support/register/people.js';
import { SealedLedger } from '../../../../support/register/sealed-ledger.js';

const [carol, dave, erin] = [wallet('carol'), wallet('dave'), wallet('erin')];
const HOUR = 3_600_000;
const num = { type: 'integer' };

/** x states a price, y calculates with it, z and y end it; `r` does nothing. */
function definition(more: JsonObject, { y = bob, r = dave }: { y?: Wallet; r?: Wallet } = {}): JsonObject {
  const roles = { x: alice, y, z: carol, r };
  return {
    ...definitionOf([
      { ...asks({ price: num }), ...shows({ y: ['*'], z: ['*'] }), ...to(2) },
      {
        sender: 'y',
        ...asks({ note: num }),
        calculations: { double: { '*': [read('act.1.price'), 2] } },
        ...shows({ x: ['*'], z: ['*'] }),
        ...to(3),
      },
      { sender: 'z', ...asks({ done: num }), ...shows({ x: ['*'] }), ...to() },
    ]),
    participants: Object.entries(roles).map(([id, { address }]) => ({ id, walletAddress: address })),
    ...more,
  };
}

function stopped(document: JsonObject, records: Readonly<Record<string, Wallet>> = {}) {
  const people = new People(document);
  const enrolled = Object.entries(records).map(([id, by]) => people.enrol(id, [by]));
  const at = new SealedLedger(document, [alice, bob, carol, dave, erin], enrolled);
  const one = at.take({ action: 1, by: alice, data: { price: 10 }, next: [2] });
  const lie = at.take({ action: 2, by: bob, data: { note: 1, double: 9999 }, next: [3], previous: one.txId });
  let n = 0;
  const handed = (role: string, from: Wallet, to: Wallet): void => {
    const payload = { type: 'handover', v: 1, role, from: from.address, to: to.address };
    at.ledger.seal(at.move('Handover', { action: 1, by: from, previous: one.txId, payload, n: n++, with: [to] }));
  };
  const object = (): Transaction => {
    const shown = [[lie, '/double'] as const, [one, '/price'] as const];
    const tx = at.objection({ run: lie, by: carol, ground: 'calculation', at: '/calculations/double', shown });
    at.ledger.seal(tx);
    return tx;
  };
  const judged = (objection: Transaction, by: Wallet, role: string, outcome = 'keep'): string =>
    at.judge(at.resolution({ objection, by, role, outcome }));
  const say = (objection: Transaction, by: Wallet, role: string, outcome = 'redo'): void => {
    at.ledger.seal(at.resolution({ objection, by, role, outcome }));
  };
  return { at, one, people, handed, object, judged, say };
}

const STOP = { disputes: { onFault: 'stop', redoWithin: 'PT2H', resolver: 'r' } };

describe('attacks on resolutions', () => {
  it('by who hands the role that decides to a friend, before the objection or after it', () => {
    for (const isBefore of [true, false]) {
      const { handed, object, judged, say, at } = stopped(definition(STOP, { r: bob }), { b: bob, e: erin });
      if (isBefore) handed('r', bob, erin);
      const objection = object();
      if (!isBefore) handed('r', bob, erin);
      expect(judged(objection, erin, 'r')).to.equal('VAL_RES_002');
      // Nor has anybody to wait for the friend.
      say(objection, alice, 'x');
      say(objection, carol, 'z');
      expect(at.instance).to.include({ state: 'Active' });
    }
  });

  it('by who hands its own role to a friend that agrees to nothing', () => {
    const roles = definition({ disputes: { onFault: 'stop' } }, { r: bob });
    const { handed, object, judged, say, at } = stopped(roles, { b: bob, e: erin });
    const objection = object();
    handed('y', bob, erin);
    expect(judged(objection, erin, 'y')).to.equal('VAL_RES_002');
    say(objection, alice, 'x');
    say(objection, carol, 'z');
    expect(at.instance).to.include({ state: 'Active' });
  });

  it('take nothing from an honest party that got a role of another one', () => {
    const { handed, object, judged } = stopped(definition(STOP), { d: dave, e: erin });
    const objection = object();
    handed('r', dave, erin);
    expect(judged(objection, erin, 'r')).to.equal('ok');
  });

  it('let those decide who agree, when the last one that did not has left', () => {
    const { people, object, judged, say, at } = stopped(definition({ disputes: { onFault: 'stop' } }), { d: dave });
    const objection = object();
    say(objection, alice, 'x');
    say(objection, carol, 'z');
    expect(judged(objection, alice, 'x', 'redo')).to.equal('VAL_RES_003');
    at.ledger.seal(people.record('d', [dave], { status: 'Revoked' }));
    say(objection, alice, 'x');
    expect(at.instance).to.include({ state: 'Active' });
  });

  it('keep only the party at fault in a stop for good, where it is too late to cancel', () => {
    const cancellation = { by: ['x', 'y'], until: [1] };
    const { at, one, object } = stopped(definition({ ...STOP, cancellation }));
    const objection = object();
    const cancel = (by: Wallet, role: string, hours: number): string => {
      const metadata = { roles: [role] };
      const tx = at.move('Cancellation', {
        action: 1,
        by,
        previous: one.txId,
        payload: { type: 'cancellation' },
        metadata,
      });
      return at.judge(tx, at.ledger.state.timestampMs + hours * HOUR + 1);
    };
    expect(cancel(alice, 'x', 1)).to.equal('VAL_BP_017');
    expect(cancel(bob, 'y', 3)).to.equal('VAL_BP_018');
    expect(cancel(alice, 'x', 3)).to.equal('ok');
    at.ledger.seal(at.resolution({ objection, by: dave, role: 'r', outcome: 'redo' }));
    expect(cancel(alice, 'x', 3)).to.equal('VAL_BP_018');
  });
});
