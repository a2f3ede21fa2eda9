// Needs of the calls about credentials of runs.
import { issuedCredentialRoutes } from '../../../../api/groups/credentials/issued-credentials/routes.js';
import { call } from '../../world/caller.js';
import type { Prepare } from '../../world/prepared.js';
import { ownOffer } from '../fixtures.js';
import { Phone } from '../phone.js';
import { PERMIT_TYPE, runCredential, sealIssuance } from './permits.js';

export const prepareRunCredentials: Readonly<Record<string, Prepare>> = {
  listAvailableCredentials: async (world) => {
    await runCredential(world, true);
    return { as: 'citizen' };
  },
  listOffersByName: async (world) => {
    await ownOffer(world);
    return { as: 'user' };
  },
  offerRunCredential: async (world) => ({
    as: 'citizen',
    params: { credentialId: await runCredential(world, true) },
  }),
  requestDeferredCredential: async (world) => {
    const credentialId = await runCredential(world, false);
    const token = await world.token('citizen');
    const offered = await call(
      world,
      issuedCredentialRoutes.offerRunCredential,
      { params: { credentialId } },
      { token },
    );
    const phone = new Phone(world);
    const access = String((await phone.token(offered.json.preAuthorizedCode)).json.access_token);
    const { proof } = await phone.nonces();
    const asked = { credential_configuration_id: PERMIT_TYPE, proofs: { jwt: [phone.proof(proof)] } };
    const { json } = await phone.credential(access, asked);
    await sealIssuance(world, credentialId);
    return { body: { transaction_id: json.transaction_id }, headers: { authorization: `Bearer ${access}` } };
  },
};
