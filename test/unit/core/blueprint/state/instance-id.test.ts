// Ids of new instances: the example of the RFC, and their order for any times and bytes.
import { expect } from 'chai';
import fc from 'fast-check';
import { isUuid } from '../../../../../core/base/bytes.js';
import { newInstanceId } from '../../../../../core/blueprint/state/instance-id.js';

/** The last time that has room in 48 bits. */
const LAST_MS = 2 ** 48 - 1;

describe('the id of a new instance', () => {
  it('is the example of RFC 9562 A.6', () => {
    const bytes = Uint8Array.from(Buffer.from('0000000000000cc318c4dc0c0c07398f', 'hex'));
    const id = newInstanceId(Date.parse('2022-02-22T19:22:22Z'), { bytes: () => bytes });
    expect(id).to.equal('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
  });

  it('is a UUID of version 7 that stands before each later one', () => {
    const time = fc.integer({ min: 0, max: LAST_MS });
    const drawn = fc.uint8Array({ minLength: 16, maxLength: 16 });
    fc.assert(
      fc.property(time, time, drawn, drawn, (a, b, one, other) => {
        const first = newInstanceId(Math.min(a, b), { bytes: () => one });
        const then = newInstanceId(Math.max(a, b), { bytes: () => other });
        expect(isUuid(first)).to.equal(true);
        expect(first[14]).to.equal('7');
        expect(first[19]).to.be.oneOf(['8', '9', 'a', 'b']);
        if (a !== b) expect(first < then).to.equal(true);
      }),
    );
  });
});
