// The rows of index groups: what is written is read again, with the roles counted up to each entry, and a row that was
// spoilt is refused.
import { expect } from 'chai';
import {
  decodeCount,
  decodeRun,
  decodeTail,
  emptyTail,
  encodeCount,
  encodeRun,
  RECEIVED,
  RUN_ENTRIES,
  runsOf,
  SENT,
  tailOf,
  writeEntry,
} from '../../../../storage/chain/index-rows.js';
import { StoreError } from '../../../../storage/engine/fault.js';

/** Entries 0, 1, 2 and so on: sent, received, both, and again. */
const ROLES = [SENT, RECEIVED, SENT | RECEIVED];
const entry = (n: number) => ({ height: 2 ** 40 + n, index: n * 3, roles: ROLES[n % 3] as number });

function filled(count: number): Buffer {
  const tail = emptyTail();
  for (let n = 0; n < count; n++) writeEntry(tail, n, entry(n));
  return tail;
}

function expected(count: number, before: { sent: number; received: number }) {
  return Array.from({ length: count }, (_, n) => ({
    ...entry(n),
    sentBefore: before.sent + Math.ceil(n / 3) + Math.floor(n / 3),
    receivedBefore: before.received + Math.floor((n + 1) / 3) + Math.floor(n / 3),
  }));
}

describe('storage/chain/index-rows', () => {
  it('keeps the entries of a run with what was before it', () => {
    const run = encodeRun({ sent: 100 + 11, received: 50 + 10 }, filled(RUN_ENTRIES));
    expect(decodeRun(run)).to.deep.equal(expected(RUN_ENTRIES, { sent: 100, received: 50 }));
  });

  it('keeps with a counter only the entries that fill no run', () => {
    for (const left of [0, 1, 5, 15]) {
      const total = 3 * RUN_ENTRIES + left;
      const sent = 40 + Math.ceil(left / 3) + Math.floor(left / 3);
      const received = 20 + Math.floor((left + 1) / 3) + Math.floor(left / 3);
      const bytes = encodeCount({ total, sent, received }, filled(RUN_ENTRIES));
      expect(bytes.length, 'nothing of a run is in it').to.equal(22 + left * 11);
      expect(decodeCount(bytes)).to.deep.equal({ total, sent, received });
      expect(decodeTail(bytes)).to.deep.equal(expected(left, { sent: 40, received: 20 }));
      expect(runsOf({ total })).to.equal(3);
      // Read again, the counter goes on where it stopped.
      const tail = tailOf(bytes);
      for (let n = left; n < RUN_ENTRIES; n++) writeEntry(tail, n, entry(n));
      expect(Buffer.compare(tail, filled(RUN_ENTRIES))).to.equal(0);
    }
  });

  it('refuses a spoilt row', () => {
    const run = encodeRun({ sent: 11, received: 10 }, filled(RUN_ENTRIES));
    const count = encodeCount({ total: 5, sent: 3, received: 3 }, filled(5));
    for (const [bytes, read] of [
      [run, decodeRun],
      [count, decodeCount],
      [count, decodeTail],
      [count, tailOf],
    ] as const) {
      const spoilt = Buffer.from(bytes);
      spoilt[20]! ^= 1;
      expect(() => read(spoilt)).to.throw(StoreError);
    }
  });
});
