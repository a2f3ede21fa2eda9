// The bits of a status list: each status at its place, in both directions, and none outside.
import { deflateSync } from 'node:zlib';
import { expect } from 'chai';
import fc from 'fast-check';
import { STATUS_LIST_BYTES_MAX } from '../../../../../core/base/limits/ledger/credentials.js';
import { readStatusList, statusAt, statusListOf } from '../../../../../core/credentials/status/bits.js';

const WIDTHS = [1, 2, 4, 8] as const;

describe('status lists: bits', () => {
  it('give every status that was set, by every width', () => {
    const lists = fc.constantFrom(...WIDTHS).chain((bits) =>
      fc.record({
        bits: fc.constant(bits),
        statuses: fc.array(fc.integer({ min: 0, max: 2 ** bits - 1 }), { maxLength: 200 }),
      }),
    );
    fc.assert(
      fc.property(lists, ({ bits, statuses }) => {
        const made = statusListOf(bits, statuses.length, statuses.entries());
        const list = readStatusList(bits, deflateSync(made.bytes));
        expect(list && statuses.map((_, place) => statusAt(list, place))).to.deep.equal(statuses);
      }),
    );
  });

  it('have nothing outside the list, and none at what is no place', () => {
    const list = statusListOf(2, 4, [[3, 2]]);
    for (const place of [-1, 4, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      expect(statusAt(list, place), String(place)).to.equal(undefined);
    expect(statusAt(list, 3)).to.equal(2);
  });

  it('are 1, 2, 4 or 8 wide', () => {
    const bytes = deflateSync(new Uint8Array(8));
    for (const bits of [0, 3, 16, '2', 2.5, undefined, null]) expect(readStatusList(bits, bytes)).to.equal(undefined);
    for (const bits of WIDTHS) expect(readStatusList(bits, bytes)?.bits).to.equal(bits);
  });

  it('are no longer than a list may be', () => {
    const of = (bytes: number) => readStatusList(1, deflateSync(new Uint8Array(bytes)))?.bytes.length;
    expect(of(STATUS_LIST_BYTES_MAX)).to.equal(STATUS_LIST_BYTES_MAX);
    expect(of(STATUS_LIST_BYTES_MAX + 1)).to.equal(undefined);
  });

  it('are not made with a status beyond its width, or outside', () => {
    for (const entry of [
      [0, 4],
      [0, -1],
      [8, 1],
      [-1, 1],
    ] as const)
      expect(() => statusListOf(2, 8, [entry])).to.throw(RangeError);
  });
});
