// Files over HTTP: sealed chunks in, files out for the holder of a wallet that sees them; what is out of order,
// changed, missing or somebody else's.
import { expect } from 'chai';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { toBase64 } from '../../../../core/base/bytes.js';
import { sha256Hex } from '../../../../core/base/hash.js';
import { FILE_CHUNK_BYTES_MAX } from '../../../../core/base/limits/ledger/disclosure.js';
import { UPLOAD_KEEP_MS } from '../../../../core/base/limits/node/files.js';
import { CHUNK_OVERHEAD_BYTES } from '../../../../core/envelope/files.js';
import { ask, exampleOrders, stranger } from '../../ledger/fixtures.js';
import { hd, refused, WalletCaller } from '../../wallets/wallet-caller.js';
import { worldOfAll } from '../../world/world-of.js';
import { aFile, anActionWith, type SentFile, upload } from './files.js';

const { walletAddress } = EXAMPLE;

describe('files', () => {
  const world = worldOfAll();
  let registerId: string;
  before(async () => {
    ({ registerId } = await exampleOrders(world));
  });

  const by = (as: 'administrator' | 'user') => ({ as });
  const status = (file: SentFile, as: 'administrator' | 'user' = 'administrator') =>
    ask(world, 'getFileUpload', { params: { uploadId: file.manifest.fileId } }, by(as));
  const download = (
    file: SentFile,
    tx: string,
    change: object = {},
    as: 'administrator' | 'user' = 'administrator',
  ) => {
    const params = { wallet: walletAddress, register: registerId, tx, fileId: file.manifest.fileId, ...change };
    return ask(world, 'downloadActionFile', { params }, by(as));
  };
  const ofField = (actionTxId: string, change: Readonly<Record<string, unknown>> = {}) =>
    ask(world, 'downloadWalletFile', {
      params: { address: walletAddress },
      query: { registerId, actionTxId, fieldName: 'drawings', ...change },
    });

  it('come in chunk by chunk, go on after a break, and come out whole', async () => {
    const file = aFile(['first part, ', 'second part, ', 'third'], { name: 'Pläne "neu".pdf' });
    refused(await upload(world, file, 1), 409, 'FILE_CHUNK_ORDER', '/chunkIndex');
    expect((await upload(world, file, 0)).status).to.equal(201);
    const again = await upload(world, file, 0, { checksum: `sha256:${sha256Hex(file.sealed[0] as Uint8Array)}` });
    expect(again.status).to.equal(200);
    const { chunks, nextChunkIndex, isComplete, expiresAt } = (await status(file)).json;
    expect([chunks.length, nextChunkIndex, isComplete]).to.deep.equal([1, 1, false]);
    expect(chunks[0]).to.deep.equal({
      chunkIndex: 0,
      checksum: sha256Hex(file.sealed[0] as Uint8Array),
      size: file.sealed[0]?.length,
    });
    expect(Date.parse(expiresAt)).to.equal(world.deps.clock.now() + UPLOAD_KEEP_MS);
    refused(await status(file, 'user'), 404, 'UPLOAD_NOT_FOUND', '/uploadId');
    await upload(world, file, 1);
    expect((await upload(world, file, 2)).json).to.deep.include({ isComplete: true, nextChunkIndex: 3 });
    const tx = await anActionWith(world, [file]);
    const got = await download(file, tx);
    expect([got.status, got.text]).to.deep.equal([200, 'first part, second part, third']);
    expect(got.headers['content-type']).to.equal('application/pdf');
    expect(got.headers['content-length']).to.equal(String(file.manifest.size));
    expect(got.headers['content-disposition']).to.equal(
      `attachment; filename="Pl_ne _neu_.pdf"; filename*=UTF-8''Pl%C3%A4ne%20%22neu%22.pdf`,
    );
    expect([got.headers['x-content-type-options'], got.headers['cache-control']]).to.deep.equal([
      'nosniff',
      'private, no-store',
    ]);
  });

  it('are found by the field that names them', async () => {
    const files = [aFile(['one']), aFile(['two'])];
    for (const file of files) await upload(world, file, 0);
    const tx = await anActionWith(world, files);
    expect((await ofField(tx)).text).to.equal('one');
    expect((await ofField(tx, { fileIndex: 1 })).text).to.equal('two');
    refused(await ofField(tx, { fileIndex: 2 }), 404, 'FILE_NOT_FOUND', '/fieldName');
    for (const fieldName of ['amount', 'nothing', '__proto__'])
      refused(await ofField(tx, { fieldName }), 404, 'FILE_NOT_FOUND', '/fieldName');
    refused(await ofField('0'.repeat(64)), 404, 'TRANSACTION_NOT_FOUND');
    refused(await ofField(tx, { registerId: EXAMPLE.walletId }), 404, 'REGISTER_NOT_FOUND');
    refused(await ofField('short'), 400, 'QUERY_INVALID', '/actionTxId');
  });

  it('may be empty', async () => {
    const empty = aFile(['']);
    await upload(world, empty, 0);
    const got = await download(empty, await anActionWith(world, [empty]));
    expect([got.status, got.text, got.headers['content-length']]).to.deep.equal([200, '', '0']);
  });

  it('whose chunks this node lacks are told apart from files that are not there', async () => {
    const [whole, half] = [aFile(['a', 'b']), aFile(['c', 'd'])];
    await upload(world, half, 0);
    const tx = await anActionWith(world, [whole, half]);
    const none = await download(whole, tx);
    refused(none, 404, 'FILE_CHUNK_UNAVAILABLE');
    expect(none.json.detail).to.match(/^This node does not have a chunk of the file\. .*upload the sealed chunks here/);
    refused(await download(half, tx), 404, 'FILE_CHUNK_UNAVAILABLE');
    refused(await download(aFile(['x']), tx), 404, 'FILE_NOT_FOUND', '/fileId');
    await upload(world, half, 1);
    expect((await download(half, tx)).text).to.equal('cd');
  });

  it('that are not what was sealed do not come out', async () => {
    const other = aFile(['ok'], { sha256: '0'.repeat(64) });
    await upload(world, other, 0);
    refused(await download(other, await anActionWith(world, [other])), 400, 'CIPHERTEXT_INVALID');
    // A chunk that another key sealed: the ledger names it, but the manifest does not open it.
    const foreign = { ...aFile(['mine']), sealed: aFile(['theirs']).sealed };
    await upload(world, foreign, 0);
    refused(await download(foreign, await anActionWith(world, [foreign])), 400, 'CIPHERTEXT_INVALID');
  });

  it('open for users of the wallet, and for no other caller', async () => {
    const file = aFile(['secret']);
    await upload(world, file, 0);
    const tx = await anActionWith(world, [file]);
    refused(await download(file, tx, {}, 'user'), 403, 'WALLET_ACCESS_DENIED');
    refused(await download(file, tx, { wallet: stranger.address }), 403, 'WALLET_ACCESS_DENIED');
    const own = (await hd(new WalletCaller(() => world).as('user'))).wallet.address;
    refused(await download(file, tx, { wallet: own }, 'user'), 404, 'FILE_NOT_FOUND', '/fileId');
    refused(await download(file, 'short'), 400, 'PATH_INVALID', '/tx');
  });

  it('come in parts, with a tag by which a client goes on, for who may read them', async () => {
    const file = aFile(['first part, ', 'second part, ', 'third']);
    for (const index of [0, 1, 2]) await upload(world, file, index);
    const tx = await anActionWith(world, [file]);
    const params = { wallet: walletAddress, register: registerId, tx, fileId: file.manifest.fileId };
    const part = (headers: Record<string, string>, as: 'administrator' | 'user' = 'administrator') =>
      ask(world, 'downloadActionFile', { params }, { as, headers });
    const whole = await part({});
    const { etag = '' } = whole.headers as Record<string, string>;
    expect([etag, whole.headers['accept-ranges']]).to.deep.equal([`"${file.manifest.sha256}"`, 'bytes']);
    const middle = await part({ range: 'bytes=6-18', 'if-range': etag });
    expect([middle.status, middle.text]).to.deep.equal([206, 'part, second ']);
    expect(middle.headers).to.include({ 'content-range': 'bytes 6-18/30', 'content-length': '13', etag });
    expect(middle.headers).to.include({ 'cache-control': 'private, no-store', 'content-type': 'application/pdf' });
    expect((await part({ range: 'bytes=0-4', 'if-range': '"other"' })).status).to.equal(200);
    expect((await part({ 'if-none-match': etag })).status).to.equal(304);
    for (const range of ['bytes=9-3', 'bytes=0-1,4-5', 'pages=1-2'])
      expect((await part({ range })).text, range).to.equal('first part, second part, third');
    const behind = await part({ range: 'bytes=30-' });
    refused(behind, 416, 'RANGE_UNSATISFIABLE', '/range');
    expect(behind.headers['content-range']).to.equal('bytes */30');
    refused(await part({ range: 'bytes=6-18' }, 'user'), 403, 'WALLET_ACCESS_DENIED');
    const query = { registerId, actionTxId: tx, fieldName: 'drawings' };
    const named = { params: { address: walletAddress }, query };
    const end = await ask(world, 'downloadWalletFile', named, { headers: { range: 'bytes=-5' } });
    expect([end.status, end.text]).to.deep.equal([206, 'third']);
  });

  it('are refused with the place of the fault, and nothing is stored', async () => {
    const file = aFile(['a', 'b']);
    refused(await upload(world, file, 0, { checksum: '0'.repeat(64) }), 400, 'FILE_CHUNK_CHECKSUM', '/checksum');
    refused(await upload(world, file, 0, { encryptedData: '%%%' }), 400, 'BODY_INVALID', '/encryptedData');
    refused(await upload(world, file, 0, { chunkIndex: 2 }), 400, 'BODY_INVALID', '/chunkIndex');
    refused(await upload(world, file, 0, { totalChunks: 65 }), 400, 'BODY_INVALID', '/totalChunks');
    refused(await upload(world, file, 0, { uploadId: '../x' }), 400, 'BODY_INVALID', '/uploadId');
    const large = new Uint8Array(FILE_CHUNK_BYTES_MAX + CHUNK_OVERHEAD_BYTES + 1);
    const oversize = { encryptedData: toBase64(large), checksum: sha256Hex(large) };
    refused(await upload(world, file, 0, oversize), 413, 'BODY_TOO_LARGE', '/encryptedData');
    refused(await status(file), 404, 'UPLOAD_NOT_FOUND', '/uploadId');
    await upload(world, file, 0);
    refused(await upload(world, file, 1, { chunkIndex: 0 }), 409, 'FILE_CHUNK_CONFLICT', '/chunkIndex');
    refused(await upload(world, file, 1, { totalChunks: 3 }), 409, 'FILE_CHUNK_CONFLICT', '/totalChunks');
  });

  it('that the ledger names stay, also those that were brought here after it', async () => {
    const [before, late, unread] = [aFile(['before']), aFile(['late']), aFile(['unread'])];
    await upload(world, before, 0);
    const tx = await anActionWith(world, [before, late, unread]);
    expect((await status(before)).json.expiresAt).to.equal(undefined);
    await upload(world, late, 0);
    await upload(world, unread, 0);
    expect((await status(late)).json.expiresAt).to.be.a('string');
    world.advance(UPLOAD_KEEP_MS);
    await world.deps.uploads.sweep(world.deps.clock.now(), world.deps.commit);
    for (const [file, text] of [
      [before, 'before'],
      [late, 'late'],
      [unread, 'unread'],
    ] as const)
      expect((await download(file, tx)).text).to.equal(text);
  });

  it('that no action names are forgotten after a day', async () => {
    const file = aFile(['a', 'b']);
    await upload(world, file, 0);
    world.advance(UPLOAD_KEEP_MS);
    refused(await status(file), 404, 'UPLOAD_NOT_FOUND', '/uploadId');
    refused(await upload(world, file, 1), 409, 'FILE_CHUNK_ORDER', '/chunkIndex');
  });
});
