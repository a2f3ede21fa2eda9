// Files that a node took which only follows the register: validators have them from it at once, and a peer that may not
// know of the register is not asked. While they are on that node alone everybody is told so, through restarts of both
// sides.
import { expect } from 'chai';
import { Senders } from '../../../../actors/files/senders.js';
import type { PeerService } from '../../../../actors/mesh/ports.js';
import { sha256 } from '../../../../core/base/hash.js';
import { FILE_RETRY_MS, FILE_SENDERS_KEPT } from '../../../../core/base/limits/node/files.js';
import { issueOf } from '../../../support/base/results.js';
import { actionWith, aSealedFile, heldBy, type SealedFile, submitWith } from '../../../support/mesh/mesh-files.js';
import { MeshWorld, peerOf } from '../../../support/mesh/mesh-world.js';
import { REGISTER_ID } from '../../../support/node/ledger-world.js';

const SEATS = ['a', 'b', 'c'];

/** A private register of a, b and c. They show it to two followers, and not to a stranger that all are linked with. */
async function shown() {
  const mesh = await MeshWorld.of(...SEATS, 'follower', 'other', 'stranger');
  const pin = await mesh.found(SEATS);
  const readers = [peerOf('follower'), peerOf('other')];
  for (const name of SEATS) await mesh.node(name).world.ledger.update(REGISTER_ID, { readers } as never);
  for (const name of ['follower', 'other']) await mesh.node(name).surface.subscribe(REGISTER_ID, {});
  await mesh.clock.advance(3000);
  const file = aSealedFile('plan', [sha256('one'), sha256('two')]);
  const tx = actionWith(mesh, pin, { files: [file], name: 'afar' });
  const bring = (name: string) =>
    mesh.node(name).files.bring({ registerId: REGISTER_ID, txId: tx.txId, reference: file.reference });
  const codes = async (...names: string[]) => {
    const found: (string | undefined)[] = [];
    for (const name of names) found.push((await bring(name))?.code);
    return found;
  };
  return { mesh, file, tx, bring, codes };
}

const held = (mesh: MeshWorld, file: SealedFile) => SEATS.map((name) => heldBy(mesh.node(name), file));

/** The peers that ask the node for chunks, from now on. */
function askers(mesh: MeshWorld, name: string): Set<string> {
  const { driver, peerId } = mesh.node(name);
  const found = new Set<string>();
  const watched = new Proxy(driver, {
    get: (target, member) => {
      const own = Reflect.get(target, member);
      if (member !== 'chunk') return typeof own === 'function' ? own.bind(target) : own;
      return (...[from, ask]: Parameters<PeerService['chunk']>) => {
        found.add(from.peerId);
        return target.chunk(from, ask);
      };
    },
  });
  mesh.net.serve(peerId, watched as unknown as PeerService);
  return found;
}

