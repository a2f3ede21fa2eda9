// Files over a mesh: validators fetch what sealed actions name, readers have it from any node that has it, and nothing
// is kept that no action names. Liars are told from their bytes, and a node that was down goes on where it left off.
import { expect } from 'chai';
import type { PeerService } from '../../../../actors/mesh/ports.js';
import { sha256 } from '../../../../core/base/hash.js';
import { FILE_RETRY_MS, UPLOAD_KEEP_MS } from '../../../../core/base/limits/node/files.js';
import { openChunk } from '../../../../core/envelope/files.js';
import { issueOf } from '../../../support/base/results.js';
import {
  actionWith,
  aSealedFile,
  heldBy,
  type SealedFile,
  submitWith,
  uploadTo,
} from '../../../support/mesh/mesh-files.js';
import { MeshWorld, peerOf } from '../../../support/mesh/mesh-world.js';
import { keyOf, REGISTER_ID, signedTransaction } from '../../../support/node/ledger-world.js';

const aFile = (name: string, parts = 3) =>
  aSealedFile(
    name,
    Array.from({ length: parts }, (_, i) => sha256(`${name} ${i}`)),
  );

async function sealedAt(mesh: MeshWorld, pin: string, name: string, files: readonly SealedFile[]) {
  const tx = actionWith(mesh, pin, { files, name });
  const node = [...mesh.nodes.keys()][0] as string;
  const outcome = await submitWith(mesh, node, tx, files);
  if (outcome.status === 'refused') throw new Error(JSON.stringify(outcome));
  return tx;
}

/** A register of a, b and c that all of them show, and a reader that follows it. */
async function shown(): Promise<{ readonly mesh: MeshWorld; readonly pin: string }> {
  const mesh = await MeshWorld.of('a', 'b', 'c', 'reader');
  const pin = await mesh.found(['a', 'b', 'c'], { advertise: true });
  for (const name of ['b', 'c']) await mesh.node(name).world.ledger.update(REGISTER_ID, { advertise: true });
  await mesh.node('reader').surface.subscribe(REGISTER_ID, {});
  return { mesh, pin };
}

