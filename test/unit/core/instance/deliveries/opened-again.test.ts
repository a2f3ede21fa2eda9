// Sealed data whose opening is repeated: the terms of its sender run from the first opening on.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { asks, definitionOf, read, shows, to } from '../../../../support/definitions/short-definitions.js';
import { DeliveryLedger } from '../../../../support/register/deliveries.js';
import { alice, bob, wallet } from '../../../../support/register/ledger.js';

const dave = wallet('dave');
const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;
const num = { type: 'integer' };

const definition: JsonObject = {
  ...definitionOf([
    { sender: 'buyer', ...asks({ subject: { type: 'string' } }), ...shows({ north: ['*'] }), ...to(2) },
    {
      ...{ sender: 'north', ...asks({ price: num }), ...to(3) },
      disclosures: [{ participantAddress: 'officer', dataPointers: ['/price'], from: { action: 3 } }],
    },
    {
      ...{ sender: 'officer', ...asks({ n: num }), ...shows({ north: ['*'], buyer: ['*'] }) },
      routes: [
        { id: 'again', nextActionIds: [3], condition: { '>': [read('in.n'), 0] } },
        { id: 'on', nextActionIds: [], isDefault: true },
      ],
    },
  ]),
  participants: Object.entries({ buyer: alice.address, north: bob.address, officer: dave.address }).map(
    ([id, walletAddress]) => ({ id, walletAddress }),
  ),
  disputes: { window: 'P2D', redoWithin: 'PT2H', deliverWithin: 'P1D' },
};

describe('an opening that is repeated', () => {
  function opened() {
    const at = new DeliveryLedger(definition, [alice, bob, dave]);
    at.enrol({ a: alice, b: bob, d: dave });
    const first = at.take({ action: 1, by: alice, data: { subject: 's' }, next: [2] });
    const bid = at.take({ action: 2, by: bob, data: { price: 7 }, next: [3], previous: first.txId });
    const opening = at.take({ action: 3, by: dave, data: { n: 1 }, next: [3], previous: bid.txId });
    const payload = { type: 'challenge', v: 1, role: 'officer' };
    const challenge = at.move('Challenge', { action: 2, by: dave, previous: bid.txId, payload });
    return { at, bid, opening, challenge };
  }

  it('gives nobody a new term to challenge what was delivered', () => {
    const { at, bid, opening, challenge } = opened();
    at.ledger.seal(at.delivery({ by: bob, to: dave, role: 'officer', runs: [bid] }));
    const laterMs = at.ledger.state.timestampMs + 5 * YEAR_MS;
    expect(at.judge(challenge, laterMs)).to.equal('VAL_OBJ_002');
    at.ledger.sealAt(laterMs, at.run({ action: 3, by: dave, data: { n: 2 }, next: [3], previous: opening.txId }));
    expect(at.judge(challenge, laterMs + HOUR_MS)).to.equal('VAL_OBJ_002');
  });

  it('leaves the term of the first opening', () => {
    const { at, challenge } = opened();
    expect(at.judge(challenge, at.ledger.state.timestampMs + HOUR_MS)).to.equal('ok');
  });
});
