// A pool judges the readers of a move by the time slot that most clocks have reached: neither a wrong clock here nor
// the tip of a quiet register refuses what a docket takes.
import { expect } from 'chai';
import { Intake } from '../../../../actors/validator-pool/intake.js';
import { isOver } from '../../../../actors/validator-pool/outcomes.js';
import { RefusalPolicy } from '../../../../actors/validator-pool/refusal-policy.js';
import type { Issue } from '../../../../core/base/issue.js';
import { READING_SLOT_MS } from '../../../../core/base/limits/ledger/instances.js';
import type { Verdict } from '../../../../core/moves/parts/context.js';
import { asks, definitionOf, shows, to } from '../../../support/definitions/short-definitions.js';
import { alice, bob, wallet } from '../../../support/register/ledger.js';
import { People } from '../../../support/register/people.js';
import { SealedLedger } from '../../../support/register/sealed-ledger.js';

const [carol, frank] = [wallet('carol'), wallet('frank')];
const num = { type: 'integer' };
const DEFINITION = {
  ...definitionOf([
    { ...asks({ n: num }), ...shows({ y: ['*'], z: ['*'] }), ...to(2) },
    { sender: 'y', ...asks({ n: num }), ...shows({ x: ['*'], z: ['*'] }), ...to() },
  ]),
  participants: Object.entries({ x: alice, y: bob, z: carol }).map(([id, { address }]) => ({
    ...{ id, walletAddress: address },
  })),
};

/** The reader changed its key in the slot of the tip; y acts in it, or `passed` slots later. */
function changed(passed: number) {
  const people = new People(DEFINITION);
  const at = new SealedLedger(DEFINITION, [alice, bob, carol, frank], [people.enrol('z', [carol])]);
  const first = at.take({ action: 1, by: alice, data: { n: 1 }, next: [2] });
  at.ledger.passSlot();
  at.ledger.seal(people.enrol('z', [frank], { by: carol, made: at.ledger.now }));
  const { state, view } = at.ledger;
  const nowMs = state.timestampMs + passed * READING_SLOT_MS + 100;
  at.ledger.state = { ...state, timestampMs: nowMs - 1000 };
  const made = at.run({ action: 2, by: bob, data: { n: 1 }, next: [], previous: first.txId });
  at.ledger.state = state;
  expect(at.judge(made, nowMs)).to.equal('ok');
  const ports = (wrongMs: number) => {
    const clock = { now: () => nowMs + wrongMs, agreedTimeMs: () => nowMs };
    return { clock, state: () => state, view: () => view, verifier: { verify: async () => true } };
  };
  return { made, nowMs, ports, state, view };
}

describe('the time slot by which a pool judges', () => {
  for (const wrongMs of [-10_000, 0, 10_000])
    it(`is that of most clocks where the one here is wrong by ${wrongMs} ms`, async () => {
      const { made, ports } = changed(0);
      const told = (_: unknown, verdict: Verdict): readonly Issue[] => (verdict.ok ? [] : verdict.issues);
      const intake = new Intake({ policy: { issuesFor: told } } as never, ports(wrongMs) as never);
      expect((await intake.check(made)).map(({ code }) => code)).to.deep.equal([]);
      const given = { ports: ports(wrongMs) as never, signaturesOk: true };
      expect(new RefusalPolicy({ isBehind: () => false }).now(made, given).verdict.ok).to.equal(true);
    });

  it('is not that of the tip of a quiet register', () => {
    const { made, ports, state, view } = changed(9);
    expect(made.header.recipients).to.include(frank.address);
    expect(isOver(made, { state, view, clock: ports(0).clock })).to.equal(false);
  });

  it('has passed for a move that was made in the slot of the tip: no later docket takes it', () => {
    const { made, nowMs, state, view } = changed(0);
    expect(made.header.recipients).to.include(carol.address);
    const isLate = (ms: number) => isOver(made, { state, view, clock: { now: () => nowMs + ms } });
    expect([isLate(0), isLate(READING_SLOT_MS)]).to.deep.equal([false, true]);
  });
});
