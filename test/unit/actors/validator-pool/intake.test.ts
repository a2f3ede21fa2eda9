// The way into a pool: a delivery of a sealed run is sent on from it, so that a clock that is ahead lets none in.
import { expect } from 'chai';
import { Intake } from '../../../../actors/validator-pool/intake.js';
import type { Issue } from '../../../../core/base/issue.js';
import type { Verdict } from '../../../../core/moves/parts/context.js';
import { asks, definitionOf, shows, to } from '../../../support/definitions/short-definitions.js';
import { DeliveryLedger } from '../../../support/register/deliveries.js';
import { alice, bob, wallet } from '../../../support/register/ledger.js';

const dave = wallet('dave');
const OPENS = '2040-05-01T09:00:00.000Z';
const AHEAD_MS = 240_000;

describe('actors/validator-pool/intake', () => {
  it('takes a delivery of a sealed run when most clocks say that it is open', async () => {
    const definition = {
      ...definitionOf([
        { sender: 'buyer', ...asks({ subject: { type: 'string' } }), ...shows({ north: ['*'] }), ...to(2) },
        {
          ...{ sender: 'north', ...asks({ price: { type: 'integer' } }), ...to() },
          disclosures: [{ participantAddress: 'officer', dataPointers: ['/price'], from: { time: OPENS } }],
        },
      ]),
      participants: Object.entries({ buyer: alice, north: bob, officer: dave }).map(([id, { address }]) => ({
        ...{ id, walletAddress: address },
      })),
    };
    const at = new DeliveryLedger(definition, [alice, bob, dave]);
    at.enrol({ a: alice, b: bob, d: dave });
    const first = at.take({ action: 1, by: alice, data: { subject: 's' }, next: [2] });
    const bid = at.take({ action: 2, by: bob, data: { price: 7 }, next: [], previous: first.txId });
    const delivery = at.delivery({ by: bob, to: dave, role: 'officer', runs: [bid], header: { createdAt: OPENS } });
    const opensMs = Date.parse(OPENS);
    const told = (_: unknown, verdict: Verdict): readonly Issue[] => (verdict.ok ? [] : verdict.issues);
    const judged = async (agreedMs: number | undefined): Promise<readonly string[]> => {
      const clock = { now: () => opensMs + AHEAD_MS, agreedTimeMs: () => agreedMs };
      const { state, view } = at.ledger;
      const ports = { clock, state: () => state, view: () => view, verifier: { verify: async () => true } };
      const issues = await new Intake({ policy: { issuesFor: told } } as never, ports as never).check(delivery);
      return issues.map(({ code }) => code);
    };
    expect(await judged(opensMs)).to.deep.equal(['VAL_DELIVER_008']);
    expect(await judged(undefined), 'nobody is linked').to.deep.equal(['VAL_DELIVER_008']);
    expect(await judged(opensMs + 1)).to.deep.equal([]);
  });
});
