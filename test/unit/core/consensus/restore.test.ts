// A state that comes back from disk: the body of every promise is there, or one that a proposer gave the same key.
import { expect } from 'chai';
import { InvariantError } from '../../../../core/base/assert.js';
import { restore, tipOf } from '../../../../core/consensus/state.js';
import { docketOn, Seat, TRIO } from '../../../model/scenarios.js';
import { genesisOf, type World } from '../../../model/world.js';

const SOLO: World = { ...TRIO, rosters: ['A'] };

describe('restore', () => {
  it('comes back where the body of a promise was replaced by one with its key, and where none is there does not', () => {
    const node = new Seat(SOLO, 'A');
    const docket = docketOn(SOLO, genesisOf(SOLO), 'A');
    node.feed({ type: 'work', on: true });
    const [first] = node.feed({ type: 'built', height: 1, round: 0, docket });
    const record =
      first?.type === 'persist' ? first.writes.flatMap((w) => (w.kind === 'record' ? [w.record] : []))[0] : undefined;
    // Bodies are stored under eight bytes of their hash, and a proposer looked for two dockets that share them.
    const twin = { ...docket, hash: `${docket.hash.slice(0, 16)}${'0'.repeat(48)}` };
    expect(restore(record!, tipOf(genesisOf(SOLO)), [twin]).record).to.equal(record);
    const other = { ...docket, hash: `${'0'.repeat(16)}${docket.hash.slice(16)}` };
    for (const bodies of [[], [other]])
      expect(() => restore(record!, tipOf(genesisOf(SOLO)), bodies)).to.throw(InvariantError);
  });
});