describe('files that a follower took', () => {
  it('are on every validator within seconds, and outlive it', async () => {
    const { mesh, file, tx, codes } = await shown();
    const [asked, strange] = [askers(mesh, 'follower'), askers(mesh, 'stranger')];
    await submitWith(mesh, 'follower', tx, [file]);
    await mesh.clock.advance(FILE_RETRY_MS / 10);
    expect(held(mesh, file)).to.deep.equal([2, 2, 2]);
    expect(asked.size).to.be.greaterThan(0);
    await mesh.crash('follower');
    await mesh.clock.advance(1000);
    expect(await codes('other', ...SEATS)).to.deep.equal([undefined, undefined, undefined, undefined]);
    expect(heldBy(mesh.node('other'), file)).to.equal(2);
    expect([...strange], 'the register is not for the stranger').to.deep.equal([]);
    expect(mesh.net.blames).to.deep.equal([]);
    await mesh.stop();
  });

  it('are said to be there alone while it is away, and fetched when it is back, through restarts of both sides', async () => {
    const { mesh, file, tx, bring, codes } = await shown();
    await submitWith(mesh, 'follower', tx, [file]);
    // The offer arrives and nothing more.
    await mesh.clock.advance(4);
    mesh.isolate('follower');
    await mesh.clock.advance(3000);
    expect(mesh.node('b').world.ledger.receipt(REGISTER_ID, tx.txId)?.status).to.equal('sealed');
    expect(held(mesh, file)).to.deep.equal([0, 0, 0]);
    expect((await bring('a'))?.message).to.match(/A node that may have it did not answer/);
    expect((await bring('other'))?.message).to.match(/still on the node that sent the action alone/);
    for (const name of SEATS) {
      await mesh.crash(name);
      await mesh.restart(name);
      mesh.isolate('follower');
      await mesh.clock.advance(3000);
    }
    expect(await codes('a', 'b', 'c')).to.deep.equal(SEATS.map(() => 'NODE_UNAVAILABLE'));
    // Long enough that the next attempt is minutes away.
    await mesh.clock.advance(20 * FILE_RETRY_MS);
    await mesh.crash('follower');
    await mesh.restart('follower');
    await mesh.clock.advance(FILE_RETRY_MS / 10);
    expect(held(mesh, file)).to.deep.equal([2, 2, 2]);
    expect(await codes('other')).to.deep.equal([undefined]);
    await mesh.stop();
  });

  it('are said to be nowhere once it was asked and has none', async () => {
    const { mesh, tx, codes } = await shown();
    await mesh.submit('follower', tx);
    await mesh.clock.advance(3000);
    expect(await codes('a', 'b', 'other')).to.deep.equal(Array(3).fill('FILE_CHUNK_UNAVAILABLE'));
    await mesh.stop();
  });

  it('are not asked of it once it may not read the register any more', async () => {
    const { mesh, file, tx, codes } = await shown();
    await submitWith(mesh, 'follower', tx, [file]);
    await mesh.clock.advance(4);
    const asked = askers(mesh, 'follower');
    for (const name of SEATS)
      await mesh.node(name).world.ledger.update(REGISTER_ID, { readers: [peerOf('other')] } as never);
    await mesh.clock.advance(3000);
    expect(mesh.node('b').world.ledger.receipt(REGISTER_ID, tx.txId)?.status).to.equal('sealed');
    await codes('a', 'b', 'c');
    expect([...asked]).to.deep.equal([]);
    await mesh.stop();
  });

  it('are not given to who may read the register before they are sealed, but to members', async () => {
    const { mesh, file, tx } = await shown();
    const { files } = mesh.node('follower');
    for (const name of SEATS) mesh.net.serve(peerOf(name), undefined);
    await mesh.node('follower').world.ledger.update(REGISTER_ID, { advertise: true });
    await submitWith(mesh, 'follower', tx, [file]);
    const ask = { registerId: REGISTER_ID, txId: tx.txId, hash: file.reference.chunks[0] as string };
    expect(files.isClaimed(ask)).to.equal(true);
    const asked = (by: string, change: object = {}) =>
      mesh.node(by).net.chunk(peerOf('follower'), { ...ask, ...change });
    expect(await asked('a')).to.deep.equal(file.chunks.get(ask.hash));
    expect(issueOf(await asked('a', { hash: 'ab'.repeat(32) }))).to.deep.include({ code: 'FILE_CHUNK_UNAVAILABLE' });
    expect(issueOf(await asked('other'))).to.deep.include({ code: 'FILE_CHUNK_UNAVAILABLE' });
    await mesh.stop();
  });

  it('are remembered by their first sender, and so many only', async () => {
    const mesh = await MeshWorld.of('a');
    const pin = await mesh.found(['a']);
    const file = aSealedFile('f', [sha256('f')]);
    const first = actionWith(mesh, pin, { files: [file], name: 'first' });
    const senders = new Senders();
    senders.note('p', [first, mesh.action('a', pin, 1)]);
    senders.note('q', [first]);
    expect([senders.of(first.txId), senders.of(mesh.action('a', pin, 1).txId)]).to.deep.equal(['p', undefined]);
    const others = Array.from({ length: FILE_SENDERS_KEPT }, (_, i) => ({ ...first, txId: `tx ${i}` }));
    senders.note('r', others);
    expect([senders.of(first.txId), senders.of('tx 0')]).to.deep.equal([undefined, 'r']);
    await mesh.stop();
  });
});
