// Time slots of the roles that read: each has one in each cycle, whatever the time is, and all have the first one.
import { expect } from 'chai';
import fc from 'fast-check';
import { DOCKET_AHEAD_MAX_MS } from '../../../../../core/base/limits/ledger/clocks.js';
import { READING_SLOT_MS } from '../../../../../core/base/limits/ledger/instances.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { nextSlot, slotRole } from '../../../../../core/blueprint/names/reading-slots.js';
import { asks, definitionOf, read, shows, to } from '../../../../support/definitions/short-definitions.js';
import { alice } from '../../../../support/register/ledger.js';

const num = { type: 'integer' };
const reads = { calculations: { drawn: read('count.1') } };

/** Roles a, b and c, of which each may read; o opens and reads nothing. */
function definitionReadBy(roles: readonly string[]): Definition {
  const all = ['o', 'a', 'b', 'c'];
  const others = all.map((sender) => ({
    ...{ sender, ...asks({ n: num }), ...shows({ o: ['*'] }), ...to() },
    ...(roles.includes(sender) && reads),
  }));
  const opening = { sender: 'o', ...asks({ n: num }), ...shows({ a: ['*'] }), ...to(2, 3, 4, 5) };
  const participants = all.map((id) => ({ id, walletAddress: alice.address }));
  return { ...definitionOf([opening, ...others]), participants } as unknown as Definition;
}

describe('time slots of the roles that read', () => {
  it('are one of each cycle, and the first one is of all', () => {
    fc.assert(
      fc.property(fc.subarray(['a', 'b', 'c']), fc.nat({ max: 4_000_000_000_000 }), (roles, atMs) => {
        const definition = definitionReadBy(roles);
        const cycle = [...roles, undefined].map((_, i) => slotRole(definition, atMs + i * READING_SLOT_MS));
        expect(cycle).to.have.members([...roles, undefined]);
        for (const wanted of [...roles, undefined]) {
          const fromMs = nextSlot(definition, atMs, (role) => role === wanted) as number;
          expect(fromMs - atMs).to.be.within(1, (roles.length + 1) * READING_SLOT_MS);
          const isIn = [fromMs - 1, fromMs, fromMs + READING_SLOT_MS - 1].map(
            (ms) => slotRole(definition, ms) === wanted,
          );
          // Where no role reads all slots are of all.
          expect(isIn).to.deep.equal([roles.length === 0, true, true]);
        }
      }),
    );
  });

  it('are of no role that reads nothing', () => {
    const definition = definitionReadBy(['b']);
    expect(nextSlot(definition, 0, (role) => role === 'a' || role === 'o')).to.equal(undefined);
    expect([0, READING_SLOT_MS].map((ms) => slotRole(definition, ms))).to.deep.equal([undefined, 'b']);
  });

  it('leave time to act behind a proposer that dates its docket as far ahead as it may', () => {
    expect(READING_SLOT_MS - DOCKET_AHEAD_MAX_MS).to.be.at.least(2000);
  });
});
