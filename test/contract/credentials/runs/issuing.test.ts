// A workflow that issues a credential: the run is sealed, its issuance follows, and the recipient takes copies of what
// was sealed. What was under way when the node stopped goes on where it was.
import { expect } from 'chai';
import { compactVerify, importJWK } from 'jose';
import type { CredentialDriver } from '../../../../actors/credentials/credential-driver.js';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { heldCredentialRoutes } from '../../../../api/groups/credentials/held-credentials/routes.js';
import { issuedCredentialRoutes } from '../../../../api/groups/credentials/issued-credentials/routes.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { linkedSdJwt, linkProblem } from '../../../../core/credentials/issuance/link.js';
import type { IssuedCredential } from '../../../../core/credentials/issuing/issued.js';
import { splitSdJwt } from '../../../../core/credentials/sd-jwt/compact.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { transactionDid } from '../../../../core/register/people/did.js';
import { REPEATS_KEPT } from '../../../../core/tenant/organisations/repeats.js';
import { moveTypeOf } from '../../../../core/transaction/move-type.js';
import type { Wallet } from '../../../../core/wallet/wallet.js';
import { ask } from '../../ledger/fixtures.js';
import { call } from '../../world/caller.js';
import type { Persona } from '../../world/personas.js';
import { worldOfEach } from '../../world/world-of.js';
import { certify, seedIssuerWallet } from '../fixtures.js';
import { WaitingWallet } from '../held/waiting-wallet.js';
import { aKey, Phone, type Told } from '../phone.js';
import {
  grantPermit,
  grantUse,
  issuedFor,
  issuedOf,
  losing,
  PERMIT_TYPE,
  type Permit,
  permitDefinition,
  permitRegister,
  sealIssuance,
  until,
} from './permits.js';

type Key = ReturnType<typeof aKey>;

