// Issuers that demand encrypted requests, or encrypted answers too (OpenID4VCI 1.0 section 10), before a wallet of the
// node: what they are asked, now and later, and which answers are refused.
import { expect } from 'chai';
import type { AnyRoute } from '../../../../api/define.js';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { heldCredentialRoutes as routes } from '../../../../api/groups/credentials/held-credentials/routes.js';
import { call } from '../../world/caller.js';
import { worldOfEach } from '../../world/world-of.js';
import { seedHoldingWallet } from '../fixtures.js';
import { aKey } from '../phone.js';
import { OFFER, OtherIssuer, VCT } from './other-issuer.js';
import { WaitingWallet } from './waiting-wallet.js';

const address = EXAMPLE.holdingWalletAddress;
const INTERVAL = 20_000;

describe('issuers that demand encryption', () => {
  const world = worldOfEach();
  let issuer: OtherIssuer;

  beforeEach(async () => {
    issuer = new OtherIssuer(() => Math.floor(world.deps.clock.now() / 1000));
    issuer.encryption = { answers: true };
    world.remoteHosts.set('https://issuer.example', issuer.answer);
    await seedHoldingWallet(world);
  });

  const ask = async (route: AnyRoute, body?: object) =>
    call(world, route, { params: { address }, ...(body && { body }) }, { token: await world.token('citizen') });
  const receive = () => ask(routes.receiveCredentials, { offer: OFFER, consent: true });
  const held = async () => (await ask(routes.listHeldCredentials)).json.credentials;
  const refused = async () => {
    const { json } = await receive();
    expect([json.code, await held()], JSON.stringify(json)).to.deep.equal(['ISSUER_ANSWER_INVALID', []]);
    return json.detail;
  };

  it('get both, each answer under a key of its own, and the credential is kept', async () => {
    for (const count of [1, 2]) {
      const answer = await receive();
      expect(answer.status, answer.text).to.equal(201);
      expect(await held()).to.have.length(count);
    }
    const keys = issuer.opened.map(
      ({ credential_response_encryption: stated }) => stated as { jwk: object; enc: string },
    );
    expect(keys.map(({ enc }) => enc)).to.deep.equal(['A256GCM', 'A256GCM']);
    expect(keys[0]?.jwk).to.include({ alg: 'ECDH-ES', use: 'enc' }).and.not.include.keys('d');
    expect(keys[0]?.jwk).to.not.deep.equal(keys[1]?.jwk);
    expect(issuer.events).to.deep.equal(['credential_accepted', 'credential_accepted']);
  });

  it('get an encrypted request alone where they demand no more', async () => {
    issuer.encryption = { answers: false };
    expect((await receive()).status).to.equal(201);
    expect(issuer.opened[0]).to.have.keys('credential_configuration_id', 'proofs');
  });

  it('are asked for their nonce of DPoP with the same request', async () => {
    issuer.dpop = 'nonce';
    issuer.token = { token_type: 'DPoP' };
    expect((await receive()).status).to.equal(201);
    const [first, second] = issuer.opened;
    expect([issuer.opened.length, second]).to.deep.equal([2, first]);
  });

  it('are asked later in the same way, over a restart, under another key each time', async () => {
    const wallet = new WaitingWallet(world);
    issuer.defers = true;
    issuer.later = { status: 202, json: { transaction_id: 'transaction-1', interval: 20 } };
    try {
      await wallet.start();
      const { status, json } = await receive();
      expect([status, json.pending?.[0].type]).to.deep.equal([202, VCT]);
      await wallet.pass(INTERVAL);
      await wallet.start();
      issuer.later = undefined;
      await wallet.pass(INTERVAL);
      expect((await held())[0]).to.include({ type: VCT, copies: 2 });
      const keys = issuer.opened.map(({ credential_response_encryption: stated }) => JSON.stringify(stated));
      expect([keys.length, new Set(keys).size]).to.deep.equal([3, 3]);
    } finally {
      await wallet.stop();
    }
  });

  it('give up a deferred credential whose answer is in the clear', async () => {
    const wallet = new WaitingWallet(world);
    issuer.defers = true;
    try {
      await wallet.start();
      await receive();
      issuer.seal = { isClear: true };
      await wallet.pass(INTERVAL);
      const { pending } = (await ask(routes.listPendingCredentials)).json;
      expect([pending[0].status, await held()]).to.deep.equal(['Refused', []]);
      expect(pending[0].reason).to.include('not encrypted');
    } finally {
      await wallet.stop();
    }
  });

  it('are refused where an answer is in the clear, or encrypted to another key', async () => {
    issuer.seal = { isClear: true };
    expect(await refused()).to.include('not encrypted to the key of the request');
    issuer.seal = { key: aKey().jwk };
    expect(await refused()).to.include('not encrypted to the key of the request');
  });

  it('are heard where they refuse in the clear', async () => {
    issuer.tokens = ['the-token'];
    issuer.token = { access_token: 'another', token_type: 'Bearer' };
    const { json } = await receive();
    expect([json.code, json.detail]).to.deep.equal(['ISSUER_REFUSED', 'The issuer answered 401 invalid_token.']);
  });

  const key = { ...aKey().jwk, kid: 'e1', alg: 'ECDH-ES' };
  const by = { jwks: { keys: [key] }, enc_values_supported: ['A128GCM'], encryption_required: true };
  const answers = { alg_values_supported: ['ECDH-ES'], enc_values_supported: ['A128GCM'], encryption_required: true };
  const DEMANDS: readonly (readonly [what: string, demands: object])[] = [
    ['requests without a key', { credential_request_encryption: { ...by, jwks: { keys: [] } } }],
    ['answers alone, with no key for the request', { credential_request_encryption: undefined }],
    [
      'requests by another algorithm',
      { credential_request_encryption: { ...by, jwks: { keys: [{ ...key, alg: 'RSA-OAEP-256' }] } } },
    ],
    [
      'requests to a key for signatures',
      { credential_request_encryption: { ...by, jwks: { keys: [{ ...key, use: 'sig' }] } } },
    ],
    [
      'requests to a key off its curve',
      { credential_request_encryption: { ...by, jwks: { keys: [{ ...key, x: 'A'.repeat(43) }] } } },
    ],
    ['requests by another encryption', { credential_request_encryption: { ...by, enc_values_supported: ['A256CBC'] } }],
    [
      'answers by another algorithm',
      {
        credential_request_encryption: by,
        credential_response_encryption: { ...answers, alg_values_supported: ['RSA-OAEP-256'] },
      },
    ],
    [
      'answers by another encryption',
      {
        credential_request_encryption: by,
        credential_response_encryption: { ...answers, enc_values_supported: ['A256CBC'] },
      },
    ],
  ];
  for (const [what, metadata] of DEMANDS)
    it(`are refused before a code is used where they demand ${what}`, async () => {
      issuer.encryption = { answers: true, metadata };
      expect(await refused()).to.match(/The issuer (?:takes no request|encrypts no answer)/);
      expect(issuer.asked).to.deep.equal(['GET /.well-known/openid-credential-issuer/tenant']);
    });
});
