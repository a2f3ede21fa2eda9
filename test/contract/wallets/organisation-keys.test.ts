// Keys of an organisation over HTTP: one master key, keys of members that follow from its words, rotation and
// revocation with what their wallets still do.
import { expect } from 'chai';
import type { AnyRoute } from '../../../api/define.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { organisationKeyExamples } from '../../../api/groups/wallets/organisation-keys/examples.js';
import { organisationKeyRoutes } from '../../../api/groups/wallets/organisation-keys/routes.js';
import { toBase64 } from '../../../core/base/bytes.js';
import { DEFAULT_PATH, deriveKeyPair } from '../../../core/crypto/derivation/hd.js';
import { newMnemonic, seedOf } from '../../../core/crypto/derivation/mnemonic.js';
import { PLATFORM_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import { call, type Method, sendTo } from '../world/caller.js';
import type { Persona } from '../world/personas.js';
import { worldOfEach } from '../world/world-of.js';
import { aDerivedKey, aMasterKey } from './organisation-keys.js';

const { organisationId: orgId } = EXAMPLE;
const DATA = 'aGVsbG8=';

describe('keys of an organisation', () => {
  const world = worldOfEach();

  const ask = async (method: Method, url: string, body?: object, as: Persona = 'administrator') =>
    sendTo(world, method, url, { token: await world.token(as), body });
  const asMember = (method: Method, url: string, payload?: object) => ask(method, url, payload, 'user');
  const keyUrl = (id: string, act = '') => `/api/wallets/org/${orgId}/keys/${id}${act}`;
  const codeOf = ({ status, json }: { status: number; json?: { code?: string } }) =>
    `${status} ${json?.code ?? ''}`.trim();
  const uses = async (address: string, sealed: string) => [
    (await asMember('POST', `/api/v1/wallets/${address}/sign`, { transactionData: DATA })).status,
    (await asMember('POST', `/api/v1/wallets/${address}/decrypt`, { encryptedPayload: sealed })).status,
  ];
  const seal = async (address: string) =>
    (await asMember('POST', `/api/v1/wallets/${address}/encrypt`, { payload: DATA })).json.encryptedPayload as string;

  it('begin with a master key, made once, by one of two that ask at once', async () => {
    expect(codeOf(await aDerivedKey(world))).to.equal('409 ORGANISATION_KEY_MISSING');
    const both = await Promise.all([aMasterKey(world), aMasterKey(world)]);
    expect(both.map(({ status }) => status).sort()).to.deep.equal([201, 409]);
    const { json } = both.find(({ status }) => status === 201)!;
    const pair = deriveKeyPair('ED25519', seedOf(json.mnemonic), DEFAULT_PATH);
    expect(world.deps.organisationKeys.master(orgId)?.walletAddress).to.equal(json.walletAddress);
    expect(codeOf(await aMasterKey(world))).to.equal('409 ORGANISATION_KEY_EXISTS');
    // It signs for no account, for an administrator with a grant no more than for others: there is no such wallet.
    expect(world.deps.wallets.find(json.walletAddress)).to.equal(undefined);
    expect(codeOf(await ask('POST', `/api/v1/wallets/${json.walletAddress}/sign`, { transactionData: DATA }))).to.equal(
      '403 WALLET_ACCESS_DENIED',
    );
    expect(pair.publicKey).to.have.length(32);
    for await (const [, value] of world.kv.range({ gte: new Uint8Array(), lt: new Uint8Array(8).fill(255) }))
      expect(Buffer.from(value).toString('latin1')).to.not.include(json.mnemonic);
  });

  it('are for administrators of the organisation itself', async () => {
    const make = (of: string, as: Persona) => ask('POST', `/api/wallets/org/${of}/master-key`, undefined, as);
    expect(codeOf(await make(orgId, 'user'))).to.equal('403 FORBIDDEN');
    expect(codeOf(await make(orgId, 'systemAdmin'))).to.equal('404 ORGANISATION_NOT_FOUND');
    expect(codeOf(await make(PLATFORM_ORGANISATION_ID, 'administrator'))).to.equal('404 ORGANISATION_NOT_FOUND');
  });

  it('follow from the words at their paths, one of a member for a department and usage', async () => {
    const { mnemonic } = (await aMasterKey(world)).json;
    const { json: key, status } = await aDerivedKey(world);
    expect([status, key.status, key.custodyMode]).to.deep.equal([200, 'Active', 'Custodial']);
    const child = deriveKeyPair('ED25519', seedOf(mnemonic), key.derivationPath);
    const pair = deriveKeyPair('ED25519', seedOf(newMnemonic(child.privateKey)), DEFAULT_PATH);
    expect(toBase64(pair.publicKey)).to.equal(key.publicKey);
    expect((await aDerivedKey(world)).json).to.deep.equal(key);
    const at = await Promise.all([
      aDerivedKey(world, { departmentId: 'x' }),
      aDerivedKey(world, { departmentId: 'x' }),
    ]);
    expect(new Set(at.map(({ json }) => json.derivedKeyId)).size, 'of two at once').to.equal(1);
    const other = (await aDerivedKey(world, { usage: 'Signing' })).json;
    const others = (await aDerivedKey(world, { userId: EXAMPLE.administratorId })).json;
    expect(new Set([key, other, others].map(({ walletAddress }) => walletAddress)).size).to.equal(3);
    expect(codeOf(await aDerivedKey(world, { userId: EXAMPLE.userPlatformId }))).to.equal('404 USER_NOT_FOUND');
    const wallet = await asMember('GET', `/api/v1/wallets/${key.walletAddress}`);
    expect([wallet.status, wallet.json.owner]).to.deep.equal([200, EXAMPLE.userPlatformId]);
  });

  it('in self-custody are shown once as words, and this node keeps the public key alone', async () => {
    await aMasterKey(world);
    const { json: key } = await aDerivedKey(world, { custodyMode: 'SelfCustody' });
    const pair = deriveKeyPair('ED25519', seedOf(key.mnemonic), DEFAULT_PATH);
    expect(toBase64(pair.publicKey)).to.equal(key.publicKey);
    expect(world.deps.wallets.find(key.walletAddress)).to.equal(undefined);
    expect((await aDerivedKey(world, { custodyMode: 'SelfCustody' })).json).to.not.have.property('mnemonic');
    const rotated = await ask('POST', keyUrl(key.derivedKeyId, '/rotate'));
    expect(rotated.json.mnemonic).to.be.a('string').and.not.equal(key.mnemonic);
  });

  it('give way to others: the old one still decrypts, and makes nothing new', async () => {
    await aMasterKey(world);
    const { json: key } = await aDerivedKey(world);
    const sealed = await seal(key.walletAddress);
    expect(await uses(key.walletAddress, sealed)).to.deep.equal([200, 200]);
    const both = await Promise.all([
      ask('POST', keyUrl(key.derivedKeyId, '/rotate')),
      ask('POST', keyUrl(key.derivedKeyId, '/rotate')),
    ]);
    expect(both.map(codeOf).sort()).to.deep.equal(['200', '409 DERIVED_KEY_INACTIVE']);
    const { json: next } = both.find(({ status }) => status === 200)!;
    expect([next.previousKeyId, next.previousKeyStatus]).to.deep.equal([key.derivedKeyId, 'Rotated']);
    expect(await uses(key.walletAddress, sealed)).to.deep.equal([409, 200]);
    expect(await uses(next.walletAddress, await seal(next.walletAddress))).to.deep.equal([200, 200]);
    expect((await aDerivedKey(world)).json.derivedKeyId).to.equal(next.newDerivedKeyId);
    expect(codeOf(await ask('DELETE', keyUrl(key.derivedKeyId)))).to.equal('409 DERIVED_KEY_INACTIVE');
  });

  it('end when they are revoked, with the event of an identity, and their owner brings them back in no way', async () => {
    await aMasterKey(world);
    const { json: key } = await aDerivedKey(world);
    const { json: signing } = await aDerivedKey(world, { usage: 'Signing' });
    const sealed = await seal(key.walletAddress);
    for (const status of ['Archived', 'Locked'])
      expect(codeOf(await asMember('PATCH', `/api/v1/wallets/${key.walletAddress}`, { status }))).to.equal(
        '403 WALLET_ACCESS_DENIED',
      );
    const ended = await ask('DELETE', keyUrl(key.derivedKeyId));
    expect(ended.json).to.deep.equal({ derivedKeyId: key.derivedKeyId, status: 'Revoked', revokedAt: EXAMPLE.time });
    world.advance(1000);
    expect((await ask('DELETE', keyUrl(key.derivedKeyId))).json, 'once').to.deep.equal(ended.json);
    await ask('DELETE', keyUrl(signing.derivedKeyId));
    expect(await uses(key.walletAddress, sealed)).to.deep.equal([409, 409]);
    expect(codeOf(await asMember('PATCH', `/api/v1/wallets/${key.walletAddress}`, { status: 'Active' }))).to.equal(
      '403 WALLET_ACCESS_DENIED',
    );
    expect(codeOf(await asMember('DELETE', `/api/v1/wallets/${key.walletAddress}`))).to.equal(
      '403 WALLET_ACCESS_DENIED',
    );
    expect((await asMember('PATCH', `/api/v1/wallets/${key.walletAddress}`, { name: 'Old' })).status).to.equal(200);
    expect(codeOf(await ask('POST', keyUrl(key.derivedKeyId, '/rotate')))).to.equal('409 DERIVED_KEY_INACTIVE');
    const { rows } = await world.deps.audit.page([orgId], {}, 100);
    const events = rows.map(({ eventType, details }) => `${eventType} ${details.derivedKeyId}`);
    expect(events.filter((one) => one === `IdentityKeyRevoked ${key.derivedKeyId}`)).to.have.length(1);
    expect(events).to.include(`OrganizationKeyRevoked ${signing.derivedKeyId}`);
    expect(codeOf(await ask('DELETE', keyUrl(EXAMPLE.userId)))).to.equal('404 DERIVED_KEY_NOT_FOUND');
  });

  it('end when their member is removed, who may still be a member elsewhere', async () => {
    await aMasterKey(world);
    const { derivedKeyId, walletAddress } = (await aDerivedKey(world)).json;
    const { wallets, organisationKeys } = world.deps;
    expect(wallets.find(walletAddress)?.status).to.equal('Active');
    expect(codeOf(await ask('DELETE', `/api/organizations/${orgId}/users/${EXAMPLE.userId}`))).to.equal('204');
    expect(wallets.find(walletAddress)?.status).to.equal('Locked');
    const key = organisationKeys.of(orgId).find(({ id }) => id === derivedKeyId);
    expect(key).to.include({ status: 'Revoked', revokedAt: EXAMPLE.time });
  });

  it('that were rotated end with their member too, and none is used from another organisation', async () => {
    await aMasterKey(world);
    const { json: key } = await aDerivedKey(world);
    const sealed = await seal(key.walletAddress);
    await ask('POST', keyUrl(key.derivedKeyId, '/rotate'));
    expect(await uses(key.walletAddress, sealed)).to.deep.equal([409, 200]);
    const { tenants, tokens, clock } = world.deps;
    const organisation = tenants.organisation(PLATFORM_ORGANISATION_ID)!;
    const membership = { ...tenants.membership(orgId, EXAMPLE.userId)!, organisationId: organisation.id };
    await world.deps.commit(tenants.putMembership(membership));
    const signIn = { method: 'pwd' as const, signedInAtMs: clock.now() };
    const { token } = await tokens.issueUser({ membership, organisation, sessionId: 's', signIn });
    const url = `/api/v1/wallets/${key.walletAddress}`;
    const elsewhere = () => sendTo(world, 'POST', `${url}/decrypt`, { token, body: { encryptedPayload: sealed } });
    expect(codeOf(await elsewhere()), 'by a session of another organisation').to.equal('403 WALLET_ACCESS_DENIED');
    expect((await sendTo(world, 'GET', url, { token })).status).to.equal(404);
    await ask('DELETE', `/api/organizations/${orgId}/users/${EXAMPLE.userId}`);
    expect(world.deps.wallets.find(key.walletAddress)?.status).to.equal('Locked');
    const rows = world.deps.organisationKeys.of(orgId);
    expect(rows.map(({ status }) => status)).to.deep.equal(['Revoked', 'Revoked']);
  });

  it('are made, with words that are shown, by a sign-in of late, and derived, rotated and revoked by any session', async () => {
    await aMasterKey(world);
    const { derivedKeyId } = (await aDerivedKey(world)).json;
    const token = await world.token('administrator');
    world.advance(30 * 60_000);
    const { createOrganizationMasterKey, ...others } = organisationKeyRoutes;
    const asked = (route: AnyRoute, of: string, body?: object) =>
      call(world, route, { params: { orgId, derivedKeyId: of }, body }, { token });
    expect(codeOf(await asked(createOrganizationMasterKey, ''))).to.equal('401 SIGN_IN_NOT_RECENT');
    const { body } = organisationKeyExamples.deriveOrganizationKey.input;
    expect(codeOf(await asked(others.deriveOrganizationKey, '', body))).to.equal('200');
    const rotated = await asked(others.rotateOrganizationKey, derivedKeyId);
    expect(codeOf(rotated)).to.equal('200');
    const revoked = await asked(others.revokeOrganizationKey, rotated.json.newDerivedKeyId);
    expect(revoked.status, revoked.text).to.be.lessThan(300);
  });
});
