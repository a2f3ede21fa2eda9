// A wallet of the node before verifiers, of this node and of others: who asks is judged, what is shown is what was
// consented to, and the answer goes to the host of the request alone.
import { expect } from 'chai';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { heldCredentialRoutes } from '../../../../api/groups/credentials/held-credentials/routes.js';
import { presentationRoutes as routes } from '../../../../api/groups/credentials/presentations/routes.js';
import { fromBase64Url } from '../../../../core/base/bytes.js';
import { mdocCells } from '../../../../core/credentials/mdoc/cells.js';
import { deviceSignedOf, isHolderSigned } from '../../../../core/credentials/mdoc/device-signed.js';
import { issuerAuthOf } from '../../../../core/credentials/mdoc/issuer-signed.js';
import { call } from '../../world/caller.js';
import { worldOfEach } from '../../world/world-of.js';
import { DOC_TYPE, hold, TYPE } from '../fixtures.js';
import { ask, resultOf, seedVerifier } from '../verifier-fixtures.js';
import {
  accept,
  aShop,
  certificateOf,
  HOST,
  hashOf,
  type OtherVerifier,
  QUERY,
  resolve,
  SHOP,
  trustShops,
} from './other-verifier.js';

const address = EXAMPLE.holdingWalletAddress;
const claims = { given_name: 'Eve', member_since: 2024 };
const payloadOf = (jwt = '') => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());

describe('a wallet of the node before a verifier of this node', () => {
  const world = worldOfEach();
  const question = { credentialType: TYPE, requiredClaims: [{ claimName: 'given_name' }] };

  for (const way of [{}, { responseMode: 'direct_post.jwt' }, { profile: 'haip', requestUriMethod: 'post' }])
    it(`shows what is asked for, and no other claim: ${JSON.stringify(way)}`, async () => {
      const credentialId = await hold(world, { claims });
      await seedVerifier(world);
      const asked = await ask(world, { ...question, ...way });
      const resolved = await resolve(world, asked.authorizationRequestUri);
      expect(resolved.status, resolved.text).to.equal(201);
      const { presentationId, verifier, selection, matches } = resolved.json;
      expect([verifier.verdict, verifier.host]).to.deep.equal(['AuthenticUntrusted', 'localhost:8080']);
      expect(selection).to.deep.equal([{ queryId: 'credential', credentialId }]);
      expect(matches.queries[0].candidates).to.deep.equal([{ credentialId, claims: [['given_name']] }]);
      expect((await resultOf(world, asked)).json.state, 'nothing is shown unasked').to.equal('Pending');
      const accepted = await accept(world, presentationId);
      expect([accepted.status, accepted.json], accepted.text).to.deep.equal([200, { outcome: 'Submitted' }]);
      const { json } = await resultOf(world, asked);
      expect([json.state, json.result.errors, json.result.holderKeyVerified]).to.deep.equal(['Verified', [], true]);
      expect(json.result.verifiedClaims).to.deep.equal({ given_name: 'Eve' });
      expect((await accept(world, presentationId)).json.code, 'twice').to.equal('REQUEST_NOT_FOUND');
    });

  it('tells a verifier that its holder denies, and keeps both in the history', async () => {
    await hold(world, { claims });
    await seedVerifier(world);
    const shown = await ask(world, question);
    await accept(world, (await resolve(world, shown.authorizationRequestUri)).json.presentationId);
    world.advance(1000);
    const denied = await ask(world, question);
    const { presentationId } = (await resolve(world, denied.authorizationRequestUri)).json;
    const token = await world.token('citizen');
    const answer = await call(world, routes.denyPresentation, { params: { presentationId } }, { token });
    expect([answer.status, answer.json]).to.deep.equal([200, { outcome: 'Denied' }]);
    expect((await resultOf(world, denied)).json).to.include({ state: 'Declined', denied: 'access_denied' });
    const history = await call(world, routes.listPresentationHistory, {}, { token });
    const rows = history.json.presentations.map((row: Record<string, unknown>) => [row.outcome, row.disclosedClaims]);
    expect(rows).to.deep.equal([
      ['Denied', []],
      ['Submitted', ['given_name']],
    ]);
  });
});

