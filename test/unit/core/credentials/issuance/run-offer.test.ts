// The question for an offer between two nodes, and its answer: what binds them, and how an answer is read.
import { expect } from 'chai';
import { RUN_OFFER_ASK_MS } from '../../../../../core/base/limits/node/wallets.js';
import {
  answerBytes,
  answerDigest,
  askBytes,
  askDigest,
  isStale,
  offerText,
  readAnswer,
  readAsk,
  readToldOffer,
  signatureOf,
  type ToldOffer,
} from '../../../../../core/credentials/issuance/run-offer.js';
import { addressOf } from '../../../../../core/crypto/keys/address.js';
import { codesOf } from '../../../../support/base/results.js';

const ask = { credentialId: 'c', wallet: 'w', atMs: 1 };
const place = { registerId: 'r', issuer: 'i', from: 'a' };
const signature = { algorithm: 'ED25519', publicKey: new Uint8Array(32), signature: new Uint8Array(64) } as const;
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

const OFFER: ToldOffer = {
  offerId: 'id',
  credentialType: 'urn:northwind:permit:1',
  format: 'dc+sd-jwt',
  createdAtMs: 1,
  expiresAtMs: 2,
  credentialOfferUri: 'openid-credential-offer://?credential_offer_uri=https%3A%2F%2Fnorthwind.example',
  preAuthorizedCode: 'code',
  txCode: '123456',
};

describe('core/credentials/issuance/run-offer', () => {
  it('binds a question to each of its parts and to its place', () => {
    const digests = [
      askDigest(ask, place),
      askDigest({ ...ask, credentialId: 'x' }, place),
      askDigest({ ...ask, wallet: 'x' }, place),
      askDigest({ ...ask, atMs: 2 }, place),
      askDigest(ask, { ...place, registerId: 'x' }),
      askDigest(ask, { ...place, issuer: 'x' }),
      askDigest(ask, { ...place, from: 'x' }),
      askDigest(ask, { ...place, issuer: place.from, from: place.issuer }),
    ].map(hex);
    expect(new Set(digests).size).to.equal(digests.length);
    const asked = askDigest(ask, place);
    const other = askDigest({ ...ask, atMs: 2 }, place);
    const answers = [answerDigest(asked, 'x'), answerDigest(asked, 'y'), answerDigest(other, 'x')];
    expect(new Set(answers.map(hex)).size).to.equal(answers.length);
  });

  it('is good for a minute on either side', () => {
    const atMs = 1_000_000;
    expect(isStale({ atMs }, atMs + RUN_OFFER_ASK_MS - 1)).to.equal(false);
    expect(isStale({ atMs }, atMs + RUN_OFFER_ASK_MS)).to.equal(true);
    expect(isStale({ atMs }, atMs - RUN_OFFER_ASK_MS)).to.equal(true);
  });

  it('takes the key of the wallet alone', () => {
    const [publicKey, digest, signature] = [new Uint8Array(32), new Uint8Array(32), new Uint8Array(64)];
    const given = { algorithm: 'ED25519', publicKey, signature } as const;
    expect(signatureOf(addressOf('ED25519', publicKey), given, digest)).to.deep.equal({ ...given, digest });
    expect(signatureOf(addressOf('NISTP256', publicKey), given, digest)).to.equal(undefined);
  });

  it('reads a question and an answer as they were written, and nothing else', () => {
    const signed = { ...ask, signature };
    expect(readAsk(askBytes(signed))).to.deep.equal(signed);
    const answer = { offer: 'text', signature };
    expect(readAnswer(answerBytes(answer))).to.deep.equal(answer);
    const json = JSON.parse(Buffer.from(askBytes(signed)).toString());
    const bad: readonly unknown[] = [
      ...Object.keys(json).map((name) => ({ ...json, [name]: undefined })),
      ...Object.keys(json.signature).map((name) => ({ ...json, signature: { ...json.signature, [name]: undefined } })),
      { ...json, atMs: '1' },
      { ...json, other: 1 },
      { ...json, signature: { ...json.signature, algorithm: 'RS256' } },
      { ...json, signature: { ...json.signature, publicKey: '%' } },
      { ...json, signature: { ...json.signature, other: 1 } },
      [],
    ];
    for (const one of bad)
      expect(codesOf(readAsk(Buffer.from(JSON.stringify(one)))), JSON.stringify(one)).to.deep.equal(['BODY_INVALID']);
    const texts = ['{', '[]', '{"offer":1}', JSON.stringify({ offer: 'text' }), '{"signature":{}}'];
    for (const text of texts) expect(readAnswer(Buffer.from(text)), text).to.equal(undefined);
    expect(readAnswer(Uint8Array.of(0xff))).to.equal(undefined);
  });

  it('reads an offer with its members, each of its kind, that leads to a wallet', () => {
    expect(readToldOffer(offerText(OFFER))).to.deep.equal(OFFER);
    const { txCode: _, ...without } = OFFER;
    expect(readToldOffer(offerText(without))).to.deep.equal(without);
    const bad: readonly unknown[] = [
      ...Object.keys(without).map((name) => ({ ...OFFER, [name]: undefined })),
      { ...OFFER, txCode: 1 },
      { ...OFFER, createdAtMs: '1' },
      { ...OFFER, format: 'other' },
      { ...OFFER, credentialType: 1 },
      { ...OFFER, other: 1 },
      { ...OFFER, credentialOfferUri: 'https://northwind.example' },
      [],
    ];
    for (const offer of bad) expect(readToldOffer(JSON.stringify(offer)), JSON.stringify(offer)).to.equal(undefined);
    expect(readToldOffer('{')).to.equal(undefined);
  });
});
