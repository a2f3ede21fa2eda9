// How many passwords are hashed at once: never all processors.
import { expect } from 'chai';
import { hashesAtOnce } from '../../../../node/compose/identity.js';

describe('node/compose/identity', () => {
  it('leaves a processor to the event loop where there is more than one', () => {
    expect([1, 2, 3, 16].map(hashesAtOnce)).to.deep.equal([1, 1, 2, 2]);
  });
});
