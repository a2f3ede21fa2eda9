// The node of a recipient asks for an offer: what it signs, and which answer it believes.
import { expect } from 'chai';
import { type AskedIssuance, askForOffer, type OfferAskingPorts } from '../../../../actors/credentials/asking.js';
import { issue } from '../../../../core/base/issue.js';
import { fail, isFailure } from '../../../../core/base/result.js';
import {
  answerBytes,
  answerDigest,
  askDigest,
  offerText,
  readAsk,
  type ToldOffer,
} from '../../../../core/credentials/issuance/run-offer.js';
import { DEFAULT_PATH, deriveKeyPair } from '../../../../core/crypto/derivation/hd.js';
import { addressOf } from '../../../../core/crypto/keys/address.js';
import { sign, verifySync } from '../../../../core/crypto/signing/algorithms.js';
import { good } from '../../../support/base/good.js';

const keysOf = (seed: number) => deriveKeyPair('ED25519', new Uint8Array(64).fill(seed), DEFAULT_PATH);
const [issuer, recipient] = [keysOf(1), keysOf(2)];
const ISSUER = addressOf('ED25519', issuer.publicKey);
const RECIPIENT = addressOf('ED25519', recipient.publicKey);
const OFFER: ToldOffer = {
  ...{ offerId: 'id', credentialType: 'urn:northwind:permit:1', format: 'dc+sd-jwt', createdAtMs: 1, expiresAtMs: 2 },
  ...{ credentialOfferUri: 'openid-credential-offer://?x=y', preAuthorizedCode: 'code' },
};

describe('actors/credentials/asking', () => {
  const place = { registerId: 'r', issuer: ISSUER, from: 'self' };
  function signedBy({ publicKey, privateKey }: typeof issuer, digest: Uint8Array) {
    return { algorithm: 'ED25519' as const, publicKey, signature: sign('ED25519', privateKey, digest) };
  }
  /** The node of the issuer, whose answer another key may sign. */
  const answerTo = (text: Uint8Array, by = issuer, offer = offerText(OFFER)) =>
    answerBytes({ offer, signature: signedBy(by, answerDigest(askDigest(good(readAsk(text)), place), offer)) });
  type Ask = OfferAskingPorts['asker']['ask'];
  function ports(ask: Ask, isGone = false): OfferAskingPorts {
    return {
      clock: { now: () => 1000 },
      keystore: { sign: async (_, digest) => ({ ...signedBy(recipient, digest), isProven: true }) },
      ledger: { register: () => (isGone ? undefined : ({ reg: 7 } as never)) },
      asker: { ask },
    };
  }
  const asked = (changed = {}): AskedIssuance => ({
    credentialId: 'c',
    issuance: { registerId: 'r', issuer: ISSUER, isReplaced: false, ...changed } as AskedIssuance['issuance'],
    by: {
      wallet: { address: RECIPIENT, algorithm: 'ED25519', owner: { kind: 'person', id: 'user' } } as never,
      address: RECIPIENT,
    },
    from: place.from,
  });
  const codeOf = async (answer: ReturnType<typeof askForOffer>) => {
    const offer = await answer;
    return isFailure(offer) ? offer.issue.code : offer;
  };

  it('asks the wallet of the issuance with a signature of the recipient, and takes what that signed', async () => {
    const given = ports(async ({ reg, registerId, wallet, subject, text, isGood }) => {
      expect({ reg, registerId, wallet, subject }).to.deep.equal({
        reg: 7,
        registerId: 'r',
        wallet: ISSUER,
        subject: 'run-offer',
      });
      const ask = good(readAsk(text));
      expect(ask).to.include({ credentialId: 'c', wallet: RECIPIENT, atMs: 1000 });
      const { algorithm, publicKey, signature } = ask.signature;
      expect(verifySync(algorithm, publicKey, askDigest(ask, place), signature)).to.equal(true);
      expect(isGood(answerTo(text))).to.equal(true);
      return answerTo(text);
    });
    expect(await codeOf(askForOffer(given, asked()))).to.deep.equal(OFFER);
  });

  it('finds no answer good but that of the wallet to this question', async () => {
    const given = ports(async ({ text, isGood }) => {
      const bad = [
        answerTo(text, recipient),
        answerBytes({ offer: offerText(OFFER), signature: signedBy(issuer, new Uint8Array(32)) }),
        answerTo(text, issuer, '{}'),
        new Uint8Array(3),
      ];
      for (const [i, answer] of bad.entries()) expect(isGood(answer), String(i)).to.equal(false);
      return answerTo(text, recipient);
    });
    expect(await codeOf(askForOffer(given, asked()))).to.equal('WALLET_NODE_AWAY');
  });

  it('asks nobody for a key that governance replaced, nor where the register is gone', async () => {
    const never: Ask = async () => {
      throw new Error('somebody is asked');
    };
    expect(await codeOf(askForOffer(ports(never), asked({ isReplaced: true })))).to.equal('WALLET_NODE_AWAY');
    expect(await codeOf(askForOffer(ports(never, true), asked()))).to.equal('WALLET_NODE_AWAY');
  });

  it('says what the node of the issuer says, where that is of the credential', async () => {
    for (const code of ['CREDENTIAL_REVOKED', 'FORBIDDEN', 'OFFER_EXPIRED', 'QUOTA_EXCEEDED'] as const)
      expect(
        await codeOf(
          askForOffer(
            ports(async () => fail(issue(code, '', 'No.'))),
            asked(),
          ),
        ),
      ).to.equal(code);
    const other = ports(async () => fail(issue('CIPHERTEXT_INVALID', '', 'No.')));
    expect(await codeOf(askForOffer(other, asked()))).to.equal('WALLET_NODE_AWAY');
  });
});
