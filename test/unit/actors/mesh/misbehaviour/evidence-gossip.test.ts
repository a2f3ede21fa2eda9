// The news of a split chain goes to every member when the register stops, whichever found the split. A member that was
// away has it when it is back.
import { expect } from 'chai';
import { EvidenceGossip, type EvidenceGossipPorts } from '../../../../../actors/mesh/misbehaviour/evidence-gossip.js';
import type { ForkProof, Frame } from '../../../../../core/mesh/frames.js';

const registerId = '00000000-1111-4222-8333-444444444444';
const proof = { registerId } as ForkProof;

function aMember(splitAt: number | undefined) {
  const sent: [string, Frame][] = [];
  const gossip = new EvidenceGossip({
    ledger: {
      registers: () => [{ id: registerId }],
      forks: { forkHeight: () => splitAt },
      watch: { forkProof: () => proof },
    },
    rosters: { peers: () => ['one', 'two'], isSeated: (_id: string, peerId: string) => peerId !== 'stranger' },
    net: () => ({ send: (peerId: string, frame: Frame) => sent.push([peerId, frame]) > 0 }),
  } as unknown as EvidenceGossipPorts);
  return { gossip, sent };
}

describe('actors/mesh/misbehaviour/evidence-gossip', () => {
  it('shows every member the proof for which a register stopped here', () => {
    const { gossip, sent } = aMember(7);
    gossip.onStopped(registerId);
    expect(sent).to.deep.equal([
      ['one', { type: 'fork', proof }],
      ['two', { type: 'fork', proof }],
    ]);
  });

  it('shows it to a member that comes back, and to no node without a seat', () => {
    const { gossip, sent } = aMember(7);
    gossip.onLinked('stranger');
    gossip.onLinked('two');
    expect(sent.map(([peerId]) => peerId)).to.deep.equal(['two']);
  });

  it('says nothing of a register that stopped for another reason, or whose split is settled', () => {
    const { gossip, sent } = aMember(undefined);
    gossip.onStopped(registerId);
    gossip.onLinked('two');
    expect(sent).to.deep.equal([]);
  });
});
