// A person signs in at an issuer before a wallet of the node takes its credential: by a pushed request, and with an
// answer that counts once, of the server that was asked, in the session of the person who asked.
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { AnyRoute } from '../../../../api/define.js';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { credentialReceiptRoutes as receipts } from '../../../../api/groups/credentials/credential-receipts/routes.js';
import { heldCredentialRoutes as routes } from '../../../../api/groups/credentials/held-credentials/routes.js';
import { walletAuthorizationRoutes } from '../../../../api/groups/credentials/wallet-authorizations/routes.js';
import { walletRoutes } from '../../../../api/groups/wallets/wallets/routes.js';
import { AUTHORIZATION_MS, RECEIPTS_OF_PERSON_MAX } from '../../../../core/base/limits/node/wallets.js';
import { call } from '../../world/caller.js';
import type { Persona } from '../../world/personas.js';
import { worldOfEach } from '../../world/world-of.js';
import { ownOffer, seedHoldingWallet, TYPE } from '../fixtures.js';
import { ISSUER, OFFER, OtherIssuer, VCT } from './other-issuer.js';

const address = EXAMPLE.holdingWalletAddress;
const HOME = 'http://localhost:8080';
const offer = { ...OFFER, grants: { authorization_code: { issuer_state: 'their-state' } } };

