// Requests that a wallet of the node may not answer. Each is refused by its code, with nothing sent to anybody and
// nothing kept, whatever a person would consent to.
import { expect } from 'chai';
import { presentationRoutes as routes } from '../../../../api/groups/credentials/presentations/routes.js';
import { partyOf } from '../../../support/certificates/certificates.js';
import { sequence, text } from '../../../support/certificates/der.js';
import { call } from '../../world/caller.js';
import { worldOfAll } from '../../world/world-of.js';
import { hold } from '../fixtures.js';
import { aShop, certificateOf, HOST, hashOf, type OtherVerifier, QUERY, resolve, SHOP } from './other-verifier.js';

const [INVALID, MISMATCH] = ['REQUEST_OBJECT_INVALID', 'REQUEST_HOST_MISMATCH'] as const;
const STRANGER = partyOf('Stranger');
const UTC_TIME = 0x17;
const years = (from: string, to: string) => sequence(...[from, to].map((year) => text(`${year}0101000000Z`, UTC_TIME)));
const [asked] = QUERY.credentials;
const claims = (change: Record<string, unknown>) => (shop: OtherVerifier) => {
  shop.claims = change;
};
const header = (change: Record<string, unknown>) => (shop: OtherVerifier) => {
  shop.header = change;
};
const query = (credentials: unknown, more: object = {}) => claims({ dcql_query: { credentials, ...more } });

/** What is changed of a good request, the code, and members of its address. */
const HOSTILE: readonly (readonly [
  what: string,
  change: (shop: OtherVerifier) => void,
  code: string,
  address?: Record<string, string>,
])[] = [
  [
    'is changed behind its signature',
    (shop) => {
      shop.change = (object) => {
        const [head, payload = '', signature] = object.split('.');
        const read = JSON.parse(Buffer.from(payload, 'base64url').toString());
        const changed = Buffer.from(JSON.stringify({ ...read, nonce: 'another' })).toString('base64url');
        return [head, changed, signature].join('.');
      };
    },
    INVALID,
  ],
  [
    'is signed by another key than that of its certificate',
    (shop) => {
      shop.signer = STRANGER;
    },
    INVALID,
  ],
  ['has no certificate', header({ x5c: undefined }), INVALID],
  ['has a certificate that is none', header({ x5c: ['AAAA'] }), INVALID],
  ['brings a key of its own', header({ jwk: { kty: 'EC' } }), INVALID],
  ['is of another type', header({ typ: 'JWT' }), INVALID],
  ['is of another algorithm', header({ alg: 'none' }), INVALID],
  [
    'has a certificate that is over',
    (shop) => {
      shop.chain = [certificateOf(HOST, { validity: years('20', '21') })];
    },
    INVALID,
  ],
  [
    'has a certificate of another host',
    (shop) => {
      shop.chain = [certificateOf('other.example')];
    },
    MISMATCH,
  ],
  ['sends the answer to another host', claims({ response_uri: 'https://evil.example/answers/1' }), MISMATCH],
  ['sends the answer to a host below its own', claims({ response_uri: `https://evil.${HOST}/answers/1` }), MISMATCH],
  [
    'has the hash of another certificate in its name',
    (shop) => {
      shop.clientId = `x509_hash:${hashOf(Buffer.from('another'))}`;
    },
    INVALID,
  ],
  [
    'is named by its certificate, and sends the answer elsewhere',
    (shop) => {
      shop.clientId = `x509_hash:${hashOf(shop.chain[0] as Uint8Array)}`;
      shop.claims = { response_uri: 'https://evil.example/answers/1' };
    },
    MISMATCH,
  ],
  [
    'has a name that no certificate proves',
    (shop) => {
      shop.clientId = 'decentralized_identifier:did:example:1';
    },
    INVALID,
  ],
  [
    'has a name of an unknown prefix',
    (shop) => {
      shop.clientId = 'invalid_scheme:shop.example';
    },
    INVALID,
  ],
  ['is of another name than its address', claims({ client_id: `x509_san_dns:evil.${HOST}` }), INVALID],
  ['is for another audience', claims({ aud: 'https://other.example' }), INVALID],
  ['is for no audience', claims({ aud: undefined }), INVALID],
  ['is over', claims({ exp: 1_000_000_000 }), INVALID],
  ['is of later', claims({ iat: 4_000_000_000 }), INVALID],
  [
    'has another nonce of a wallet',
    (shop) => {
      shop.nonceBack = () => 'another';
    },
    INVALID,
    { request_uri_method: 'post' },
  ],
  [
    'has no nonce of the wallet that sent one',
    (shop) => {
      shop.nonceBack = () => undefined;
    },
    INVALID,
    { request_uri_method: 'post' },
  ],
  ['has the nonce of another wallet, unasked', claims({ wallet_nonce: 'another' }), INVALID],
  ['is fetched by a method that is none', () => undefined, INVALID, { request_uri_method: 'put' }],
  ['asks for a code', claims({ response_type: 'code' }), INVALID],
  ['asks for the answer in a page', claims({ response_mode: 'fragment' }), INVALID],
  ['has an address for the browser', claims({ redirect_uri: `${SHOP}/answers/1` }), INVALID],
  ['has no nonce', claims({ nonce: undefined }), INVALID],
  ['has a fragment in the address of the answer', claims({ response_uri: `${SHOP}/answers/1#a` }), INVALID],
  ['has a query of drafts', claims({ presentation_definition: {} }), INVALID],
  ['has no query', claims({ dcql_query: undefined }), INVALID],
  ['asks for an encrypted answer without a key', claims({ response_mode: 'direct_post.jwt' }), INVALID],
  [
    'asks for an encrypted answer to a private key',
    (shop) => {
      const jwk = shop.keys.privateKey.export({ format: 'jwk' });
      shop.claims = { response_mode: 'direct_post.jwt', client_metadata: { jwks: { keys: [jwk] } } };
    },
    INVALID,
  ],
  [
    'asks for an encrypted answer to a key off its curve',
    (shop) => {
      const jwk = { ...shop.answerJwk, x: 'A'.repeat(43) };
      shop.claims = { response_mode: 'direct_post.jwt', client_metadata: { jwks: { keys: [jwk] } } };
    },
    INVALID,
  ],
  [
    'asks for an encryption that is not known',
    (shop) => {
      const metadata = { jwks: { keys: [shop.answerJwk] }, encrypted_response_enc_values_supported: ['A128CBC-HS256'] };
      shop.claims = { response_mode: 'direct_post.jwt', client_metadata: metadata };
    },
    INVALID,
  ],
  ['has transaction data of an unknown type', claims({ transaction_data: ['eyJ0eXBlIjoieCJ9'] }), INVALID],
  ['has seventeen queries', query(Array.from({ length: 17 }, (_, i) => ({ ...asked, id: `q${i}` }))), INVALID],
  ['has a path of nine steps', query([{ ...asked, claims: [{ path: Array(9).fill('a') }] }]), INVALID],
  [
    'has a query of over 64 KiB',
    query([{ ...asked, meta: { vct_values: Array.from({ length: 32 }, () => 'x'.repeat(2100)) } }]),
    INVALID,
  ],
  [
    'names a set of queries that are not there',
    query([asked], { credential_sets: [{ options: [['else']] }] }),
    INVALID,
  ],
  [
    'has over 128 KiB',
    (shop) => {
      shop.change = (object) => object + 'A'.repeat(128 * 1024);
    },
    INVALID,
  ],
  [
    'nests deeper than a reader goes',
    claims({ client_metadata: JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) }),
    INVALID,
  ],
  [
    'names a member twice',
    (shop) => {
      shop.change = (object) => {
        const [head, payload = ''] = object.split('.');
        const whole = Buffer.from(payload, 'base64url').toString().replace('{', '{"nonce":"twice",');
        return `${head}.${Buffer.from(whole).toString('base64url')}.AAAA`;
      };
    },
    INVALID,
  ],
];

