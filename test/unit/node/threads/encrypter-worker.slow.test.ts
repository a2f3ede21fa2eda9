// The thread that seals: what it makes opens, the event loop goes on meanwhile, keys are told once, and a thread that
// dies is replaced.
import { expect } from 'chai';
import {
  type EncryptedDraft,
  type EncryptionAsk,
  LocalEncrypter,
} from '../../../../actors/workflow/encryption/encrypter.js';
import { InvariantError } from '../../../../core/base/assert.js';
import { fromHex } from '../../../../core/base/bytes.js';
import { SEALER_KEYS_MAX, SEALER_MESSAGE_CHARS_MAX } from '../../../../core/base/limits/node/sealing.js';
import { isFailure } from '../../../../core/base/result.js';
import { type Envelope, readEnvelope, walletsOfGroups } from '../../../../core/envelope/cells/envelope.js';
import type { WalletKey } from '../../../../core/envelope/sealed-group.js';
import { signedTransaction, signingDigest, transactionOf } from '../../../../core/transaction/encode.js';
import { EncrypterWorker } from '../../../../node/threads/encrypter-worker.js';
import { startThread } from '../../../../storage/engine/thread.js';
import { issuesOf } from '../../../support/base/results.js';
import { aWallet, CONTEXT, encryptionOf, opened } from '../../../support/cells/disclosure.js';

const one = aWallet('one', 'ED25519', true);
const two = aWallet('two');
const sender = aWallet('sender').key.walletAddress;

function ask(note: string, recipients: readonly WalletKey[] = [one.key, two.key]): EncryptionAsk {
  const { actionId, instanceId, registerId } = CONTEXT;
  return {
    draft: {
      ...{ actionId, instanceId, registerId },
      blueprintId: 'orders',
      publicationTxId: 'a'.repeat(64),
      createdAt: '2026-11-22T00:00:00.000Z',
      metadata: { contentEncoding: 'encrypted' },
      senderWallet: sender,
    },
    sealing: encryptionOf({ groups: [{ fields: { note }, recipients }] }),
  };
}

function moved(result: Awaited<ReturnType<EncrypterWorker['encrypt']>>): EncryptedDraft {
  if (isFailure(result)) throw new Error(result.issue.message);
  return result;
}

const envelopeOf = ({ unsigned }: EncryptedDraft) => readEnvelope(unsigned.payload) as Envelope;
const noteOf = (move: EncryptedDraft, wallet: typeof one): unknown => opened(envelopeOf(move), wallet)[0];

type Message = { readonly keys: readonly unknown[]; readonly forget: boolean; readonly asks: string };

/** The thread, which notes what it is told. */
function listening(messages: Message[]) {
  const thread = startThread(new URL('../../../../node/threads/encrypter-thread.js', import.meta.url), {});
  const post = thread.postMessage.bind(thread);
  thread.postMessage = (message) => {
    messages.push(message as Message);
    post(message);
  };
  return thread;
}

