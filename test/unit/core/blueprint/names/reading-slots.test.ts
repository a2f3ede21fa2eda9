// Time slots of the roles that read: each has one in each cycle, whatever the time is, and all have the first one.
import { expect } from 'chai';
import fc from 'fast-check';
import { READING_SLOT_MS } from '../../../../../core/base/limits/ledger/instances.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { nextSlotOf, slotAt } from '../../../../../core/blueprint/names/reading-slots.js';
import { asks, definitionOf, read, shows, to } from '../../../../support/language-2.js';
import { alice } from '../../../../support/ledger.js';

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
        const cycle = [...roles, undefined].map((_, i) => slotAt(definition, atMs + i * READING_SLOT_MS).role);
        expect(cycle).to.have.members([...roles, undefined]);
        const { endMs } = slotAt(definition, atMs);
        expect(endMs - atMs).to.be.within(1, READING_SLOT_MS);
        for (const role of roles) {
          const fromMs = nextSlotOf(definition, role, atMs) as number;
          expect(fromMs - atMs).to.be.within(1, (roles.length + 1) * READING_SLOT_MS);
          expect([slotAt(definition, fromMs).role, slotAt(definition, fromMs - 1).role === role]).to.deep.equal([
            role,
            false,
          ]);
        }
      }),
    );
  });

  it('are of no role that reads nothing', () => {
    const definition = definitionReadBy(['b']);
    expect([nextSlotOf(definition, 'o', 0), nextSlotOf(definition, 'a', 0)]).to.deep.equal([undefined, undefined]);
    expect([slotAt(definition, 0).role, slotAt(definition, READING_SLOT_MS).role]).to.deep.equal([undefined, 'b']);
  });
});
