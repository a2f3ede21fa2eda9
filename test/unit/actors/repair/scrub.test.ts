// The pace of the scrub: within its budget, back behind a busy journal, and at rest between two passes. It goes on from
// where it stopped, or from the start after an unclean stop.
import { expect } from 'chai';
import { Scrub, type ScrubOptions } from '../../../../actors/repair/scrub.js';
import {
  anAction,
  foundedRegister,
  type LedgerWorld,
  ledgerWorld,
  QUIET,
  submitted,
} from '../../../support/node/ledger-world.js';

const DOCKETS = 20;
const DAY_MS = 24 * 60 * 60_000;
/** About two dockets a second. */
const SLOW = { bytesPerSecond: 20_000, fromStart: false };

async function chain(): Promise<LedgerWorld> {
  const world = await ledgerWorld();
  const pin = await foundedRegister(world);
  for (let i = 1; i < DOCKETS; i++) await submitted(world, anAction(world, pin, i));
  return world;
}

function scrubOf(world: LedgerWorld, options: ScrubOptions, backlog = () => 0) {
  const found: string[] = [];
  const { kv, clock, registers, chain: store } = world;
  const journal = {
    commit: world.store.journal.commit.bind(world.store.journal),
    get backlogBytes() {
      return backlog();
    },
  };
  const ports = { kv, clock, registers, chain: store, journal, log: QUIET };
  return { scrub: new Scrub({ ...ports, found: (_, reason) => found.push(reason) }, options), found };
}

describe('actors/repair/scrub', () => {
  it('keeps to its budget, ends a pass, finds nothing in sound data, and rests for days', async () => {
    const world = await chain();
    const { scrub, found } = scrubOf(world, SLOW);
    scrub.start();
    await world.clock.advance(4000);
    expect(scrub.figures.dockets).to.be.within(2, 8);
    await world.clock.advance(120_000);
    expect(scrub.figures).to.include({ passes: 1, dockets: DOCKETS + 1, findings: 0 });
    await world.clock.advance(6 * 24 * 60 * 60_000);
    expect(scrub.figures.passes).to.equal(1);
    await world.clock.advance(2 * 24 * 60 * 60_000);
    expect(scrub.figures.passes).to.equal(2);
    expect(found).to.deep.equal([]);
    await scrub.stop();
  });

  it('begins its passes on time when somebody sets the clock, also while the node is stopped', async () => {
    const world = await chain();
    const { scrub } = scrubOf(world, SLOW);
    scrub.start();
    await world.clock.advance(120_000);
    expect(scrub.figures.passes).to.equal(1);
    world.clock.setMs = -30 * DAY_MS;
    await world.clock.advance(6 * DAY_MS);
    expect(scrub.figures.passes, 'not sooner').to.equal(1);
    await world.clock.advance(2 * DAY_MS);
    expect(scrub.figures.passes).to.equal(2);
    world.clock.setMs = 30 * DAY_MS;
    await world.clock.advance(DAY_MS);
    expect(scrub.figures.passes, 'nor after it was set ahead').to.equal(2);
    await scrub.stop();
    world.clock.setMs = -60 * DAY_MS;
    const again = scrubOf(world, SLOW).scrub;
    again.start();
    // A pass that began in the future says nothing of when the next one is due.
    await world.clock.advance(120_000);
    expect(again.figures.passes).to.equal(1);
    await again.stop();
  });

  it('does nothing at a rate of 0, and stands back while the journal is busy', async () => {
    const world = await chain();
    const off = scrubOf(world, { bytesPerSecond: 0, fromStart: true }).scrub;
    off.start();
    expect(world.clock.armed).to.equal(0);
    let backlog = 10_000_000;
    const { scrub } = scrubOf(world, SLOW, () => backlog);
    scrub.start();
    await world.clock.advance(10_000);
    expect(scrub.figures.dockets).to.equal(0);
    backlog = 0;
    await world.clock.advance(10_000);
    expect(scrub.figures.dockets).to.be.above(0);
    await scrub.stop();
    await off.stop();
  });

  it('goes on where it stopped, or from the start after an unclean stop', async () => {
    const world = await chain();
    const first = scrubOf(world, SLOW).scrub;
    first.start();
    await world.clock.advance(5000);
    const seen = first.figures.dockets;
    expect(seen).to.be.within(1, DOCKETS - 1);
    await first.stop();
    for (const fromStart of [false, true]) {
      const again = scrubOf(world, { ...SLOW, bytesPerSecond: 10_000_000, fromStart }).scrub;
      again.start();
      await world.clock.advance(5000);
      expect(again.figures.dockets).to.equal(DOCKETS + 1 - (fromStart ? 0 : seen));
      await again.stop();
    }
  });
});
