// The question of a verifier, its request object, and how an answer is read.
import { expect } from 'chai';
import { toBase64Url, utf8 } from '../../../../../core/base/bytes.js';
import { sha256 } from '../../../../../core/base/hash.js';
import { isFailure, type Result } from '../../../../../core/base/result.js';
import { readAnswer } from '../../../../../core/credentials/presenting/answer.js';
import type { PresentationVerdict } from '../../../../../core/credentials/presenting/judge.js';
import { claimNameOf, questionOf, type StatedQuestion } from '../../../../../core/credentials/presenting/question.js';
import {
  authorizationUri,
  clientIdOf,
  closedProblem,
  draftRequestObject,
  encodeTransactionData,
  type PresentationRequest,
  requestState,
} from '../../../../../core/credentials/presenting/request.js';
import { resultOf } from '../../../../../core/credentials/presenting/result.js';
import { readDcql } from '../../../../../core/credentials/query/dcql.js';
import { good } from '../../../../support/base/good.js';

const told = <T>(result: Result<T>) => (isFailure(result) ? [result.issue.code, result.issue.path] : 'good');
const DCQL = {
  credentials: [
    { id: 'a', format: 'dc+sd-jwt', meta: { vct_values: ['urn:x'] } },
    { id: 'b', format: 'mso_mdoc', meta: { doctype_value: 'x' } },
  ],
};

describe('core/credentials/presenting/question', () => {
  it('makes a query of a type and its claims', () => {
    const requiredClaims = [{ claimName: 'age', expectedValue: 18 }, { claimName: '["address","locality"]' }];
    const { dcql, query } = good(questionOf({ credentialType: 'urn:x', requiredClaims }));
    expect(dcql).to.deep.equal({
      credentials: [
        {
          ...{ id: 'credential', format: 'dc+sd-jwt', meta: { vct_values: ['urn:x'] } },
          claims: [{ path: ['age'], values: [18] }, { path: ['address', 'locality'] }],
        },
      ],
    });
    expect(query.credentials[0]?.claims.map(({ path }) => claimNameOf(path))).to.deep.equal(
      requiredClaims.map(({ claimName }) => claimName),
    );
    const mdoc = good(questionOf({ credentialType: 'org.x', format: 'mso_mdoc' })).dcql;
    expect(mdoc).to.deep.equal({
      credentials: [{ id: 'credential', format: 'mso_mdoc', meta: { doctype_value: 'org.x' } }],
    });
  });

  it('believes the own organisation alone, unless issuers or a policy are stated', () => {
    const kinds = (stated: StatedQuestion) => good(questionOf(stated)).policy.sources.map(({ kind }) => kind);
    expect(kinds({ credentialType: 'urn:x' })).to.deep.equal(['x509-tenant']);
    const accepted = { credentialType: 'urn:x', acceptedIssuers: ['did:web:x'] };
    expect(kinds(accepted)).to.deep.equal(['did-allowlist', 'register', 'x509-tenant']);
    for (const { allowedIssuers } of good(questionOf(accepted)).policy.sources)
      expect(allowedIssuers).to.deep.equal(['did:web:x']);
    const sources = [{ kind: 'x509-lotl', trustListId: 'eu' }];
    expect(kinds({ credentialType: 'urn:x', trustPolicy: { sources } })).to.deep.equal(['x509-lotl']);
  });

  const WRONG: readonly (readonly [what: string, stated: StatedQuestion, path: string])[] = [
    ['nothing', {}, '/credentialType'],
    ['a type and a query', { credentialType: 'x', dcqlQuery: DCQL }, '/credentialType'],
    ['claims beside a query', { dcqlQuery: DCQL, requiredClaims: [{ claimName: 'a' }] }, '/requiredClaims'],
    [
      'a path that is none',
      { credentialType: 'x', requiredClaims: [{ claimName: '[' }] },
      '/requiredClaims/0/claimName',
    ],
    [
      'a name of an mdoc without its space',
      { credentialType: 'x', format: 'mso_mdoc', requiredClaims: [{ claimName: 'a' }] },
      '/dcqlQuery',
    ],
    ['a query of no form', { dcqlQuery: { credentials: [] } }, '/dcqlQuery'],
    [
      'a query of another format',
      { dcqlQuery: { credentials: [{ id: 'a', format: 'jwt_vc_json', meta: {} }] } },
      '/dcqlQuery',
    ],
    ['a query of any type', { dcqlQuery: { credentials: [{ id: 'a', format: 'dc+sd-jwt', meta: {} }] } }, '/dcqlQuery'],
    [
      'authorities of another kind',
      {
        dcqlQuery: {
          credentials: [{ ...DCQL.credentials[0]!, trusted_authorities: [{ type: 'etsi_tl', values: ['x'] }] }],
        },
      },
      '/dcqlQuery',
    ],
    ['a policy and issuers', { credentialType: 'x', trustPolicy: {}, acceptedIssuers: ['a'] }, '/acceptedIssuers'],
    [
      'a policy of no form',
      { credentialType: 'x', trustPolicy: { sources: [{ kind: 'x' }] } },
      '/trustPolicy/sources/0',
    ],
  ];
  for (const [what, stated, path] of WRONG)
    it(`refuses ${what}`, () => expect(told(questionOf(stated))).to.deep.equal(['BODY_INVALID', path]));
});

