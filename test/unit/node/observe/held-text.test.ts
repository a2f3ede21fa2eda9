// A text that is made once for all who ask in the same moment.
import { expect } from 'chai';
import { heldText } from '../../../../node/observe/held-text.js';

describe('a held text', () => {
  it('is made once for all who ask in its time, and anew after it', async () => {
    let now = 5000;
    let made = 0;
    const read = heldText(
      async () => `text ${++made}`,
      1000,
      () => now,
    );
    expect(await Promise.all([read(), read(), read()])).to.deep.equal(['text 1', 'text 1', 'text 1']);
    now += 999;
    expect(await read()).to.equal('text 1');
    now += 1;
    expect(await read()).to.equal('text 2');
  });

  it('does not keep a failure', async () => {
    let made = 0;
    const make = async () => {
      if (++made === 1) throw new Error('not now');
      return 'text';
    };
    const read = heldText(make, 1000, () => 0);
    expect(await read().catch((error: Error) => error.message)).to.equal('not now');
    expect(await read()).to.equal('text');
  });
});