describe('EncrypterWorker', function () {
  this.timeout(60_000);
  let worker: EncrypterWorker;
  afterEach(() => worker.close());

  it('seals several at a time, each into the transaction that was asked for', async () => {
    worker = new EncrypterWorker(10);
    const notes = ['a', 'b', 'c', 'd', 'e', 'f'];
    const moves = (await Promise.all(notes.map((note) => worker.encrypt(ask(note))))).map(moved);
    for (const [i, move] of moves.entries()) {
      for (const wallet of [one, two]) expect(noteOf(move, wallet)).to.have.deep.property('fields', { note: notes[i] });
      const { unsigned } = move;
      expect(unsigned.header).to.include({ instanceId: CONTEXT.instanceId, senderWallet: sender });
      const signatures = [{ algorithm: 'ED25519', publicKey: 'AAAA', signatureValue: 'AAAA' }] as const;
      const { priority, ...submission } = { priority: undefined, ...unsigned.header, ...unsigned, signatures };
      const tx = transactionOf({ ...submission, transactionId: unsigned.txId } as never);
      expect(tx, 'hashes and texts are those of the values').to.deep.equal(signedTransaction(unsigned, signatures));
      const { payloadHash } = unsigned.header;
      expect(Buffer.from(fromHex(move.digest)).equals(signingDigest(unsigned.txId, payloadHash))).to.equal(true);
    }
  });

  it('says what cannot be sealed, and what is no transaction, as sealing in this thread does', async () => {
    worker = new EncrypterWorker(10);
    const here = new LocalEncrypter({ clock: { now: () => 0 }, random: { bytes: (n) => new Uint8Array(n).fill(7) } });
    const twice = ask('d', [two.key, two.key]);
    const unpinned = { ...ask('e'), draft: { ...ask('e').draft, publicationTxId: 'no TxId' } };
    for (const bad of [twice, unpinned]) {
      const result = await worker.encrypt(bad);
      expect(isFailure(result)).to.equal(true);
      expect(result).to.deep.equal(here.encryptNow(bad));
    }
  });

  it('seals cells as sealing in this thread does, and refers to carriers', async () => {
    worker = new EncrypterWorker(10);
    const { instanceId, actionId, registerId } = CONTEXT;
    const run = { instanceId, actionId, registerId, publicationTxId: 'a'.repeat(64), senderWallet: sender };
    const cells = [
      { pointer: '/a', value: '5', manifests: [] },
      { pointer: '/b', value: '', manifests: [] },
    ];
    const groups = [{ classes: [0], recipients: [one.key, two.key] }];
    const sealing = { run, classes: [{ cells, files: [] }], groups, files: [] };
    const move = moved(await worker.encrypt({ draft: ask('x').draft, sealing }));
    const envelope = readEnvelope(move.unsigned.payload);
    if (isFailure(envelope)) throw new Error(envelope.issue.message);
    expect(move.unsigned.header.recipients).to.deep.equal(walletsOfGroups(envelope)[0]);
    worker.onCarried(move.unsigned.txId);
    const next = moved(await worker.encrypt({ draft: ask('x').draft, sealing }));
    for (const wallet of (next.unsigned.payload as unknown as Envelope).wallets)
      expect(wallet).to.have.property('carrierIn', move.unsigned.txId);
    const refused = await worker.encrypt({ draft: ask('x').draft, sealing: { ...sealing, groups: [] } });
    expect(issuesOf(refused)).to.have.nested.property('0.code', 'VAL_SCHEMA_006');
    const large = { cells: [{ pointer: '/a', value: 'x'.repeat(5_000_000), manifests: [] }], files: [] };
    const tooLarge = await worker.encrypt({ draft: ask('x').draft, sealing: { ...sealing, classes: [large] } });
    expect(isFailure(tooLarge)).to.equal(true);
  });

  it('refers to the carriers of what was sealed, and opens with them', async () => {
    worker = new EncrypterWorker(10);
    const first = moved(await worker.encrypt(ask('first')));
    const before = moved(await worker.encrypt(ask('before')));
    expect(envelopeOf(before).wallets.every((wallet) => 'carrier' in wallet)).to.equal(true);
    worker.onCarried(first.unsigned.txId);
    const after = moved(await worker.encrypt(ask('after')));
    for (const wallet of envelopeOf(after).wallets)
      expect(wallet).to.have.property('carrierIn', first.unsigned.txId).and.not.to.have.property('carrier');
    expect(after.unsigned.payloadText.length).to.be.lessThan(before.unsigned.payloadText.length - 1400);
    const reader = { ...one, opener: { ...one.opener, carrying: () => first.unsigned } };
    expect(noteOf(after, reader)).to.have.deep.property('fields', { note: 'after' });
    expect(opened(envelopeOf(after), one)).to.equal('undelivered');
  });

  it('tells a key once, and begins again when it has told too many', async () => {
    const messages: Message[] = [];
    worker = new EncrypterWorker(SEALER_KEYS_MAX, () => listening(messages));
    await worker.encrypt(ask('a'));
    await worker.encrypt(ask('b'));
    expect(messages.map(({ keys, forget }) => [keys.length, forget])).to.deep.equal([
      [2, true],
      [0, false],
    ]);
    const copies = Array.from({ length: SEALER_KEYS_MAX }, () => ({ ...two.key }));
    const sealed = await Promise.all(copies.map((key, i) => worker.encrypt(ask(`note ${i}`, [key]))));
    for (const [i, move] of sealed.entries())
      expect(noteOf(moved(move), two)).to.have.deep.property('fields', { note: `note ${i}` });
    expect(messages.filter(({ forget }) => forget)).to.have.length(2);
    expect(noteOf(moved(await worker.encrypt(ask('z'))), one)).to.have.deep.property('fields', { note: 'z' });
  });

  it('tells the thread nothing of what does not fit a transaction, and of what is large only a bounded part at a time', async () => {
    const messages: Message[] = [];
    worker = new EncrypterWorker(20, () => listening(messages));
    const here = new LocalEncrypter({ clock: { now: () => 0 }, random: { bytes: (n) => new Uint8Array(n).fill(7) } });
    // Each of the groups would fit alone.
    const wide = ask('n');
    const groups = [1, 2].map((n) => ({ fields: { note: `${n}`.repeat(2_500_000) }, recipients: [two.key] }));
    const tooLarge = { ...wide, sealing: encryptionOf({ groups }) };
    const refused = await worker.encrypt(tooLarge);
    expect(issuesOf(refused)).to.have.nested.property('0.code', 'VAL_SIZE_001');
    expect(refused).to.deep.equal(here.encryptNow(tooLarge));
    expect(messages).to.deep.equal([]);
    // Quotes stand in a text in a text.
    const large = await Promise.all(Array.from({ length: 5 }, () => worker.encrypt(ask('"'.repeat(1_200_000)))));
    expect(large.filter(isFailure)).to.deep.equal([]);
    expect(messages.length).to.be.greaterThan(1);
    for (const { asks } of messages) expect(asks.length).to.be.lessThan(2 * SEALER_MESSAGE_CHARS_MAX);
  });

  it('leaves the event loop free while it seals', async () => {
    worker = new EncrypterWorker(10);
    await worker.encrypt(ask('warm'));
    let turns = 0;
    let done = false;
    const sealed = worker.encrypt(ask('n'.repeat(2_700_000))).finally(() => {
      done = true;
    });
    while (!done) {
      await new Promise((resolve) => setImmediate(resolve));
      turns++;
    }
    expect(isFailure(await sealed)).to.equal(false);
    expect(turns).to.be.greaterThan(5);
  });

  it('tells what a dead thread had to try again, and begins another, which knows nothing of the first', async () => {
    let started = 0;
    const dying = new URL('../../../support/node/dying-thread.js', import.meta.url);
    const real = new URL('../../../../node/threads/encrypter-thread.js', import.meta.url);
    worker = new EncrypterWorker(10, () => startThread(started++ === 0 ? dying : real, {}));
    const [first, second] = await Promise.all([worker.encrypt(ask('a')), worker.encrypt(ask('b'))]);
    for (const result of [first, second])
      expect(issuesOf(result)).to.have.nested.property('0.code', 'NODE_UNAVAILABLE');
    expect(noteOf(moved(await worker.encrypt(ask('c'))), one)).to.have.deep.property('fields', { note: 'c' });
    expect(started).to.equal(2);
  });

  it('throws where sealing does, and seals what comes next', async () => {
    worker = new EncrypterWorker(10);
    const nowhere = ask('a');
    const bad = { ...nowhere, sealing: { ...nowhere.sealing, run: { ...nowhere.sealing.run, instanceId: '' } } };
    const error = await worker.encrypt(bad).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(InvariantError);
    expect(isFailure(await worker.encrypt(ask('b')))).to.equal(false);
  });

  it('takes no more than it may have waiting, and nothing once it is closed', async () => {
    worker = new EncrypterWorker(3);
    const asked = Array.from({ length: 4 }, (_, n) => worker.encrypt(ask(String(n))));
    expect(issuesOf(await asked.at(-1))).to.have.nested.property('0.code', 'NODE_UNAVAILABLE');
    expect(isFailure(await (asked[0] as (typeof asked)[number]))).to.equal(false);
    await worker.close();
    expect(issuesOf(await worker.encrypt(ask('late')))).to.have.nested.property('0.code', 'NODE_UNAVAILABLE');
  });
});
