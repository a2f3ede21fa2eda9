// How much is opened before others have their turn.
import { expect } from 'chai';
import { takeNextPart } from '../../../../actors/background/opened-at-once.js';
import {
  ENVELOPE_BYTES_BESIDE_OTHERS,
  ENVELOPE_BYTES_OPENED_AT_ONCE,
  ENVELOPES_OPENED_AT_ONCE,
} from '../../../../core/base/limits/node/inbox.js';

describe('what is opened at once', () => {
  const move = (bytes: number) => ({ bytes: { length: bytes } as Uint8Array });
  const slices = (list: readonly (readonly number[])[]) => {
    const ends: number[] = [];
    for (let from = 0; from < list.length; ) {
      const { to, isMuch } = takeNextPart(list, from, (sizes) => sizes.map(move));
      expect(isMuch || from === 0).to.equal(true);
      ends.push(to);
      from = to;
    }
    return ends;
  };
  const many = ENVELOPES_OPENED_AT_ONCE;
  const large = ENVELOPE_BYTES_OPENED_AT_ONCE;

  it('is some moves', () => {
    expect(slices(Array(2 * many + 1).fill([1]))).to.deep.equal([many, 2 * many, 2 * many + 1]);
    expect(slices([])).to.deep.equal([]);
  });

  it('is fewer large ones, and one that is larger alone', () => {
    expect(slices([[large / 2], [large / 2], [1], [large + 1], [large + 1], [1]])).to.deep.equal([2, 3, 4, 5, 6]);
  });

  it('has a turn of its own where it is large, or follows another part', () => {
    const turns = (sizes: readonly number[], from = 0) => takeNextPart(sizes, from, (size) => [move(size)]).isMuch;
    expect(turns(Array(many).fill(1))).to.equal(false);
    expect(turns([ENVELOPE_BYTES_BESIDE_OTHERS])).to.equal(false);
    expect(turns([ENVELOPE_BYTES_BESIDE_OTHERS, 1])).to.equal(true);
    expect(turns([1, 1], 1)).to.equal(true);
  });

  it('counts what a run reads with it', () => {
    expect(slices([Array(many - 1).fill(1), [1], [1], Array(2 * many).fill(1)])).to.deep.equal([2, 3, 4]);
    expect(slices([[1, large], [1]])).to.deep.equal([1, 2]);
  });
});