describe('a wallet of the node before verifiers of others', () => {
  const world = worldOfEach();
  let shop: OtherVerifier;
  let credentialId: string;

  beforeEach(async () => {
    credentialId = await hold(world, { claims });
    shop = aShop(world);
  });

  it('says that a trust list vouches for the verifier, or that nobody does', async () => {
    const before = await resolve(world, shop.uri());
    expect(before.json.verifier).to.deep.equal({
      ...{ clientId: `x509_san_dns:${HOST}`, verdict: 'AuthenticUntrusted', host: HOST, names: [] },
    });
    const refused = await accept(world, before.json.presentationId, { acceptUntrusted: false });
    expect([refused.status, refused.json.code]).to.deep.equal([403, 'VERIFIER_UNTRUSTED']);
    await trustShops(world);
    const after = await resolve(world, shop.uri({ request_uri_method: 'post' }));
    expect(after.json.verifier.verdict).to.equal('TrustedListVerified');
    expect(after.json.verifier.names).to.deep.equal(['CN=Shop, O=Quorate', HOST]);
    const accepted = await accept(world, after.json.presentationId, { acceptUntrusted: false });
    expect(accepted.status, accepted.text).to.equal(200);
    expect(shop.fetched).to.deep.equal(['GET /requests/1', 'POST /requests/1', 'POST /answers/1']);
  });

  it('proves the key of the holder for this verifier and this request', async () => {
    const { presentationId } = (await resolve(world, shop.uri())).json;
    await accept(world, presentationId);
    const { vp_token: token, state } = await shop.opened();
    expect(state).to.equal('af0ifjsldkj');
    const [text = ''] = (token as Record<string, readonly string[]>).member ?? [];
    expect(text.split('~').length, 'one disclosure and a proof').to.equal(3);
    expect(payloadOf(text.split('~').at(-1))).to.include({ aud: `x509_san_dns:${HOST}`, nonce: 'n-0S6_WzA2Mj' });
  });

  it('shows another copy each time, until all were shown once', async () => {
    const texts: string[] = [];
    for (let i = 0; i < 5; i++) {
      await accept(world, (await resolve(world, shop.uri())).json.presentationId);
      const { vp_token: token } = await shop.opened();
      texts.push((token as Record<string, readonly string[]>).member?.[0]?.split('~')[0] ?? '');
      world.advance(60_000);
    }
    expect(new Set(texts).size).to.equal(4);
    expect(texts[4]).to.equal(texts[0]);
    const parts = { params: { address, credentialId } };
    const one = await call(world, heldCredentialRoutes.getHeldCredential, parts, {
      token: await world.token('citizen'),
    });
    expect([one.json.uses, one.json.copies]).to.deep.equal([5, 4]);
  });

  it('names itself by the hash of its certificate, and gets an encrypted answer with an mdoc over its whole request', async () => {
    await hold(world, { format: 'mso_mdoc' });
    const space = 'org.northwind.1';
    shop.clientId = `x509_hash:${hashOf(shop.chain[0] as Uint8Array)}`;
    shop.claims = {
      response_mode: 'direct_post.jwt',
      client_metadata: { jwks: { keys: [shop.answerJwk] }, encrypted_response_enc_values_supported: ['A256GCM'] },
      dcql_query: {
        credentials: [
          {
            ...{ id: 'm', format: 'mso_mdoc', meta: { doctype_value: DOC_TYPE } },
            claims: [{ path: [space, 'given_name'] }],
          },
        ],
      },
    };
    const resolved = await resolve(world, shop.uri());
    expect(resolved.json.verifier?.verdict, resolved.text).to.equal('AuthenticUntrusted');
    expect((await accept(world, resolved.json.presentationId)).status).to.equal(200);
    const { vp_token: token } = await shop.opened();
    const [text = ''] = (token as Record<string, readonly string[]>).m ?? [];
    const { issued, claims: elements, proof } = mdocCells(fromBase64Url(text) as Uint8Array);
    expect(elements.map(([name]) => name)).to.deep.equal([space]);
    const { x, y } = shop.answerJwk;
    const thumbprint = Buffer.from(hashOf(Buffer.from(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))), 'base64url');
    const asked = {
      clientId: shop.clientId,
      nonce: 'n-0S6_WzA2Mj',
      responseUri: `${SHOP}/answers/1`,
      encryptionKey: thumbprint,
    };
    const { object } = issuerAuthOf(fromBase64Url(issued) as Uint8Array);
    expect(isHolderSigned(deviceSignedOf(fromBase64Url(proof) as Uint8Array), object, asked)).to.equal(true);
  });

  it('has its holder sign transaction data of a type that is known here, and no other', async () => {
    const data = (type: string) =>
      Buffer.from(JSON.stringify({ type, credential_ids: ['member'] })).toString('base64url');
    const known = data('urn:quorate:action:1');
    shop.claims = { transaction_data: [known] };
    const resolved = await resolve(world, shop.uri());
    expect(resolved.json.transactionData, resolved.text).to.deep.equal([
      {
        ...{ type: 'urn:quorate:action:1', queryIds: ['member'] },
        data: { type: 'urn:quorate:action:1', credential_ids: ['member'] },
      },
    ]);
    await accept(world, resolved.json.presentationId);
    const { vp_token: token } = await shop.opened();
    const proof = (token as Record<string, readonly string[]>).member?.[0]?.split('~').at(-1);
    expect(payloadOf(proof).transaction_data_hashes).to.deep.equal([hashOf(Buffer.from(known))]);
    shop.claims = { transaction_data: [known, data('urn:other:1')] };
    expect((await resolve(world, shop.uri())).json.code).to.equal('REQUEST_OBJECT_INVALID');
  });

  it('takes the choice of its holder, where that answers the query, and nothing without consent', async () => {
    const other = await hold(world, { claims: { given_name: 'Ann' } });
    const { presentationId, matches } = (await resolve(world, shop.uri())).json;
    expect(matches.queries[0].candidates).to.have.length(2);
    const refusals: unknown[] = [];
    for (const body of [
      { consent: false },
      { selection: [] },
      { selection: [{ queryId: 'else', credentialId }] },
      { selection: [{ queryId: 'member', credentialId: EXAMPLE.walletId }] },
      { selection: [credentialId, other].map((id) => ({ queryId: 'member', credentialId: id })) },
    ]) {
      const { status, json } = await accept(world, presentationId, body);
      refusals.push([status, json.code]);
      world.advance(12_000);
    }
    expect(refusals).to.deep.equal(refusals.map(() => [400, 'BODY_INVALID']));
    expect(shop.answers).to.have.length(0);
    const selection = [{ queryId: 'member', credentialId: other }];
    expect((await accept(world, presentationId, { selection })).status).to.equal(200);
    const { vp_token: token } = await shop.opened();
    const disclosure = (token as Record<string, readonly string[]>).member?.[0]?.split('~')[1] ?? '';
    expect(JSON.parse(Buffer.from(disclosure, 'base64url').toString())[2]).to.equal('Ann');
  });

  it('lets its holder send the answer once more where nobody got it, and not where the verifier refused it', async () => {
    const { presentationId } = (await resolve(world, shop.uri())).json;
    shop.answer = undefined;
    expect((await accept(world, presentationId)).json.code).to.equal('OUTGOING_FAILED');
    shop.answer = { status: 400, json: { error: 'invalid_request' } };
    const refused = await accept(world, presentationId);
    expect([refused.status, refused.json.code]).to.deep.equal([422, 'VERIFIER_REFUSED']);
    expect(refused.json.detail).to.equal('The verifier answered 400 invalid_request.');
    expect((await accept(world, presentationId)).json.code).to.equal('REQUEST_NOT_FOUND');
  });

  it('goes on where the verifier says, if that is a page', async () => {
    for (const [told, expected] of [
      ['https://shop.example/done#response_code=1', 'https://shop.example/done#response_code=1'],
      ['javascript:alert(1)', undefined],
    ]) {
      const { presentationId } = (await resolve(world, shop.uri())).json;
      shop.answer = { json: { redirect_uri: told } };
      expect((await accept(world, presentationId)).json.redirectUri).to.equal(expected);
    }
  });

  it('is for its person alone, and for as long as the request lives', async () => {
    const { presentationId } = (await resolve(world, shop.uri())).json;
    const as = async (persona: 'citizen' | 'user') => ({ token: await world.token(persona) });
    const params = { presentationId };
    const foreign = await call(world, routes.getWaitingPresentation, { params }, await as('user'));
    expect([foreign.status, foreign.json.code]).to.deep.equal([404, 'REQUEST_NOT_FOUND']);
    const none = await call(world, routes.listWaitingPresentations, {}, await as('user'));
    expect(none.json.presentations).to.deep.equal([]);
    const own = await call(world, routes.listWaitingPresentations, {}, await as('citizen'));
    expect(own.json.presentations.map((row: { presentationId: string }) => row.presentationId)).to.deep.equal([
      presentationId,
    ]);
    const read = await call(world, routes.getWaitingPresentation, { params }, await as('citizen'));
    expect(read.json.matches.satisfied).to.equal(true);
    const wallet = await resolve(world, shop.uri(), 'user');
    expect([wallet.status, wallet.json.code]).to.deep.equal([403, 'WALLET_ACCESS_DENIED']);
    world.advance(120_000);
    const over = await accept(world, presentationId);
    expect([over.status, over.json.code]).to.deep.equal([410, 'REQUEST_EXPIRED']);
  });

  it('tells its person which claims are read of a choice before anything is shown, and no other person', async () => {
    const { presentationId } = (await resolve(world, shop.uri())).json;
    const preview = async (body: object, as: 'citizen' | 'user' = 'citizen') =>
      call(world, routes.previewPresentation, { params: { presentationId }, body }, { token: await world.token(as) });
    const { status, json, text } = await preview({});
    expect(status, text).to.equal(200);
    const [{ claims: read, ...chosen }] = json.shown;
    expect(chosen).to.deep.equal({ queryId: 'member', credentialId });
    expect(read).to.include({ given_name: 'Eve', vct: TYPE }).and.not.have.property('member_since');
    expect((await preview({ selection: [chosen] })).json).to.deep.equal(json);
    for (const selection of [[], [chosen, chosen], [{ ...chosen, queryId: 'other' }], [{ queryId: 'member' }]])
      expect((await preview({ selection })).json.code, JSON.stringify(selection)).to.equal('BODY_INVALID');
    expect((await preview({}, 'user')).json.code).to.equal('REQUEST_NOT_FOUND');
    expect(shop.answers).to.have.length(0);
    await accept(world, presentationId);
    const { vp_token: token } = await shop.opened();
    const [presented = ''] = (token as Record<string, readonly string[]>).member ?? [];
    const disclosed = presented.split('~').slice(1, -1);
    expect(disclosed.map((part) => JSON.parse(Buffer.from(part, 'base64url').toString())[1])).to.eql(['given_name']);
  });

  it('says where no credential answers, and shows nothing then', async () => {
    shop.claims = { dcql_query: { credentials: [{ ...QUERY.credentials[0], meta: { vct_values: ['urn:x:1'] } }] } };
    const { presentationId, matches, selection } = (await resolve(world, shop.uri())).json;
    expect([matches.satisfied, selection]).to.deep.equal([false, []]);
    expect((await accept(world, presentationId)).json.code).to.equal('BODY_INVALID');
    expect(shop.answers).to.have.length(0);
  });

  it('shows nothing of a required set that it cannot answer whole', async () => {
    const [member] = QUERY.credentials;
    const none = { ...member, id: 'none', meta: { vct_values: ['urn:x:1'] } };
    const sets = [{ options: [['member']] }, { options: [['none']] }];
    shop.claims = { dcql_query: { credentials: [member, none], credential_sets: sets } };
    const { presentationId, matches } = (await resolve(world, shop.uri())).json;
    expect(matches.satisfied).to.equal(false);
    expect((await accept(world, presentationId)).json.code).to.equal('BODY_INVALID');
    expect(shop.answers).to.have.length(0);
  });

  it('passes over keys that it cannot use', async () => {
    const strange = [
      { kty: 'AKP', alg: 'ML-KEM-999', pub: 'AAAA', use: 'enc' },
      { kty: 'XYZ', alg: 'none' },
    ];
    const metadata = { jwks: { keys: [...strange, shop.answerJwk] } };
    shop.claims = { response_mode: 'direct_post.jwt', client_metadata: metadata };
    const { presentationId } = (await resolve(world, shop.uri())).json;
    expect((await accept(world, presentationId)).status).to.equal(200);
    expect(shop.answers).to.have.length(1);
  });

  it('refuses a chain of another host even where a list vouches for it', async () => {
    await trustShops(world);
    shop.chain = [certificateOf('other.example')];
    const { status, json } = await resolve(world, shop.uri());
    expect([status, json.code]).to.deep.equal([400, 'REQUEST_HOST_MISMATCH']);
  });
});

describe('a wallet of a node that takes requests without a signature', () => {
  const world = worldOfEach({ issuing: { allowUnverifiable: true } });

  it('says that nothing is known of the verifier, and sends the answer to the address in its name alone', async () => {
    await hold(world, { claims });
    const shop = aShop(world);
    const members = (responseUri: string) =>
      `openid4vp://?${new URLSearchParams({
        ...{ client_id: `redirect_uri:${SHOP}/answers/1`, response_uri: responseUri, response_type: 'vp_token' },
        ...{ response_mode: 'direct_post', nonce: 'n-1', dcql_query: JSON.stringify(QUERY) },
      })}`;
    const resolved = await resolve(world, members(`${SHOP}/answers/1`));
    expect(resolved.json.verifier?.verdict, resolved.text).to.equal('Unverifiable');
    const { presentationId } = resolved.json;
    expect((await accept(world, presentationId, { acceptUntrusted: false })).json.code).to.equal('VERIFIER_UNTRUSTED');
    expect((await accept(world, presentationId)).status).to.equal(200);
    expect(shop.answers).to.have.length(1);
    const elsewhere = await resolve(world, members('https://other.example/answers/1'));
    expect(elsewhere.json.code).to.equal('REQUEST_HOST_MISMATCH');
  });
});
