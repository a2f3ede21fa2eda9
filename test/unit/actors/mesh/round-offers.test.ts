// The offer of a member to the proposer of a new round: transactions that never passed over their link. Rounds change
// every second where a mesh has much to do, and thousands wait then.
import { expect } from 'chai';
import { ConsensusLink, type ConsensusLinkPorts } from '../../../../actors/mesh/consensus/consensus-link.js';
import type { Frame } from '../../../../core/mesh/frames.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';
import { aTransaction, REGISTER } from '../../../support/register/a-chain.js';

const [first, second, third] = [0, 1, 2].map((n) => aTransaction({ n })) as [Transaction, Transaction, Transaction];

function offered(known: readonly Transaction[], isUp = true): readonly Frame[] {
  const frames: Frame[] = [];
  const net = {
    peer: () => ({}),
    send: (_: string, frame: Frame) => frames.push(frame) > 0,
    hasPassed: (peerId: string, tx: Transaction) => peerId === 'peer B' && known.includes(tx),
  };
  const link = new ConsensusLink({
    clock: new VirtualClock(),
    rosters: { peerOf: () => 'peer B' },
    net: () => (isUp ? net : undefined),
  } as unknown as ConsensusLinkPorts);
  link.transport(REGISTER).offer('B', [first, second, third]);
  return frames;
}

describe('the offer to the proposer of a new round', () => {
  it('has what never passed over the link with it', () => {
    expect(offered([first, third])).to.deep.equal([{ type: 'offer', registerId: REGISTER, transactions: [second] }]);
    expect(offered([])).to.deep.equal([{ type: 'offer', registerId: REGISTER, transactions: [first, second, third] }]);
  });

  it('is none where all passed, and where there is no network', () => {
    expect(offered([first, second, third])).to.deep.equal([]);
    expect(offered([], false)).to.deep.equal([]);
  });
});
