// A lie that one member can prove is known to the others at once, and the next docket says so, whoever proposes it.
import { expect } from 'chai';
import { rosterHashOf } from '../../../../core/register/roster.js';
import { lie } from '../../../support/evidence.js';
import { REGISTER_ID } from '../../../support/ledger-world.js';
import { MeshWorld, peerOf } from '../../../support/mesh-world.js';

const THREE = ['one', 'two', 'three'];

async function accused(mesh: MeshWorld, name: string) {
  const report = await mesh.node(name).world.ledger.misbehaviour(REGISTER_ID);
  if ('code' in report) throw new Error(report.message);
  return { pending: report.pending.length, faulted: report.faulted.map(({ validatorId }) => validatorId) };
}

async function withProof() {
  const mesh = await MeshWorld.of(...THREE, 'stranger');
  const pin = await mesh.found(THREE);
  const { genesisHash, roster } = mesh.state('one');
  const { keys } = mesh.node('three');
  const liar = { seat: mesh.seat('three'), sign: (digest: Uint8Array) => keys.current.sign(digest) };
  const scene = { registerId: REGISTER_ID, genesisHash, rosterHash: rosterHashOf(roster), height: 1, round: 0 };
  return { mesh, pin, proof: lie('DuplicateVote', liar, scene) };
}

describe('lies of members on the mesh', () => {
  it('are told to the other members by the one that met them, once, and sealed', async () => {
    const { mesh, pin, proof } = await withProof();
    const leader = mesh.state('one').proposer;
    const witness = ['one', 'two'].find((name) => mesh.seat(name).validatorId !== leader)!;
    let told = 0;
    mesh.net.alter = (_from, _to, frame) => {
      if (frame.type === 'evidence') told++;
      return frame;
    };
    expect(await mesh.node(witness).world.ledger.reportEvidence(REGISTER_ID, proof)).to.deep.equal([]);
    await mesh.clock.advance(100);
    for (const name of THREE)
      expect((await accused(mesh, name)).pending + (await accused(mesh, name)).faulted.length).to.equal(1);
    // Each of the three told the two others, and nobody twice.
    expect(told).to.equal(6);
    await mesh.submit('one', mesh.action('one', pin, 1));
    await mesh.clock.advance(2000);
    for (const name of THREE) expect(await accused(mesh, name)).to.deep.equal({ pending: 0, faulted: [proof.voter] });
    expect(mesh.net.blames).to.deep.equal([]);
    await mesh.stop();
  });

  it('are not recorded when they prove nothing, or come from who may not know the register', async () => {
    const { mesh, proof } = await withProof();
    mesh.node('stranger').net.send(peerOf('one'), { type: 'evidence', registerId: REGISTER_ID, evidence: proof });
    const forged = { ...proof, voter: mesh.seat('two').validatorId };
    mesh.node('two').net.send(peerOf('one'), { type: 'evidence', registerId: REGISTER_ID, evidence: forged });
    await mesh.clock.advance(1000);
    expect(await accused(mesh, 'one')).to.deep.equal({ pending: 0, faulted: [] });
    await mesh.stop();
  });
});