const REQUEST: PresentationRequest = {
  ...{ id: 'r', organisationId: 'o', createdBy: 'p', sessionId: '', dcql: DCQL, transactionData: [], nonce: 'n' },
  policy: good(questionOf({ dcqlQuery: DCQL })).policy,
  ...{ clientId: 'x509_san_dns:h', responseUri: 'https://h/post', responseMode: 'direct_post' },
  ...{ isPresentationKept: false, wallet: 'w', keyPath: 'm', chain: [], createdAtMs: 0, expiresAtMs: 300_000 },
};
const partsOf = (text: string) =>
  text.split('.').map((part) => JSON.parse(Buffer.from(part, 'base64url').toString() || '0'));

describe('core/credentials/presenting/request', () => {
  it('is over with its time, and with its answer', () => {
    expect(requestState(REQUEST, 299_999)).to.equal('Pending');
    expect(requestState(REQUEST, 300_000)).to.equal('Expired');
    const outcome = { state: 'Verified', answeredAtMs: 1, sealed: '' } as const;
    expect(requestState({ ...REQUEST, outcome }, 400_000)).to.equal('Verified');
    expect(requestState({ ...REQUEST, outcome: { ...outcome, codeHash: 'h' } }, 1)).to.equal('Answered');
    expect(closedProblem(REQUEST, 299_999)).to.equal(undefined);
    expect(closedProblem(REQUEST, 300_000)?.code).to.equal('REQUEST_EXPIRED');
    expect(closedProblem({ ...REQUEST, outcome }, 1)?.code).to.equal('REQUEST_EXPIRED');
  });

  it('has the claims of a request object, under the chain of its signer', () => {
    const chain = [utf8('leaf')];
    const made = draftRequestObject(REQUEST, { chain, atMs: 1999 }).finish(new Uint8Array());
    const [header, payload] = partsOf(made.slice(0, -1));
    expect(header).to.deep.equal({ alg: 'ES256', typ: 'oauth-authz-req+jwt', x5c: ['bGVhZg=='] });
    expect(payload).to.deep.equal({
      ...{ iss: 'x509_san_dns:h', client_id: 'x509_san_dns:h', aud: 'https://self-issued.me/v2', iat: 1, exp: 300 },
      ...{ response_type: 'vp_token', response_mode: 'direct_post', response_uri: 'https://h/post' },
      ...{ nonce: 'n', state: 'r', dcql_query: DCQL },
      client_metadata: {
        vp_formats_supported: {
          'dc+sd-jwt': { 'kb-jwt_alg_values': ['ES256'], 'sd-jwt_alg_values': ['ES256'] },
          jwt_vc_json: { alg_values: ['ES256'] },
          mso_mdoc: { deviceauth_alg_values: [-7], issuerauth_alg_values: [-7] },
        },
      },
    });
  });

  it('names a key for the answer, transaction data and the nonce of the wallet where there are any', () => {
    const jwk = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid: 'k' } as const;
    const request: PresentationRequest = { ...REQUEST, transactionData: ['e30'], key: { jwk, sealed: 's' } };
    const made = draftRequestObject(request, { chain: [], atMs: 0, walletNonce: 'w' }).finish(new Uint8Array());
    const [, payload] = partsOf(made.slice(0, -1));
    expect([payload.transaction_data, payload.wallet_nonce]).to.deep.equal([['e30'], 'w']);
    expect(payload.client_metadata).to.deep.include({
      jwks: { keys: [{ ...jwk, use: 'enc', alg: 'ECDH-ES' }] },
      encrypted_response_enc_values_supported: ['A128GCM', 'A256GCM'],
    });
    expect(made).to.not.contain('sealed');
  });

  it('is of a host, or of a certificate', () => {
    const leaf = utf8('leaf');
    expect(clientIdOf('x509_san_dns', { host: 'h.example', leaf })).to.equal('x509_san_dns:h.example');
    expect(clientIdOf('x509_hash', { host: 'h', leaf })).to.equal(`x509_hash:${toBase64Url(sha256('leaf'))}`);
    const requestUri = 'https://h/r?a=b';
    expect(authorizationUri(REQUEST, { requestUri, isPosted: false })).to.equal(
      'openid4vp://authorize?client_id=x509_san_dns%3Ah&request_uri=https%3A%2F%2Fh%2Fr%3Fa%3Db',
    );
    expect(authorizationUri(REQUEST, { requestUri, isPosted: true })).to.match(/&request_uri_method=post$/);
  });

  it('takes transaction data for one SD-JWT alone', () => {
    const query = readDcql({
      credentials: [
        ...DCQL.credentials,
        { ...DCQL.credentials[0]!, id: 'c', require_cryptographic_holder_binding: false },
        { ...DCQL.credentials[0]!, id: 'd', multiple: true },
      ],
    });
    const encoded = (data: object) => told(encodeTransactionData([data as never], query));
    expect(encoded({ type: 'urn:t', credential_ids: ['a'] })).to.equal('good');
    for (const data of [
      { credential_ids: ['a'] },
      { type: 'urn:t' },
      { type: 'urn:t', credential_ids: ['a', 'd'] },
      { type: 'urn:t', credential_ids: ['z'] },
      { type: 'urn:t', credential_ids: ['b'] },
      { type: 'urn:t', credential_ids: ['c'] },
      { type: 'urn:t', credential_ids: ['d'] },
      { type: 'urn:t', credential_ids: ['a'], text: 'a'.repeat(4096) },
    ])
      expect(encoded(data), JSON.stringify(data)).to.deep.equal(['BODY_INVALID', '/transactionData/0']);
  });
});

