// Founding a register together: every member attests docket 0 or nothing is founded, and every member holds it soon
// after.
import { expect } from 'chai';
import type { PeerService } from '../../../../../actors/mesh/ports.js';
import { isFailure } from '../../../../../core/base/result.js';
import { RULES_LATEST } from '../../../../../core/base/version.js';
import { codesOf, issueOf, issuesOf } from '../../../../support/base/results.js';
import { MeshWorld, peerOf } from '../../../../support/mesh/mesh-world.js';
import { REGISTER_ID } from '../../../../support/node/ledger-world.js';

describe('founding on the mesh', () => {
  for (const names of [
    ['one', 'two', 'three'],
    ['one', 'two', 'three', 'four'],
  ])
    it(`is attested and followed by all ${names.length} members`, async () => {
      const mesh = await MeshWorld.of(...names);
      const mode = names.length === 4 ? 'bft' : 'majority';
      const made = await mesh.tryFound(names, { policy: { consensus: { mode } } });
      if (!('sealed' in made)) throw new Error(JSON.stringify(made));
      expect(made.sealed.certificate.signatures).to.have.length(names.length);
      await mesh.clock.advance(100);
      for (const name of names) {
        expect(mesh.state(name).hash).to.equal(made.sealed.docket.hash);
        const { ledger } = mesh.node(name).world;
        expect(ledger.seat(REGISTER_ID)).to.include({ state: 'Running' });
        expect(ledger.register(REGISTER_ID)?.subscribed ?? false).to.equal(false);
        expect(ledger.register(REGISTER_ID)?.status).to.equal('ONLINE');
      }
      expect(mesh.net.blames).to.deep.equal([]);
      await mesh.stop();
    });

  it('fails with the name of a member that is cut off, and founds nothing', async () => {
    const mesh = await MeshWorld.of('one', 'two', 'three');
    mesh.isolate('three');
    const made = await mesh.tryFound(['one', 'two', 'three']);
    expect(codesOf(made)).to.deep.equal(['ATTESTATION_MISSING']);
    expect(issuesOf(made)).to.have.nested.property('[0].path', '/validators/2');
    expect(issueOf(made)).to.have.property('message').that.includes(peerOf('three'));
    for (const name of ['one', 'two', 'three']) expect(mesh.height(name)).to.equal(-1);
    await mesh.stop();
  });

  it('names every member whose program does not know the rules, and asks no member', async () => {
    const names = ['one', 'two', 'three'];
    const mesh = await MeshWorld.of(...names);
    const { net } = mesh.node('one');
    const peer = net.peer.bind(net);
    const asked: string[] = [];
    Object.assign(net, {
      peer: (peerId: string) => {
        const found = peer(peerId);
        return found && { ...found, rules: peerId === peerOf('three') ? RULES_LATEST - 1 : RULES_LATEST };
      },
      attest: async (peerId: string) => void asked.push(peerId),
    });
    const made = await mesh.tryFound(names);
    if (!isFailure(made)) throw new Error('founded');
    expect(made.issues.map(({ code, path }) => `${code} ${path}`)).to.deep.equal(['ATTESTATION_MISSING /validators/2']);
    expect(made.issue.message)
      .to.contain(peerOf('three'))
      .and.contain(`knows rules ${RULES_LATEST - 1}`)
      .and.contain(`rules ${RULES_LATEST}`);
    expect(asked).to.deep.equal([]);
    await mesh.stop();
  });

  it('can be tried again when a member that was cut off is back: a member that attested attests the same docket 0', async () => {
    const names = ['one', 'two', 'three'];
    const mesh = await MeshWorld.of(...names);
    const nowMs = mesh.clock.now();
    mesh.isolate('three');
    expect(codesOf(await mesh.tryFound(names, { nowMs }))).to.deep.equal(['ATTESTATION_MISSING']);
    mesh.rejoin('three');
    await mesh.clock.advance(5000);
    expect(await mesh.tryFound(names, { nowMs })).to.have.property('sealed');
    await mesh.clock.advance(1000);
    expect(names.map((name) => mesh.height(name))).to.deep.equal([0, 0, 0]);
    await mesh.stop();
  });

  it('fails when a member takes no seats, or does not admit the founder', async () => {
    const mesh = new MeshWorld();
    await mesh.add('one');
    await mesh.add('two', { attests: false });
    mesh.net.linkAll();
    expect(codesOf(await mesh.tryFound(['one', 'two']))).to.deep.equal(['ATTESTATION_MISSING']);
    await mesh.stop();
    const guests = new MeshWorld();
    await guests.add('one', { standing: 'guest' });
    await guests.add('two');
    guests.net.linkAll();
    expect(codesOf(await guests.tryFound(['one', 'two']))).to.deep.equal(['ATTESTATION_MISSING']);
    await guests.stop();
  });

  it('brings docket 0 by anti-entropy to a member that missed it', async () => {
    const names = ['one', 'two', 'three'];
    const mesh = await MeshWorld.of(...names);
    mesh.net.alter = (_, to, frame) => (frame.type === 'head' && to === peerOf('three') ? undefined : frame);
    await mesh.tryFound(names);
    await mesh.clock.advance(1000);
    expect(names.map((name) => mesh.height(name))).to.deep.equal([0, 0, -1]);
    mesh.net.alter = undefined;
    await mesh.clock.advance(90_000);
    expect(mesh.height('three')).to.equal(0);
    expect(mesh.net.blames).to.deep.equal([]);
    await mesh.stop();
  });

  it('brings docket 0 to a member that was cut off right after it attested', async () => {
    const names = ['one', 'two', 'three'];
    const mesh = await MeshWorld.of(...names);
    const made = await mesh.tryFound(names);
    expect(made).to.have.property('sealed');
    mesh.isolate('three');
    await mesh.clock.advance(5000);
    expect(mesh.height('three')).to.equal(-1);
    mesh.rejoin('three');
    await mesh.clock.advance(1000);
    expect(mesh.height('three')).to.equal(0);
    await mesh.stop();
  });

  it('blames a member that gives docket 0 with a certificate that no member signed, and begins with the copy of another', async () => {
    const names = ['one', 'two', 'three'];
    const mesh = await MeshWorld.of(...names);
    expect(await mesh.tryFound(names)).to.have.property('sealed');
    mesh.isolate('three');
    await mesh.clock.advance(5000);
    const dockets: PeerService['dockets'] = async function* () {
      const [genesis] = await mesh.chain('one');
      const { certificate } = genesis!;
      const signatures = certificate.signatures.map((one) => ({ ...one, signature: 'ab'.repeat(64) }));
      yield { ...genesis!, certificate: { ...certificate, signatures } };
    };
    mesh.net.serve(peerOf('one'), Object.assign(Object.create(mesh.node('one').driver), { dockets }));
    mesh.net.link(peerOf('one'), peerOf('three'));
    await mesh.clock.advance(1000);
    expect(mesh.height('three')).to.equal(-1);
    const blamed = mesh.net.blames.map(({ by, peerId, offence }) => `${by} ${peerId} ${offence}`);
    expect(new Set(blamed)).to.deep.equal(new Set([`${peerOf('three')} ${peerOf('one')} invalid-signature`]));
    mesh.rejoin('three');
    await mesh.clock.advance(1000);
    expect(mesh.height('three')).to.equal(0);
    await mesh.stop();
  });

  it('has each node attest one genesis of an id', async () => {
    const names = ['one', 'two', 'three'];
    const mesh = await MeshWorld.of(...names);
    mesh.isolate('three');
    expect(codesOf(await mesh.tryFound(names))).to.deep.equal(['ATTESTATION_MISSING']);
    mesh.rejoin('three');
    await mesh.clock.advance(1000);
    // Two has attested the first docket 0 of this id, of another moment.
    const again = await mesh.tryFound(names);
    expect(issuesOf(again)).to.have.nested.property('[0].path', '/validators/1');
    expect(codesOf(again)).to.deep.equal(['ATTESTATION_MISSING']);
    const other = '21111111-2222-4333-8444-555555555555';
    expect(await mesh.tryFound(names, { registerId: other })).to.have.property('sealed');
    await mesh.stop();
  });
});
