// Offers and documents of issuers as a wallet reads them, with their bounds.
import { expect } from 'chai';
import {
  CREDENTIAL_OFFER_MAX,
  CREDENTIAL_TYPES_MAX,
  OFFERED_TYPES_MAX,
} from '../../../../../core/base/limits/node/wallets.js';
import { FormatFault, faultOr } from '../../../../../core/credentials/fault.js';
import { readIssuerMetadata, readServerMetadata, wellKnown } from '../../../../../core/credentials/holding/metadata.js';
import { offerInUri, readOffer } from '../../../../../core/credentials/holding/offer.js';

const ISSUER = 'https://i.example';
const CODE = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';
const isFault = (read: () => unknown) => faultOr(read as () => string) instanceof FormatFault;
const offer = (grants: object | undefined, more: object = {}) =>
  ({ credential_issuer: ISSUER, credential_configuration_ids: ['a'], ...(grants && { grants }), ...more }) as never;

describe('core/credentials/holding/offer', () => {
  it('reads an offer in a URI, or where it is', () => {
    const uri = (query: string) => offerInUri(`openid-credential-offer://?${query}`);
    expect(uri('credential_offer=%7B%22a%22%3A1%7D')).to.deep.equal({ offer: { a: 1 } });
    expect(uri('credential_offer_uri=https%3A%2F%2Fa.example')).to.deep.equal({ url: 'https://a.example' });
    for (const query of ['', 'credential_offer=%7B', 'credential_offer={}&credential_offer_uri=https://a.example'])
      expect(
        isFault(() => uri(query)),
        query,
      ).to.equal(true);
    expect(isFault(() => offerInUri('not a uri'))).to.equal(true);
    expect(isFault(() => uri(`x=${'x'.repeat(CREDENTIAL_OFFER_MAX)}`))).to.equal(true);
  });

  it('reads the grants: a code first, a person else, and with none the server decides', () => {
    const base = { issuer: ISSUER, configurations: ['a'] };
    const code = { 'pre-authorized_code': 'c', authorization_server: 'https://s.example' };
    const person = { issuer_state: 's' };
    expect(readOffer(offer({ [CODE]: code, authorization_code: person }))).to.deep.equal({
      ...{ ...base, code: 'c', server: 'https://s.example' },
    });
    expect(
      readOffer(offer({ authorization_code: { ...person, authorization_server: 'https://s.example' } })),
    ).to.deep.equal({ ...base, issuerState: 's', server: 'https://s.example' });
    for (const grants of [undefined, {}, { authorization_code: {} }])
      expect(readOffer(offer(grants))).to.deep.equal(base);
    const txCode = { length: 6, input_mode: 'text', description: 'x'.repeat(400), other: 1 };
    expect(readOffer(offer({ [CODE]: { ...code, tx_code: txCode } })).txCode).to.deep.equal({
      ...{ length: 6, inputMode: 'text', description: 'x'.repeat(300) },
    });
    const bad: readonly object[] = [
      ...[{ implicit: {} }, { [CODE]: {} }, { [CODE]: { 'pre-authorized_code': 1 } }],
      ...[{ authorization_code: 'x' }, { authorization_code: { issuer_state: 1 } }],
      { authorization_code: { authorization_server: 1 } },
    ];
    for (const grants of bad)
      expect(
        isFault(() => readOffer(offer(grants))),
        JSON.stringify(grants),
      ).to.equal(true);
  });

  it('takes one to eight types, none twice', () => {
    const of = (ids: unknown) => isFault(() => readOffer(offer({}, { credential_configuration_ids: ids })));
    const many = (count: number) => Array.from({ length: count }, (_, i) => String(i));
    expect([many(OFFERED_TYPES_MAX), many(OFFERED_TYPES_MAX + 1), [], ['a', 'a'], 'a', [1]].map(of)).to.deep.equal([
      ...[false, true, true, true, true, true],
    ]);
    expect(isFault(() => readOffer(offer({}, { credential_issuer: 1 })))).to.equal(true);
    expect(isFault(() => readOffer('x'))).to.equal(true);
  });
});

