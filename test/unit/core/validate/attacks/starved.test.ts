// A party states what is false again and again, and friends of it object: no other party loses by that the right to
// object to the next lie, or to say how a dispute ends.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { INSTANCE_FAULTS_MAX, INSTANCE_RESOLUTIONS_MAX } from '../../../../../core/base/limits/ledger/disputes.js';
import { openBranches } from '../../../../../core/blueprint/instance/branches.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { asks, definitionOf, read, shows, to } from '../../../../support/definitions/short-definitions.js';
import { alice, bob, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { SealedLedger } from '../../../../support/register/sealed-ledger.js';

const [carol, dave] = [wallet('carol'), wallet('dave')];
const DAY = 24 * 3_600_000;
const num = { type: 'integer' };
/** So many that each has the share of two faults. */
const ROLES = 64;
const SHARE = INSTANCE_FAULTS_MAX / ROLES;

/** y and z calculate with the price of x. */
function definition(disputes: JsonObject = {}): JsonObject {
  const named = Object.entries({ x: alice, y: bob, z: carol, r: dave }).map(([id, { address }]) => ({
    id,
    walletAddress: address,
  }));
  const others = Array.from({ length: ROLES - named.length }, (_, i) => ({ id: `other ${i}` }));
  const twice = { calculations: { double: { '*': [read('act.1.price'), 2] } }, ...asks({ note: num }) };
  return {
    ...definitionOf([
      {
        ...asks({ price: num }),
        ...shows({ y: ['*'], z: ['*'] }),
        routes: [{ id: 'late', nextActionIds: [2], branchDeadline: 'PT2H' }],
      },
      { sender: 'y', ...twice, ...shows({ x: ['*'], z: ['*'] }), ...to(3) },
      { sender: 'z', ...twice, ...shows({ x: ['*'], y: ['*'] }), ...to(4) },
      { sender: 'x', ...asks({ done: num }), ...to() },
    ]),
    participants: [...named, ...others],
    disputes: { redoWithin: 'P1D', ...disputes },
  } as unknown as JsonObject;
}

function begun(disputes?: JsonObject) {
  const at = new SealedLedger(definition(disputes), [alice, bob, carol, dave]);
  const one = at.take({ action: 1, by: alice, data: { price: 10 }, next: [2] });
  const now = () => at.ledger.state.timestampMs;
  const branch = (): string => openBranches(at.instance)[0]?.txId as string;
  const lie = (action: number, by: Wallet): Transaction =>
    at.take({ action, by, data: { note: now(), double: 9999 }, next: [action + 1], previous: branch() });
  const objection = (run: Transaction, by: Wallet): Transaction => {
    const shown = [[run, '/double'] as const, [one, '/price'] as const];
    return at.objection({ run, by, ground: 'calculation', at: '/calculations/double', shown });
  };
  const object = (run: Transaction, by: Wallet): Transaction => {
    const tx = objection(run, by);
    at.ledger.seal(tx);
    return tx;
  };
  const said = (tx: Transaction, by: Wallet, role: string, outcome = 'redo') =>
    at.resolution({ objection: tx, by, role, outcome });
  return { at, now, branch, lie, object, objection, said };
}

describe('a party that lies again and again, with friends that object', () => {
  it('makes no room for a lie to which no party can object', () => {
    const { at, lie, object, branch } = begun();
    for (let n = 0; n < SHARE; n++) object(lie(2, bob), dave);
    const faults = at.instance.faults ?? [];
    expect(faults).to.have.length(SHARE);
    const dues = new Set<number | undefined>();
    for (let n = 0; n < 2; n++) {
      const run = lie(2, bob);
      const tx = object(run, carol);
      expect(at.instance.faults, 'the list stays as it is').to.deep.equal(faults);
      expect(at.instance).to.include({ state: 'Active' });
      expect(at.instance.runs[2]).to.include({ count: 0 });
      expect(branch(), 'it is done again').to.equal(tx.txId);
      dues.add(at.instance.flow[tx.txId]?.dueMs);
    }
    expect([...dues], 'no lie buys a new deadline').to.have.length(1);
  });

  it('leaves the faults of other roles on record, and what they pause', () => {
    const { at, now, lie, object, branch } = begun();
    for (let n = 0; n <= SHARE; n++) object(lie(2, bob), dave);
    at.take({ action: 2, by: bob, data: { note: 1, double: 20 }, next: [3], previous: branch() });
    const tx = object(lie(3, carol), alice);
    expect(at.instance.faults?.map(({ role }) => role)).to.deep.equal([...Array(SHARE).fill('y'), 'z']);
    expect(at.instance.dispute).to.deep.include({ objection: tx.txId });
    expect(at.instance.dispute?.untilMs).to.be.within(now(), now() + DAY);
  });

  it('stops an instance for as long as others agree to it, as often as its share, and not again', () => {
    const { at, lie, object, objection, said } = begun({ onFault: 'stop' });
    for (let n = 0; n < SHARE; n++) {
      const tx = object(lie(2, bob), dave);
      expect(at.instance.dispute).to.not.have.property('untilMs');
      for (const [by, role] of [
        [alice, 'x'],
        [carol, 'z'],
        [dave, 'r'],
      ] as const)
        at.ledger.seal(said(tx, by, role));
      expect(at.instance).to.include({ state: 'Active' });
    }
    const run = lie(2, bob);
    expect(at.judge(objection(run, dave))).to.equal('ok');
    object(run, dave);
    expect(at.instance).to.not.have.property('dispute');
    expect(at.instance.runs[2]).to.include({ count: 0 });
  });

  it('takes no word from others: the first one of a role in a dispute is always heard', () => {
    const { at, lie, object, said } = begun({ onFault: 'stop' });
    const share = Math.floor(INSTANCE_RESOLUTIONS_MAX / ROLES);
    const first = object(lie(2, bob), dave);
    for (let n = 0; n <= share; n++) at.ledger.seal(said(first, alice, 'x', ['keep', 'end'][n % 2]));
    expect(at.judge(said(first, alice, 'x'))).to.equal('VAL_RES_003');
    for (const [by, role] of [
      [carol, 'z'],
      [dave, 'r'],
    ] as const)
      at.ledger.seal(said(first, by, role, share % 2 === 0 ? 'keep' : 'end'));
    expect(at.instance.state).to.equal('Active');
    const again = object(lie(3, carol), dave);
    expect(at.judge(said(again, alice, 'x', 'end'))).to.equal('ok');
    at.ledger.seal(said(again, alice, 'x', 'end'));
    expect(at.judge(said(again, alice, 'x', 'redo')), 'the second one').to.equal('VAL_RES_003');
  });
});
