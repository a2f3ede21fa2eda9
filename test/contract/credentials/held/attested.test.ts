// Issuers that demand the word of the maker of a wallet, before a wallet of the node: of the wallet as a client, and of
// its keys. The node is the maker, under its trust authority. The words are judged here by jose and by Node.
import { createHash, X509Certificate } from 'node:crypto';
import { expect } from 'chai';
import { importJWK, jwtVerify } from 'jose';
import type { AnyRoute } from '../../../../api/define.js';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { credentialReceiptRoutes as receipts } from '../../../../api/groups/credentials/credential-receipts/routes.js';
import { heldCredentialRoutes as routes } from '../../../../api/groups/credentials/held-credentials/routes.js';
import { walletAuthorizationRoutes } from '../../../../api/groups/credentials/wallet-authorizations/routes.js';
import type { TypeRules } from '../../../../core/credentials/issuing/type-rules.js';
import { good } from '../../../support/base/good.js';
import { call } from '../../world/caller.js';
import type { Persona } from '../../world/personas.js';
import { worldOfEach } from '../../world/world-of.js';
import { offer, ownOffer, seedHoldingWallet, TYPE } from '../fixtures.js';
import { ISSUER, OFFER, OtherIssuer, payloadOf, VCT } from './other-issuer.js';
import { WaitingWallet } from './waiting-wallet.js';

const address = EXAMPLE.holdingWalletAddress;
const HOME = 'http://localhost:8080';
const METHODS = 'token_endpoint_auth_methods_supported';
const ATTESTED = 'attest_jwt_client_auth';
const HIGH = 'iso_18045_high';
const BASIC = 'iso_18045_basic';

