// The plan of ranges: every docket is asked for once, and a range is as large as its giver gives in some seconds. A
// giver is left for one that is far quicker or was not tried.
import { expect } from 'chai';
import fc from 'fast-check';
import { RANGE_BYTES_MAX, RANGE_DOCKETS_MAX } from '../../../../core/base/limits/node/replication.js';
import { type DocketSpan, isTooSlow, nextSpan, quickOf, rangeBytes } from '../../../../core/mesh/range-plan.js';

const heights = (span: DocketSpan) => Array.from({ length: span.to - span.from + 1 }, (_, i) => span.from + i);

describe('core/mesh/range-plan', () => {
  it('asks for every docket once, whatever ends early, and never for more bytes than a range has', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: 300 });
    const cuts = fc.array(fc.nat(9), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(sizes, cuts, fc.integer({ min: 1, max: 9000 }), (bytes, ends, bytesMax) => {
        const bytesOf = (height: number) => bytes[height - 1] as number;
        const here = new Set<number>();
        const open: DocketSpan[] = [];
        for (let turn = 0; here.size < bytes.length; turn++) {
          let from = 1;
          while (here.has(from)) from++;
          while (open.length < 3) {
            const span = nextSpan({ from, to: bytes.length, open, bytesOf, bytesMax });
            if (!span) break;
            const sum = heights(span).reduce((total, height) => total + bytesOf(height), 0);
            expect(span.to === span.from || sum <= bytesMax).to.equal(true);
            open.push(span);
          }
          open.sort((a, b) => a.from - b.from);
          const first = open.shift() as DocketSpan;
          expect(first.from, 'the lowest one is among them').to.equal(from);
          // A giver may end early, but gives something.
          const given = heights(first).slice(
            0,
            Math.max(1, heights(first).length - (ends[turn % ends.length] as number)),
          );
          for (const height of given) {
            expect(here.has(height), `docket ${height} came once`).to.equal(false);
            here.add(height);
          }
        }
      }),
    );
  });

  it('asks for at most as many dockets as a range has, and for nothing where all are asked for', () => {
    const needs = { from: 5, to: 10_000, open: [], bytesOf: () => 0, bytesMax: 1 };
    expect(nextSpan(needs)).to.deep.equal({ from: 5, to: 4 + RANGE_DOCKETS_MAX });
    expect(nextSpan({ ...needs, to: 4 })).to.equal(undefined);
    expect(nextSpan({ ...needs, to: 9, open: [{ from: 5, to: 9 }] })).to.equal(undefined);
    expect(nextSpan({ ...needs, to: 9, open: [{ from: 7, to: 8 }] })).to.deep.equal({ from: 5, to: 6 });
    expect(nextSpan({ ...needs, bytesOf: () => 100 }), 'one that is too large goes alone').to.deep.equal({
      from: 5,
      to: 5,
    });
  });

  it('makes a range as large as its giver gives in eight seconds, within bounds', () => {
    expect([undefined, 0, 125, 1e9].map(rangeBytes)).to.deep.equal([1 << 20, 256 * 1024, 1_000_000, RANGE_BYTES_MAX]);
  });

  it('leaves a giver for one that gave four times as much, or that was not tried while this one trickles', () => {
    const slow = (bytes: number, others: readonly (number | undefined)[]) => isTooSlow({ bytes, ms: 1000 }, others);
    expect(slow(1, []), 'there is no other').to.equal(false);
    expect(slow(127_999, [undefined])).to.equal(true);
    expect(slow(128_000, [undefined])).to.equal(false);
    expect(slow(249, [1])).to.equal(true);
    expect(slow(250, [1]), 'the others were no better').to.equal(false);
    expect(slow(300_000, [0.1, 1201]), 'the best of them counts').to.equal(true);
  });

  it('counts a giver among the quick ones until its rate is known', () => {
    const rates = new Map([
      ['a', 100],
      ['b', 25],
      ['c', 24],
    ]);
    expect(quickOf(['a', 'b', 'c', 'd'], (name) => rates.get(name))).to.deep.equal(['a', 'b', 'd']);
    expect(quickOf(['d'], () => undefined)).to.deep.equal(['d']);
    expect(quickOf(['c', 'd'], (name) => rates.get(name))).to.deep.equal(['c', 'd']);
  });
});