/** A node that answers as `service` but for some calls. */
function altered(mesh: MeshWorld, name: string, change: Partial<PeerService>): void {
  const { driver, peerId } = mesh.node(name);
  const honest = new Proxy(driver, {
    get: (target, member) => {
      const own = (change as Record<PropertyKey, unknown>)[member] ?? Reflect.get(target, member);
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });
  mesh.net.serve(peerId, honest as unknown as PeerService);
}

describe('files of a register', () => {
  it('are on every validator soon, so that they outlive the node that took them', async () => {
    const { mesh, pin } = await shown();
    const file = aFile('plan');
    const tx = await sealedAt(mesh, pin, 'one', [file]);
    await mesh.clock.advance(3000);
    expect(['a', 'b', 'c', 'reader'].map((name) => heldBy(mesh.node(name), file))).to.deep.equal([3, 3, 3, 0]);
    await mesh.crash('a');
    await mesh.clock.advance(1000);
    const { files } = mesh.node('reader');
    const at = { registerId: REGISTER_ID, txId: tx.txId };
    expect(await files.bring({ ...at, reference: file.reference })).to.equal(undefined);
    for (const [index, hash] of file.reference.chunks.entries()) {
      const sealed = await files.chunk({ ...at, hash });
      expect(openChunk(file.manifest, index, sealed as Uint8Array)).to.deep.equal(sha256(`plan ${index}`));
    }
    expect(heldBy(mesh.node('reader'), file)).to.equal(3);
    expect(mesh.node('b').files.figures).to.deep.include({ fetched: 3, missed: 0, isFull: false });
    expect(mesh.net.blames).to.deep.equal([]);
    await mesh.stop();
  });

  it('that a node took which only follows the register come to the validators', async () => {
    const { mesh, pin } = await shown();
    await mesh.clock.advance(3000);
    const file = aFile('from afar', 1);
    const tx = actionWith(mesh, pin, { files: [file], name: 'afar' });
    const outcome = await submitWith(mesh, 'reader', tx, [file]);
    expect(outcome.status, JSON.stringify(outcome)).to.be.oneOf(['pending', 'sealed']);
    // It may have the docket after the validators, and gives what a docket names only.
    await mesh.clock.advance(2 * FILE_RETRY_MS);
    expect(['a', 'b', 'c'].map((name) => heldBy(mesh.node(name), file))).to.deep.equal([1, 1, 1]);
    expect(mesh.net.blames).to.deep.equal([]);
    await mesh.stop();
  });

  it('are looked for again while no node has them, and said to be out of reach until then', async () => {
    const mesh = await MeshWorld.of('a', 'b', 'c');
    const pin = await mesh.found(['a', 'b', 'c']);
    const file = aFile('late');
    const tx = actionWith(mesh, pin, { files: [file], name: 'late' });
    await mesh.submit('a', tx);
    await mesh.clock.advance(3000);
    const { files } = mesh.node('b');
    const ask = { registerId: REGISTER_ID, txId: tx.txId, reference: file.reference };
    const nowhere = await files.bring(ask);
    expect(nowhere).to.deep.include({ code: 'FILE_CHUNK_UNAVAILABLE' });
    expect(nowhere?.message).to.match(/nor the 2 others\. Download it on the node that took the action, or upload/);
    mesh.isolate('c');
    expect(await files.bring(ask)).to.deep.include({ code: 'NODE_UNAVAILABLE' });
    expect(files.figures.missed).to.be.greaterThan(0);
    mesh.rejoin('c');
    await uploadTo(mesh.node('a'), file);
    await mesh.clock.advance(4 * FILE_RETRY_MS);
    expect(['a', 'b', 'c'].map((name) => heldBy(mesh.node(name), file))).to.deep.equal([3, 3, 3]);
    await mesh.stop();
  });

  it('that a peer lies about are had from another one, and the liar is blamed', async () => {
    const { mesh, pin } = await shown();
    const file = aFile('truth', 2);
    const tx = await sealedAt(mesh, pin, 'truth', [file]);
    await mesh.clock.advance(3000);
    altered(mesh, 'a', { chunk: async () => Buffer.from('something else') });
    const { files } = mesh.node('reader');
    expect(await files.bring({ registerId: REGISTER_ID, txId: tx.txId, reference: file.reference })).to.equal(
      undefined,
    );
    expect(heldBy(mesh.node('reader'), file)).to.equal(2);
    expect(new Set(mesh.net.blames.map(({ by, peerId, offence }) => `${by} ${peerId} ${offence}`))).to.deep.equal(
      new Set([`${peerOf('reader')} ${peerOf('a')} invalid-signature`]),
    );
    await mesh.stop();
  });

  it('are given to peers that may read the register, by the action that names them', async () => {
    const mesh = await MeshWorld.of('a', 'b', 'stranger');
    const pin = await mesh.found(['a', 'b']);
    const [file, other] = [aFile('secret', 1), aFile('unnamed', 1)];
    const tx = await sealedAt(mesh, pin, 'secret', [file]);
    await uploadTo(mesh.node('a'), other);
    await mesh.clock.advance(1000);
    const [hash, unnamed] = [file.reference.chunks[0] as string, other.reference.chunks[0] as string];
    const ask = { registerId: REGISTER_ID, txId: tx.txId, hash };
    const asked = (by: string, change: object = {}) => mesh.node(by).net.chunk(peerOf('a'), { ...ask, ...change });
    expect(await asked('b')).to.deep.equal(file.chunks.get(hash));
    expect(issueOf(await asked('stranger'))).to.deep.include({ code: 'REGISTER_NOT_FOUND' });
    expect(issueOf(await asked('b', { hash: unnamed }))).to.deep.include({ code: 'FILE_CHUNK_UNAVAILABLE' });
    expect(issueOf(await asked('b', { txId: pin }))).to.deep.include({ code: 'FILE_CHUNK_UNAVAILABLE' });
    await mesh.stop();
  });

  it('are fetched on after a crash, and found by a node that slept while they were sealed', async () => {
    const mesh = await MeshWorld.of('a', 'b', 'c');
    const pin = await mesh.found(['a', 'b', 'c']);
    await mesh.clock.advance(1000);
    await mesh.crash('c');
    const files = [aFile('x', 2), aFile('y', 2)];
    for (const file of files) {
      await sealedAt(mesh, pin, file.manifest.name, [file]);
      await mesh.clock.advance(2000);
    }
    expect(files.map((file) => heldBy(mesh.node('b'), file))).to.deep.equal([2, 2]);
    await mesh.restart('c');
    await mesh.clock.advance(10_000);
    expect(files.map((file) => heldBy(mesh.node('c'), file))).to.deep.equal([2, 2]);
    // The work that is left is on the disk: no node had the file before the crash, and a node has it after.
    const late = aFile('z', 2);
    await mesh.submit('a', actionWith(mesh, pin, { files: [late], name: 'z' }));
    await mesh.clock.advance(2000);
    await mesh.crash('c');
    await uploadTo(mesh.node('a'), late);
    await mesh.restart('c');
    await mesh.clock.advance(10_000);
    expect(heldBy(mesh.node('c'), late)).to.equal(2);
    await mesh.stop();
  });

  it('of a refused action are kept by no node, and of one that never came after a day', async () => {
    const mesh = await MeshWorld.of('a');
    const pin = await mesh.found(['a']);
    const node = mesh.node('a');
    const [lost, kept, unclaimed] = [aFile('lost'), aFile('kept'), aFile('unclaimed')];
    const never = actionWith(mesh, pin, { files: [lost], name: 'lost' });
    await uploadTo(node, lost);
    await node.files.claim(never);
    await node.files.claim(actionWith(mesh, pin, { files: [unclaimed], name: 'unclaimed' }));
    const tx = await sealedAt(mesh, pin, 'kept', [kept]);
    // The uploads expire; the claims stay.
    for (const file of [lost, kept]) {
      const gone = new Map(file.reference.chunks.map((hash) => [hash, -1]));
      await node.world.store.journal.commit(node.chunks.change(gone));
    }
    await mesh.clock.advance(UPLOAD_KEEP_MS - FILE_RETRY_MS);
    expect([lost, kept].map((file) => heldBy(node, file))).to.deep.equal([3, 3]);
    await mesh.clock.advance(3 * FILE_RETRY_MS);
    expect([lost, kept].map((file) => heldBy(node, file))).to.deep.equal([0, 3]);
    // Another submission of what is sealed is refused or known, and takes nothing away.
    await node.files.claim(tx);
    await mesh.submit('a', tx);
    await mesh.clock.advance(2 * UPLOAD_KEEP_MS);
    expect(heldBy(node, kept)).to.equal(3);
    await node.world.ledger.remove(REGISTER_ID);
    await mesh.clock.advance(1000);
    expect([heldBy(node, kept), node.files.figures.storedBytes]).to.deep.equal([0, 0]);
    await mesh.stop();
  });

  it('stay as long again where an action is submitted once more before its claim runs out', async () => {
    const mesh = new MeshWorld();
    await mesh.add('a');
    const pin = await mesh.found(['a']);
    const node = mesh.node('a');
    const file = aFile('late');
    const late = actionWith(mesh, pin, { files: [file], name: 'late' });
    await uploadTo(node, file);
    await node.files.claim(late);
    await node.world.store.journal.commit(node.chunks.change(new Map(file.reference.chunks.map((hash) => [hash, -1]))));
    await mesh.clock.advance(UPLOAD_KEEP_MS - FILE_RETRY_MS);
    await node.files.claim(late);
    await mesh.clock.advance(UPLOAD_KEEP_MS - FILE_RETRY_MS);
    expect(heldBy(node, file)).to.equal(3);
    await mesh.clock.advance(3 * FILE_RETRY_MS);
    expect(heldBy(node, file)).to.equal(0);
    await mesh.stop();
  });

  it('are not fetched beyond the room for them, and still pass through to a reader', async () => {
    const mesh = new MeshWorld();
    await mesh.add('a');
    await mesh.add('b', { fileBytesMax: 100 });
    mesh.net.linkAll();
    await mesh.clock.settle();
    const pin = await mesh.found(['a', 'b']);
    const file = aFile('large', 4);
    const tx = await sealedAt(mesh, pin, 'large', [file]);
    await mesh.clock.advance(3000);
    const { files, chunks } = mesh.node('b');
    expect(heldBy(mesh.node('b'), file)).to.equal(2);
    expect(files.figures).to.deep.include({ isFull: true, storedBytes: chunks.storedBytes });
    const at = { registerId: REGISTER_ID, txId: tx.txId };
    expect(await files.bring({ ...at, reference: file.reference })).to.equal(undefined);
    const hash = file.reference.chunks[3] as string;
    expect(await files.chunk({ ...at, hash })).to.deep.equal(file.chunks.get(hash));
    expect(heldBy(mesh.node('b'), file)).to.equal(2);
    mesh.isolate('a');
    const passing = files.chunk({ ...at, hash });
    await mesh.clock.advance(3500);
    mesh.rejoin('a');
    await mesh.clock.advance(4000);
    expect(await passing, 'its only holder was away for some seconds').to.deep.equal(file.chunks.get(hash));
    mesh.isolate('a');
    const lost = files.chunk({ ...at, hash });
    await mesh.clock.advance(16_000);
    expect(await lost).to.equal(undefined);
    await mesh.stop();
  });

  it('cost a transaction without any nothing', async () => {
    const mesh = await MeshWorld.of('a');
    const pin = await mesh.found(['a']);
    const plain = signedTransaction(
      keyOf('plain'),
      {
        registerId: REGISTER_ID,
        blueprintId: 'bench-record',
        actionId: '0',
        publicationTxId: pin,
        createdAt: new Date(mesh.clock.now()).toISOString(),
      },
      { sequence: 1, note: 'n', files: [{ fileId: 'ab'.repeat(16), chunks: ['cd'.repeat(32)] }] },
    );
    await mesh.node('a').files.claim(plain);
    await mesh.clock.settle();
    const rows: string[] = [];
    for await (const [key] of mesh.node('a').kv.range({ gte: Buffer.from('{'), lt: Buffer.from('}') }))
      rows.push(Buffer.from(key).toString());
    expect(rows).to.deep.equal([]);
    await mesh.stop();
  });
});
