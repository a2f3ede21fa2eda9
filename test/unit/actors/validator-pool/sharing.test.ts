// Whether a register is shared at the moment: two organisations brought transactions in turn not long ago.
import { expect } from 'chai';
import { PoolShares } from '../../../../actors/validator-pool/sharing.js';
import { SHARED_FOR_MS } from '../../../../core/base/limits/node/sharing.js';
import { memberKey } from '../../../../core/base/queues/turn-key.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';

describe('sharing of a register', () => {
  it('begins when another organisation brings something, and ends some time after the last turn', async () => {
    const clock = new VirtualClock();
    const sharing = new PoolShares(clock);
    sharing.countBrought('one');
    sharing.countBrought('one');
    expect(sharing.isShared).to.equal(false);
    sharing.countBrought('two');
    expect(sharing.isShared).to.equal(true);
    await clock.advance(SHARED_FOR_MS - 1);
    expect(sharing.isShared).to.equal(true);
    sharing.countBrought('two');
    await clock.advance(1);
    expect(sharing.isShared).to.equal(false);
  });

  it('is between organisations, and not between the members of a share', () => {
    const sharing = new PoolShares(new VirtualClock());
    sharing.countBrought(memberKey('citizens', 'a'));
    sharing.countBrought(memberKey('citizens', 'b'));
    expect(sharing.isShared).to.equal(false);
  });
});
