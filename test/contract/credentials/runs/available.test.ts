// The credentials that wait for a person: of runs as the ledger has them, whether a notice came or not, and offers by
// name. No other person is told of them, and what is taken or over waits no more.
import { expect } from 'chai';
import type { CredentialDriver } from '../../../../actors/credentials/credential-driver.js';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { credentialOfferRoutes } from '../../../../api/groups/credentials/credential-offers/routes.js';
import { heldCredentialRoutes } from '../../../../api/groups/credentials/held-credentials/routes.js';
import { issuedCredentialRoutes as routes } from '../../../../api/groups/credentials/issued-credentials/routes.js';
import { personalInboxRoutes } from '../../../../api/groups/people/personal-inbox/routes.js';
import { ask } from '../../ledger/fixtures.js';
import { call } from '../../world/caller.js';
import type { Persona } from '../../world/personas.js';
import { worldOfEach } from '../../world/world-of.js';
import { ownOffer, TYPE } from '../fixtures.js';
import { grantPermit, issuedFor, PERMIT_TYPE, permitRegister, until } from './permits.js';

const DAY_MS = 86_400_000;

describe('credentials that wait to be taken', () => {
  const world = worldOfEach();
  let driver: CredentialDriver | undefined;
  let registerId: string;
  afterEach(async () => {
    await driver?.stop();
    driver = undefined;
  });

  async function start(): Promise<void> {
    driver = world.issuing();
    await driver.start();
  }
  const list = async (query: Readonly<Record<string, unknown>> = {}, as: Persona = 'citizen') =>
    call(world, routes.listAvailableCredentials, { query }, { token: await world.token(as) });
  const waiting = async (as: Persona = 'citizen') => (await list({}, as)).json.credentials;
  /** A permit that waits for the citizen, with its row. */
  async function granted() {
    registerId = await permitRegister(world);
    await start();
    const permit = await grantPermit(world, registerId);
    const { id: credentialId } = await issuedFor(world, permit);
    await until(async () => (await waiting()).length === 1);
    return { ...permit, credentialId, row: (await waiting())[0] };
  }
  const take = async (credentialId: string) => {
    const token = await world.token('citizen');
    const opened = await call(world, routes.offerRunCredential, { params: { credentialId } }, { token });
    const parts = {
      params: { address: EXAMPLE.holdingWalletAddress },
      body: { offerUri: opened.json.credentialOfferUri, consent: true },
    };
    return call(world, heldCredentialRoutes.receiveCredentials, parts, { token });
  };

  it('are told to their recipient with all that opens them, and to no other person', async () => {
    const { credentialId, instanceId, row } = await granted();
    expect(row).to.include({
      ...{ credentialId, registerId, instanceId, credentialType: PERMIT_TYPE, format: 'dc+sd-jwt', txCode: 'none' },
      ...{ walletAddress: EXAMPLE.holdingWalletAddress, issuerWalletAddress: EXAMPLE.issuerWalletAddress },
    });
    expect(Date.parse(row.expiresAt) - world.deps.clock.now()).to.be.closeTo(90 * DAY_MS, DAY_MS);
    for (const as of ['user', 'systemAdmin'] as const) expect(await waiting(as), as).to.deep.equal([]);
    expect((await take(row.credentialId)).status).to.equal(201);
    expect(await waiting(), 'taken').to.deep.equal([]);
  });

  it('wait as well where the person dismissed the notice, and where none ever came', async () => {
    const { row } = await granted();
    const token = await world.token('citizen');
    expect(row.isDismissed).to.equal(false);
    await call(world, personalInboxRoutes.dismissEntry, { params: { entryId: row.entryId } }, { token });
    expect(await waiting()).to.deep.equal([{ ...row, isDismissed: true }]);
    await driver?.stop();
    const { instanceId } = await grantPermit(world, registerId);
    // The node that issues does so; that of the recipient reads the docket when it is no news any more.
    world.advance(8 * DAY_MS);
    await start();
    await until(async () => (await waiting()).length === 2);
    const [newest] = await waiting();
    expect(newest.instanceId).to.equal(instanceId);
  });

  it('wait no more once they are revoked, or over', async () => {
    const { credentialId } = await granted();
    await ask(world, 'suspendCredential', { params: { credentialId }, body: {} });
    await until(async () => (await waiting()).length === 0);
    await ask(world, 'reinstateCredential', { params: { credentialId }, body: {} });
    await until(async () => (await waiting()).length === 1);
    world.advance(91 * DAY_MS);
    expect(await waiting(), 'over').to.deep.equal([]);
  });

  it('come a page of instances at a time', async () => {
    await granted();
    await grantPermit(world, registerId);
    await until(async () => (await waiting()).length === 2);
    const first = (await list({ pageSize: 1 })).json;
    const second = (await list({ pageSize: 1, cursor: first.nextCursor })).json;
    expect([...first.credentials, ...second.credentials]).to.deep.equal(await waiting());
    expect(second).to.not.have.property('nextCursor');
    const refused = await list({ pageSize: 1, cursor: 'A'.repeat(22) });
    expect([refused.status, refused.json.code]).to.deep.equal([400, 'CURSOR_INVALID']);
    expect((await list({ pageSize: 0 })).json.code).to.equal('QUERY_INVALID');
  });

  it('are offers to the account by name too, while they can be taken', async () => {
    const offers = async (as: Persona) =>
      (await call(world, routes.listOffersByName, {}, { token: await world.token(as) })).json.offers;
    await ownOffer(world);
    const [offer, ...others] = await offers('user');
    expect(others).to.deep.equal([]);
    const issuer = { url: 'http://localhost:8080/credentials/northwind', name: EXAMPLE.organisationName };
    expect(offer).to.deep.include({ credentialType: TYPE, format: 'dc+sd-jwt', issuer });
    const at = new URL(offer.credentialOfferUri).searchParams.get('credential_offer_uri');
    expect(at).to.equal(`${issuer.url}/offers/${offer.offerId}`);
    for (const as of ['citizen', 'administrator'] as const) expect(await offers(as), as).to.deep.equal([]);
    const parts = { params: { offerId: offer.offerId } };
    const token = await world.token('administrator');
    await call(world, credentialOfferRoutes.cancelCredentialOffer, parts, { token });
    expect(await offers('user'), 'cancelled').to.deep.equal([]);
    await ownOffer(world);
    world.advance(31 * DAY_MS);
    expect(await offers('user'), 'over').to.deep.equal([]);
  });
});
