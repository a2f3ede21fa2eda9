// Wallets that participants link: proven by a signature over a challenge of their own, once, within its time.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { LINK_CHALLENGE_ATTEMPTS, LINK_CHALLENGE_MS } from '../../../core/base/limits/node/accounts.js';
import { PUBLIC_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import { type Method, sendTo } from '../world/caller.js';
import { seedExample } from '../world/personas.js';
import { worldOfEach } from '../world/world-of.js';
import { LINKS, proven } from './links.js';

const UMAS = LINKS.replace(EXAMPLE.administratorId, EXAMPLE.userId);

describe('linked wallets', () => {
  const world = worldOfEach();
  let admin: string;
  let user: string;
  beforeEach(async () => {
    await seedExampleWallet(world.deps, false);
    admin = await world.token('administrator');
    user = await world.token('user');
  });

  const send = (method: Method, url: string, token: string, body?: object) =>
    sendTo(world, method, url, { token, body });
  const codeOf = async (...sent: Parameters<typeof send>) => {
    const { status, json } = await send(...sent);
    return [status, json?.code];
  };
  const verify = (challengeId: string, proof: object, { token = admin, url = LINKS } = {}) =>
    send('POST', `${url}/${challengeId}/verify`, token, proof);
  const search = async (body: object, token = admin) =>
    (await send('POST', '/api/participants/search', token, body)).json;
  const OVER = [410, 'LINK_CHALLENGE_INVALID'];

  it('are linked by who signs, once of two right answers at once, and show in the participant', async () => {
    const { challengeId, proof } = await proven(world);
    const both = await Promise.all([verify(challengeId, proof), verify(challengeId, proof)]);
    expect(both.map(({ status }) => status).sort()).to.deep.equal([200, 410]);
    const shown = (await send('GET', LINKS.replace('/wallet-links', ''), user)).json;
    expect(shown).to.deep.include({ userId: EXAMPLE.administratorId, hasLinkedWallet: true });
    expect(shown.linkedWallets[0]).to.deep.include({
      walletAddress: EXAMPLE.walletAddress,
      publicKey: proof.publicKey,
    });
    const again = { walletAddress: EXAMPLE.walletAddress, algorithm: 'ED25519' };
    expect(await codeOf('POST', LINKS, admin, again)).to.deep.equal([409, 'WALLET_LINKED']);
    const found = await search({ hasLinkedWallet: true });
    expect(found.results.map(({ id }: { id: string }) => id)).to.deep.equal([EXAMPLE.administratorId]);
    expect(await codeOf('DELETE', `${LINKS}/${EXAMPLE.walletAddress}`, user)).to.deep.equal([403, 'FORBIDDEN']);
    expect((await send('DELETE', `${LINKS}/${EXAMPLE.walletAddress}`, admin)).status).to.equal(204);
    expect(await codeOf('DELETE', `${LINKS}/${EXAMPLE.walletAddress}`, admin)).to.deep.equal([
      404,
      'WALLET_LINK_NOT_FOUND',
    ]);
    expect((await search({ hasLinkedWallet: true })).totalCount).to.equal(0);
    const trail = (await send('GET', `/api/organizations/${EXAMPLE.organisationId}/audit`, admin)).json.items;
    const events = trail.map(({ eventType }: { eventType: string }) => eventType);
    expect(events).to.include.members(['WalletLinked', 'WalletUnlinked']);
  });

  it('have a challenge that is good for its participant alone', async () => {
    const { challengeId, proof } = await proven(world);
    expect(await codeOf('POST', `${LINKS}/${challengeId}/verify`, user, proof)).to.deep.equal([403, 'FORBIDDEN']);
    const asUma = await verify(challengeId, proof, { token: user, url: UMAS });
    expect([asUma.status, asUma.json.code]).to.deep.equal(OVER);
    expect(
      await codeOf('POST', UMAS, admin, { walletAddress: EXAMPLE.walletAddress, algorithm: 'ED25519' }),
    ).to.deep.equal([...[403, 'FORBIDDEN']]);
    expect((await verify(challengeId, proof)).status).to.equal(200);
  });

  it('are of one participant of the organisation', async () => {
    const { challengeId, proof } = await proven(world);
    const { walletAddress } = (await verify(challengeId, proof)).json;
    const asked = (await send('POST', UMAS, user, { walletAddress, algorithm: 'ED25519' })).json;
    const data = { data: asked.challenge, algorithm: 'ED25519' };
    const { signature } = (await send('POST', `/api/wallets/${EXAMPLE.walletId}/sign`, admin, data)).json;
    const taken = await verify(asked.challengeId, { ...proof, signature }, { token: user, url: UMAS });
    expect([taken.status, taken.json.code]).to.deep.equal([409, 'WALLET_LINKED']);
  });

  it('have a challenge that ends: by its time, and by wrong answers', async () => {
    const first = await proven(world);
    const wrong = { ...first.proof, signature: Buffer.alloc(64, 1).toString('base64') };
    for (let i = 0; i < LINK_CHALLENGE_ATTEMPTS; i++)
      expect((await verify(first.challengeId, wrong)).json.code).to.equal('WALLET_PROOF_INVALID');
    expect((await verify(first.challengeId, first.proof)).json.code).to.equal('LINK_CHALLENGE_INVALID');
    const second = await proven(world);
    world.advance(LINK_CHALLENGE_MS);
    expect((await verify(second.challengeId, second.proof)).json.code).to.equal('LINK_CHALLENGE_INVALID');
    const third = await proven(world);
    const other = { ...third.proof, signature: second.proof.signature };
    expect((await verify(third.challengeId, other)).json.code).to.equal('WALLET_PROOF_INVALID');
    expect((await send('GET', LINKS, admin)).json.linkedWallets).to.deep.equal([]);
  });

  it('go with a member that is removed', async () => {
    const { challengeId, proof } = await proven(world);
    await verify(challengeId, proof);
    const { deps } = world;
    const { organisationId, userId, administratorId } = EXAMPLE;
    const uma = deps.tenants.membership(organisationId, userId);
    if (!uma) throw new Error('no user in the world');
    await deps.commit(deps.tenants.putMembership({ ...uma, roles: ['Administrator'] }));
    const gone = `/api/organizations/${organisationId}/users/${administratorId}`;
    expect((await send('DELETE', gone, await world.token('systemAdmin'))).status).to.equal(204);
    expect(deps.walletLinks.of(organisationId, administratorId)).to.deep.equal([]);
    expect(deps.walletLinks.holder(organisationId, EXAMPLE.walletAddress)).to.equal(undefined);
    await seedExample(deps);
  });

  it('are found by name, address, status and page, in the own organisation', async () => {
    const names = async (body: object) =>
      (await search(body)).results.map(({ displayName }: { displayName: string }) => displayName).sort();
    expect(await names({})).to.deep.equal(['Ada Administrator', 'Uma User']);
    expect(await names({ query: 'UMA@' })).to.deep.equal(['Uma User']);
    expect(await names({ query: 'administrator' })).to.deep.equal(['Ada Administrator']);
    expect(await names({ status: 'Suspended' })).to.deep.equal([]);
    expect(await search({ page: 2, pageSize: 1 })).to.deep.include({ totalCount: 2, page: 2, pageSize: 1, query: '' });
    expect((await search({ organizationId: PUBLIC_ORGANISATION_ID })).code).to.equal('ORGANISATION_NOT_FOUND');
  });

  it('of citizens are seen by themselves alone', async () => {
    const settings = `/api/organizations/${EXAMPLE.organisationId}/settings`;
    const headers = { authorization: `Bearer ${admin}` };
    await world.app.inject({ method: 'PUT', url: settings, headers, payload: { orgType: 'Public' } });
    const citizen = await world.token('user');
    expect(await codeOf('GET', LINKS, citizen)).to.deep.equal([404, 'USER_NOT_FOUND']);
    expect((await send('GET', UMAS, citizen)).status).to.equal(200);
    expect(await codeOf('POST', '/api/participants/search', citizen, {})).to.deep.equal([403, 'FORBIDDEN']);
  });
});