describe('credentials of runs over HTTP', () => {
  const world = worldOfEach();
  let driver: CredentialDriver;
  afterEach(() => driver.stop());

  async function started(definition?: JsonObject): Promise<string> {
    const registerId = await permitRegister(world, definition);
    driver = world.issuing();
    await driver.start();
    return registerId;
  }
  const open = async (credentialId: string, as: Persona = 'citizen') =>
    call(
      world,
      issuedCredentialRoutes.offerRunCredential,
      { params: { credentialId } },
      { token: await world.token(as) },
    );

  /** A wallet on a phone that has a token for the offer. */
  async function phoneOf({ json }: { readonly json: Record<string, unknown> }) {
    const phone = new Phone(world);
    const token = String((await phone.token(String(json.preAuthorizedCode))).json.access_token);
    const take = async (...keys: readonly Key[]) => {
      const { proof } = await phone.nonces();
      const jwt = keys.map((key) => phone.proof(proof, { key }));
      return phone.credential(token, { credential_configuration_id: PERMIT_TYPE, proofs: { jwt } });
    };
    const again = (transactionId: unknown) =>
      phone.post('/deferred', { transaction_id: transactionId }, { authorization: `Bearer ${token}` });
    return { take, again, phone, token };
  }
  const textsOf = ({ json }: Told) =>
    (json.credentials as readonly { readonly credential: string }[]).map(({ credential }) => credential);
  const payloadOf = (text: string) => JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString());
  const signedIn = (text = '') => text.slice(0, text.lastIndexOf('.'));
  const placeOf = (text: string): number => payloadOf(text).status.status_list.idx;

  async function movesOf({ registerId, instanceId }: Permit, type: string) {
    const reg = world.deps.ledger.register(registerId)?.reg as number;
    const { items } = await world.deps.chain.byInstance(reg, instanceId, { skip: 0, top: 50 });
    return items.map(({ transaction }) => transaction).filter(({ header }) => moveTypeOf(header) === type);
  }

  it('are issued once their run is sealed, and the recipient takes copies with the link to what was sealed', async () => {
    const permit = await grantPermit(world, await started());
    const credential = await issuedFor(world, permit);
    expect(await movesOf(permit, 'Issuance')).to.have.lengthOf(1);
    const offered = await open(credential.id);
    expect(offered.status).to.equal(201);
    const { take } = await phoneOf(offered);
    const [first, second] = [aKey(), aKey()];
    const given = await take(first, second);
    expect(given.status).to.equal(200);
    const [text = '', other = ''] = textsOf(given);
    expect(placeOf(text)).to.not.equal(placeOf(other));
    expect(payloadOf(text)).to.include({ vct: PERMIT_TYPE, iss: 'http://localhost:8080/credentials/northwind' });
    const [issuance] = (await movesOf(permit, 'Issuance')) as [Transaction];
    const { root, copies } = issuance.payload as { readonly root: string; readonly copies: number };
    const tx = transactionDid(permit.registerId, issuance.txId);
    for (const copy of [text, other]) {
      const linked = linkedSdJwt(splitSdJwt(copy));
      if (linked === undefined) throw new Error('the copy has no link');
      expect(linkProblem(linked, { tx, root, copies })).to.equal(undefined);
    }
    const shown = text
      .split('~')
      .slice(1, -1)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
    expect(Object.fromEntries(shown.map(([, name, value]) => [name, value]))).to.include({
      ...{ number: 'BP-2026-0001', place: 'Harbour 1' },
    });
    // The same key again, from another offer, gets the same copy; there is none for a third.
    const later = await phoneOf(await open(credential.id));
    expect(signedIn(textsOf(await later.take(first, aKey()))[0])).to.equal(signedIn(text));
    const third = await (await phoneOf(await open(credential.id))).take(aKey());
    expect([third.status, third.json.error]).to.deep.equal([400, 'credential_request_denied']);
    const view = await ask(world, 'getIssuedCredential', { params: { credentialId: credential.id } });
    expect(view.json).to.include({ copies: 2, state: 'Valid' }).and.not.have.property('offerId');
    expect(view.json.run).to.include({ registerId: permit.registerId, transactionId: permit.run });
  });

  it('have one offer that waits, however often their recipient opens one', async () => {
    const { id } = await issuedFor(world, await grantPermit(world, await started()));
    const opened = await Promise.all(Array.from({ length: REPEATS_KEPT + 4 }, () => open(id)));
    const { issuers } = world.deps.credentials;
    expect(issuers.of(EXAMPLE.organisationId)).to.include({ offers: 1 });
    const phone = new Phone(world);
    const codes = opened.map(({ json }) => String(json.preAuthorizedCode));
    const said = [];
    for (const code of codes) said.push((await phone.token(code)).status);
    expect(said.filter((status) => status === 200)).to.have.lengthOf(1);
    expect(issuers.of(EXAMPLE.organisationId)).to.include({ offers: 0 });
    const query = { eventType: 'CredentialOffered', pageSize: 100 };
    const params = { organizationId: EXAMPLE.organisationId };
    const { json } = await ask(world, 'listAuditEvents', { params, query });
    expect(json.items.length).to.equal(REPEATS_KEPT);
    // An offer that a wallet has taken stays as it is.
    expect((await open(id)).status).to.equal(201);
    expect(issuers.of(EXAMPLE.organisationId)).to.include({ offers: 1 });
  });

  it('are told to those who use the wallet of the recipient, once, and opened by them alone', async () => {
    const told: object[] = [];
    const deaf = world.deps.announcements.listen((fact) => {
      if (fact.type === 'credential-available') told.push(fact);
    });
    const permit = await grantPermit(world, await started());
    const { id: credentialId } = await issuedFor(world, permit);
    await until(() => told.length > 0);
    deaf();
    expect(told).to.have.lengthOf(1);
    expect(told[0]).to.include({ wallet: EXAMPLE.holdingWalletAddress, credentialId });
    const inbox = await ask(world, 'listInboxEntries', { query: { category: 'Credential' } });
    const [entry] = inbox.json.items;
    expect(entry).to.include({ type: 'credential-available' });
    expect(entry.details).to.include({ credentialId, instanceId: permit.instanceId, registerId: permit.registerId });
    for (const as of ['user', 'systemAdmin'] as const) {
      const refused = await open(credentialId, as);
      expect([refused.status, refused.json.code], as).to.deep.equal([404, 'CREDENTIAL_NOT_FOUND']);
    }
    const unknown = await open(EXAMPLE.credentialId);
    expect([unknown.status, unknown.json.code]).to.deep.equal([404, 'CREDENTIAL_NOT_FOUND']);
    // Told again after a restart from nothing, it is one entry.
    await driver.stop();
    const reg = world.deps.ledger.register(permit.registerId)?.reg as number;
    await world.deps.commit([world.deps.credentials.runs.putCursor(reg, { height: -1, hash: '' })]);
    driver = world.issuing();
    await driver.start();
    await until(() => world.deps.credentials.runs.cursor(reg)?.height !== -1);
    const after = await ask(world, 'listInboxEntries', { query: { category: 'Credential' } });
    expect(after.json.items).to.have.lengthOf(1);
    expect(await movesOf(permit, 'Issuance')).to.have.lengthOf(1);
  });

  it('are deferred until their issuance is sealed, also over a restart', async () => {
    const registerId = await permitRegister(world);
    // Its transaction is lost on the way.
    driver = world.issuing({ workflow: losing(world.deps.workflow) });
    await driver.start();
    const permit = await grantPermit(world, registerId);
    await until(async () => (await issuedOf(world)).length > 0);
    const [planned] = await issuedOf(world);
    const { id: credentialId } = planned as { readonly id: string };
    const { take, again, phone, token } = await phoneOf(await open(credentialId));
    const key = aKey();
    const deferred = await take(key);
    expect([deferred.status, deferred.json.interval]).to.deep.equal([202, 5]);
    const { transaction_id: id } = deferred.json;
    expect(deferred.json).to.not.have.property('credentials');
    expect(await again(id)).to.deep.include({ status: 202, json: { transaction_id: id, interval: 5 } });
    const wrong = await again('A'.repeat(43));
    expect([wrong.status, wrong.json.error]).to.deep.equal([400, 'invalid_transaction_id']);
    const none = await phone.post('/deferred', {}, { authorization: `Bearer ${token}` });
    expect([none.status, none.json.error]).to.deep.equal([400, 'invalid_transaction_id']);
    expect((await phone.post('/deferred', { transaction_id: id })).status).to.equal(401);
    const status = await ask(world, 'revokeCredential', { params: { credentialId }, body: {} });
    expect([status.status, status.json.code]).to.deep.equal([503, 'NODE_UNAVAILABLE']);
    await driver.stop();
    driver = world.issuing();
    await driver.start();
    expect((await issuedFor(world, permit)).id, 'what was planned before').to.equal(credentialId);
    const given = await again(id);
    expect(given.status).to.equal(200);
    expect(payloadOf(textsOf(given)[0] ?? '').cnf.jwk).to.deep.include({ x: key.jwk.x });
    expect(await movesOf(permit, 'Issuance')).to.have.lengthOf(1);
  });

  it('are waited for by a wallet of the node where they are deferred', async () => {
    const registerId = await permitRegister(world);
    driver = world.issuing({ workflow: losing(world.deps.workflow) });
    await driver.start();
    await grantPermit(world, registerId);
    await until(async () => (await issuedOf(world)).length > 0);
    const [planned] = await issuedOf(world);
    const { id: credentialId } = planned as { readonly id: string };
    const wallet = new WaitingWallet(world);
    await wallet.start();
    const params = { address: EXAMPLE.holdingWalletAddress };
    const { credentialOfferUri: offerUri } = (await open(credentialId)).json;
    const body = { offerUri, consent: true };
    const taken = await call(
      world,
      heldCredentialRoutes.receiveCredentials,
      { params, body },
      { token: await world.token('citizen') },
    );
    expect([taken.status, taken.json.pending?.length], taken.text).to.deep.equal([202, 1]);
    await sealIssuance(world, credentialId);
    await wallet.pass(5000);
    const held = await ask(world, 'listHeldCredentials', { params });
    expect(
      held.json.credentials.map(({ type, copies }: { readonly type: string; readonly copies: number }) => [
        type,
        copies,
      ]),
    ).to.deep.equal([[PERMIT_TYPE, 2]]);
    await wallet.stop();
  });

  it('are found behind the seal where the node was down, and settled where it stopped behind its issuance', async () => {
    const registerId = await permitRegister(world);
    const permit = await grantPermit(world, registerId);
    // It stops between the seal of the issuance and its own rows.
    driver = world.issuing({
      workflow: {
        visible: (...asked) => world.deps.workflow.visible(...asked),
        move: async (type, asked) => {
          await world.deps.workflow.move(type, { ...asked, waitMs: 1000 } as never);
          throw new Error('the node stops here');
        },
      },
    });
    await driver.start();
    await until(async () => (await movesOf(permit, 'Issuance')).length > 0);
    await driver.stop();
    const [before] = await issuedOf(world);
    expect(before?.run?.issuanceTxId).to.equal(undefined);
    driver = world.issuing();
    await driver.start();
    const after = await issuedFor(world, permit);
    expect([after.id, after.run?.issuanceTxId]).to.deep.equal([
      before?.id,
      (await movesOf(permit, 'Issuance'))[0]?.txId,
    ]);
    expect(await movesOf(permit, 'Issuance')).to.have.lengthOf(1);
    await until(() => driver.figures.issuing === 0);
  });

  it('of a run that waits are issued when it counts, and never of one that is declined', async () => {
    const confirm = { by: ['z'], within: 'P1D', otherwise: 'redo' };
    const registerId = await started(permitDefinition({}, { confirm, ...{ disclosures: SHOWN_TO_BOTH } }));
    const [yes, no] = [await grantPermit(world, registerId), await grantPermit(world, registerId)];
    const answer = async ({ instanceId }: Permit, accept: boolean) =>
      ask(world, 'confirmRun', {
        params: { instanceId },
        body: { senderWallet: EXAMPLE.walletAddress, accept, ...(!accept && { reason: 'No.' }) },
      });
    expect(await issuedOf(world)).to.deep.equal([]);
    expect((await answer(no, false)).status).to.equal(200);
    expect((await answer(yes, true)).status).to.equal(200);
    await issuedFor(world, yes);
    expect(await issuedOf(world)).to.have.lengthOf(1);
    expect(await movesOf(no, 'Issuance')).to.deep.equal([]);
  });

  it('are for keys of the record alone where the definition says so', async () => {
    const permit = await grantPermit(world, await started(permitDefinition({ holder: 'record' })));
    const { take } = await phoneOf(await open((await issuedFor(world, permit)).id));
    const refused = await take(aKey());
    expect([refused.status, refused.json.error]).to.deep.equal([400, 'credential_request_denied']);
    expect(refused.json.error_description).to.contain('holderKeys');
  });

  it('are for keys that the maker of the wallet vouches for, and no others, where the definition says so', async () => {
    const permit = await grantPermit(world, await started(permitDefinition({ attestation: { required: true } })));
    const { take } = await phoneOf(await open((await issuedFor(world, permit)).id));
    const refused = await take(aKey());
    expect([refused.status, refused.json.error]).to.deep.equal([400, 'credential_request_denied']);
    expect(refused.json.error_description).to.contain('key_attestation');
  });

  it('take a code that the answer tells, or that is sent by mail', async () => {
    for (const [txCode, isTold] of [
      ['inbox', true],
      ['mail', false],
    ] as const) {
      await driver?.stop();
      const permit = await grantPermit(world, await started(permitDefinition({ txCode })));
      const offered = await open((await issuedFor(world, permit)).id);
      expect(offered.status, offered.text).to.equal(201);
      expect(offered.json.txCode !== undefined, txCode).to.equal(isTold);
      const mailed = /: (\d{6})$/m.exec(world.mails.at(-1)?.text ?? '')?.[1];
      const phone = new Phone(world);
      const without = await phone.token(offered.json.preAuthorizedCode);
      expect(without.json.error).to.equal('invalid_request');
      const code = isTold ? offered.json.txCode : mailed;
      expect((await phone.token(offered.json.preAuthorizedCode, { txCode: code })).status, txCode).to.equal(200);
    }
  });

  it('are issued by a wallet of another algorithm with its co-key, and wait until that is certified', async () => {
    const registerId = await permitRegister(world, permitDefinition({}, {}, EXAMPLE.walletAddress));
    // The wallet of a person until now.
    const town = await seedIssuerWallet(world, 'ED25519', { id: `7${EXAMPLE.walletId.slice(1)}` });
    await grantUse(world, town);
    const permit = await grantPermit(world, registerId, town.address);
    const { runs } = world.deps.credentials;
    driver = world.issuing();
    await driver.start();
    await until(async () => (await runs.listOwed(1)).length > 0);
    await driver.stop();
    expect(await issuedOf(world)).to.deep.equal([]);
    const certified = { wallet: town, organisationId: EXAMPLE.organisationId, organisationName: 'Northwind' };
    await world.deps.certificates.enrol(certified, { coKey: true, days: 10, also: () => [] });
    driver = world.issuing();
    await driver.start();
    const { id } = await issuedFor(world, permit);
    const { take, phone } = await phoneOf(await open(id));
    const [text = ''] = textsOf(await take(aKey()));
    const { kid } = JSON.parse(Buffer.from(text.split('.')[0] ?? '', 'base64url').toString());
    const { keys } = (await phone.get('/credentials/northwind/jwks')).json as { keys: { kid: string }[] };
    const key = keys.find((one) => one.kid === kid);
    await compactVerify(text.split('~')[0] ?? '', await importJWK(key as object, 'ES256'));
  });

  it('are offered until they end', async () => {
    const permit = await grantPermit(world, await started());
    const { id: credentialId, validUntilMs } = await issuedFor(world, permit);
    world.advance(validUntilMs - world.deps.clock.now() - 60_000);
    expect((await open(credentialId)).status).to.equal(201);
    world.advance(60_000);
    const ended = await open(credentialId);
    expect([ended.status, ended.json.code]).to.deep.equal([410, 'OFFER_EXPIRED']);
  });

  it('have no second copy for a key, whose use would be counted anew, under another certificate', async () => {
    const registerId = await started();
    const leaf = certify(world, world.deps.wallets.find(EXAMPLE.issuerWalletAddress) as Wallet);
    const { id } = await issuedFor(world, await grantPermit(world, registerId));
    const [first, second] = [aKey(), aKey()];
    expect((await (await phoneOf(await open(id))).take(first)).status).to.equal(200);
    for (const [name, certified] of world.certificates)
      world.certificates.set(name, { ...certified, chain: [leaf, leaf] });
    const other = await (await phoneOf(await open(id))).take(first);
    expect([other.status, other.json.error]).to.deep.equal([400, 'credential_request_denied']);
    expect(other.json.error_description).to.contain('another certificate');
    expect((await (await phoneOf(await open(id))).take(second)).status, 'a key without one').to.equal(200);
  });

  it('are given to one of two keys that ask at once for the last copy, and to none while they are revoked', async () => {
    const permit = await grantPermit(world, await started(permitDefinition({ copies: 1 })));
    const { id } = await issuedFor(world, permit);
    const { take } = await phoneOf(await open(id));
    const { credentials, commit } = world.deps;
    const { sign } = credentials;
    const both = await Promise.all([take(aKey()), take(aKey())]);
    expect(both.map(({ status }) => status).toSorted()).to.deep.equal([200, 400]);
    const credential = credentials.issued.find(EXAMPLE.organisationId, id) as IssuedCredential;
    await commit([credentials.issued.put({ ...credential, copies: [] })]);
    Object.assign(credentials, {
      sign: async (...asked: Parameters<typeof sign>) => {
        await commit([credentials.issued.put({ ...credential, copies: [], state: 'Revoked' })]);
        return sign(...asked);
      },
    });
    expect((await take(aKey())).json.error).to.equal('credential_request_denied');
    expect(credentials.issued.find(EXAMPLE.organisationId, id)?.copies).to.deep.equal([]);
  });

  it('cannot be offered anew with claims of somebody', async () => {
    const permit = await grantPermit(world, await started());
    const { id: credentialId } = await issuedFor(world, permit);
    const anew = await ask(world, 'refreshCredential', { params: { credentialId }, body: { claims: {} } });
    expect([anew.status, anew.json.code]).to.deep.equal([400, 'BODY_INVALID']);
  });
});

const SHOWN_TO_BOTH = ['x', 'z'].map((participantAddress) => ({ participantAddress, dataPointers: ['/*'] }));