describe('core/credentials/presenting/answer', () => {
  const query = readDcql(DCQL);
  const read = (fields: object) => readAnswer({ state: 'r', ...fields }, { state: 'r', query });

  it('reads presentations by query, as a form or an encrypted answer has them', () => {
    const vp_token = { a: ['x'], b: ['y', 'z'] };
    for (const token of [vp_token, JSON.stringify(vp_token)]) {
      const answer = good(read({ vp_token: token }));
      if (!('presentations' in answer)) throw new Error('denied');
      expect(Object.fromEntries(answer.presentations)).to.deep.equal(vp_token);
    }
  });

  it('reads that the holder denies, without a word that no standard has', () => {
    expect(good(read({ error: 'access_denied' }))).to.deep.equal({ denied: 'access_denied' });
    expect(good(read({ error: '<b>' }))).to.deep.equal({ denied: 'invalid_request' });
    expect(good(read({ error: 'access_denied', state: undefined }))).to.deep.equal({ denied: 'access_denied' });
  });

  const WRONG: readonly (readonly [what: string, fields: object, code: string, path: string])[] = [
    ['another state', { state: 's', vp_token: { a: ['x'] } }, 'PRESENTATION_INVALID', '/state'],
    ['no state', { state: undefined, vp_token: { a: ['x'] } }, 'PRESENTATION_INVALID', '/state'],
    ['no token', {}, 'PRESENTATION_INVALID', '/vp_token'],
    ['a token that is no object', { vp_token: '["x"]' }, 'PRESENTATION_INVALID', '/vp_token'],
    ['a token that is a presentation', { vp_token: 'eyJ.e30.AA~' }, 'PRESENTATION_INVALID', '/vp_token'],
    ['a member twice', { vp_token: '{"a":["x"],"a":["y"]}' }, 'PRESENTATION_INVALID', '/vp_token'],
    ['a presentation in no list', { vp_token: { a: 'x' } }, 'PRESENTATION_INVALID', '/vp_token'],
    ['an empty list', { vp_token: { a: [] } }, 'PRESENTATION_INVALID', '/vp_token'],
    ['seventeen of one query', { vp_token: { a: Array(17).fill('x') } }, 'PRESENTATION_INVALID', '/vp_token'],
    ['a presentation that is no text', { vp_token: { a: [{}] } }, 'PRESENTATION_INVALID', '/vp_token'],
    ['an empty presentation', { vp_token: { a: [''] } }, 'PRESENTATION_INVALID', '/vp_token'],
    ['an empty object', { vp_token: {} }, 'PRESENTATION_INVALID', '/vp_token'],
    ['an unknown query', { vp_token: { z: ['x'] } }, 'DCQL_UNKNOWN_QUERY_ID', '/vp_token'],
    [
      'a submission of drafts',
      { vp_token: 'x', presentation_submission: '{}' },
      'LEGACY_DIALECT',
      '/presentation_submission',
    ],
  ];
  for (const [what, fields, code, path] of WRONG)
    it(`refuses ${what}`, () => expect(told(read(fields))).to.deep.equal([code, path]));
});

