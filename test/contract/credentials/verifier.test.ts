// An organisation asks a wallet, and a wallet that shares no transport with it answers: both formats, in the clear and
// encrypted, on one device and on two.
import { verify, X509Certificate } from 'node:crypto';
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { credentialVerifierRoutes } from '../../../api/groups/credentials/credential-verifier/routes.js';
import { statusListRoutes } from '../../../api/groups/credentials/status-lists/routes.js';
import { toBase64Url } from '../../../core/base/bytes.js';
import { sha256 } from '../../../core/base/hash.js';
import { REQUESTS_OPEN_MAX, RESULT_KEPT_MS } from '../../../core/base/limits/node/wallets.js';
import { joinSdJwt, splitSdJwt } from '../../../core/credentials/sd-jwt/compact.js';
import { draftPresentation } from '../../../core/credentials/sd-jwt/key-binding.js';
import { LIST, listTokens, OFFICE_HOST, SPACE, signedBy } from '../../support/credentials/office.js';
import { call } from '../world/caller.js';
import { worldOfAll } from '../world/world-of.js';
import { certify, issue, seedIssuerWallet, TYPE } from './fixtures.js';
import { aKey } from './phone.js';
import {
  answered,
  answerOf,
  ask,
  fetchObject,
  LIST_ID,
  licenceTo,
  MDOC_QUESTION,
  POLICY,
  post,
  QUESTION,
  resultOf,
  seedVerifier,
  shownTo,
} from './verifier-fixtures.js';

const { createPresentationRequest, getPresentationResult, redeemResponseCode } = credentialVerifierRoutes;

