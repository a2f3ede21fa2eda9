// Files with actions over HTTP: inside the request or uploaded before, up to the largest, named by a field, disclosed
// with it and to no other wallet. Nothing is kept of what is refused.
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { Operations } from '../../../../actors/workflow/operations/operation-ports.js';
import { type Client, ClientError, createClient } from '../../../../api/client/client.js';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { UNREHEARSED } from '../../../../cli/harness/unrehearsed.js';
import { toBase64 } from '../../../../core/base/bytes.js';
import { sha256, sha256Hex } from '../../../../core/base/hash.js';
import { issue } from '../../../../core/base/issue.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { FILE_BYTES_MAX, FILE_CHUNK_BYTES_MAX } from '../../../../core/base/limits/ledger/disclosure.js';
import { fail, isFailure } from '../../../../core/base/result.js';
import { freshWords, makeWallet } from '../../../../storage/secrets/new-wallet.js';
import { issueOf } from '../../../support/base/results.js';
import { type FileSource, uploadFile } from '../../../support/program/uploading.js';
import { aRegister, ask } from '../../ledger/fixtures.js';
import { refused } from '../../wallets/wallet-caller.js';
import { worldOfAll } from '../../world/world-of.js';

const FILE = { type: 'object', required: ['fileId'], properties: { fileId: { type: 'string' } } };
const WORKFLOW = (wallets: Readonly<Record<string, string>>) => ({
  id: 'application',
  title: 'Application',
  description: 'An applicant sends drawings and a private note, a clerk answers.',
  participants: ['applicant', 'clerk'].map((id) => ({ id, name: id, walletAddress: wallets[id] })),
  actions: [
    {
      id: 0,
      title: 'Apply',
      sender: 'applicant',
      isStartingAction: true,
      dataSchemas: [
        {
          type: 'object',
          required: ['title'],
          properties: { title: { type: 'string' }, drawings: { type: 'array', items: FILE }, note: FILE },
          additionalProperties: false,
        },
      ],
      disclosures: [{ participantAddress: 'clerk', dataPointers: ['/title', '/drawings'] }],
      routes: [{ id: 'on', nextActionIds: [1], isDefault: true }],
    },
    {
      id: 1,
      title: 'Answer',
      sender: 'clerk',
      dataSchemas: [{ type: 'object', properties: { letter: FILE, text: { type: 'string' } } }],
      disclosures: [{ participantAddress: 'applicant', dataPointers: ['/*'] }],
    },
  ],
});

/** Bytes that nothing makes smaller, the same on every run. */
function noise(size: number): Uint8Array {
  return createHash('shake256', { outputLength: size }).update(`noise ${size}`).digest();
}

const sourceOf = (bytes: Uint8Array, fileName = 'plan.bin'): FileSource => ({
  ...{ fileName, contentType: 'application/octet-stream', size: bytes.length },
  read: async (from, to) => bytes.subarray(from, to),
});

