// Actions that take credentials, the whole way over HTTP: prepared, shown a credential by each of the ways, submitted.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { toBase64 } from '../../../core/base/bytes.js';
import { sha256Hex } from '../../../core/base/hash.js';
import { GATE_MS, GATES_OPEN_MAX } from '../../../core/base/limits/node/wallets.js';
import { altNames, certificate, dns, partyOf } from '../../support/certificates/certificates.js';
import {
  DOC_TYPE,
  FOREIGN_CHAIN,
  LIST,
  listTokens,
  OFFICE,
  SPACE,
  STRANGER,
} from '../../support/credentials/office.js';
import { hold } from '../credentials/fixtures.js';
import { type Asked, answerOf, fetchObject, licenceTo, post, shownTo } from '../credentials/verifier-fixtures.js';
import { aRegister, ask } from '../ledger/fixtures.js';
import type { Answer } from '../world/caller.js';
import { worldOfAll } from '../world/world-of.js';
import {
  AUDIENCE,
  gatedOrder,
  gatedRegister,
  LICENCE,
  member,
  type PreparedGate,
  pinOwnKey,
  prepared,
  shownAt,
  wallet,
} from './gate-fixtures.js';

/** A root that no list of the node has, and a leaf of the office below it. */
const OTHER = partyOf('Guild');
const OTHER_ROOT = certificate(OTHER, OTHER, {}, 'authority');
const OTHER_CHAIN = [certificate(OFFICE, OTHER, { extensions: { subjectAltName: altNames(dns('office.example')) } })];
/** Needs no list of the register. */
const UNPINNED = {
  ...LICENCE,
  trustPolicy: { sources: [{ kind: 'x509-tenant', confersAssurance: 'Low', anchors: [sha256Hex(OTHER_ROOT)] }] },
};
const refusal = ({ status, json }: Answer) => [status, json.code, json.path];

