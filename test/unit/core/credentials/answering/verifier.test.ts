// Whose a request is: by the name of its certificate's host, by its hash, or by nothing; what is refused for good, and
// what a trust list changes.
import { expect } from 'chai';
import { toBase64Url } from '../../../../../core/base/bytes.js';
import { sha256 } from '../../../../../core/base/hash.js';
import { isFailure } from '../../../../../core/base/result.js';
import { readRequest } from '../../../../../core/credentials/answering/met-request.js';
import { type JudgedVerifier, judgeSigned, judgeUnsigned } from '../../../../../core/credentials/answering/verifier.js';
import { draftJws, headerOf, readJws } from '../../../../../core/credentials/jose/jws.js';
import { readAnchor } from '../../../../../core/trust/x509/certificate.js';
import { good } from '../../../../support/base/good.js';
import { AT_MS, altNames, certificate, dns, partyOf } from '../../../../support/certificates/certificates.js';
import { signedBy } from '../../../../support/credentials/office.js';

const [ROOT, MIDDLE, SHOP] = [partyOf('Root'), partyOf('Middle'), partyOf('Shop')];
const named = (host: string) => ({ extensions: { subjectAltName: altNames(dns(host)) } });
const ROOT_DER = certificate(ROOT, ROOT, {}, 'authority');
const CHAIN = [certificate(SHOP, MIDDLE, named('shop.example')), certificate(MIDDLE, ROOT, {}, 'authority')];
const HASH = toBase64Url(sha256(CHAIN[0] as Uint8Array));
const LISTED: JudgedVerifier = { anchors: [good(readAnchor(ROOT_DER))], atMs: AT_MS };
const UNLISTED: JudgedVerifier = { anchors: [], atMs: AT_MS };

interface Asked {
  readonly clientId?: string;
  readonly responseUri?: string;
  readonly chain?: readonly Uint8Array[];
  readonly by?: JudgedVerifier;
}

const requestOf = (clientId: string, responseUri: string) =>
  readRequest(
    {
      ...{ client_id: clientId, response_type: 'vp_token', response_mode: 'direct_post', response_uri: responseUri },
      nonce: 'n',
      dcql_query: { credentials: [{ id: 'a', format: 'dc+sd-jwt', meta: { vct_values: ['urn:x'] } }] },
    },
    { clientId, atMs: AT_MS, dataTypes: [] },
  );

/** The verdict, or the code. */
function verdictOf({
  clientId = 'x509_san_dns:shop.example',
  responseUri = 'https://shop.example/answers',
  chain = CHAIN,
  by = LISTED,
}: Asked = {}): string {
  const text = signedBy(SHOP, draftJws(headerOf('oauth-authz-req+jwt', { chain }), {}));
  const judged = judgeSigned(readJws(text, ['oauth-authz-req+jwt']), requestOf(clientId, responseUri), by);
  return isFailure(judged) ? judged.issue.code : judged.verdict;
}

const [INVALID, MISMATCH] = ['REQUEST_OBJECT_INVALID', 'REQUEST_HOST_MISMATCH'];