/** Something to wait for, once. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('files with actions', function () {
  this.timeout(120_000);
  const world = worldOfAll();
  let client: Client;
  let registerId: string;
  const wallets: Record<string, string> = {};

  before(async () => {
    const url = await world.app.listen({ port: 0, host: '127.0.0.1' });
    client = createClient(url, { token: await world.token('administrator') });
    registerId = await aRegister(world);
    const owner = { kind: 'person', id: EXAMPLE.administratorPlatformId } as const;
    for (const name of ['applicant', 'clerk']) {
      const words = freshWords(world.deps.random, 12);
      const made = await makeWallet(world.deps, { words, algorithm: 'ED25519', hybrid: false, name, owner });
      if (isFailure(made)) throw new Error(made.issue.message);
      wallets[name] = made.address;
    }
    const body = { blueprintId: 'application', override: UNREHEARSED, blueprintJson: WORKFLOW(wallets) };
    const published = await ask(world, 'publishBlueprint', { params: { registerId }, body });
    expect(published.status, published.text).to.equal(200);
  });

  const apply = (payloadData: JsonObject, files: readonly object[], more: object = {}) =>
    ask(world, 'submitAction', {
      body: {
        ...{ blueprintId: 'application', actionId: '0', senderWallet: wallets.applicant, registerAddress: registerId },
        ...{ payloadData: { title: 'A house', ...payloadData }, files, ...more },
      },
    });
  const inline = (bytes: Uint8Array, change: object = {}) => ({
    ...{ fileName: 'plan.bin', contentType: 'application/octet-stream', contentBase64: toBase64(bytes) },
    ...{ fieldName: 'drawings', ...change },
  });
  const download = async (wallet: string, tx: string, fileId: string) => {
    const answer = await world.app.inject({
      method: 'GET',
      url: `/api/files/${wallets[wallet]}/${registerId}/${tx}/${fileId}`,
      headers: { authorization: `Bearer ${await world.token('administrator')}` },
    });
    return { status: answer.statusCode, bytes: answer.rawPayload, type: answer.headers['content-type'] };
  };
  const details = async (wallet: string, tx: string) =>
    (await ask(world, 'getAction', { params: { wallet: wallets[wallet] as string, register: registerId, tx } })).json;
  const waiting = () => world.deps.uploads.waitingBytes;

  for (const [name, size] of [
    ['1 KiB', 1024],
    ['1 MiB', 1024 * 1024],
    ['5 MiB, in two chunks,', 5 * 1024 * 1024],
  ] as const)
    it(`of ${name} come inside the request and out as they were`, async () => {
      const bytes = noise(size);
      const sent = await apply({ drawings: [] }, [inline(bytes)]);
      expect(sent.status, sent.text).to.equal(200);
      const [file] = sent.json.files;
      expect(file).to.deep.include({ fileName: 'plan.bin', contentType: 'application/octet-stream', size });
      const got = await download('clerk', sent.json.transactionId, file.fileId);
      expect([got.status, sha256Hex(got.bytes)]).to.deep.equal([200, sha256Hex(bytes)]);
      expect(waiting(), 'what an action names does not wait').to.equal(0);
    });

  it('of 40 MiB are uploaded in chunks, gone on with after a break, and come out as they were', async () => {
    const bytes = noise(FILE_BYTES_MAX);
    const source = sourceOf(bytes, 'model.bin');
    const entropy = sha256('the entropy of a large file');
    let reads = 0;
    const breaking = {
      ...source,
      read: (from: number, to: number) => (reads++ < 4 ? source.read(from, to) : broken()),
    };
    const broken = (): Promise<Uint8Array> => Promise.reject(new Error('The disk was pulled out.'));
    const failure = await uploadFile(client, breaking, { entropy }).catch((error: unknown) => error);
    expect((failure as Error).message).to.equal('The disk was pulled out.');
    const sent: number[] = [];
    const counting: Pick<Client, 'uploadFileChunk' | 'getFileUpload'> = {
      getFileUpload: client.getFileUpload,
      uploadFileChunk: (...given) => {
        sent.push((given[0] as { readonly body: { readonly chunkIndex: number } }).body.chunkIndex);
        return client.uploadFileChunk(...given);
      },
    };
    const file = await uploadFile(counting, source, { entropy, fieldName: 'drawings' });
    expect(sent).to.deep.equal([4, 5, 6, 7, 8, 9]);
    expect(file).to.deep.include({ size: FILE_BYTES_MAX, sha256: sha256Hex(bytes), fieldName: 'drawings' });
    const done = await apply({ drawings: [] }, [file]);
    expect(done.status, done.text).to.equal(200);
    const got = await download('clerk', done.json.transactionId, file.fileId as string);
    expect([got.status, sha256Hex(got.bytes)]).to.deep.equal([200, sha256Hex(bytes)]);
  });

  it('are seen by readers of the field that names them, and by no other wallet', async () => {
    const [drawing, note] = [noise(100), noise(200)];
    const sent = await apply({ drawings: [{ fileName: 'plan.bin', page: 3 }], note: { fileName: 'note.txt' } }, [
      inline(drawing, { fieldName: undefined }),
      inline(note, { fieldName: undefined, fileName: 'note.txt', contentType: 'text/plain; charset=utf-8' }),
    ]);
    expect(sent.status, sent.text).to.equal(200);
    const { transactionId: tx, files } = sent.json;
    const [one, two] = files.map(({ fileId }: { fileId: string }) => fileId);
    const shown = await details('clerk', tx);
    expect(shown.files.map(({ fileId }: { fileId: string }) => fileId)).to.deep.equal([one]);
    expect(shown.payloadData).to.deep.equal({
      title: 'A house',
      drawings: [
        {
          ...{ page: 3, fileId: one, fileName: 'plan.bin', contentType: 'application/octet-stream', size: 100 },
          hash: `sha256:${sha256Hex(drawing)}`,
        },
      ],
    });
    expect((await download('clerk', tx, two)).status).to.equal(404);
    const own = await download('applicant', tx, two);
    expect([own.status, own.type, sha256Hex(own.bytes)]).to.deep.equal([
      200,
      'text/plain; charset=utf-8',
      sha256Hex(note),
    ]);
  });

  it('of a later action are named by their field, and the same submission again is the same', async () => {
    const begun = await apply({}, []);
    const letter = inline(noise(300), { fieldName: 'letter' });
    const body = { senderWallet: wallets.clerk, payloadData: { text: 'Granted.' }, files: [letter] };
    const params = { instanceId: begun.json.instanceId, actionId: '1' };
    const first = await ask(world, 'executeInstanceAction', { params, body });
    expect(first.status, first.text).to.equal(200);
    const again = await ask(world, 'executeInstanceAction', { params, body });
    expect([again.status, again.json.transactionId, again.json.repeated]).to.deep.equal([
      200,
      first.json.transactionId,
      true,
    ]);
    const [{ fileId }] = first.json.files;
    expect((await download('applicant', first.json.transactionId, fileId)).status).to.equal(200);
  });

  it('stay for a submission that is on its way when the same one before it is refused', async () => {
    const begun = await apply({}, []);
    const letter = inline(noise(301), { fieldName: 'letter' });
    const body = { senderWallet: wallets.clerk, payloadData: { text: 'Granted.' }, files: [letter] };
    const params = { instanceId: begun.json.instanceId, actionId: '1' };
    const operations = world.deps.operations as { submit: Operations['submit'] };
    const submit = operations.submit.bind(operations);
    const came = [gate(), gate()] as const;
    const refuseFirst = gate();
    operations.submit = async () => {
      came[0].open();
      operations.submit = async (...again) => {
        came[1].open();
        await answered;
        return submit(...again);
      };
      await refuseFirst.opened;
      return fail(issue('NODE_UNAVAILABLE', '', 'Busy.'));
    };
    const answered = ask(world, 'executeInstanceAction', { params, body });
    await came[0].opened;
    const second = ask(world, 'executeInstanceAction', { params, body });
    await came[1].opened;
    refuseFirst.open();
    expect((await answered).status).to.equal(503);
    const { status, json } = await second;
    operations.submit = submit;
    expect(status).to.equal(200);
    const got = await download('applicant', json.transactionId, json.files[0].fileId);
    expect([got.status, sha256Hex(got.bytes)]).to.deep.equal([200, sha256Hex(noise(301))]);
  });

  it('are refused with their place, and nothing of them is kept', async () => {
    const bytes = noise(64);
    const before = world.deps.uploads.waitingBytes;
    const refuse = async (files: readonly object[], code: string, path: string, payload: JsonObject = {}) =>
      refused(await apply({ drawings: [], ...payload }, files), 400, code, path);
    await refuse([inline(bytes, { fieldName: undefined })], 'BODY_INVALID', '/files/0/fieldName');
    await refuse([inline(bytes, { fieldName: 'title' })], 'BODY_INVALID', '/files/0/fieldName');
    await refuse([inline(bytes, { contentBase64: '%' })], 'BODY_INVALID', '/files/0/contentBase64');
    await refuse([inline(bytes, { contentBase64: undefined })], 'BODY_INVALID', '/files/0');
    await refuse([inline(bytes, { fileId: 'ab'.repeat(16) })], 'BODY_INVALID', '/files/0');
    await refuse([inline(bytes, { fileName: '../etc/passwd' })], 'BODY_INVALID', '/files/0/fileName');
    await refuse([inline(bytes, { contentType: 'no type' })], 'BODY_INVALID', '/files/0/contentType');
    await refuse([inline(bytes, { path: 'x' })], 'BODY_INVALID', '/files/0/path');
    // The data breaks the schema after the file was sealed.
    await refuse([inline(bytes)], 'VAL_SCHEMA_004', '/payloadData/title', { title: 7 });
    expect(world.deps.uploads.waitingBytes).to.equal(before);
  });

  it('that were uploaded are refused where they are not what is said of them', async () => {
    const bytes = noise(FILE_CHUNK_BYTES_MAX + 5);
    const file = await uploadFile(client, sourceOf(bytes), { entropy: sha256('said'), fieldName: 'drawings' });
    const refuse = async (change: object, status: number, code: string, path: string) =>
      refused(await apply({ drawings: [] }, [{ ...file, ...change }]), status, code, path);
    await refuse({ sha256: '0'.repeat(64) }, 400, 'CIPHERTEXT_INVALID', '/files/0');
    await refuse({ size: bytes.length - 1 }, 400, 'CIPHERTEXT_INVALID', '/files/0');
    await refuse({ key: 'A'.repeat(43) }, 400, 'CIPHERTEXT_INVALID', '/files/0');
    await refuse({ fileId: 'ab'.repeat(16) }, 404, 'UPLOAD_NOT_FOUND', '/files/0/fileId');
    await refuse({ key: undefined }, 400, 'BODY_INVALID', '/files/0');
    refused(await apply({ drawings: [] }, [file, file]), 400, 'BODY_INVALID', '/files/1/fileId');
    expect(issueOf(world.deps.uploads.reference('somebody else', file.fileId as string, 0))).to.deep.include({
      code: 'UPLOAD_NOT_FOUND',
    });
    expect((await apply({ drawings: [] }, [file])).status).to.equal(200);
    const half = sourceOf(bytes, 'half.bin');
    const stop = { ...half, read: (from: number, to: number) => (from === 0 ? half.read(from, to) : Promise.reject()) };
    await uploadFile(client, stop, { entropy: sha256('half') }).catch(() => undefined);
    const whole = await uploadFile(
      { getFileUpload: client.getFileUpload, uploadFileChunk: async () => ({}) as never },
      half,
      { entropy: sha256('half'), fieldName: 'drawings' },
    );
    refused(await apply({ drawings: [] }, [whole]), 409, 'UPLOAD_INCOMPLETE', '/files/0/fileId');
  });

  it('that were uploaded are opened when nothing else is wrong, and once', async () => {
    const file = await uploadFile(client, sourceOf(noise(700)), { entropy: sha256('late'), fieldName: 'drawings' });
    const own = world.deps.files.own.bind(world.deps.files);
    let opened = 0;
    world.deps.files.own = (hash) => {
      opened++;
      return own(hash);
    };
    const wrong = { ...file, sha256: '0'.repeat(64) };
    refused(await apply({ title: 7, drawings: [] }, [wrong]), 400, 'VAL_SCHEMA_004', '/payloadData/title');
    const nowhere = { ...wrong, fileName: 'x', fieldName: 'title' };
    refused(await apply({ drawings: [] }, [nowhere]), 400, 'BODY_INVALID', '/files/0/fieldName');
    refused(await apply({ drawings: [] }, [wrong, wrong]), 400, 'BODY_INVALID', '/files/1/fileId');
    refused(await apply({ drawings: [] }, [wrong], { actionId: '1' }), 422, 'VAL_BP_001', '/actionId');
    expect(opened).to.equal(0);
    refused(await apply({ drawings: [] }, [wrong]), 400, 'CIPHERTEXT_INVALID', '/files/0');
    expect((await apply({ drawings: [] }, [file])).status).to.equal(200);
    expect(opened).to.equal(2);
    expect((await apply({ drawings: [] }, [file])).status).to.equal(200);
    expect(opened).to.equal(2);
  });

  it('tells a client why an upload is refused', async () => {
    const oversize = sourceOf(new Uint8Array(0), 'large.bin');
    const error = await uploadFile(
      {
        ...client,
        uploadFileChunk: client.uploadFileChunk,
        getFileUpload: createClient('http://127.0.0.1:1').getFileUpload,
      },
      oversize,
      { entropy: sha256('no node') },
    ).catch((failed: unknown) => failed);
    expect(error).to.be.instanceOf(ClientError);
  });

  it('refuses, in language 2, the hash of a file that is not attached: its readers would object to the run', async () => {
    const blueprintId = 'application-2';
    const blueprintJson = { ...WORKFLOW(wallets), id: blueprintId, language: 2 };
    const body = { blueprintId, override: UNREHEARSED, blueprintJson };
    const published = await ask(world, 'publishBlueprint', { params: { registerId }, body });
    expect(published.status, published.text).to.equal(200);
    const note = { fileId: '0a'.repeat(16), hash: `sha256:${'ab'.repeat(32)}` };
    refused(await apply({ note }, [], { blueprintId }), 400, 'VAL_SCHEMA_007', '/payloadData/note/hash');
    const sent = await apply({}, [inline(noise(9), { fieldName: 'note' })], { blueprintId });
    expect(sent.status, sent.text).to.be.oneOf([200, 202]);
  });
});
