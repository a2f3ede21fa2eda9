// Each delivery makes old what its receiver calculates by runs of others. Parties that change their keys may deliver
// one run as often as the role has deliveries, in an instance that has hardly begun.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { UNSLOTTED_MOVES_MAX } from '../../../../../core/base/limits/ledger/instances.js';
import { nextSlot } from '../../../../../core/blueprint/names/reading-slots.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { validate } from '../../../../../core/validate/validate.js';
import { asks, definitionOf, read, shows, to } from '../../../../support/definitions/short-definitions.js';
import { DeliveryLedger } from '../../../../support/register/deliveries.js';
import { alice, bob, type Wallet, wallet } from '../../../../support/register/ledger.js';

const [carol, dave] = [wallet('carol'), wallet('dave')];
const num = { type: 'integer' };

/** y, which has another key since the opening, is to do action 2. */
function victim(reads: boolean) {
  const definition: JsonObject = {
    ...definitionOf([
      { ...asks({ n: num }), ...shows({ y: ['*'], z: ['*'] }), ...to(2) },
      {
        ...{ sender: 'y', ...asks({ n: num }), ...shows({ x: ['*'], z: ['*'] }), ...to() },
        ...(reads && { calculations: { c: read('count.1') } }),
      },
      { sender: 'z', ...asks({ n: num }), ...shows({ x: ['*'], y: ['*'] }), ...to() },
    ]),
    participants: Object.entries({ x: alice, y: bob, z: carol }).map(([id, { address }]) => ({
      ...{ id, walletAddress: address },
    })),
  };
  const keys = [alice, ...Array.from({ length: UNSLOTTED_MOVES_MAX }, (_, i) => wallet(`x ${i}`))];
  const at = new DeliveryLedger(definition, [...keys, bob, carol, dave]);
  const latest = new Map<string, readonly [version: number, txId: string]>();
  const enrol = (id: string, by: Wallet, signer = by): void => {
    const [version, previous] = latest.get(id) ?? [0, undefined];
    const tx = at.record(id, by, version + 1, { signer, ...(previous !== undefined && { previous }) });
    at.ledger.seal(tx);
    latest.set(id, [version + 1, tx.txId]);
  };
  for (const [id, by] of Object.entries({ x: alice, y: bob, z: carol })) enrol(id, by);
  const first = at.take({ action: 1, by: alice, data: { n: 1 }, next: [2] });
  enrol('y', dave, bob);
  at.ledger.passSlot();
  const act = (): Transaction =>
    at.run({ action: 2, by: dave, data: { n: 1, ...(reads && { c: 1 }) }, next: [], previous: first.txId });
  /** x delivers the opening to y, and to itself by z once it has another key, until so many are sealed. */
  const deliver = (most: number): Transaction => {
    for (let i = 0; ; i++) {
      const key = keys[i] as Wallet;
      if (i > 0) enrol('x', key, keys[i - 1]);
      if (i > 0) at.deliver({ by: carol, to: key, role: 'x', runs: [first] });
      const next = at.delivery({ by: key, to: dave, role: 'y', runs: [first] });
      if (2 * i >= most) return next;
      at.ledger.seal(next);
    }
  };
  const slotMs = (): number => nextSlot(at.definition, at.ledger.state.timestampMs, (role) => role === 'y') as number;
  return { at, first, act, deliver, slotMs };
}

describe('deliveries without end', () => {
  it('leave a reader its slots: they count as moves do', () => {
    const few = victim(true);
    few.at.ledger.seal(few.deliver(UNSLOTTED_MOVES_MAX - 2));
    const last = few.at.delivery({ by: carol, to: dave, role: 'y', runs: [few.first] });
    expect(few.at.judge(last, few.slotMs())).to.equal('ok');
    const { at, act, deliver, slotMs } = victim(true);
    const old = act();
    const more = deliver(UNSLOTTED_MOVES_MAX);
    expect(at.instance.deliveries).to.deep.equal({ x: UNSLOTTED_MOVES_MAX / 2, y: UNSLOTTED_MOVES_MAX / 2 });
    const ownMs = slotMs();
    expect([at.judge(more, ownMs), at.judge(more, ownMs - 1)]).to.deep.equal(['VAL_READ_002', 'ok']);
    const { state, view } = at.ledger;
    const verdict = validate(old, { state, view, signaturesOk: true, docketMs: ownMs - 3000 });
    const found = (verdict.ok ? [] : verdict.issues).find(({ code }) => code === 'VAL_DELIVER_007');
    expect(found?.retryAfterSeconds).to.equal(3);
    at.ledger.state = { ...state, timestampMs: ownMs - 1 };
    expect(at.judge(act(), ownMs)).to.equal('ok');
  });

  it('make nothing old that reads no runs', () => {
    const { at, act, deliver } = victim(false);
    const made = act();
    at.ledger.seal(deliver(0));
    expect(at.judge(made)).to.equal('ok');
  });
});
