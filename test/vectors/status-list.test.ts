// The test vectors of draft-ietf-oauth-status-list: every entry of every list is the one that the draft names.
import { expect } from 'chai';
import { fromBase64Url } from '../../core/base/bytes.js';
import { readStatusList, statusAt, statusListOf } from '../../core/credentials/status/bits.js';
import { vectorLines } from './lines.js';

interface Vector {
  readonly name: string;
  readonly entries: number;
  readonly bits: 1 | 2 | 4 | 8;
  readonly lst: string;
  readonly statuses: readonly (readonly [place: number, status: number])[];
}

const VECTORS = vectorLines<Vector>('status-list/lists.jsonl');

describe('vectors: status lists', () => {
  it('are six lists', () => expect(VECTORS).to.have.lengthOf(6));

  for (const { name, entries, bits, lst, statuses } of VECTORS)
    it(`${name} has its statuses and no others`, () => {
      const list = readStatusList(bits, fromBase64Url(lst) ?? new Uint8Array());
      if (list === undefined) throw new Error('refused');
      expect(list).to.deep.equal(statusListOf(bits, entries, statuses));
      for (const [place, status] of statuses) expect(statusAt(list, place), String(place)).to.equal(status);
      expect(statusAt(list, entries)).to.equal(undefined);
    });
});
