// A credential is offered anew: the former one holds until a wallet takes the other. Also what the settings of the
// issuer switch off.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { credentialOfferRoutes } from '../../../api/groups/credentials/credential-offers/routes.js';
import { issuedCredentialRoutes } from '../../../api/groups/credentials/issued-credentials/routes.js';
import { call } from '../world/caller.js';
import type { Persona } from '../world/personas.js';
import { worldOfAll } from '../world/world-of.js';
import { FORMATS, issue, offer, TYPE } from './fixtures.js';
import { Phone } from './phone.js';

describe('a credential that is offered anew', () => {
  const world = worldOfAll();
  const ask = async (id: keyof typeof issuedCredentialRoutes, credentialId: string, body?: object) =>
    call(
      world,
      issuedCredentialRoutes[id],
      { params: { credentialId }, body },
      { token: await world.token('administrator') },
    );
  const stateOf = async (id: string) => (await ask('getIssuedCredential', id)).json.state;

  /** A wallet takes the offer: the id of the credential, and its text. */
  async function take({ offerId, preAuthorizedCode, credentialType }: Record<string, string>) {
    const phone = new Phone(world);
    const token = String((await phone.token(preAuthorizedCode ?? '')).json.access_token);
    const { proof } = await phone.nonces();
    const request = { credential_configuration_id: credentialType, proofs: { jwt: [phone.proof(proof)] } };
    const { json } = await phone.credential(token, request);
    const [copy] = json.credentials as readonly { readonly credential: string }[];
    return { id: world.deps.credentials.offers.find(offerId ?? '')?.credentialId ?? '', text: copy?.credential ?? '' };
  }

  for (const [format, { claims }] of Object.entries(FORMATS))
    it(`takes the place of the former one once a wallet has it: ${format}`, async () => {
      const { credentialId } = await issue(world, { format, claims });
      await ask('suspendCredential', credentialId, {});
      const made = await ask('refreshCredential', credentialId, { validFor: 7200 });
      expect([made.status, made.json.status]).to.deep.equal([201, 'Pending']);
      expect(await stateOf(credentialId), 'not before').to.equal('Suspended');
      const taken = await take(made.json);
      expect(await stateOf(credentialId)).to.equal('Revoked');
      expect((await ask('getIssuedCredential', taken.id)).json).to.include({ state: 'Valid', replaces: credentialId });
      world.certificates.clear();
    });

  it('has the claims of the former offer with their paths, or those that are stated', async () => {
    const claims = { given_name: 'Eve', since: 2024 };
    const { credentialId } = await issue(world, { claims, disclosablePaths: ['given_name'] });
    const same = await take((await ask('refreshCredential', credentialId, {})).json);
    const [jws = '', ...shown] = same.text.split('~').slice(0, -1);
    const payload = JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString());
    expect([payload.since, shown.length]).to.deep.equal([2024, 1]);
    const other = await take((await ask('refreshCredential', same.id, { claims: { rank: 'captain' } })).json);
    const disclosures = other.text.split('~').slice(1, -1);
    expect(disclosures.map((part) => JSON.parse(Buffer.from(part, 'base64url').toString())[1])).to.deep.equal(['rank']);
  });

  it('is refused for a revoked one, without claims once they are gone, and to others', async () => {
    const { credentialId } = await issue(world);
    const { deps } = world;
    await deps.credentials.offers.sweep(deps.clock.now() + 3 * 86_400_000, deps.commit);
    const none = await ask('refreshCredential', credentialId, {});
    expect([none.json.code, none.json.path]).to.deep.equal(['BODY_INVALID', '/claims']);
    expect((await ask('refreshCredential', credentialId, { claims: {} })).status).to.equal(201);
    expect((await ask('refreshCredential', credentialId, { claims: 7 })).json.code).to.equal('BODY_INVALID');
    const by = async (persona: Persona) =>
      call(
        world,
        issuedCredentialRoutes.refreshCredential,
        { params: { credentialId }, body: {} },
        { token: await world.token(persona) },
      );
    expect((await by('user')).json.code).to.equal('FORBIDDEN');
    expect((await by('systemAdmin')).json.code).to.equal('CREDENTIAL_NOT_FOUND');
    await ask('revokeCredential', credentialId, {});
    expect((await ask('refreshCredential', credentialId, { claims: {} })).json.code).to.equal('CREDENTIAL_REVOKED');
  });
});

describe('an issuer that takes no anonymous wallets', () => {
  const world = worldOfAll({ issuing: { allowAnonymousClients: false } });

  it('says so, and exchanges a pre-authorised code with a client_id alone', async () => {
    const phone = new Phone(world);
    const { preAuthorizedCode: code } = await offer(world);
    const { json } = await phone.get('/.well-known/oauth-authorization-server/credentials/northwind');
    expect(json['pre-authorized_grant_anonymous_access_supported']).to.equal(false);
    const form = { grant_type: 'urn:ietf:params:oauth:grant-type:pre-authorized_code', 'pre-authorized_code': code };
    const refused = await phone.post('/token', new URLSearchParams(form).toString());
    expect([refused.status, refused.json.error]).to.deep.equal([401, 'invalid_client']);
    const given = await phone.post('/token', new URLSearchParams({ ...form, client_id: 'wallet' }).toString());
    expect(given.status).to.equal(200);
  });
});

describe('a node that issues no credentials', () => {
  const world = worldOfAll({ issuing: { enabled: false } });

  it('offers none and gives none', async () => {
    const body = { issuerWalletAddress: EXAMPLE.issuerWalletAddress, credentialType: TYPE };
    const token = await world.token('administrator');
    const offered = await call(world, credentialOfferRoutes.createCredentialOffer, { body }, { token });
    expect([offered.status, offered.json.code]).to.deep.equal([403, 'FORBIDDEN']);
    const told = await new Phone(world).get('/.well-known/openid-credential-issuer');
    expect([told.status, told.json.code]).to.deep.equal([404, 'ORGANISATION_NOT_FOUND']);
  });
});