describe('issuers that demand the word of the maker of a wallet', () => {
  const world = worldOfEach({ issuing: { keyStorage: [BASIC] } });
  let issuer: OtherIssuer;

  beforeEach(async () => {
    issuer = new OtherIssuer(() => Math.floor(world.deps.clock.now() / 1000));
    world.remoteHosts.set('https://issuer.example', issuer.answer);
    await seedHoldingWallet(world);
  });

  const ask = async (route: AnyRoute, parts: object = {}, as: Persona = 'citizen') =>
    call(world, route, { params: { address }, ...parts }, { token: await world.token(as) });
  const receive = (body: object = { offer: OFFER }) =>
    ask(routes.receiveCredentials, { body: { consent: true, ...body } });
  const authority = async () => new X509Certificate(good(await world.deps.certificates.authorityCertificate()));

  /** The payload, where a certificate of the authority of the node signed it. */
  async function judged(text: string, typ: string): Promise<Record<string, unknown>> {
    const { x5c } = payloadOf(text, 0);
    expect(x5c).to.have.length(1);
    const leaf = new X509Certificate(Buffer.from(x5c[0], 'base64'));
    expect(leaf.verify((await authority()).publicKey)).to.equal(true);
    expect(leaf.keyUsage, 'for no use of organisations').to.equal(undefined);
    const currentDate = new Date(world.deps.clock.now());
    const { payload } = await jwtVerify(text, leaf.publicKey, { typ, currentDate, algorithms: ['ES256'] });
    return payload;
  }

  async function judgedClient({ attestation, proof }: { attestation: string; proof: string }) {
    const said = await judged(attestation, 'oauth-client-attestation+jwt');
    expect(said).to.include({ iss: HOME, sub: HOME });
    const { jwk } = said.cnf as { jwk: Record<string, string> };
    const { payload } = await jwtVerify(proof, await importJWK(jwk, 'ES256'), {
      ...{ typ: 'oauth-client-attestation-pop+jwt', issuer: HOME, audience: ISSUER },
      currentDate: new Date(world.deps.clock.now()),
    });
    return { jwk, jti: payload.jti, challenge: payload.challenge };
  }

  it('are shown it with each request for a token, by one key of the session', async () => {
    issuer.server = { [METHODS]: [ATTESTED] };
    issuer.client = { isAttested: true };
    for (const count of [1, 2]) {
      const { status, text } = await receive();
      expect([status, issuer.attested.length], text).to.deep.equal([201, count]);
    }
    const [first, second] = await Promise.all(issuer.attested.map(judgedClient));
    expect([first?.jti === second?.jti, first?.jwk.x === second?.jwk.x]).to.deep.equal([false, false]);
    const asked = issuer.asked.filter((each) => each === 'POST /tenant/token');
    expect(asked, 'they are not asked without first').to.have.length(2);
  });

  it('are shown none where they take a wallet without, or say nothing of it', async () => {
    for (const methods of [[ATTESTED, 'none'], ['none'], undefined]) {
      issuer.server = { [METHODS]: methods };
      expect((await receive()).status).to.equal(201);
    }
    expect(issuer.attested).to.deep.equal([]);
  });

  it('are shown it where they refuse the wallet without, and say that they take it', async () => {
    issuer.client = { isAttested: true };
    issuer.server = { [METHODS]: ['none'] };
    const { json } = await receive();
    expect([json.code, json.detail]).to.deep.equal(['ISSUER_REFUSED', 'The issuer answered 401 invalid_client.']);
    issuer.server = { [METHODS]: ['none', ATTESTED] };
    expect((await receive()).status).to.equal(201);
    expect(issuer.attested).to.have.length(1);
  });

  it('get their challenge back, beside their nonce of DPoP, and are asked no more than is of use', async () => {
    issuer.server = { [METHODS]: ['none', ATTESTED] };
    issuer.client = { isAttested: true, challenge: 'challenge-1' };
    issuer.dpop = 'nonce';
    issuer.token = { token_type: 'DPoP' };
    expect((await receive()).status).to.equal(201);
    const proofs = await Promise.all(issuer.attested.map(judgedClient));
    expect(proofs.map(({ challenge }) => challenge)).to.deep.equal([undefined, 'challenge-1', 'challenge-1']);
    const { crv, kty, x, y } = proofs[0]?.jwk ?? {};
    expect(issuer.tokenKey, 'one key of the session').to.deep.equal({ crv, kty, x, y });
    let count = 0;
    Object.defineProperty(issuer, 'client', {
      get: () => ({ challenge: `challenge-${++count}` }),
    });
    const refused = await receive();
    expect([refused.json.code, refused.json.detail]).to.deep.equal([
      ...['ISSUER_REFUSED', 'The issuer answered 400 use_attestation_challenge.'],
    ]);
    expect(count).to.be.below(10);
  });

  it('are shown it with the pushed request and with the code, by one key', async () => {
    issuer.server = { [METHODS]: [ATTESTED, 'none'] };
    issuer.client = { isAttested: true };
    const grants = { authorization_code: { issuer_state: 'their-state' } };
    expect((await receive({ offer: { ...OFFER, grants } })).status).to.equal(202);
    // From the first request on: it knows by now.
    issuer.client = {};
    const body = { state: issuer.pushed.state ?? '', code: 'code-1', iss: ISSUER };
    const taken = await ask(receipts.answerCredentialReceipt, { body });
    expect(taken.status, taken.text).to.equal(201);
    const [pushed, redeemed] = await Promise.all(issuer.attested.map(judgedClient));
    expect(redeemed?.jwk).to.deep.equal(pushed?.jwk);
  });

  it('are shown it for another token, over a restart, where they have the credential later', async () => {
    const wallet = new WaitingWallet(world);
    issuer.server = { [METHODS]: [ATTESTED, 'none'] };
    issuer.client = { isAttested: true };
    issuer.defers = true;
    issuer.token = { token_type: 'Bearer', refresh_token: 'refresh-1' };
    try {
      await wallet.start();
      expect((await receive()).status).to.equal(202);
      issuer.client = {};
      issuer.tokens = ['token-2'];
      await wallet.start();
      await wallet.pass(20_000);
      expect((await ask(routes.listHeldCredentials)).json.credentials[0]).to.include({ type: VCT });
      const [first, second] = await Promise.all(issuer.attested.map(judgedClient));
      expect(second?.jwk).to.deep.equal(first?.jwk);
    } finally {
      await wallet.stop();
    }
  });

  const keysOf = (attestation: string) => payloadOf(attestation).attested_keys as { x: string }[];
  const heldKeys = async () => {
    const [{ credentialId }] = (await ask(routes.listHeldCredentials)).json.credentials;
    const { json } = await ask(routes.exportHeldCredential, { params: { address, credentialId } });
    return json.tokens.map(({ rawToken }: { rawToken: string }) => payloadOf(rawToken.split('~')[0] ?? '').cnf.jwk.x);
  };

  it('are shown all keys of one request by one word, beside the proof of the first', async () => {
    issuer.configuration = { proof_types_supported: { jwt: { key_attestations_required: { key_storage: [BASIC] } } } };
    const attested = () => keysOf(payloadOf(issuer.proofs[0] ?? '', 0).key_attestation);
    Object.defineProperty(issuer, 'boundTo', { get: attested });
    const answer = await receive();
    expect(answer.status, answer.text).to.equal(201);
    const { jwk, key_attestation: attestation } = payloadOf(issuer.proofs[0] ?? '', 0);
    const said = await judged(attestation, 'key-attestation+jwt');
    expect(said)
      .to.deep.include({ nonce: 'c1', key_storage: [BASIC] })
      .and.not.include.keys('user_authentication');
    expect([issuer.proofs.length, keysOf(attestation).length, keysOf(attestation)[0]?.x]).to.deep.equal([1, 2, jwk.x]);
    expect(await heldKeys()).to.deep.equal(keysOf(attestation).map(({ x }) => x));
  });

  it('are shown it alone where they take no proof of a key', async () => {
    issuer.configuration = { proof_types_supported: { attestation: {} } };
    Object.defineProperty(issuer, 'boundTo', { get: () => keysOf(issuer.shown.attestation?.[0] ?? '') });
    const answer = await receive();
    expect(answer.status, answer.text).to.equal(201);
    expect([Object.keys(issuer.shown), issuer.shown.attestation?.length]).to.deep.equal([['attestation'], 1]);
    await judged(issuer.shown.attestation?.[0] ?? '', 'key-attestation+jwt');
    expect(await heldKeys()).to.have.length(2);
  });

  it('are refused with the preview where they ask for a level that the node does not state', async () => {
    for (const [name, levels, isMet] of [
      ['key_storage', [HIGH], false],
      ['key_storage', [HIGH, BASIC], true],
      ['user_authentication', [BASIC], false],
      ['user_authentication', [], true],
    ] as const) {
      issuer.configuration = { proof_types_supported: { jwt: { key_attestations_required: { [name]: levels } } } };
      const { status, json } = await receive({ offer: OFFER, consent: false });
      expect([status, json.code], name).to.deep.equal(isMet ? [200, undefined] : [502, 'ISSUER_ANSWER_INVALID']);
      if (!isMet) expect(json.detail).to.include(name);
    }
    expect(issuer.forms).to.deep.equal([]);
  });

  describe('on a node of this program', () => {
    const DEMANDED = { clientAttestation: {}, keyAttestation: { keyStorage: [BASIC] } } satisfies TypeRules;

    async function demand(rules: object = DEMANDED): Promise<void> {
      const { issuers } = world.deps.credentials;
      const row = issuers.of(EXAMPLE.organisationId);
      const types = row.types.map((type) => ({ ...type, ...rules }));
      await world.deps.commit([issuers.put(EXAMPLE.organisationId, { ...row, types })]);
    }
    const believe = async () => world.trust.configured.push(new Uint8Array((await authority()).raw));
    const taken = async () => {
      const { items } = await world.deps.credentials.issued.page(EXAMPLE.organisationId, {
        ...{ skip: 0, top: 9, after: undefined },
      });
      return items.map(({ copies }) => copies.map(({ strength }) => strength?.keyStorage));
    };

    it('give by a code what they demand it for, once they believe the authority of the node', async () => {
      const { credentialOfferUri: offerUri } = await offer(world);
      await demand();
      const before = await receive({ offerUri });
      expect([before.json.code, before.json.detail]).to.deep.equal([
        ...['ISSUER_REFUSED', 'The issuer answered 401 invalid_client.'],
      ]);
      await believe();
      const { status, text, json } = await receive({ offerUri });
      expect(status, text).to.equal(201);
      expect(json.credentials[0]).to.include({ type: TYPE, copies: 4 });
      expect(await taken()).to.deep.equal([Array.from({ length: 4 }, () => [BASIC])]);
    });

    it('give it to a person who signs in there', async () => {
      await believe();
      const { credentialOfferUri: offerUri } = await ownOffer(world, EXAMPLE.administratorEmail);
      await demand();
      const { json } = await receive({ offerUri });
      const requestUri = new URL(json.authorization.url).searchParams.get('request_uri');
      const yes = await ask(walletAuthorizationRoutes.answerCredentialAuthorization, {
        body: { requestUri, isAllowed: true },
      });
      const body = Object.fromEntries(new URL(yes.json.location).searchParams);
      const came = await ask(receipts.answerCredentialReceipt, { body });
      expect(came.status, came.text).to.equal(201);
    });

    it('keep by whom the keys were attested: another certificate comes before the end of one', async () => {
      await believe();
      const attesters = [];
      for (const days of [0, 59, 1]) {
        world.advance(days * 86_400_000);
        issuer.server = { [METHODS]: [ATTESTED] };
        await receive();
        const [leaf] = payloadOf(issuer.attested.at(-1)?.attestation ?? '', 0).x5c;
        attesters.push(createHash('sha256').update(leaf).digest('hex'));
      }
      expect(attesters[1]).to.equal(attesters[0]);
      expect(attesters[2]).to.not.equal(attesters[0]);
    });
  });
});
