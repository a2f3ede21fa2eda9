// What keys sign as X.509: a wallet its own request, the authority of a node its own certificate and those of leaves.
import { generateKeyPairSync } from 'node:crypto';
import { expect } from 'chai';
import { fromHex } from '../../../../../core/base/bytes.js';
import { CERTIFICATE_BYTES_MAX } from '../../../../../core/base/limits/ledger/certificates.js';
import { isFailure } from '../../../../../core/base/result.js';
import { deriveKeyPair } from '../../../../../core/crypto/derivation/hd.js';
import { verifyEs256 } from '../../../../../core/crypto/signing/nist-p256.js';
import { type FormSigner, signForm, spkiOf } from '../../../../../core/trust/certificates/signed-form.js';
import { DerReader, inContext, TAG } from '../../../../../core/trust/x509/der.js';
import { good } from '../../../../support/base/good.js';
import {
  authority,
  certificate,
  keyUsage,
  type Parts,
  type Party,
  partyOf,
} from '../../../../support/certificates/certificates.js';
import { der, integer, name, oid, sequence, text } from '../../../../support/certificates/der.js';

const SEED = new Uint8Array(64).fill(7);
const PAIR = deriveKeyPair('NISTP256', SEED, "m/44'/0'/0'/0/0");
const OWN = spkiOf(PAIR.publicKey);
const own: Party = { ...partyOf('Authority'), spki: OWN };
const other = partyOf('Leaf');

const attribute = (type: string, ...values: readonly Uint8Array[]) => sequence(oid(type), der(TAG.set, ...values));
const extensions = (...all: readonly Uint8Array[]) => attribute('1.2.840.113549.1.9.14', sequence(...all));

interface RequestParts {
  readonly version?: Uint8Array;
  readonly spki?: Uint8Array;
  readonly attributes?: readonly Uint8Array[];
  readonly more?: readonly Uint8Array[];
}

function request({ version = integer('00'), spki = OWN, attributes = [], more = [] }: RequestParts = {}) {
  return sequence(version, name(['CN', 'Permits']), spki, der(inContext(0), ...attributes), ...more);
}

/** What is signed of a certificate. */
function unsigned(subject: Party, parts: Parts, of: 'leaf' | 'authority'): Uint8Array {
  const whole = certificate(subject, { ...own, privateKey: other.privateKey }, parts, of);
  return new DerReader(whole).enter().next(TAG.sequence).whole;
}

const root = (parts: Parts = {}) =>
  unsigned(own, { ...parts, extensions: { basicConstraints: authority(0), ...parts.extensions } }, 'authority');
const leaf = (parts: Parts = {}) => unsigned(other, parts, 'leaf');

const SIGNED: readonly (readonly [what: string, FormSigner, Uint8Array])[] = [
  ['a request of a wallet for its own key', 'wallet', request()],
  ['a request with extensions', 'wallet', request({ attributes: [extensions(keyUsage('leaf'))] })],
  ['the certificate of the authority itself', 'authority', root()],
  ['a certificate of a leaf', 'authority', leaf()],
];

const REFUSED: readonly (readonly [what: string, FormSigner, Uint8Array])[] = [
  ['nothing', 'wallet', new Uint8Array(0)],
  ['no DER', 'wallet', fromHex('30800000')],
  ['a form with bytes behind it', 'wallet', Uint8Array.from([...request(), 0])],
  ['a form beyond the bound', 'wallet', request({ more: [new Uint8Array(CERTIFICATE_BYTES_MAX)] })],
  ['a request of another version', 'wallet', request({ version: integer('01') })],
  ['a request with a longer version', 'wallet', request({ version: integer('0000') })],
  ['a request for another key', 'wallet', request({ spki: other.spki })],
  ['a request with more behind it', 'wallet', request({ more: [integer('01')] })],
  [
    'a request with another attribute',
    'wallet',
    request({ attributes: [attribute('1.2.3', text('a', TAG.utf8String))] }),
  ],
  ['a request to be an authority', 'wallet', request({ attributes: [extensions(authority())] })],
  ['a request to sign certificates', 'wallet', request({ attributes: [extensions(keyUsage('authority'))] })],
  [
    'a request with two lists of extensions',
    'wallet',
    request({
      attributes: [attribute('1.2.840.113549.1.9.14', sequence(keyUsage('leaf')), sequence(keyUsage('leaf')))],
    }),
  ],
  ['a certificate by a wallet', 'wallet', leaf()],
  ['a certificate of its own by a wallet', 'wallet', root()],
  ['a request by the authority', 'authority', request()],
  ['a certificate of a second authority', 'authority', leaf({ extensions: { basicConstraints: authority() } })],
  ['a leaf that signs certificates', 'authority', leaf({ extensions: { keyUsage: keyUsage('authority') } })],
  ['another algorithm', 'authority', leaf({ inner: fromHex('300a06082a8648ce3d040303') })],
  ['an authority of its key under another issuer', 'authority', root({ issuer: name(['CN', 'Other']) })],
  ['an authority of its key with a longer path', 'authority', root({ extensions: { basicConstraints: authority(1) } })],
  ['an authority of its key of any path', 'authority', root({ extensions: { basicConstraints: authority() } })],
  [
    'its own key as a leaf',
    'authority',
    root({ extensions: { basicConstraints: undefined, keyUsage: keyUsage('leaf') } }),
  ],
];

describe('forms of X.509 that are signed', () => {
  for (const [what, signer, bytes] of SIGNED)
    it(`signs ${what}`, () => {
      expect(verifyEs256(PAIR.publicKey, bytes, good(signForm(PAIR, signer, bytes)))).to.equal(true);
    });

  for (const [what, signer, bytes] of REFUSED)
    it(`refuses ${what}`, () => {
      const signed = signForm(PAIR, signer, bytes);
      expect(isFailure(signed) && signed.issue.code).to.equal('BODY_INVALID');
    });

  it('refuses a key of another algorithm', () => {
    const pair = deriveKeyPair('ED25519', SEED, "m/44'/0'/0'/0/0");
    const signed = signForm(pair, 'wallet', request());
    expect(isFailure(signed) && signed.issue.code).to.equal('ALGORITHM_UNSUPPORTED');
  });

  it('names the key as others write it', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const spki = publicKey.export({ type: 'spki', format: 'der' });
    expect(Buffer.from(spkiOf(spki.subarray(26)))).to.deep.equal(spki);
  });
});