describe('the verifier of a request', () => {
  it('x509_san_dns: is of the host of its certificate, to which the answer goes', () => {
    expect(verdictOf()).to.equal('TrustedListVerified');
    expect(verdictOf({ by: UNLISTED })).to.equal('AuthenticUntrusted');
    expect(verdictOf({ clientId: 'x509_san_dns:other.example' })).to.equal(MISMATCH);
    expect(verdictOf({ responseUri: 'https://other.example/answers' })).to.equal(MISMATCH);
    expect(verdictOf({ responseUri: 'https://shop.example:8443/answers' })).to.equal('TrustedListVerified');
    const pattern = [certificate(SHOP, MIDDLE, named('*.shops.example')), ...CHAIN.slice(1)];
    const below = { clientId: 'x509_san_dns:a.shops.example', responseUri: 'https://a.shops.example/answers' };
    expect(verdictOf({ ...below, chain: pattern })).to.equal('TrustedListVerified');
  });

  it('x509_hash: is of that certificate, and the answer goes to its host or to where the request came from', () => {
    const clientId = `x509_hash:${HASH}`;
    expect(verdictOf({ clientId })).to.equal('TrustedListVerified');
    expect(verdictOf({ clientId: `x509_hash:${toBase64Url(sha256(CHAIN[1] as Uint8Array))}` })).to.equal(INVALID);
    const elsewhere = { clientId, responseUri: 'https://answers.example/1' };
    expect(verdictOf(elsewhere)).to.equal(MISMATCH);
    const from = (fetchedFrom: string) => verdictOf({ ...elsewhere, by: { ...LISTED, fetchedFrom } });
    expect(from('https://answers.example/requests/1')).to.equal('TrustedListVerified');
    expect(from('https://answers.example:8443/requests/1')).to.equal(MISMATCH);
  });

  it('is vouched for by no root that the request brings, and by no path that does not hold', () => {
    expect(verdictOf({ chain: [...CHAIN, ROOT_DER] }), 'x5c with its anchor').to.equal('AuthenticUntrusted');
    const self = [certificate(SHOP, SHOP, named('shop.example'))];
    expect(verdictOf({ chain: self }), 'signed by itself').to.equal('AuthenticUntrusted');
    const other = { anchors: [good(readAnchor(certificate(MIDDLE, MIDDLE, {}, 'authority')))], atMs: AT_MS };
    expect(verdictOf({ by: other }), 'another anchor').to.equal('AuthenticUntrusted');
    const broken = [CHAIN[0] as Uint8Array, certificate(MIDDLE, partyOf('Root'), {}, 'authority')];
    expect(verdictOf({ chain: broken }), 'a root of the same name').to.equal('AuthenticUntrusted');
  });

  it('is refused for good: another key, no certificate, one that is over, a name that is not proven', () => {
    expect(verdictOf({ chain: [certificate(MIDDLE, ROOT, named('shop.example'))] })).to.equal(INVALID);
    expect(verdictOf({ chain: [] })).to.equal(INVALID);
    expect(verdictOf({ by: { ...LISTED, atMs: Date.parse('2031-01-01') } })).to.equal(INVALID);
    expect(verdictOf({ by: { ...LISTED, atMs: Date.parse('2019-01-01') } })).to.equal(INVALID);
    for (const clientId of ['shop.example', 'did:web:shop.example', 'redirect_uri:https://shop.example/answers'])
      expect(verdictOf({ clientId }), clientId).to.equal(INVALID);
  });

  it('tells names of a certificate where a list vouches for them, and the host else', () => {
    const text = signedBy(SHOP, draftJws(headerOf('oauth-authz-req+jwt', { chain: CHAIN }), {}));
    const request = requestOf('x509_san_dns:shop.example', 'https://shop.example/answers');
    const namesOf = (by: JudgedVerifier) => good(judgeSigned(readJws(text, ['oauth-authz-req+jwt']), request, by));
    expect(namesOf(LISTED)).to.deep.include({ host: 'shop.example', names: ['CN=Shop, O=Quorate', 'shop.example'] });
    expect(namesOf(UNLISTED)).to.deep.include({ host: 'shop.example', names: [] });
  });

  it('without a signature is where the answer goes, and nothing more', () => {
    const uri = 'https://shop.example/answers';
    const judged = (clientId: string) => {
      const verifier = judgeUnsigned(requestOf(clientId, uri));
      return isFailure(verifier) ? verifier.issue.code : verifier.verdict;
    };
    expect(judged(`redirect_uri:${uri}`)).to.equal('Unverifiable');
    expect(judged('redirect_uri:https://shop.example/other')).to.equal(MISMATCH);
    expect(judged('x509_san_dns:shop.example')).to.equal(INVALID);
  });
});