describe('core/credentials/presenting/result', () => {
  const verdict = (change: Partial<PresentationVerdict> = {}): PresentationVerdict => ({
    ...{ isValid: true, verifiedClaims: { n: 1 }, errors: [], holderKeyVerified: true, x5cChainValid: true },
    ...{ statusCheckResult: 'Valid', issuer: 'i', trustEvidence: [], ...change },
  });
  const bad = verdict({ isValid: false, verifiedClaims: {}, errors: [{ code: 'type', message: 'm' }], issuer: 'j' });
  const one = readDcql({ credentials: [DCQL.credentials[0]!] });
  const two = readDcql(DCQL);
  const choice = readDcql({
    ...DCQL,
    credential_sets: [{ options: [['a'], ['b']] }, { options: [['b']], required: false }],
  });

  it('has the claims of one query by their names, of several with that of the query', () => {
    expect(resultOf(one, new Map([['a', [verdict()]]]))).to.deep.include({
      isValid: true,
      verifiedClaims: { n: 1 },
      issuer: 'i',
    });
    const both = resultOf(
      two,
      new Map([
        ['a', [verdict()]],
        ['b', [verdict({ statusCheckResult: 'NotListed', issuer: 'k' })]],
      ]),
    );
    expect(both).to.deep.include({
      isValid: true,
      verifiedClaims: { 'a:n': 1, 'b:n': 1 },
      statusCheckResult: 'NotListed',
    });
    expect(both, 'two issuers').to.not.have.property('issuer');
  });

  it('is not good where one of several is bad, absent, or more than one', () => {
    const result = resultOf(
      two,
      new Map([
        ['a', [verdict()]],
        ['b', [bad]],
      ]),
    );
    expect([result.isValid, result.verifiedClaims, result.errors]).to.deep.equal([
      ...[false, {}],
      [{ queryId: 'b', code: 'type', message: 'm' }],
    ]);
    const absent = resultOf(two, new Map([['a', [verdict()]]]));
    expect([absent.isValid, absent.errors[0]?.code]).to.deep.equal([false, 'query']);
    const multiple = readDcql({ credentials: [{ ...DCQL.credentials[0]!, multiple: true }] });
    expect(resultOf(multiple, new Map([['a', [verdict(), verdict()]]])).isValid, 'several good').to.equal(true);
    expect(resultOf(multiple, new Map([['a', [verdict(), bad]]])).isValid, 'a bad one').to.equal(false);
    const several = resultOf(one, new Map([['a', [verdict(), verdict()]]]));
    expect([several.isValid, several.errors]).to.deep.equal([
      false,
      [{ queryId: 'a', code: 'query', message: 'The query takes one presentation, and no more.' }],
    ]);
  });

  it('is good where each required set has an option that is', () => {
    expect(resultOf(choice, new Map([['b', [verdict()]]])).isValid).to.equal(true);
    expect(
      resultOf(
        choice,
        new Map([
          ['a', [verdict()]],
          ['b', [bad]],
        ]),
      ),
    ).to.deep.include({ isValid: true, verifiedClaims: { 'a:n': 1 } });
    expect(resultOf(choice, new Map([['a', [bad]]])).isValid).to.equal(false);
  });

  it('says of all together what holds of each', () => {
    const result = resultOf(
      two,
      new Map([
        ['a', [verdict()]],
        ['b', [verdict({ holderKeyVerified: false, x5cChainValid: false })]],
      ]),
    );
    expect([result.holderKeyVerified, result.x5cChainValid]).to.deep.equal([false, false]);
    expect(resultOf(two, new Map()).statusCheckResult).to.equal('NotChecked');
  });
});