describe('core/credentials/holding/metadata', () => {
  const metadata = (more: object = {}) =>
    readIssuerMetadata(
      {
        ...{ credential_issuer: ISSUER, credential_endpoint: `${ISSUER}/c`, ...more },
        credential_configurations_supported: {
          sd: { format: 'dc+sd-jwt', vct: 'urn:x', scope: 'x', credential_metadata: { display: [{ name: 'X' }] } },
          mdoc: { format: 'mso_mdoc', doctype: 'org.x', claims: [{ path: ['ns', 'name'] }, 1] },
          other: { format: 'ldp_vc' },
          ...(more as { readonly configurations?: object }).configurations,
        },
      } as never,
      ISSUER,
    );

  it('puts the name of a document before the path of its issuer', () => {
    expect(wellKnown('https://i.example/t/', 'x')).to.equal('https://i.example/.well-known/x/t');
    for (const issuer of [
      'https://i.example?a',
      'https://i.example#a',
      'i',
      'javascript:alert(1)',
      'did:web:i.example',
    ])
      expect(wellKnown(issuer, 'x'), issuer).to.equal(undefined);
  });

  it('reads the types of formats that wallets hold, and the endpoints that are there', () => {
    const { configurations, ...read } = metadata();
    expect([...configurations]).to.deep.equal([
      ['sd', { format: 'dc+sd-jwt', credentialType: 'urn:x', claims: [], scope: 'x', name: 'X' }],
      ['mdoc', { format: 'mso_mdoc', credentialType: 'org.x', claims: ['ns/name'] }],
    ]);
    expect(read).to.deep.equal({ issuer: ISSUER, credentialEndpoint: `${ISSUER}/c`, servers: [], batchSize: 1 });
    const ends = { nonce_endpoint: 'n', notification_endpoint: 'o', deferred_credential_endpoint: 'd' };
    expect(metadata({ ...ends, batch_credential_issuance: { batch_size: 3 } })).to.include({
      ...{ nonceEndpoint: 'n', notificationEndpoint: 'o', deferredEndpoint: 'd', batchSize: 3 },
    });
    expect(metadata({ batch_credential_issuance: { batch_size: -1 } }).batchSize).to.equal(1);
  });

  it('tells paths of names, places and all, and no other', () => {
    const paths: readonly unknown[] = [['a', 0, null], [{ toString: 1, valueOf: 1 }], [[['a']]], 'a'];
    const type = { format: 'dc+sd-jwt', vct: 'urn:x', claims: paths.map((path) => ({ path })) };
    expect(metadata({ configurations: { type } }).configurations.get('type')?.claims).to.deep.equal(['a/0/']);
  });

  it('refuses documents of others, and what is not of its form', () => {
    const many = Object.fromEntries(Array.from({ length: CREDENTIAL_TYPES_MAX }, (_, i) => [i, {}]));
    for (const more of [
      ...[{ credential_issuer: 'https://o.example' }, { credential_endpoint: 1 }, { authorization_servers: 'x' }],
      ...[{ authorization_servers: [1] }, { nonce_endpoint: 1 }, { deferred_credential_endpoint: 1 }],
      { configurations: many },
    ])
      expect(
        isFault(() => metadata(more)),
        JSON.stringify(more).slice(0, 60),
      ).to.equal(true);
  });

  it('reads what a server can, and believes none of another name', () => {
    const server = (more: object = {}) => readServerMetadata({ issuer: ISSUER, token_endpoint: 't', ...more }, ISSUER);
    expect(server()).to.deep.equal({
      ...{ issuer: ISSUER, tokenEndpoint: 't', namesItself: false, takesChallenges: false, takesDpop: false },
      ...{ requiresPush: false, clientAttestation: 'none' },
    });
    const whole = {
      ...{ authorization_endpoint: 'a', pushed_authorization_request_endpoint: 'p' },
      ...{ authorization_response_iss_parameter_supported: true, code_challenge_methods_supported: ['S256'] },
      ...{ dpop_signing_alg_values_supported: ['EdDSA', 'ES256'], require_pushed_authorization_requests: true },
    };
    expect(server(whole)).to.deep.equal({
      ...{ issuer: ISSUER, tokenEndpoint: 't', authorizationEndpoint: 'a', pushEndpoint: 'p' },
      ...{ namesItself: true, requiresPush: true, takesChallenges: true, takesDpop: true },
      clientAttestation: 'none',
    });
    const methods = (...names: string[]) => server({ token_endpoint_auth_methods_supported: names }).clientAttestation;
    const attested = 'attest_jwt_client_auth';
    expect([methods('none'), methods('none', attested), methods(attested), methods('a', attested)]).to.deep.equal([
      ...['none', 'taken', 'demanded', 'demanded'],
    ]);
    expect(server({ dpop_signing_alg_values_supported: ['RS256'] }).takesDpop).to.equal(false);
    for (const more of [{ issuer: 'https://o.example' }, { token_endpoint: 1 }, { authorization_endpoint: 1 }])
      expect(isFault(() => server(more))).to.equal(true);
  });
});
