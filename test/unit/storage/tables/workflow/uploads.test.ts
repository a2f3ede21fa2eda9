// Uploads: chunks in order and by content, what is repeated, refused, kept and forgotten, over a store that is opened
// again.
import { expect } from 'chai';
import { sha256, sha256Hex } from '../../../../../core/base/hash.js';
import { FILE_BYTES_MAX, FILE_CHUNK_BYTES_MAX } from '../../../../../core/base/limits/ledger/disclosure.js';
import { UPLOAD_KEEP_MS, UPLOADS_ORGANISATION_BYTES_MAX } from '../../../../../core/base/limits/node/files.js';
import { isFailure } from '../../../../../core/base/result.js';
import { CHUNK_OVERHEAD_BYTES, encryptChunk, fileEncryption, openChunk } from '../../../../../core/envelope/files.js';
import { Journal } from '../../../../../storage/engine/journal.js';
import type { KvOp } from '../../../../../storage/engine/kv.js';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { FileChunks } from '../../../../../storage/tables/workflow/file-chunks.js';
import { FileClaims } from '../../../../../storage/tables/workflow/file-claims.js';
import { type ChunkPlace, Uploads } from '../../../../../storage/tables/workflow/uploads.js';
import { issueOf } from '../../../../support/base/results.js';

const ID = 'ab'.repeat(16);
const NOW = 1_000_000;
const bytes = (name: string) => sha256(name);
const LARGEST = new Uint8Array(FILE_CHUNK_BYTES_MAX + CHUNK_OVERHEAD_BYTES);

function store(given: { readonly bytesMax?: number } = {}) {
  const kv = memoryKv();
  const journal = new Journal(kv, { onFatal: (error) => expect.fail(error.message) });
  const chunks = new FileChunks(kv, journal);
  const uploads = new Uploads(kv, journal, { chunks, bytesMax: given.bytesMax ?? Number.MAX_SAFE_INTEGER });
  const commit = (ops: readonly KvOp[]) => journal.commit(ops);
  const add = async (content: Uint8Array, change: Partial<ChunkPlace> = {}, nowMs = NOW) => {
    const place = { owner: 'ada', organisationId: 'org', uploadId: ID, index: 0, total: 2, ...change };
    const added = uploads.add(place, content, nowMs);
    if (isFailure(added)) return `${added.issue.code} ${added.issue.path}`;
    if (added.ops.length > 0) await commit(added.ops);
    return `${added.upload.chunks.length}${added.ops.length > 0 ? '' : ' again'}`;
  };
  const rows = async (prefix: string) => {
    let count = 0;
    for await (const _ of kv.range({ gte: Buffer.from(prefix), lt: Buffer.from([prefix.charCodeAt(0) + 1]) })) count++;
    return count;
  };
  return { kv, journal, uploads, chunks, commit, add, rows };
}

