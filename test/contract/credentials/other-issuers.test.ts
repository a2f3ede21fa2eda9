// A wallet of the node before issuers of others: one as its makers would write it, with and without what the standard
// leaves to it, and those that answer what they may not.
import { createPublicKey, verify } from 'node:crypto';
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { heldCredentialRoutes as routes } from '../../../api/groups/credentials/held-credentials/routes.js';
import { call } from '../world/caller.js';
import { worldOfEach } from '../world/world-of.js';
import { seedHoldingWallet } from './fixtures.js';
import { ISSUER, OtherIssuer, OFFER as offer, payloadOf, VCT } from './held/other-issuer.js';
import { aKey } from './phone.js';

const address = EXAMPLE.holdingWalletAddress;
describe('a wallet of the node before issuers of others', () => {
  const world = worldOfEach();
  let issuer: OtherIssuer;

  beforeEach(async () => {
    issuer = new OtherIssuer(() => Math.floor(world.deps.clock.now() / 1000));
    world.remoteHosts.set('https://issuer.example', issuer.answer);
    await seedHoldingWallet(world);
  });

  const receive = async (body: object = { offer, consent: true }) =>
    call(world, routes.receiveCredentials, { params: { address }, body }, { token: await world.token('citizen') });

  it('takes what is offered by value, with proofs of keys that only the wallet has', async () => {
    const taken = await receive();
    expect(taken.status, taken.text).to.equal(201);
    expect(taken.json.credentials[0]).to.include({
      type: VCT,
      issuer: ISSUER,
      copies: 2,
      issuerVerdict: 'AuthenticUntrusted',
    });
    expect(issuer.asked).to.deep.equal([
      'GET /.well-known/openid-credential-issuer/tenant',
      'GET /.well-known/oauth-authorization-server/tenant',
      ...['POST /tenant/token', 'POST /tenant/nonce', 'POST /tenant/credential'],
      ...['GET /.well-known/jwt-vc-issuer/tenant', 'POST /tenant/notification'],
    ]);
    expect(issuer.events).to.deep.equal(['credential_accepted']);
    expect(issuer.proofs.map((proof) => payloadOf(proof))).to.deep.equal(
      issuer.proofs.map(() => ({ aud: ISSUER, iat: Math.floor(world.deps.clock.now() / 1000), nonce: 'c1' })),
    );
    for (const proof of issuer.proofs) expect(isSigned(proof), 'by the key that it names').to.equal(true);
    expect(new Set(issuer.proofs.map((proof) => payloadOf(proof, 0).jwk.x)).size).to.equal(2);
  });

  it('takes an offer by reference, and one copy under the holder key itself', async () => {
    issuer.metadata = { batch_credential_issuance: undefined, nonce_endpoint: undefined };
    world.remoteHosts.set('https://shop.example', () => ({ json: offer }));
    const offerUri = `openid-credential-offer://?credential_offer_uri=${encodeURIComponent('https://shop.example/o/1')}`;
    const taken = await receive({ offerUri, consent: true });
    expect([taken.status, taken.json.credentials?.[0].copies], taken.text).to.deep.equal([201, 1]);
    const params = { address, credentialId: taken.json.credentials[0].credentialId };
    const exported = await call(
      world,
      routes.exportHeldCredential,
      { params },
      { token: await world.token('citizen') },
    );
    expect(exported.json.tokens[0].derivationPath).to.equal("m/44'/0'/0'/0/108");
  });

  it('binds its token to a key where the server can, and answers with its nonces', async () => {
    issuer.dpop = 'nonce';
    issuer.token = {
      token_type: 'DPoP',
      authorization_details: [{ credential_configuration_id: 'pass', credential_identifiers: ['p1'] }],
    };
    const taken = await receive();
    expect(taken.status, taken.text).to.equal(201);
    expect(issuer.asked.filter((path) => path.startsWith('POST'))).to.deep.equal([
      ...['POST /tenant/token', 'POST /tenant/token', 'POST /tenant/nonce'],
      ...['POST /tenant/credential', 'POST /tenant/credential', 'POST /tenant/notification'],
    ]);
  });

  const lies: readonly (readonly [what: string, change: (issuer: OtherIssuer) => void, code: string])[] = [
    [
      'metadata of another issuer',
      (it) => {
        it.metadata = { credential_issuer: 'https://other.example' };
      },
      'ISSUER_ANSWER_INVALID',
    ],
    [
      'metadata without the credential',
      (it) => {
        it.metadata = { credential_configurations_supported: {} };
      },
      'ISSUER_ANSWER_INVALID',
    ],
    [
      'a server of another name',
      (it) => {
        it.server = { issuer: 'https://other.example' };
      },
      'ISSUER_ANSWER_INVALID',
    ],
    [
      'a token of another kind',
      (it) => {
        it.token = { token_type: 'mac' };
      },
      'ISSUER_ANSWER_INVALID',
    ],
    [
      'a bound token for no key',
      (it) => {
        it.token = { token_type: 'DPoP' };
      },
      'ISSUER_ANSWER_INVALID',
    ],
    [
      'a deferred credential and no endpoint for it',
      (it) => {
        it.defers = true;
        it.metadata = { deferred_credential_endpoint: undefined };
      },
      'ISSUER_ANSWER_INVALID',
    ],
    [
      'a credential, and defers it',
      (it) => {
        it.credential = { transaction_id: 't' };
      },
      'ISSUER_ANSWER_INVALID',
    ],
    [
      'another type than offered',
      (it) => {
        it.payload = { vct: 'urn:other:1' };
      },
      'ISSUER_ANSWER_INVALID',
    ],
    [
      'copies for keys of others',
      (it) => {
        it.boundTo = [aKey().jwk, aKey().jwk];
      },
      'ISSUER_ANSWER_INVALID',
    ],
    [
      'a credential of another issuer',
      (it) => {
        it.payload = { iss: 'https://nobody.example' };
      },
      'OUTGOING_FAILED',
    ],
    [
      'one that is over',
      (it) => {
        it.payload = { exp: 1000 };
      },
      'CREDENTIAL_REFUSED',
    ],
    [
      'a disclosure that it did not sign',
      (it) => {
        it.payload = { _sd: [] };
      },
      'CREDENTIAL_REFUSED',
    ],
  ];
  for (const [what, change, code] of lies)
    it(`keeps nothing of an issuer that gives ${what}`, async () => {
      change(issuer);
      const answer = await receive();
      expect(answer.json.code, answer.text).to.equal(code);
      expect(world.deps.credentials.kept.head(address).count).to.equal(0);
      expect(issuer.events.filter((event) => event !== 'credential_failure')).to.deep.equal([]);
    });

  it('tells a batch with the same key twice from one with two', async () => {
    issuer.credential = {};
    const first = await receive();
    expect(first.status).to.equal(201);
    const { jwk } = payloadOf(issuer.proofs[0] ?? '', 0);
    issuer.boundTo = [jwk, jwk];
    expect((await receive()).json.code).to.equal('ISSUER_ANSWER_INVALID');
  });

  it('tells an offer that is none before it asks anybody', async () => {
    const uri = (query: string) => ({ offerUri: `openid-credential-offer://?${query}` });
    const bodies = [
      {},
      { offer, ...uri('credential_offer={}') },
      uri(''),
      uri('credential_offer=%7B'),
      uri('credential_offer=%7B%7D&credential_offer_uri=https%3A%2F%2Fa.example'),
      { offerUri: 'no uri' },
      { offer: { ...offer, grants: { implicit: {} } } },
      { offer: { ...offer, grants: { authorization_code: 'x' } } },
      { offer: { ...offer, grants: { authorization_code: { issuer_state: 1 } } } },
      { offer: { ...offer, credential_configuration_ids: [] } },
      { offer: { ...offer, credential_configuration_ids: ['pass', 'pass'] } },
      { offer: { ...offer, credential_issuer: 'issuer' } },
    ];
    for (const body of bodies) {
      const { status, json } = await receive(body);
      expect([status, json.code], JSON.stringify(body)).to.deep.equal([400, 'BODY_INVALID']);
    }
    expect(issuer.asked).to.deep.equal([]);
  });
});

function isSigned(jwt: string): boolean {
  const [header = '', payload = '', signature = ''] = jwt.split('.');
  const key = createPublicKey({ key: payloadOf(jwt, 0).jwk, format: 'jwk' });
  return verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
}
