// Wallets of other algorithms issue with the key of P-256 that was certified beside their own.
import { expect } from 'chai';
import { compactVerify, importJWK } from 'jose';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { credentialOfferRoutes } from '../../../../api/groups/credentials/credential-offers/routes.js';
import { call } from '../../world/caller.js';
import { worldOfAll } from '../../world/world-of.js';
import { seedIssuerWallet, TYPE } from '../fixtures.js';
import { Phone } from '../phone.js';

const partOf = (jws: string, at: number) =>
  JSON.parse(Buffer.from(jws.split('.')[at] as string, 'base64url').toString());

describe('an issuer with a co-key', () => {
  const world = worldOfAll();

  for (const algorithm of ['ED25519', 'ML-DSA-65'] as const)
    it(`issues with the co-key of a wallet of ${algorithm}, once that is certified`, async () => {
      const wallet = await seedIssuerWallet(world, algorithm, { id: `7${EXAMPLE.walletId.slice(1)}` });
      const token = await world.token('administrator');
      const body = { issuerWalletAddress: wallet.address, credentialType: TYPE, trustAnchor: 'register' };
      const make = () => call(world, credentialOfferRoutes.createCredentialOffer, { body }, { token });
      expect((await make()).json.code).to.equal('ALGORITHM_UNSUPPORTED');
      const certified = { wallet, organisationId: EXAMPLE.organisationId, organisationName: 'Northwind' };
      await world.deps.certificates.enrol(certified, { coKey: true, days: 10, also: () => [] });
      const phone = new Phone(world);
      const { json: given } = await phone.token((await make()).json.preAuthorizedCode);
      const proofs = { jwt: [phone.proof((await phone.nonces()).proof)] };
      const { json } = await phone.credential(String(given.access_token), {
        credential_configuration_id: TYPE,
        proofs,
      });
      const [text = ''] = (json.credentials as { credential: string }[])[0]!.credential.split('~');
      const headerId = partOf(text, 0).kid;
      const { keys } = (await phone.get('/credentials/northwind/jwks')).json as { keys: { kid: string }[] };
      const key = keys.find(({ kid }) => kid === headerId)!;
      await compactVerify(text, await importJWK(key, 'ES256'));
      const { uri } = partOf(text, 1).status.status_list;
      const list = await world.app.inject({ url: new URL(uri).pathname });
      await compactVerify(list.body, await importJWK(key, 'ES256'));
    });
});