describe('credentials for which a person signs in at the issuer', () => {
  const world = worldOfEach();
  let issuer: OtherIssuer;

  beforeEach(() => {
    issuer = new OtherIssuer(() => Math.floor(world.deps.clock.now() / 1000));
    world.remoteHosts.set('https://issuer.example', issuer.answer);
  });

  const ask = async (route: AnyRoute, parts: object = {}, as: Persona = 'citizen') =>
    call(world, route, { params: { address }, ...parts }, { token: await world.token(as) });
  const receive = (body: object = { offer, consent: true }) => ask(routes.receiveCredentials, { body });
  const answer = (body: object, as: Persona = 'citizen') => ask(receipts.answerCredentialReceipt, { body }, as);
  const receipt = (receiptId: string, as: Persona = 'citizen') =>
    ask(receipts.getCredentialReceipt, { params: { receiptId } }, as);
  const good = () => ({ state: issuer.pushed.state ?? '', code: 'code-1', iss: ISSUER });
  const held = async () => (await ask(routes.listHeldCredentials)).json.credentials.length;

  async function begun(): Promise<string> {
    const { json, status, text } = await receive();
    expect(status, text).to.equal(202);
    return json.authorization.receiptId;
  }
  const refused = async (body: object, code: string, as: Persona = 'citizen') => {
    const { json } = await answer(body, as);
    expect(json.code, JSON.stringify(json)).to.equal(code);
  };

  it('are taken of an issuer of this node, whose page gave the code', async () => {
    const { credentialOfferUri: offerUri } = await ownOffer(world, EXAMPLE.administratorEmail);
    await seedHoldingWallet(world);
    const preview = await receive({ offerUri });
    expect([preview.status, preview.json.signsIn, preview.json.txCode]).to.deep.equal([200, true, undefined]);
    const { json } = await receive({ offerUri, consent: true });
    const url = new URL(json.authorization.url);
    expect(url.origin + url.pathname).to.equal(`${HOME}/credentials/northwind/authorize`);
    const { receiptId } = json.authorization;
    expect((await receipt(receiptId)).json).to.include({ status: 'Waiting', walletAddress: address });
    const yes = await ask(walletAuthorizationRoutes.answerCredentialAuthorization, {
      body: { requestUri: url.searchParams.get('request_uri'), isAllowed: true },
    });
    const back = new URL(yes.json.location);
    expect(back.origin + back.pathname).to.equal(`${HOME}/wallet/receive`);
    const members = Object.fromEntries(back.searchParams);
    const taken = await answer(members);
    expect(taken.status, taken.text).to.equal(201);
    expect(taken.json.credentials[0]).to.include({ type: TYPE, canPresent: true, copies: 4 });
    const after = await receipt(receiptId);
    expect([after.json.status, after.json.credentials]).to.deep.equal(['Received', taken.json.credentials]);
    await refused(members, 'AUTHORIZATION_NOT_FOUND');
  });

  it('are asked for with a challenge, and exchanged with its answer', async () => {
    await seedHoldingWallet(world);
    await begun();
    const { code_challenge: challenge = '', authorization_details: details = '', ...pushed } = issuer.pushed;
    expect(pushed).to.deep.equal({
      ...{ response_type: 'code', client_id: HOME, redirect_uri: `${HOME}/wallet/receive`, state: pushed.state },
      ...{ code_challenge_method: 'S256', issuer_state: 'their-state' },
    });
    expect(JSON.parse(details)).to.deep.equal([{ type: 'openid_credential', credential_configuration_id: 'pass' }]);
    expect((await answer(good())).status).to.equal(201);
    const { code_verifier: verifier = '', ...form } = issuer.forms.at(-1) ?? {};
    expect(createHash('sha256').update(verifier).digest('base64url')).to.equal(challenge);
    expect(form).to.deep.equal({
      ...{ grant_type: 'authorization_code', code: 'code-1', client_id: HOME },
      redirect_uri: `${HOME}/wallet/receive`,
    });
  });

  it('are asked for in the address where the server takes no pushed requests, with the key of the token', async () => {
    await seedHoldingWallet(world);
    issuer.dpop = 'nonce';
    issuer.token = { token_type: 'DPoP' };
    issuer.server = { pushed_authorization_request_endpoint: undefined };
    const { json, text } = await receive();
    expect(json.authorization, text).to.not.equal(undefined);
    const url = new URL(json.authorization.url);
    expect(url.origin + url.pathname).to.equal(`${ISSUER}/authorize`);
    const {
      state,
      code_challenge: challenge,
      dpop_jkt: thumbprint = '',
      ...members
    } = Object.fromEntries(url.searchParams);
    expect(members).to.deep.equal({
      ...{
        response_type: 'code',
        client_id: HOME,
        redirect_uri: `${HOME}/wallet/receive`,
        issuer_state: 'their-state',
      },
      ...{ code_challenge_method: 'S256', authorization_details: members.authorization_details },
    });
    expect(issuer.pushed).to.deep.equal({});
    expect((await answer({ state, code: 'code-1', iss: ISSUER })).status).to.equal(201);
    const { code_verifier: verifier = '' } = issuer.forms.at(-1) ?? {};
    expect(createHash('sha256').update(verifier).digest('base64url')).to.equal(challenge);
    const { crv, kty, x, y } = issuer.tokenKey as Record<string, string>;
    const key = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
    expect(thumbprint, 'the key that the token is bound to').to.equal(key);
  });

  it('are asked for by scope where the type has one', async () => {
    await seedHoldingWallet(world);
    issuer.configuration = { scope: 'pass.read' };
    await begun();
    expect([issuer.pushed.scope, issuer.pushed.authorization_details]).to.deep.equal(['pass.read', undefined]);
  });

  it('are waited for where the issuer has them later', async () => {
    await seedHoldingWallet(world);
    issuer.defers = true;
    const receiptId = await begun();
    const taken = await answer(good());
    expect([taken.status, taken.json.pending?.[0].type]).to.deep.equal([202, VCT]);
    expect((await receipt(receiptId)).json.pending).to.have.length(1);
  });

  it('are for the person who asked: a session of somebody else takes none and ends nothing', async () => {
    await seedHoldingWallet(world);
    const receiptId = await begun();
    await refused(good(), 'AUTHORIZATION_NOT_FOUND', 'user');
    expect((await receipt(receiptId, 'user')).json.code).to.equal('AUTHORIZATION_NOT_FOUND');
    expect((await answer(good())).status).to.equal(201);
  });

  it('count once, for their state, within their time', async () => {
    await seedHoldingWallet(world);
    await begun();
    await refused({ ...good(), state: 'x'.repeat(43) }, 'AUTHORIZATION_NOT_FOUND');
    const both = await Promise.all([answer(good()), answer(good())]);
    expect(both.map(({ status }) => status).sort()).to.deep.equal([201, 404]);
    await begun();
    world.advance(AUTHORIZATION_MS + 1);
    await refused(good(), 'AUTHORIZATION_NOT_FOUND');
    expect(await held()).to.equal(1);
  });

  const answers: readonly (readonly [what: string, change: object, code: string])[] = [
    ['another server', { iss: 'https://other.example' }, 'ISSUER_ANSWER_INVALID'],
    ['a server that does not name itself', { iss: undefined }, 'ISSUER_ANSWER_INVALID'],
    ['a server that gives no code', { code: undefined }, 'ISSUER_ANSWER_INVALID'],
    ['a person who said no', { code: undefined, error: 'access_denied' }, 'ISSUER_REFUSED'],
    ['a server that is another one and refuses', { iss: 'https://other.example', error: 'x' }, 'ISSUER_ANSWER_INVALID'],
  ];
  for (const [what, change, code] of answers)
    it(`are not taken with the answer of ${what}`, async () => {
      await seedHoldingWallet(world);
      const receiptId = await begun();
      await refused(JSON.parse(JSON.stringify({ ...good(), ...change })), code);
      const { json } = await receipt(receiptId);
      expect([json.status, typeof json.reason, issuer.forms.length, await held()]).to.deep.equal([
        ...['Refused', 'string', 0, 0],
      ]);
      await refused(good(), 'AUTHORIZATION_NOT_FOUND');
    });

  const servers: readonly (readonly [what: string, server: object])[] = [
    [
      'requires pushed requests and has no endpoint for them',
      { pushed_authorization_request_endpoint: undefined, require_pushed_authorization_requests: true },
    ],
    ['has no page', { authorization_endpoint: undefined }],
    ['has a page that is not of the web', { authorization_endpoint: 'javascript:alert(1)' }],
    ['takes no challenges', { code_challenge_methods_supported: ['plain'] }],
    // Another server could have it give its code for the request of that one.
    ['does not name itself in its answers', { authorization_response_iss_parameter_supported: undefined }],
  ];
  for (const [what, server] of servers)
    it(`send nobody to a server that ${what}`, async () => {
      await seedHoldingWallet(world);
      issuer.server = server;
      const { json } = await receive();
      expect(json.code, JSON.stringify(json)).to.equal('ISSUER_ANSWER_INVALID');
    });

  it('send nobody to a server that answers the pushed request without a reference', async () => {
    await seedHoldingWallet(world);
    issuer.push = { request_uri: undefined };
    expect((await receive()).json.code).to.equal('ISSUER_ANSWER_INVALID');
  });

  it('need the wallet, also when the answer comes', async () => {
    await seedHoldingWallet(world);
    await begun();
    expect((await ask(walletRoutes.deleteWallet)).status).to.equal(204);
    await refused(good(), 'WALLET_NOT_FOUND');
    expect(issuer.forms).to.deep.equal([]);
  });

  it('are bounded for a person, and malformed answers are told', async () => {
    await seedHoldingWallet(world);
    for (let i = 0; i < RECEIPTS_OF_PERSON_MAX; i++) await begun();
    expect((await receive()).json.code).to.equal('QUOTA_EXCEEDED');
    await refused({ code: 'x' }, 'BODY_INVALID');
    expect((await receipt('short')).json.code).to.equal('PATH_INVALID');
    expect((await answer(good())).status).to.equal(201);
    expect((await receive()).status).to.equal(202);
  });
});
