// The notice of a person that something is on its way ends once a credential of that person was delivered: to a wallet
// of the node, or to one on a phone that takes an offer of the person.
import { expect } from 'chai';
import type { CredentialDriver } from '../../../../actors/credentials/credential-driver.js';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { heldCredentialRoutes } from '../../../../api/groups/credentials/held-credentials/routes.js';
import { issuedCredentialRoutes } from '../../../../api/groups/credentials/issued-credentials/routes.js';
import { call, sendTo } from '../../world/caller.js';
import { worldOfEach } from '../../world/world-of.js';
import { aKey, Phone } from '../phone.js';
import { grantPermit, issuedFor, PERMIT_TYPE, permitRegister } from './permits.js';

const NOTICE = '/api/v1/wallet/pending-applications';

describe('the notice of what is on its way', () => {
  const world = worldOfEach();
  let driver: CredentialDriver;
  let offerUri: string;
  let code: string;
  let token: string;
  beforeEach(async () => {
    const registerId = await permitRegister(world);
    driver = world.issuing();
    await driver.start();
    const { id: credentialId } = await issuedFor(world, await grantPermit(world, registerId));
    token = await world.token('citizen');
    const opened = await call(
      world,
      issuedCredentialRoutes.offerRunCredential,
      { params: { credentialId } },
      { token },
    );
    ({ credentialOfferUri: offerUri, preAuthorizedCode: code } = opened.json);
    await sendTo(world, 'PUT', NOTICE, { token, body: { label: 'Permit' } });
    expect(await label()).to.equal('Permit');
  });
  afterEach(() => driver.stop());
  const label = async () => (await sendTo(world, 'GET', NOTICE, { token })).json.notice?.label;

  it('ends where a wallet of the node keeps it, and not where nothing came', async () => {
    const params = { address: EXAMPLE.holdingWalletAddress };
    const receive = (consent: boolean) =>
      call(world, heldCredentialRoutes.receiveCredentials, { params, body: { offerUri, consent } }, { token });
    await receive(false);
    expect(await label(), 'a preview').to.equal('Permit');
    expect((await receive(true)).status).to.equal(201);
    expect(await label()).to.equal(undefined);
  });

  it('ends where a phone took it', async () => {
    const phone = new Phone(world);
    const access = String((await phone.token(code)).json.access_token);
    expect(await label(), 'a token').to.equal('Permit');
    const { proof } = await phone.nonces();
    const jwt = [phone.proof(proof, { key: aKey() })];
    const given = await phone.credential(access, { credential_configuration_id: PERMIT_TYPE, proofs: { jwt } });
    expect(given.status).to.equal(200);
    expect(await label()).to.equal(undefined);
  });
});