describe('uploads', () => {
  it('take chunks in order, and each of them again', async () => {
    const { uploads, add } = store();
    expect(await add(bytes('b'), { index: 1 })).to.equal('FILE_CHUNK_ORDER /chunkIndex');
    expect(await add(bytes('a'))).to.equal('1');
    expect(issueOf(uploads.reference('ada', ID, NOW))).to.deep.include({ code: 'UPLOAD_INCOMPLETE' });
    expect(await add(bytes('a'))).to.equal('1 again');
    expect(await add(bytes('x'))).to.equal('FILE_CHUNK_CONFLICT /chunkIndex');
    expect(await add(bytes('b'), { index: 1, total: 3 })).to.equal('FILE_CHUNK_CONFLICT /totalChunks');
    expect(await add(bytes('b'), { index: 1 })).to.equal('2');
    const reference = { fileId: ID, chunks: [sha256Hex(bytes('a')), sha256Hex(bytes('b'))] };
    expect(uploads.reference('ada', ID, NOW)).to.deep.equal(reference);
    expect(issueOf(uploads.reference('eve', ID, NOW))).to.deep.include({ code: 'UPLOAD_NOT_FOUND' });
  });

  it('survive a restart, and open with the key of the file', async () => {
    const { kv, journal, add } = store();
    const file = fileEncryption(sha256('entropy'), 2);
    const sealed = [0, 1].map((index) => encryptChunk(file, index, bytes(`plain ${index}`)));
    await add(sealed[0] as Uint8Array, { uploadId: file.fileId });
    await journal.close();
    const again = new Journal(kv, { onFatal: (error) => expect.fail(error.message) });
    const chunks = new FileChunks(kv, again);
    const uploads = new Uploads(kv, again, { chunks, bytesMax: Number.MAX_SAFE_INTEGER });
    const place = { owner: 'ada', organisationId: 'org', uploadId: file.fileId, index: 1, total: 2 };
    const added = uploads.add(place, sealed[1] as Uint8Array, NOW);
    if (isFailure(added)) throw new Error(added.issue.message);
    await again.commit(added.ops);
    for (const [index, { hash }] of added.upload.chunks.entries())
      expect(openChunk(file, index, (await chunks.chunk(hash)) as Uint8Array)).to.deep.equal(bytes(`plain ${index}`));
  });

  it('refuse what is too large, one by one and together', async () => {
    const { add, uploads } = store();
    expect(await add(new Uint8Array(LARGEST.length + 1))).to.equal('BODY_TOO_LARGE /encryptedData');
    expect(uploads.find('ada', ID, NOW)).to.equal(undefined);
    const whole = FILE_BYTES_MAX / FILE_CHUNK_BYTES_MAX;
    for (let index = 0; index < whole; index++)
      expect(await add(LARGEST, { index, total: 64 })).to.equal(`${index + 1}`);
    const last = new Uint8Array(CHUNK_OVERHEAD_BYTES + 1);
    expect(await add(last, { index: whole, total: 64 })).to.equal('BODY_TOO_LARGE /encryptedData');
  });

  it('refuse more than an organisation may have waiting, until an action names some', async () => {
    const { add, uploads, commit } = store();
    const count = Math.floor(UPLOADS_ORGANISATION_BYTES_MAX / LARGEST.length);
    for (let i = 0; i < count; i++) await add(LARGEST, { uploadId: `${i}`, total: 1 });
    expect(await add(LARGEST, { uploadId: 'more', total: 1 })).to.equal('UPLOADS_FULL ');
    expect(await add(LARGEST, { uploadId: 'more', total: 1, organisationId: 'other' })).to.equal('1');
    const named = ['0', '1', '1'].map((fileId) => ({ fileId, chunks: [sha256Hex(LARGEST)] }));
    expect(uploads.settle('ada', [{ fileId: '0', chunks: ['another'] }])).to.deep.equal([]);
    expect(uploads.settle('eve', named)).to.deep.equal([]);
    await commit(uploads.settle('ada', named));
    expect(uploads.settle('ada', named)).to.deep.equal([]);
    for (const uploadId of ['a', 'b']) expect(await add(LARGEST, { uploadId, total: 1 })).to.equal('1');
    expect(await add(LARGEST, { uploadId: 'c', total: 1 })).to.equal('UPLOADS_FULL ');
  });

  it('expire with the chunks that no other upload needs, named by an action or not', async () => {
    const { kv, journal, add, uploads, chunks, commit, rows } = store();
    const claims = new FileClaims(kv, journal, chunks);
    const later = NOW + UPLOAD_KEEP_MS;
    await add(bytes('shared'), { uploadId: 'one' });
    await add(bytes('own'), { uploadId: 'one', index: 1 });
    await add(bytes('shared'), { uploadId: 'named', total: 1 });
    const hashes = [sha256Hex(bytes('shared'))];
    await commit(claims.add({ registerId: 'r', txId: 't' }, hashes, { nowMs: NOW }));
    await commit(uploads.settle('ada', [{ fileId: 'named', chunks: hashes }]));
    await uploads.sweep(later - 1, commit);
    expect(uploads.find('ada', 'one', later - 1)?.chunks).to.have.length(2);
    expect(uploads.find('ada', 'one', later)).to.equal(undefined);
    await uploads.sweep(later, commit);
    expect(chunks.has(sha256Hex(bytes('own')))).to.equal(false);
    expect(await chunks.chunk(sha256Hex(bytes('own')))).to.equal(undefined);
    expect(await chunks.chunk(sha256Hex(bytes('shared')))).to.deep.equal(bytes('shared'));
    expect([await rows('z'), await rows('X'), await rows('U'), await rows('9')]).to.deep.equal([1, 1, 0, 0]);
    expect(chunks.storedBytes).to.equal(32);
    await commit(claims.release('r', 't'));
    expect([await rows('z'), await rows('X'), chunks.storedBytes]).to.deep.equal([0, 0, 0]);
  });

  it('stay while a submission holds them, however late it is and whichever other one gives up', async () => {
    const { add, uploads, chunks, commit } = store();
    await add(bytes('a'), { total: 1 });
    const hash = sha256Hex(bytes('a'));
    const [first, second] = [uploads.hold('ada', ID), uploads.hold('ada', ID)];
    const later = NOW + UPLOAD_KEEP_MS;
    await uploads.sweep(later, commit);
    expect(uploads.remove('ada', ID)).to.deep.equal([]);
    expect(uploads.reference('ada', ID, later)).to.deep.equal({ fileId: ID, chunks: [hash] });
    first();
    first();
    await uploads.sweep(later, commit);
    expect(uploads.remove('ada', ID)).to.deep.equal([]);
    expect(chunks.has(hash)).to.equal(true);
    second();
    expect(issueOf(uploads.reference('ada', ID, later))).to.deep.include({ code: 'UPLOAD_NOT_FOUND' });
    await uploads.sweep(later, commit);
    expect(chunks.has(hash)).to.equal(false);
    uploads.hold('eve', ID);
    await add(bytes('a'), { total: 1 });
    expect(uploads.remove('ada', ID)).to.not.deep.equal([]);
  });

  it('are refused where the node has no room for files', async () => {
    const { add, uploads, commit } = store({ bytesMax: 64 });
    expect(await add(bytes('a'))).to.equal('1');
    expect(await add(bytes('b'), { index: 1 })).to.equal('2');
    expect(await add(bytes('c'), { uploadId: 'other' })).to.equal('STORE_FULL ');
    await uploads.sweep(NOW + UPLOAD_KEEP_MS, commit);
    expect(await add(bytes('c'), { uploadId: 'other' })).to.equal('1');
  });

  it('begin anew under a name that expired', async () => {
    const { add, uploads, chunks, commit, rows } = store();
    await add(bytes('old'));
    const later = NOW + UPLOAD_KEEP_MS;
    expect(await add(bytes('new'), { total: 1 }, later)).to.equal('1');
    await uploads.sweep(later, commit);
    expect(uploads.find('ada', ID, later)).to.deep.include({ total: 1, startedAtMs: later });
    expect([await rows('z'), await rows('9')]).to.deep.equal([1, 1]);
    await add(bytes('old'), { uploadId: 'x' });
    // The very chunk that goes comes back in the same commit.
    expect(await add(bytes('new'), { total: 3 }, later + UPLOAD_KEEP_MS)).to.equal('1');
    expect(await chunks.chunk(sha256Hex(bytes('new')))).to.deep.equal(bytes('new'));
  });

  it('give no chunk whose bytes changed on disk', async () => {
    const { add, chunks, kv, commit } = store();
    await add(bytes('a'), { total: 1 });
    const hash = sha256Hex(bytes('a'));
    for await (const [key] of kv.range({ gte: Buffer.from('z'), lt: Buffer.from('{') }))
      await commit([{ key, value: bytes('rotten') }]);
    expect([chunks.has(hash), await chunks.chunk(hash)]).to.deep.equal([true, undefined]);
  });
});