describe('gates of an action', () => {
  const world = worldOfAll();
  let registerId: string;
  before(async () => {
    registerId = await gatedRegister(world);
  });

  const anOrder = (requirements?: readonly object[]) =>
    gatedOrder(world, { registerId, ...(requirements && { requirements }) });
  const show = (gateId: string, body: object) => ask(world, 'presentAtGate', { params: { gateId }, body });
  const submit = (gateId: string) => ask(world, 'submitPreparedAction', { params: { gateId } });
  const seen = async (gateId: string) => (await ask(world, 'getPreparedAction', { params: { gateId } })).json;
  const waiting = async (requirements?: readonly object[]) => {
    const at = await anOrder(requirements);
    const { gateId, requirements: gates } = await prepared(world, at);
    return { ...at, gateId, gate: gates[0] as PreparedGate };
  };

  it('is met by a presentation that a program brings, and the action is sealed with it', async () => {
    const { gateId, gate, instanceId } = await waiting();
    expect(gate).to.deep.include({ id: 'licence', state: 'Open', audience: AUDIENCE });
    expect(gate.nonce).to.match(/^[\w-]{43}$/);
    expect(gate.dcqlQuery).to.deep.equal({
      credentials: [
        {
          ...{ id: 'licence', format: 'dc+sd-jwt', meta: { vct_values: [LICENCE.vct] } },
          claims: [{ path: ['name'], values: ['Ada'] }],
        },
      ],
    });
    expect(refusal(await submit(gateId))).to.deep.equal([409, 'GATE_OPEN', '/gates/licence']);
    const shown = await show(gateId, { requirement: 'licence', rawPresentation: shownAt(world, gate) });
    expect([shown.status, shown.json.isMet, shown.json.requirements[0].state], shown.text).to.deep.equal([
      ...[200, true, 'Admitted'],
    ]);
    const done = await submit(gateId);
    expect([done.status, done.json.status, done.json.isComplete], done.text).to.deep.equal([200, 'sealed', true]);
    const { text } = await ask(world, 'getTransaction', { params: { registerId, txId: done.json.transactionId } });
    expect(text)
      .to.contain('"gates"')
      .and.not.match(/"Ada\\?"/);
    expect((await submit(gateId)).json, 'who missed the answer').to.deep.include({
      ...{ transactionId: done.json.transactionId, instanceId, repeated: true },
    });
  });

  it('refuses what does not meet it by its ground, and forgets that', async () => {
    const { gateId, gate } = await waiting();
    const refused = async (change: object, issuing: object = {}, at: PreparedGate = gate) => {
      const body = { requirement: 'licence', rawPresentation: shownAt(world, at, change, issuing) };
      const { status, json } = await show(gateId, body);
      return [status, json.code, /\(([^)]*)\)/.exec(json.detail)?.[1]];
    };
    const other = (await waiting()).gate;
    const grounds: readonly (readonly [ground: string, change: object, issuing?: object, at?: PreparedGate])[] = [
      ['issuer', {}, { chain: FOREIGN_CHAIN }],
      ['signature', {}, { signer: STRANGER }],
      ['type', {}, { claims: { vct: 'urn:office:other:1' } }],
      ['validity', {}, { claims: { exp: 1 } }],
      ['claims/name', { paths: [['number']] }],
      ['claims/name', {}, { claims: { name: 'Eve' } }],
      ['binding', {}, {}, other],
      ['binding', { audience: 'x509_san_dns:shop.example' }],
      ['binding', { holder: STRANGER }],
    ];
    for (const [ground, change, issuing, at] of grounds)
      expect(await refused(change, issuing, at), ground).to.deep.equal([403, 'CREDENTIAL_REFUSED', ground]);
    const unread = await show(gateId, { requirement: 'licence', rawPresentation: 'no credential' });
    expect(refusal(unread)).to.deep.equal([403, 'CREDENTIAL_REFUSED', '/rawPresentation']);
    expect((await seen(gateId)).requirements[0]).to.include({ state: 'Open' });
    const { rows } = await world.deps.audit.page([EXAMPLE.organisationId], { eventType: 'GateRefused' }, 50);
    expect(rows.map(({ details }) => (details as { ground?: string }).ground)).to.include('claims/name');
    expect(JSON.stringify(rows)).to.contain(gateId).and.not.contain('Eve');
    const begun = await world.deps.audit.page([EXAMPLE.organisationId], { eventType: 'GatePrepared' }, 50);
    expect(begun.rows.map(({ details }) => details.gateId)).to.include(gateId);
  });

  it('takes one way of showing, at a gate that the action has', async () => {
    const { gateId, gate } = await waiting();
    const rawPresentation = shownAt(world, gate);
    const wrong = async (body: object) => refusal(await show(gateId, body));
    expect(await wrong({ requirement: 'other', rawPresentation })).to.deep.equal([400, 'BODY_INVALID', '/requirement']);
    expect(await wrong({ requirement: 'licence' })).to.deep.equal([400, 'BODY_INVALID', '']);
    const both = { requirement: 'licence', rawPresentation, responseCode: 'x' };
    expect(await wrong(both)).to.deep.equal([400, 'BODY_INVALID', '']);
    expect(await wrong({ requirement: 'licence', rawPresentation, anchor: '' })).to.deep.equal([
      ...[400, 'BODY_INVALID', '/anchor'],
    ]);
    const early = { requirement: 'licence', responseCode: 'x' };
    expect(await wrong(early)).to.deep.equal([403, 'RESPONSE_CODE_REFUSED', '/responseCode']);
  });

  it('takes an anchor that the definition pins from who shows the credential', async () => {
    const sources = [{ kind: 'x509-tenant', confersAssurance: 'Low', anchors: [sha256Hex(OTHER_ROOT)] }];
    const { gateId, gate } = await waiting([{ ...LICENCE, trustPolicy: { sources } }]);
    const rawPresentation = shownAt(world, gate, {}, { chain: OTHER_CHAIN });
    const bare = await show(gateId, { requirement: 'licence', rawPresentation });
    expect(refusal(bare)).to.deep.equal([403, 'CREDENTIAL_REFUSED', '/rawPresentation']);
    const anchor = toBase64(OTHER_ROOT);
    expect((await show(gateId, { requirement: 'licence', rawPresentation, anchor })).json.isMet).to.equal(true);
    expect((await submit(gateId)).json.status).to.equal('sealed');
  });

  it('is met by one of its alternatives', async () => {
    const of = { anyOfGroup: 'papers', readers: ['buyer'], trustPolicy: LICENCE.trustPolicy };
    const others = [
      { ...of, id: 'badge', vct: 'urn:office:badge:1' },
      { ...LICENCE, ...of },
    ];
    const { gateId, instanceId } = await waiting(others);
    const { requirements } = await seen(gateId);
    expect(
      requirements.map(({ id, anyOfGroup }: { id: string; anyOfGroup: string }) => [id, anyOfGroup]),
    ).to.deep.equal([
      ...[
        ['badge', 'papers'],
        ['licence', 'papers'],
      ],
    ]);
    expect(refusal(await submit(gateId))).to.deep.equal([409, 'GATE_OPEN', '/gates/badge']);
    await show(gateId, { requirement: 'licence', rawPresentation: shownAt(world, requirements[1]) });
    expect((await seen(gateId)).isMet).to.equal(true);
    expect((await submit(gateId)).json).to.include({ status: 'sealed', instanceId });
  });

  it('is judged once more at the seal, with the status of the credential as it is by then', async () => {
    const { served } = world.verifying;
    const statuses = (status: number) =>
      served.set(LIST, listTokens({ atMs: world.deps.clock.now(), statuses: [[5, status]] }).jwt);
    statuses(0);
    const { gateId, gate } = await waiting();
    const rawPresentation = shownAt(world, gate, {}, { place: 5 });
    const held = await show(gateId, { requirement: 'licence', rawPresentation });
    expect(held.json.isMet, held.text).to.equal(true);
    statuses(1);
    world.advance(301_000);
    const revoked = await submit(gateId);
    expect(refusal(revoked)).to.deep.equal([403, 'CREDENTIAL_REFUSED', '/gates/licence']);
    expect(revoked.json.detail).to.contain('(status)');
    statuses(0);
    world.advance(301_000);
    expect((await submit(gateId)).json.status).to.equal('sealed');
    served.delete(LIST);
  });

  it('is judged by a list that its issuer signed while it was fetched', async () => {
    const { served } = world.verifying;
    served.set(LIST, () => {
      // Longer than the minute that a list of these is old when it is served.
      world.advance(61_000);
      return listTokens({ atMs: world.deps.clock.now() }).jwt;
    });
    const { gateId, gate } = await waiting();
    const rawPresentation = shownAt(world, gate, {}, { place: 5 });
    const shown = await show(gateId, { requirement: 'licence', rawPresentation });
    expect(shown.json.isMet, shown.text).to.equal(true);
    expect((await submit(gateId)).json.status).to.equal('sealed');
    served.delete(LIST);
  });

  it('fits one place: what was prepared for it is stale once another move took it', async () => {
    const at = await anOrder();
    const first = await prepared(world, at);
    const second = await prepared(world, at, { payloadData: {} });
    for (const { gateId, requirements } of [first, second]) {
      const [gate] = requirements as [PreparedGate];
      await show(gateId, { requirement: 'licence', rawPresentation: shownAt(world, gate) });
    }
    const done = await submit(first.gateId);
    expect(done.json.isComplete, done.text).to.equal(true);
    expect(refusal(await submit(second.gateId))).to.deep.equal([409, 'GATE_STALE', '']);
  });

  it('is met by a credential that a wallet of this node holds', async () => {
    const credentialId = await hold(world, { claims: { given_name: 'Eve', family_name: 'Holt' } });
    await pinOwnKey(world, registerId);
    const { gateId } = await waiting([member()]);
    const body = { requirement: 'member', credentialId, walletAddress: EXAMPLE.holdingWalletAddress };
    expect(refusal(await show(gateId, body))).to.deep.equal([400, 'BODY_INVALID', '/consent']);
    const unknown = { ...body, credentialId: EXAMPLE.walletId, consent: true };
    expect(refusal(await show(gateId, unknown))).to.deep.equal([404, 'CREDENTIAL_NOT_FOUND', '/credentialId']);
    const acting = { ...body, walletAddress: wallet, consent: true };
    expect((await show(gateId, acting)).json.code, 'no wallet of P-256').to.equal('ALGORITHM_UNSUPPORTED');
    const shown = await show(gateId, { ...body, consent: true });
    expect([shown.status, shown.json.isMet], shown.text).to.deep.equal([200, true]);
    expect((await submit(gateId)).json.status).to.equal('sealed');
    const other = (await waiting()).gateId;
    const wrong = await show(other, { ...body, requirement: 'licence', consent: true });
    expect(refusal(wrong)).to.deep.equal([403, 'CREDENTIAL_REFUSED', '/credentialId']);
  });

  it('is prepared for actions that take a credential, by who may do them', async () => {
    const at = await anOrder();
    const params = { instanceId: at.instanceId };
    const body = { actionId: '1', senderWallet: wallet, payloadData: { confirmed: true } };
    const wrong = await ask(world, 'prepareInstanceAction', {
      params,
      body: { ...body, payloadData: { confirmed: 1 } },
    });
    expect(refusal(wrong)).to.deep.equal([400, 'VAL_SCHEMA_004', '/payloadData/confirmed']);
    const foreign = await ask(world, 'prepareInstanceAction', { params, body }, { as: 'user' });
    expect(foreign.status).to.be.oneOf([403, 404]);
    const place = { blueprintId: at.blueprintId, registerAddress: registerId };
    const bare = { ...place, actionId: '0', senderWallet: wallet, payloadData: { amount: 3 } };
    expect(refusal(await ask(world, 'prepareAction', { body: bare }))).to.deep.equal([
      400,
      'BODY_INVALID',
      '/actionId',
    ]);
    const { gateId } = await prepared(world, at);
    expect(refusal(await ask(world, 'getPreparedAction', { params: { gateId } }, { as: 'user' }))).to.deep.equal([
      ...[404, 'GATE_NOT_FOUND', '/gateId'],
    ]);
    expect((await ask(world, 'cancelPreparedAction', { params: { gateId } })).status).to.equal(204);
    expect(refusal(await submit(gateId))).to.deep.equal([404, 'GATE_NOT_FOUND', '/gateId']);
  });

  it('is asked by a node that a record names alone', async () => {
    const strange = await aRegister(world);
    const at = await gatedOrder(world, { registerId: strange, requirements: [UNPINNED] });
    const body = { actionId: '1', senderWallet: wallet, payloadData: { confirmed: true } };
    const refused = await ask(world, 'prepareInstanceAction', { params: { instanceId: at.instanceId }, body });
    expect([refused.status, refused.json.code]).to.deep.equal([403, 'CREDENTIAL_REFUSED']);
    expect(refused.json.detail).to.contain('verifierIds').and.contain(AUDIENCE);
  });

  describe('by a phone', () => {
    const request = async (gateId: string, more: object = {}) =>
      (await ask(world, 'requestAtGate', { params: { gateId }, body: { requirement: 'licence', ...more } })).json;
    const answered = async (made: Asked, change: object = {}, issuing: object = {}) => {
      const { claims } = await fetchObject(world, made);
      const token = { licence: [shownTo(world, claims, change, issuing)] };
      return { claims, answer: await post(world, claims.response_uri, await answerOf(claims, token)) };
    };

    for (const responseMode of ['direct_post', 'direct_post.jwt'])
      it(`is met by its answer: ${responseMode}`, async () => {
        const { gateId, gate } = await waiting();
        const made = await request(gateId, { responseMode });
        expect(made.nonce).to.equal(gate.nonce);
        expect(made.qr).to.contain('<svg');
        const { claims, answer } = await answered(made);
        expect([claims.nonce, claims.client_id, claims.dcql_query]).to.deep.equal([
          gate.nonce,
          AUDIENCE,
          gate.dcqlQuery,
        ]);
        expect([answer.status, answer.json]).to.deep.equal([200, {}]);
        expect((await seen(gateId)).requirements[0]).to.include({ state: 'Admitted', requestId: made.requestId });
        const verifier = { params: { requestId: made.requestId } };
        const own = await ask(world, 'getPresentationResult', verifier);
        expect(own.json.code, 'the organisation hears nothing of it').to.equal('REQUEST_NOT_FOUND');
        expect((await submit(gateId)).json.status).to.equal('sealed');
      });

    it('is shown an mdoc, whose transcript names the request', async () => {
      const requiredClaims = [{ claimName: `["${SPACE}","name"]` }];
      const { vct: _, ...of } = LICENCE;
      const { gateId } = await waiting([{ ...of, doctype: DOC_TYPE, requiredClaims }]);
      const made = await request(gateId, { responseMode: 'direct_post.jwt' });
      const { claims } = await fetchObject(world, made);
      const token = { licence: [await licenceTo(world, claims)] };
      const { status } = await post(world, claims.response_uri, await answerOf(claims, token));
      expect([status, (await seen(gateId)).isMet]).to.deep.equal([200, true]);
      expect((await submit(gateId)).json.status).to.equal('sealed');
    });

    it('tells what was refused, and takes another answer to another request', async () => {
      const { gateId } = await waiting();
      const first = await answered(await request(gateId), {}, { chain: FOREIGN_CHAIN });
      expect(first.answer.status).to.equal(400);
      const [refused] = (await seen(gateId)).requirements;
      expect([refused.state, refused.problem.code]).to.deep.equal(['Refused', 'issuer']);
      const denied = await request(gateId);
      const { claims } = await fetchObject(world, denied);
      await post(world, claims.response_uri, { error: 'access_denied', state: claims.state });
      expect((await seen(gateId)).requirements[0].state).to.equal('Declined');
      await answered(await request(gateId));
      expect((await seen(gateId)).isMet).to.equal(true);
    });

    it('keeps what was admitted where another request is declined or refused', async () => {
      const { gateId, gate } = await waiting();
      const [declined, refused] = [await request(gateId), await request(gateId)];
      await show(gateId, { requirement: 'licence', rawPresentation: shownAt(world, gate) });
      const { claims } = await fetchObject(world, declined);
      await post(world, claims.response_uri, { error: 'access_denied', state: claims.state });
      expect((await answered(refused, {}, { chain: FOREIGN_CHAIN })).answer.status).to.equal(400);
      expect((await seen(gateId)).requirements[0].state).to.equal('Admitted');
      expect((await submit(gateId)).json.status).to.equal('sealed');
    });

    it('counts on one device once the browser came back to the session that asked', async () => {
      const token = await world.token('administrator');
      const { gateId } = await waiting();
      const params = { gateId };
      const same = { requirement: 'licence', flow: 'same-device', redirectUri: 'https://shop.example/done' };
      const made = (await ask(world, 'requestAtGate', { params, body: same }, { token })).json;
      const { answer } = await answered(made);
      const code = (answer.json.redirect_uri ?? '').split('=').at(-1) as string;
      expect((await seen(gateId)).requirements[0].state).to.equal('Answered');
      expect(refusal(await submit(gateId))).to.deep.equal([409, 'GATE_OPEN', '/gates/licence']);
      const redeem = (by: string, responseCode: string) =>
        ask(world, 'presentAtGate', { params, body: { requirement: 'licence', responseCode } }, { token: by });
      const foreign = await redeem(await world.token('administrator'), code);
      expect(refusal(foreign)).to.deep.equal([403, 'RESPONSE_CODE_REFUSED', '/responseCode']);
      expect((await redeem(token, code)).json.isMet).to.equal(true);
      expect((await submit(gateId)).json.status).to.equal('sealed');
    });

    it('takes no answer once the prepared action is gone', async () => {
      const { gateId } = await waiting();
      const made = await request(gateId);
      await ask(world, 'cancelPreparedAction', { params: { gateId } });
      const { answer } = await answered(made);
      expect(answer.status).to.equal(400);
    });
  });

  it('waits fifteen minutes, and an account has a bounded number of them', async () => {
    const at = await anOrder();
    const { gateId } = await prepared(world, at);
    world.advance(GATE_MS);
    expect(refusal(await submit(gateId))).to.deep.equal([410, 'GATE_EXPIRED', '/gateId']);
    await world.deps.commit(await world.deps.gates.prepared.sweep(world.deps.clock.now()));
    expect(refusal(await submit(gateId))).to.deep.equal([404, 'GATE_NOT_FOUND', '/gateId']);
    for (let made = 0; made < GATES_OPEN_MAX; made++) await prepared(world, at);
    const params = { instanceId: at.instanceId };
    const body = { actionId: '1', senderWallet: wallet, payloadData: {} };
    const more = await ask(world, 'prepareInstanceAction', { params, body });
    expect([more.status, more.json.code]).to.deep.equal([409, 'QUOTA_EXCEEDED']);
    world.advance(GATE_MS);
    expect((await ask(world, 'prepareInstanceAction', { params, body })).status).to.equal(201);
  });
});
