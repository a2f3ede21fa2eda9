// The bytes, TxId and digest of a transaction against golden values, and bytes that are refused.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import { fromHex, fromUtf8, toBase64Url, toHex, utf8 } from '../../../../core/base/bytes.js';
import { sha256Hex } from '../../../../core/base/hash.js';
import type { Issue } from '../../../../core/base/issue.js';
import { canonical, type Json } from '../../../../core/base/json.js';
import { TRANSACTION_BYTES_MAX } from '../../../../core/base/limits/ledger/transactions.js';
import { isFailure, type Result } from '../../../../core/base/result.js';
import { verifySync } from '../../../../core/crypto/signing/algorithms.js';
import { prepare } from '../../../../core/kinds/build.js';
import type { SignatureEntry, Submission, Transaction } from '../../../../core/model/transaction.js';
import {
  decodeTransaction,
  headerOf,
  payloadHashOf,
  publicationTxIdOf,
  signedTransaction,
  signingDigest,
  transactionOf,
  trustedTransaction,
  txIdOf,
} from '../../../../core/transaction/encode.js';
import { signatureTasks } from '../../../../core/validate/parts/signature.js';
import { good } from '../../../support/base/good.js';
import { issueOf, placesOf } from '../../../support/base/results.js';
import {
  AT,
  act,
  actDraft,
  alice,
  bob,
  DEFINITION,
  publish,
  REGISTER_ID,
  submission,
} from '../../../support/register/ledger.js';

const anOrder = (): Submission =>
  submission(actDraft({ actionId: '0', publicationTxId: 'a'.repeat(64) }, alice), [alice]);
const codes = (changed: object): string =>
  placesOf(transactionOf({ ...anOrder(), ...changed } as Submission)).join(', ') || 'ok';
const codesOf = (result: Result<Transaction>): string =>
  isFailure(result) ? result.issues.map(({ code }) => code).join(', ') : 'ok';
const decoded = (document: unknown): string => {
  const result = decodeTransaction(typeof document === 'string' ? utf8(document) : utf8(canonical(document)));
  return isFailure(result) ? `${result.issue.code} ${result.issue.path}` : 'ok';
};