describe('a verifier', () => {
  const world = worldOfAll();

  it('signs its request object with ES256 and x5c, under the name of its host', async () => {
    const [leaf] = await seedVerifier(world);
    const asked = await ask(world);
    expect(asked.authorizationRequestUri).to.equal(
      `openid4vp://authorize?client_id=x509_san_dns%3Alocalhost&request_uri=${encodeURIComponent(asked.requestUri)}`,
    );
    expect(asked.qr).to.match(/^<svg/);
    const { text, header, claims } = await fetchObject(world, asked);
    expect(header).to.deep.equal({
      ...{ alg: 'ES256', typ: 'oauth-authz-req+jwt' },
      x5c: [Buffer.from(leaf as Uint8Array).toString('base64')],
    });
    const [head, body, signature] = text.split('.');
    const key = { key: new X509Certificate(leaf as Uint8Array).publicKey, dsaEncoding: 'ieee-p1363' } as const;
    const isGood = verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature as string, 'base64url'));
    expect(isGood).to.equal(true);
    expect(claims).to.deep.include({
      ...{ iss: 'x509_san_dns:localhost', aud: 'https://self-issued.me/v2', client_id: 'x509_san_dns:localhost' },
      ...{ response_type: 'vp_token', response_mode: 'direct_post', nonce: asked.nonce, state: asked.requestId },
      dcql_query: {
        credentials: [
          {
            ...{ id: 'credential', format: 'dc+sd-jwt', meta: { vct_values: [QUESTION.credentialType] } },
            claims: [{ path: ['name'] }],
          },
        ],
      },
    });
    const byHash = (await fetchObject(world, await ask(world, { ...QUESTION, profile: 'haip' }))).claims;
    expect(byHash.client_id).to.equal(`x509_hash:${toBase64Url(sha256(leaf as Uint8Array))}`);
    expect(byHash.response_mode).to.equal('direct_post.jwt');
  });

  for (const responseMode of ['direct_post', 'direct_post.jwt'] as const) {
    it(`takes an SD-JWT VC: ${responseMode}`, async () => {
      await seedVerifier(world);
      const asked = await ask(world, { ...QUESTION, responseMode });
      const { claims } = await fetchObject(world, asked);
      const answer = await post(
        world,
        claims.response_uri,
        await answerOf(claims, { credential: [shownTo(world, claims)] }),
      );
      expect([answer.status, answer.json]).to.deep.equal([200, {}]);
      const { json } = await resultOf(world, asked);
      expect(json).to.deep.include({ requestId: asked.requestId, state: 'Verified' });
      const { perQuery, ...result } = json.result;
      expect(result).to.deep.include({
        ...{ isValid: true, verifiedClaims: { name: 'Ada' }, errors: [], holderKeyVerified: true },
        ...{ x5cChainValid: true, statusCheckResult: 'NotListed', issuer: OFFICE_HOST },
      });
      expect(result.trustEvidence[0]).to.deep.include({ kind: 'x509-lotl', level: 'Substantial' });
      expect(result.trustEvidence[0].trustListId).to.match(new RegExp(`^${LIST_ID}#`));
      expect(perQuery.credential.isValid).to.equal(true);
      expect(json).to.not.have.property('vpToken');
    });

    it(`takes an mdoc: ${responseMode}`, async () => {
      await seedVerifier(world);
      const asked = await ask(world, { ...MDOC_QUESTION, responseMode });
      const { claims } = await fetchObject(world, asked);
      const token = { credential: [await licenceTo(world, claims)] };
      expect(
        (await post(world, claims.response_uri, await answerOf(claims, token, { enc: 'A256GCM' }))).status,
      ).to.equal(200);
      const { json } = await resultOf(world, asked);
      expect([json.state, json.result.verifiedClaims]).to.deep.equal(['Verified', { [`["${SPACE}","name"]`]: 'Ada' }]);
    });
  }

  for (const isCertified of [false, true])
    it(`takes one of its own organisation without a policy or network, certified by an authority: ${isCertified}`, async () => {
      if (isCertified) certify(world, await seedIssuerWallet(world));
      const { text, phone: _, credentialId } = await issue(world, { claims: { given_name: 'Eve' } });
      await seedVerifier(world);
      world.verifying.sent.length = 0;
      // The phone of the fixtures proves a key that it forgets, so this one is offered anew with a key that is kept.
      expect(text).to.contain('~');
      expect(credentialId).to.not.equal('');
      const held = await heldByKey();
      const show = async () => {
        const asked = await ask(world, {
          credentialType: TYPE,
          requiredClaims: [{ claimName: 'given_name', expectedValue: 'Eve' }],
        });
        const { claims } = await fetchObject(world, asked);
        const proof = {
          nonce: claims.nonce,
          audience: claims.client_id,
          issuedAtSeconds: Math.floor(world.deps.clock.now() / 1000),
        };
        const shown = joinSdJwt(signedBy(held.key, draftPresentation(splitSdJwt(held.text), proof)));
        await post(world, claims.response_uri, await answerOf(claims, { credential: [shown] }));
        return (await resultOf(world, asked)).json;
      };
      const good = await show();
      expect(good.result.errors).to.deep.equal([]);
      expect(good.result).to.deep.include({
        isValid: true,
        statusCheckResult: 'Valid',
        issuer: `http://localhost:8080/credentials/${EXAMPLE.subdomain}`,
      });
      expect(good.result.trustEvidence).to.deep.equal([
        { kind: 'x509-tenant', level: 'Low', trustListId: `tenant:${EXAMPLE.organisationId}#0`, isStale: false },
      ]);
      const token = await world.token('administrator');
      await world.app.inject({
        ...{ method: 'POST', url: `/api/v1/credentials/${held.credentialId}/revoke`, payload: {} },
        headers: { authorization: `Bearer ${token}` },
      });
      world.advance(2000);
      const revoked = await show();
      expect([revoked.state, revoked.result.statusCheckResult]).to.deep.equal(['Refused', 'NotValid']);
      expect(world.verifying.sent).to.deep.equal([]);
      expect(statusListRoutes.getStatusList.can).to.equal('public');
    });

  async function heldByKey() {
    const { accessOf } = await import('./fixtures.js');
    const key = aKey();
    const { phone, token, offerId } = await accessOf(world, { claims: { given_name: 'Eve' } });
    const { proof } = await phone.nonces();
    const request = { credential_configuration_id: TYPE, proofs: { jwt: [phone.proof(proof, { key })] } };
    const { json } = await phone.credential(token, request);
    const [first] = json.credentials as readonly { readonly credential: string }[];
    const credentialId = world.deps.credentials.offers.find(offerId)?.credentialId ?? '';
    return { key, text: first?.credential ?? '', credentialId };
  }

  it('fetches the list of another issuer once, keeps it, and refuses without it', async () => {
    await seedVerifier(world);
    const { served, sent } = world.verifying;
    sent.length = 0;
    const show = async (issuing: object) => {
      const asked = await ask(world);
      const { claims } = await fetchObject(world, asked);
      await post(
        world,
        claims.response_uri,
        await answerOf(claims, { credential: [shownTo(world, claims, {}, issuing)] }),
      );
      return (await resultOf(world, asked)).json.result;
    };
    expect((await show({ place: 5 })).statusCheckResult, 'unreachable').to.equal('Unavailable');
    served.set(LIST, '<html>');
    expect((await show({ place: 5 })).statusCheckResult, 'no token').to.equal('Unavailable');
    served.set(LIST, listTokens({ atMs: world.deps.clock.now(), statuses: [[6, 1]] }).jwt);
    sent.length = 0;
    const good = await show({ place: 5 });
    expect([good.isValid, good.statusCheckResult]).to.deep.equal([true, 'Valid']);
    expect((await show({ place: 6 })).statusCheckResult).to.equal('NotValid');
    expect(sent.map(({ url, purpose, headers }) => [url, purpose, headers?.accept])).to.deep.equal([
      [LIST, 'status-list', 'application/statuslist+jwt'],
    ]);
    expect(sent[0]).to.deep.include({ bytesMax: 1024 * 1024, timeoutMs: 10_000, redirectsMax: 3 });
    world.advance(301_000);
    await show({ place: 5 });
    expect(sent, 'once its time to live is over').to.have.length(2);
    served.delete(LIST);
  });

  it('has a wallet sign transaction data', async () => {
    await seedVerifier(world);
    const transactionData = [{ type: 'urn:shop:order:1', credential_ids: ['credential'], total: '12 EUR' }];
    const asked = await ask(world, { ...QUESTION, transactionData });
    const { claims } = await fetchObject(world, asked);
    const [data] = claims.transaction_data as readonly [string];
    expect(JSON.parse(Buffer.from(data, 'base64url').toString())).to.deep.equal(transactionData[0]);
    await post(world, claims.response_uri, await answerOf(claims, { credential: [shownTo(world, claims)] }));
    expect((await resultOf(world, asked)).json.state).to.equal('Verified');
  });

  it('asks for several credentials, and tells their claims apart', async () => {
    await seedVerifier(world);
    const credentials = [
      {
        id: 'permit',
        format: 'dc+sd-jwt',
        meta: { vct_values: [QUESTION.credentialType] },
        claims: [{ path: ['name'] }],
      },
      {
        id: 'licence',
        format: 'mso_mdoc',
        meta: { doctype_value: MDOC_QUESTION.credentialType },
        claims: [{ path: [SPACE, 'name'] }],
      },
    ];
    const asked = await ask(world, { dcqlQuery: { credentials }, trustPolicy: POLICY, keepPresentation: true });
    const { claims } = await fetchObject(world, asked);
    const token = { permit: [shownTo(world, claims)], licence: [await licenceTo(world, claims)] };
    await post(world, claims.response_uri, await answerOf(claims, token));
    const { json } = await resultOf(world, asked);
    expect(json.result.verifiedClaims).to.deep.equal({ 'permit:name': 'Ada', [`licence:["${SPACE}","name"]`]: 'Ada' });
    expect(json.vpToken).to.deep.equal(token);
  });

  it('counts a result on one device once the browser came back to the session that asked', async () => {
    await seedVerifier(world);
    const token = await world.token('administrator');
    const body = { ...QUESTION, flow: 'same-device', redirectUri: 'https://shop.example/done?a=b' };
    const made = (await call(world, createPresentationRequest, { body }, { token })).json;
    const params = { requestId: made.requestId };
    const { claims } = await fetchObject(world, made);
    const { json } = await post(
      world,
      claims.response_uri,
      await answerOf(claims, { credential: [shownTo(world, claims)] }),
    );
    expect(json.redirect_uri).to.match(/^https:\/\/shop\.example\/done\?a=b#response_code=[\w-]{22}$/);
    const code = (json.redirect_uri ?? '').split('=').at(-1) as string;
    const before = await call(world, getPresentationResult, { params }, { token });
    expect(before.json).to.deep.include({ state: 'Answered' }).and.not.have.property('result');
    const redeem = async (by: string, given = code) =>
      (await call(world, redeemResponseCode, { params, body: { code: given } }, { token: by })).json;
    expect((await redeem(await world.token('administrator'))).code, 'another session').to.equal(
      'RESPONSE_CODE_REFUSED',
    );
    expect((await redeem(token, 'A'.repeat(22))).code, 'another code').to.equal('RESPONSE_CODE_REFUSED');
    const after = await redeem(token);
    expect([after.state, after.result.verifiedClaims]).to.deep.equal(['Verified', { name: 'Ada' }]);
    expect((await redeem(token)).code, 'twice').to.equal('RESPONSE_CODE_REFUSED');
  });

  it('takes no code five minutes after the answer', async () => {
    await seedVerifier(world);
    const token = await world.token('administrator');
    const body = { ...QUESTION, flow: 'same-device', redirectUri: 'https://shop.example/done' };
    const made = (await call(world, createPresentationRequest, { body }, { token })).json;
    const { claims } = await fetchObject(world, made);
    const { json } = await post(world, claims.response_uri, { error: 'access_denied', state: claims.state });
    world.advance(300_000);
    const code = (json.redirect_uri ?? '').split('=').at(-1);
    const late = await call(
      world,
      redeemResponseCode,
      { params: { requestId: made.requestId }, body: { code } },
      { token },
    );
    expect(late.json.code).to.equal('RESPONSE_CODE_REFUSED');
  });

  it('hears that the holder denies, also where answers are encrypted', async () => {
    await seedVerifier(world);
    for (const responseMode of ['direct_post', 'direct_post.jwt']) {
      const asked = await ask(world, { ...QUESTION, responseMode });
      const { claims } = await fetchObject(world, asked);
      expect((await post(world, claims.response_uri, { error: 'access_denied', state: claims.state })).status).to.equal(
        200,
      );
      const { json } = await resultOf(world, asked);
      expect([json.state, json.denied]).to.deep.equal(['Declined', 'access_denied']);
    }
  });

  it('answers a wallet that brings a nonce, and tells the object three times', async () => {
    await seedVerifier(world);
    const asked = await ask(world, { ...QUESTION, requestUriMethod: 'post' });
    expect(asked.authorizationRequestUri).to.contain('request_uri_method=post');
    const fetchBy = (fields: Record<string, string>) =>
      world.app.inject({
        ...{ method: 'POST', url: new URL(asked.requestUri).pathname, payload: new URLSearchParams(fields).toString() },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    for (const bad of [`${'a'.repeat(513)}`, 'a b'])
      expect((await fetchBy({ wallet_nonce: bad })).json().code).to.equal('BODY_INVALID');
    const answer = await fetchBy({ wallet_nonce: 'qPmxiNFCR3QTm19POc8u', wallet_metadata: '{}' });
    expect(answer.headers['content-type']).to.match(/^application\/oauth-authz-req\+jwt/);
    const claims = JSON.parse(Buffer.from(answer.body.split('.')[1] as string, 'base64url').toString());
    expect(claims.wallet_nonce).to.equal('qPmxiNFCR3QTm19POc8u');
    expect((await fetchObject(world, asked)).claims).to.not.have.property('wallet_nonce');
    expect((await fetchBy({})).statusCode).to.equal(200);
    const fourth = await fetchBy({});
    expect([fourth.statusCode, fourth.json().code]).to.deep.equal([404, 'REQUEST_NOT_FOUND']);
  });

  it('is over after five minutes, and gone a day later', async () => {
    await seedVerifier(world);
    const asked = await ask(world);
    const path = new URL(asked.requestUri).pathname;
    world.advance(300_000);
    const late = await world.app.inject({ method: 'GET', url: path });
    expect([late.statusCode, late.json().code]).to.deep.equal([410, 'REQUEST_EXPIRED']);
    expect((await resultOf(world, asked)).json.state).to.equal('Expired');
    const { requests } = world.deps.verifier;
    const before = await ask(world);
    const sweep = async (nowMs: number) => world.deps.commit(await requests.sweep(nowMs));
    await sweep(world.deps.clock.now() + RESULT_KEPT_MS - 1);
    expect((await resultOf(world, asked)).json.state).to.equal('Expired');
    await sweep(world.deps.clock.now() + RESULT_KEPT_MS);
    expect((await resultOf(world, asked)).json.code).to.equal('REQUEST_NOT_FOUND');
    expect((await resultOf(world, before)).json.state).to.equal('Pending');
  });

  it('shows nothing to another organisation, and keeps nothing in the clear', async () => {
    const { asked } = await answered(world);
    const other = await resultOf(world, asked, 'systemAdmin');
    expect([other.status, other.json.code]).to.deep.equal([404, 'REQUEST_NOT_FOUND']);
    const row = JSON.stringify(world.deps.verifier.requests.find(asked.requestId));
    expect(row).to.not.match(/"Ada\\?"/);
    const haip = await ask(world, { ...QUESTION, profile: 'haip' });
    expect(JSON.stringify(world.deps.verifier.requests.find(haip.requestId)?.key)).to.not.contain('"d"');
  });

  it('takes no request of an organisation without a certificate, or with too many that wait', async () => {
    await seedVerifier(world);
    const token = await world.token('administrator');
    const make = (body: object = QUESTION) => call(world, createPresentationRequest, { body }, { token });
    const { open } = world.deps.verifier;
    const now = world.deps.clock.now();
    for (let i = 0; i < REQUESTS_OPEN_MAX; i++) open.add(EXAMPLE.organisationId, `r${i}`, now + 400_000 + i);
    expect((await make()).json.code).to.equal('QUOTA_EXCEEDED');
    world.advance(400_001);
    expect((await make()).status, 'once some are over').to.equal(201);
    for (let i = 0; i < REQUESTS_OPEN_MAX; i++) open.end(EXAMPLE.organisationId, `r${i}`);
    world.verifying.certify({ of: () => undefined });
    const answer = await make();
    expect([answer.status, answer.json.code]).to.deep.equal([503, 'CERTIFICATE_MISSING']);
  });

  it('refuses a question that is none, and a page that a browser must not go on to', async () => {
    await seedVerifier(world);
    const token = await world.token('administrator');
    const faultOf = async (body: object) => {
      const { json } = await call(world, createPresentationRequest, { body }, { token });
      return [json.code, json.path];
    };
    const flow = 'same-device';
    for (const [body, path] of [
      [{}, '/credentialType'],
      [{ ...QUESTION, redirectUri: 'https://shop.example' }, '/redirectUri'],
      [{ ...QUESTION, flow }, '/redirectUri'],
      [{ ...QUESTION, flow, redirectUri: 'javascript:alert(1)' }, '/redirectUri'],
      [{ ...QUESTION, flow, redirectUri: 'http://shop.example' }, '/redirectUri'],
      [{ ...QUESTION, flow, redirectUri: 'https://shop.example/#a' }, '/redirectUri'],
      [{ ...QUESTION, flow, redirectUri: 'https://a@shop.example/' }, '/redirectUri'],
      [{ ...QUESTION, transactionData: [{}] }, '/transactionData/0'],
      [{ dcqlQuery: { credentials: 1 } }, '/dcqlQuery'],
    ] as const)
      expect(await faultOf(body), JSON.stringify(body)).to.deep.equal(['BODY_INVALID', path]);
    expect(await faultOf({ ...QUESTION, flow, redirectUri: 'http://localhost:8080/done' })).to.deep.equal([
      undefined,
      undefined,
    ]);
  });

  it('records who asked, and how answers came out, without a claim', async () => {
    const { asked } = await answered(world);
    const { rows } = await world.deps.audit.page([EXAMPLE.organisationId], {}, 50);
    const own = rows.filter(({ details }) =>
      asked.requestId.startsWith((details as { request?: string }).request ?? '-'),
    );
    expect(own.map(({ eventType }) => eventType).sort()).to.deep.equal(['PresentationJudged', 'PresentationRequested']);
    const told = JSON.stringify(own);
    expect(told).to.contain('Verified').and.not.contain('Ada').and.not.contain(asked.requestId);
  });
});
