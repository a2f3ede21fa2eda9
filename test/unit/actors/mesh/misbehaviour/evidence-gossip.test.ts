// Who hears of a split chain: every member when the register stops, whoever found the split, and a member that was away when it is back.
import { expect } from 'chai';
import { EvidenceGossip, type EvidenceGossipPorts } from '../../../../../actors/mesh/misbehaviour/evidence-gossip.js';
import type { ForkProof, Frame } from '../../../../../core/mesh/frames.js';

const registerId = '00000000-1111-4222-8333-444444444444';
const proof = { registerId } as ForkProof;

function aMember(forkedFrom: number | undefined) {
  const sent: [string, Frame][] = [];
  const misdeeds = new EvidenceGossip({
    ledger: { registers: () => [{ id: registerId }], forkedFrom: () => forkedFrom, forkProof: () => proof },
    rosters: { peers: () => ['one', 'two'], isSeated: (_id: string, peerId: string) => peerId !== 'stranger' },
    net: () => ({ send: (peerId: string, frame: Frame) => sent.push([peerId, frame]) > 0 }),
  } as unknown as EvidenceGossipPorts);
  return { misdeeds, sent };
}

describe('actors/mesh/misbehaviour/evidence-gossip', () => {
  it('shows every member the proof for which a register stopped here', () => {
    const { misdeeds, sent } = aMember(7);
    misdeeds.stopped(registerId);
    expect(sent).to.deep.equal([
      ['one', { type: 'fork', proof }],
      ['two', { type: 'fork', proof }],
    ]);
  });

  it('shows it to a member that comes back, and to nobody without a seat', () => {
    const { misdeeds, sent } = aMember(7);
    misdeeds.linked('stranger');
    misdeeds.linked('two');
    expect(sent.map(([peerId]) => peerId)).to.deep.equal(['two']);
  });

  it('says nothing of a register that stopped for another reason, or whose split is settled', () => {
    const { misdeeds, sent } = aMember(undefined);
    misdeeds.stopped(registerId);
    misdeeds.linked('two');
    expect(sent).to.deep.equal([]);
  });
});