describe('a request that a wallet may not answer', () => {
  const world = worldOfAll();
  before(() => hold(world, { claims: { given_name: 'Eve' } }));
  beforeEach(() => world.advance(60_000));

  for (const [what, change, code, address] of HOSTILE)
    it(`${what}: ${code}`, async () => {
      const shop = aShop(world);
      change(shop);
      const answer = await resolve(world, shop.uri(address));
      expect([answer.status, answer.json.code], answer.text).to.deep.equal([400, code]);
      expect(shop.answers).to.have.length(0);
      const waiting = await call(world, routes.listWaitingPresentations, {}, { token: await world.token('citizen') });
      expect(waiting.json.presentations).to.deep.equal([]);
    });

  it('is none at all, or has its members twice or both ways', async () => {
    const codes: string[] = [];
    for (const text of [
      'no address',
      'openid4vp://?request_uri=https%3A%2F%2Fshop.example%2Frequests%2F1',
      `openid4vp://?client_id=a&client_id=b&request_uri=${encodeURIComponent(`${SHOP}/requests/1`)}`,
      `openid4vp://?client_id=a&request=a.b.c&request_uri=${encodeURIComponent(`${SHOP}/requests/1`)}`,
      'openid4vp://?client_id=redirect_uri:https://shop.example/answers/1&response_type=vp_token',
    ]) {
      codes.push((await resolve(world, text)).json.code);
      world.advance(12_000);
    }
    expect(codes).to.deep.equal(codes.map(() => INVALID));
  });

  it('is not where its address says, or is somewhere that a node does not call', async () => {
    const shop = aShop(world);
    const gone = await resolve(world, shop.uri({ request_uri: `${SHOP}/requests/2` }));
    expect([gone.status, gone.json.code]).to.deep.equal([410, 'REQUEST_EXPIRED']);
    const nowhere = await resolve(world, shop.uri({ request_uri: 'https://nowhere.example/1' }));
    expect(nowhere.json.code).to.equal('OUTGOING_FAILED');
  });

  it('takes over 100,000 steps to match', async () => {
    const shop = aShop(world);
    const list = Array.from({ length: 300 }, (_, i) => i);
    const wide = { given_name: 'Eve', lists: Array.from({ length: 20 }, () => list) };
    await hold(world, { claims: wide });
    const paths = Array.from({ length: 64 }, () => ({ path: ['lists', null, null], values: [-1, -2, -3] }));
    shop.claims = {
      dcql_query: { credentials: Array.from({ length: 16 }, (_, i) => ({ ...asked, id: `q${i}`, claims: paths })) },
    };
    const answer = await resolve(world, shop.uri());
    expect(answer.json.code, answer.text).to.equal(INVALID);
    expect(answer.json.detail).to.contain('100000 steps');
  });
});