describe('transaction encoding', () => {
  it('keeps the golden bytes, ids and digests', () => {
    const path = 'test/vectors/transaction.json';
    const tx = act({ actionId: '0', publicationTxId: 'a'.repeat(64), metadata: { note: 'é' } }, alice);
    const publication = publish({ title: 'T' }, 'b');
    const now = {
      transaction: fromUtf8(tx.bytes),
      payloadHash: tx.header.payloadHash,
      txId: tx.txId,
      digest: toHex(signingDigest(tx.txId, tx.header.payloadHash)),
      publication: { registerId: REGISTER_ID, blueprintId: 'b', definition: '{"title":"T"}', txId: publication.txId },
    };
    if (!existsSync(path) && process.env.QUORATE_WRITE_VECTORS)
      writeFileSync(path, `${JSON.stringify(now, null, 2)}\n`);
    const golden = JSON.parse(readFileSync(path, 'utf8')) as typeof now;
    expect(now).to.deep.equal(golden);
    // The same, spelled out with nothing but SHA-256.
    const { header, payload } = JSON.parse(golden.transaction) as { header: object; payload: object };
    expect(sha256Hex(JSON.stringify(payload))).to.equal(golden.payloadHash);
    expect(sha256Hex(`quorate:transaction:v1\u001f${JSON.stringify(header)}`)).to.equal(golden.txId);
    expect(sha256Hex(`${golden.txId}:${golden.payloadHash}`)).to.equal(golden.digest);
    const p = golden.publication;
    expect(
      sha256Hex(['quorate:blueprint-publication:v1', p.registerId, p.blueprintId, p.definition].join('\u001f')),
    ).to.equal(p.txId);
  });

  it('gives a publication its content address, whichever key signs it and whenever', () => {
    const one = publish();
    const two = publish(DEFINITION, 'loan', bob);
    expect(one.txId).to.equal(publicationTxIdOf(REGISTER_ID, 'loan', canonical(DEFINITION)));
    expect(two.txId).to.equal(one.txId);
    expect(publish(DEFINITION, 'other').txId).to.not.equal(one.txId);
  });

  it('makes what prepare promised, and its signature verifies', () => {
    const draft = actDraft({ actionId: '0', publicationTxId: 'a'.repeat(64), priority: 'High' }, alice);
    const prepared = good(prepare(draft));
    const tx = good(transactionOf(submission(draft, [alice])));
    expect(prepared.transactionId).to.equal(tx.txId);
    expect(prepared.submission.priority).to.equal('High');
    expect(prepared.digest).to.equal(toHex(signingDigest(tx.txId, tx.header.payloadHash)));
    const [task] = signatureTasks(tx);
    expect(toHex(task!.digest)).to.equal(prepared.digest);
    expect(verifySync(task!.algorithm, task!.publicKey, fromHex(prepared.digest), task!.signature)).to.equal(true);
    expect(good(signedTransaction(prepared.unsigned, tx.signatures))).to.deep.equal(tx);
    const [entry] = tx.signatures as [SignatureEntry];
    expect(signatureTasks({ ...tx, signatures: [entry, entry] }), 'the same again').to.have.length(1);
    expect(codesOf(signedTransaction(prepared.unsigned, [{ ...entry, publicKey: '!' }]))).to.equal('VAL_SIG_003');
    const large = { ...prepared.unsigned, payloadText: `"${'a'.repeat(TRANSACTION_BYTES_MAX)}"` };
    expect(codesOf(signedTransaction(large, tx.signatures))).to.equal('VAL_SIZE_001');
    expect(
      codesOf(
        signedTransaction(
          { ...prepared.unsigned, payload: [2 ** 60], payloadText: '[1152921504606846976]' },
          tx.signatures,
        ),
      ),
    ).to.equal('BODY_NUMBER_RANGE');
    expect(issueOf(prepare({ ...draft, registerId: 'x' }))).to.deep.include({
      code: 'VAL_STRUCT_011',
      path: '/registerId',
      message: 'The member does not have its form.',
    });
    expect((issueOf(prepare({ ...draft, payload: null })) as Issue).code).to.equal('VAL_STRUCT_005');
  });

  it('names the member that is missing or malformed', () => {
    expect(codes({})).to.equal('ok');
    expect(codes({ transactionId: '' })).to.equal('VAL_STRUCT_001 /transactionId');
    expect(codes({ registerId: undefined })).to.equal('VAL_STRUCT_002 /registerId');
    expect(codes({ blueprintId: '' })).to.equal('VAL_STRUCT_003 /blueprintId');
    expect(codes({ actionId: undefined })).to.equal('VAL_STRUCT_004 /actionId');
    expect(codes({ payload: undefined })).to.equal('VAL_STRUCT_005 /payload');
    expect(codes({ payloadHash: undefined })).to.equal('VAL_STRUCT_006 /payloadHash');
    expect(codes({ signatures: undefined })).to.equal('VAL_STRUCT_007 /signatures');
    expect(codes({ signatures: [], senderWallet: undefined })).to.equal('VAL_STRUCT_007 /signatures');
    const [entry] = anOrder().signatures;
    const withEntry = (changed: object) => codes({ signatures: [{ ...entry, ...changed }] });
    expect(withEntry({ publicKey: '' })).to.equal('VAL_STRUCT_008 /signatures/0/publicKey');
    expect(withEntry({ signatureValue: undefined })).to.equal('VAL_STRUCT_009 /signatures/0/signatureValue');
    expect(withEntry({ algorithm: undefined })).to.equal('VAL_STRUCT_010 /signatures/0/algorithm');
    expect(withEntry({ algorithm: 'toString' })).to.equal('VAL_SIG_001 /signatures/0/algorithm');
    expect(withEntry({ publicKey: 'not base64!' })).to.equal('VAL_SIG_003 /signatures/0');
    expect(withEntry({ signatureValue: 'A'.repeat(9000) })).to.equal('VAL_SIG_003 /signatures/0/signatureValue');
    expect(codes({ signatures: Array(32).fill(entry) })).to.equal('VAL_STRUCT_011 /signatures');
    for (const createdAt of [
      '2026-01-02',
      '2026-02-30T00:00:00.000Z',
      '2026-01-02T03:04:05Z',
      '2026-01-02T24:00:00.000Z',
      5,
    ])
      expect(codes({ createdAt })).to.equal('VAL_STRUCT_011 /createdAt');
    expect(codes({ expiresAt: 'soon' })).to.equal('VAL_STRUCT_011 /expiresAt');
    expect(codes({ previousTransactionId: 'A'.repeat(64) })).to.equal('VAL_STRUCT_011 /previousTransactionId');
    expect(codes({ recipients: ['a', 5] })).to.equal('VAL_STRUCT_011 /recipients');
    expect(codes({ metadata: { text: 'x'.repeat(16 * 1024) } })).to.equal('VAL_STRUCT_011 /metadata');
    const nest = (levels: number, inner: unknown): unknown => (levels === 0 ? inner : { a: nest(levels - 1, inner) });
    const unfit = [
      { text: 'é'.repeat(8192) },
      nest(63, 1),
      { n: 2 ** 53 },
      { b: { n: 2 ** 53 }, a: 1 },
      { t: '\ud800' },
    ];
    for (const metadata of unfit) expect(codes({ metadata })).to.equal('VAL_STRUCT_011 /metadata');
    const fit = [
      { text: 'é'.repeat(8186) },
      nest(62, 1),
      { b: 2 ** 53 - 1, a: 1 },
      { t: '\\ud800' },
      { d: 1.5, u: undefined },
    ];
    for (const metadata of fit) expect(codes({ metadata })).to.equal('VAL_HASH_002 /transactionId');
    expect(codes({ blueprintId: 'a\u0000b' })).to.equal('VAL_STRUCT_011 /blueprintId');
    expect(codes({ payload: { a: '\ud800' } })).to.equal('VAL_STRUCT_011 /payload');
  });

  it('recomputes both hashes', () => {
    expect(codes({ payload: { amount: 6 } })).to.equal('VAL_HASH_001 /payloadHash');
    expect(codes({ actionId: '1' })).to.equal('VAL_HASH_002 /transactionId');
    expect(codes({ metadata: {} })).to.equal('VAL_HASH_002 /transactionId');
  });

  it('bounds the bytes', () => {
    const big = submission(actDraft({ actionId: '0', payload: 'x'.repeat(4 * 1024 * 1024) }, alice), [alice]);
    expect(issueOf(transactionOf(big))).to.deep.include({
      code: 'VAL_SIZE_001',
      path: '',
      message: 'A transaction has at most 4194304 bytes.',
    });
    expect(decoded(' '.repeat(4 * 1024 * 1024 + 1))).to.equal('VAL_SIZE_001 ');
  });

  it('stores one spelling of base64 and derives the sender', () => {
    const plain = anOrder();
    const tx = good(transactionOf(plain));
    const url = plain.signatures.map((entry) => ({
      ...entry,
      publicKey: toBase64Url(Buffer.from(entry.publicKey, 'base64')),
      signatureValue: toBase64Url(Buffer.from(entry.signatureValue, 'base64')),
    }));
    const { senderWallet: _, ...bare } = plain;
    expect(good(transactionOf({ ...bare, signatures: url })).bytes).to.deep.equal(tx.bytes);
    expect(tx.header.senderWallet).to.equal(alice.address);
  });

  it('decodes canonical bytes only', () => {
    const tx = good(transactionOf(anOrder()));
    const source = fromUtf8(tx.bytes);
    const document = JSON.parse(source) as { header: object; payload: object; signatures: { publicKey: string }[] };
    expect(decodeTransaction(tx.bytes)).to.deep.equal(tx);
    expect(trustedTransaction(tx.txId, tx.bytes)).to.deep.equal(tx);
    expect(decoded(`${source} `)).to.equal('BODY_INVALID ');
    expect(decoded(source.replace('"amount":5', '"amount":5.0'))).to.equal('BODY_INVALID ');
    expect(decoded(source.replace('"amount":5', '"amount":5,"amount":5'))).to.match(/^BODY_/);
    expect(decoded(`\ufeff${source}`)).to.equal('BODY_INVALID ');
    expect(decoded('{')).to.equal('BODY_INVALID_JSON ');
    expect(decoded('{}')).to.equal('BODY_INVALID ');
    expect(decoded({ ...document, more: 1 })).to.equal('VAL_STRUCT_012 ');
    expect(decoded({ ...document, header: { ...document.header, more: 1 } })).to.equal('VAL_STRUCT_012 /header');
    expect(decoded({ ...document, header: { ...document.header, senderWallet: undefined } })).to.equal(
      'VAL_STRUCT_011 /header/senderWallet',
    );
    expect(decoded({ ...document, payload: undefined })).to.equal('VAL_STRUCT_005 /payload');
    expect(decoded({ ...document, payload: { amount: 6 } })).to.equal('VAL_HASH_001 /header/payloadHash');
    expect(decoded({ ...document, signatures: [{ ...document.signatures[0], more: 1 }] })).to.equal(
      'VAL_STRUCT_012 /signatures/0',
    );
    const unpadded = { ...document.signatures[0], publicKey: document.signatures[0]!.publicKey.replace(/=+$/, '') };
    expect(decoded({ ...document, signatures: [unpadded] })).to.equal('VAL_SIG_003 /signatures/0');
    expect(decoded(source.replace('"amount":5', '"amount":"\\ud800"'))).to.equal('BODY_INVALID_JSON /payload/amount');
    expect(decoded(source.replace('"amount":5', '"amount":9007199254740992'))).to.equal(
      'BODY_NUMBER_RANGE /payload/amount',
    );
    const deep = (levels: number) => decoded(source.replace('{"amount":5}', '['.repeat(levels) + ']'.repeat(levels)));
    expect(deep(63)).to.equal('VAL_HASH_001 /header/payloadHash');
    expect(deep(70)).to.match(/^BODY_TOO_DEEP /);
    expect(deep(200_000)).to.match(/^BODY_/);
  });

  it('finds header and payload in the text, whatever members and texts imitate their places', () => {
    const imitation = '},"payload":{"x":1},"signatures":[';
    const nested = { payload: { signatures: [] }, z: { header: {}, payload: 1, signatures: [{ signatures: [] }] } };
    for (const payload of [nested, { note: imitation }, [nested, imitation], imitation, { signatures: [1] }])
      for (const metadata of [undefined, nested, { payload: 1 }, { note: imitation, payload: {} }])
        for (const signers of [[alice], [alice, bob]]) {
          const header = { actionId: '0', publicationTxId: 'a'.repeat(64), payload, ...(metadata && { metadata }) };
          const tx = good(transactionOf(submission(actDraft(header, alice), signers)));
          expect(decodeTransaction(tx.bytes)).to.deep.equal(tx);
        }
    const source = fromUtf8(good(transactionOf(anOrder())).bytes);
    const [header, rest] = source.slice(1).split(/(?<=\}),(?="payload")/) as [string, string];
    expect(decoded(`{${rest.slice(0, -1)},${header}}`)).to.equal('BODY_INVALID ');
  });

  it('brings any payload through encoding and back', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }).filter((payload) => payload !== null),
        (payload) => {
          const text = canonical(payload);
          const header = headerOf(
            {
              registerId: REGISTER_ID,
              blueprintId: 'b',
              actionId: '1',
              createdAt: AT,
              payloadHash: payloadHashOf(payload as Json),
            },
            alice.address,
          );
          const bytes = utf8(`{"header":${canonical(header)},"payload":${text},"signatures":[]}`);
          const back = decodeTransaction(bytes);
          if (isFailure(back)) {
            // Integers beyond the safe range are the one thing of these payloads that a ledger refuses, and submit
            // refuses it alike.
            expect(back.issue.code).to.equal('BODY_NUMBER_RANGE');
            expect(codes({ payload, payloadHash: payloadHashOf(payload as Json) })).to.match(
              /^BODY_NUMBER_RANGE \/payload/,
            );
            return;
          }
          expect(back.txId).to.equal(txIdOf(header, text));
          expect(canonical(back.payload)).to.equal(text);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('holds what its bytes say, also where -0 or another order of members was given', () => {
    const metadata = { b: 1, a: { d: -0, c: 2 } };
    const tx = act({ actionId: '1', payload: { amount: -0, list: [-0] }, metadata }, alice);
    const { header, payload } = good(decodeTransaction(tx.bytes));
    expect(tx.payload).to.deep.equal(payload);
    expect(tx.header).to.deep.equal(header);
    expect(JSON.stringify(tx.header)).to.equal(JSON.stringify(header));
    expect(payload).to.deep.equal({ amount: 0, list: [0] });
  });

  it('gives another TxId for any change of the header', () => {
    const { header } = good(transactionOf(anOrder()));
    const members = fc.constantFrom(
      'registerId',
      'blueprintId',
      'actionId',
      'instanceId',
      'publicationTxId',
      'previousTransactionId',
      'senderWallet',
      'payloadHash',
      'createdAt',
      'expiresAt',
    );
    fc.assert(
      fc.property(members, fc.string({ minLength: 1 }), (member, text) => {
        const before = (header as unknown as Record<string, unknown>)[member];
        fc.pre(before !== text && text !== 'blueprint-publish');
        expect(txIdOf({ ...header, [member]: text }, '')).to.not.equal(txIdOf(header, ''));
      }),
    );
  });
});
