// The types and keys of an issuer over HTTP: stated, shown to wallets, asked for at the endpoints, and freed again.
import { expect } from 'chai';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { credentialConfigurationRoutes } from '../../../../api/groups/credentials/credential-configurations/routes.js';
import { PRE_AUTHORIZED } from '../../../../core/credentials/issuing/offer.js';
import { call } from '../../world/caller.js';
import type { Persona } from '../../world/personas.js';
import { worldOfEach } from '../../world/world-of.js';
import { accessOf, issue, offer, TYPE } from '../fixtures.js';
import { aKey, Phone } from '../phone.js';
import { WalletMaker } from './wallet-maker.js';

const params = { orgId: EXAMPLE.organisationId };
const member = { credentialType: TYPE, format: 'dc+sd-jwt' } as const;
const other = { credentialType: 'urn:northwind:guest:1', format: 'dc+sd-jwt' } as const;
const QUARTER_MS = 93 * 24 * 3_600_000;

describe('the types of credentials that an organisation issues', () => {
  const world = worldOfEach();

  const read = async (as: Persona = 'administrator') =>
    call(
      world,
      credentialConfigurationRoutes.listCredentialConfigurations,
      { params },
      { token: await world.token(as) },
    );
  const state = async (body: object, as: Persona = 'administrator', headers = {}) =>
    call(
      world,
      credentialConfigurationRoutes.setCredentialConfigurations,
      { params, body },
      { token: await world.token(as), headers },
    );
  const told = ({ status, json }: { status: number; json: { code?: string } }) => [status, json.code];
  async function configurationOf(type = TYPE) {
    const { json } = await new Phone(world).get('/credentials/northwind/.well-known/openid-credential-issuer');
    return (json.credential_configurations_supported as Record<string, Record<string, unknown>>)[type];
  }

  it('are stated before the first offer, and shown to wallets', async () => {
    const display = [{ name: 'Member', locale: 'en', description: 'Of us.', backgroundColor: '#0b57d0' }];
    const put = await state({ configurations: [{ ...member, display }, other] });
    expect(put.status, put.text).to.equal(200);
    expect(put.json.configurations[0]).to.deep.equal({ ...member, display, waitingOffers: 0 });
    expect((await read()).json).to.deep.equal(put.json);
    expect((await configurationOf())?.credential_metadata).to.deep.equal({
      display: [{ name: 'Member', locale: 'en', description: 'Of us.', background_color: '#0b57d0' }],
    });
    expect((await configurationOf(other.credentialType))?.credential_metadata).to.deep.equal({
      display: [{ name: other.credentialType }],
    });
  });

  it('are for administrators of the organisation alone', async () => {
    for (const as of ['user', 'citizen'] as const) {
      expect((await read(as)).status, as).to.equal(403);
      expect((await state({ configurations: [] }, as)).status, as).to.equal(403);
    }
    const token = await world.token('administrator');
    const foreign = { orgId: '00000000-0000-0000-0000-000000000001' };
    const { listCredentialConfigurations: list } = credentialConfigurationRoutes;
    expect(told(await call(world, list, { params: foreign }, { token }))).to.deep.equal([
      404,
      'ORGANISATION_NOT_FOUND',
    ]);
  });

  it('are refused twice, in another form, and over a change of somebody else', async () => {
    expect(told(await state({ configurations: [member, member] }))).to.deep.equal([400, 'BODY_INVALID']);
    expect(told(await state({ configurations: [{ ...member, format: 'jwt_vc' }] }))).to.deep.equal([
      400,
      'BODY_INVALID',
    ]);
    expect(told(await state({ configurations: [member], keys: [EXAMPLE.issuerWalletAddress] }))).to.deep.equal([
      ...[400, 'BODY_INVALID'],
    ]);
    const { etag = '' } = (await read()).headers as { etag?: string };
    expect((await state({ configurations: [member] }, 'administrator', { 'if-match': etag })).status).to.equal(200);
    const late = await state({ configurations: [] }, 'administrator', { 'if-match': etag });
    expect(told(late)).to.deep.equal([412, 'RESOURCE_CHANGED']);
  });

  it('are freed once no offer of them waits', async () => {
    const { offerId } = await offer(world);
    expect((await read()).json.configurations[0].waitingOffers).to.equal(1);
    expect(told(await state({ configurations: [] }))).to.deep.equal([409, 'CREDENTIAL_TYPE_IN_USE']);
    const mdoc = { ...member, format: 'mso_mdoc' };
    expect(told(await state({ configurations: [mdoc] }))).to.deep.equal([409, 'CREDENTIAL_TYPE_IN_USE']);
    const headers = { authorization: `Bearer ${await world.token('administrator')}` };
    await world.app.inject({ method: 'DELETE', url: `/api/v1/offers/${offerId}`, headers });
    expect((await state({ configurations: [] })).json.configurations).to.deep.equal([]);
    expect(await configurationOf()).to.equal(undefined);
  });

  it('keep the key of a wallet published while something that it signed may be in force', async () => {
    await issue(world);
    const gone = { configurations: [member], keys: [] };
    const [key] = (await read()).json.keys;
    expect([key.walletAddress, key.waitingOffers]).to.deep.equal([EXAMPLE.issuerWalletAddress, 0]);
    expect(told(await state(gone))).to.deep.equal([409, 'ISSUER_KEY_IN_USE']);
    world.advance(Date.parse(key.neededUntil) - world.deps.clock.now() - 1);
    expect((await state(gone)).status).to.equal(409);
    world.advance(1);
    expect((await state(gone)).json.keys).to.deep.equal([]);
    const { json } = await new Phone(world).get('/credentials/northwind/jwks');
    expect(json.keys).to.deep.equal([]);
  });

  it('keep the key of a wallet whose offer waits, though it signed nothing', async () => {
    await offer(world, { expiresIn: 2_592_000 });
    world.advance(QUARTER_MS / 93);
    expect((await read()).json.keys[0]).to.include({ waitingOffers: 1, neededUntil: null });
    expect(told(await state({ configurations: [member], keys: [] }))).to.deep.equal([409, 'ISSUER_KEY_IN_USE']);
  });

  describe('with attestations', () => {
    const request = (phone: Phone, token: string, proofs: object) =>
      phone.credential(token, { credential_configuration_id: TYPE, proofs });

    it('give copies for attested keys of the asked strength alone', async () => {
      const maker = new WalletMaker(world).believed();
      const rule = { keyStorage: ['iso_18045_high', 'iso_18045_moderate'], userAuthentication: ['iso_18045_moderate'] };
      await state({ configurations: [{ ...member, keyAttestation: rule }] });
      const required = { key_storage: rule.keyStorage, user_authentication: rule.userAuthentication };
      const { proof_types_supported: types } = (await configurationOf()) as Record<string, Record<string, object>>;
      expect(types).to.deep.equal({
        jwt: { proof_signing_alg_values_supported: ['ES256'], key_attestations_required: required },
        attestation: { proof_signing_alg_values_supported: ['ES256'], key_attestations_required: required },
      });
      const { phone, token } = await accessOf(world);
      const attested = async (payload: object) => {
        const nonce = (await phone.nonces()).proof;
        const attestation = [maker.keys([aKey()], { payload: { nonce, ...payload } })];
        return (await request(phone, token, { attestation })).json.error;
      };
      const bare = await request(phone, token, { jwt: [phone.proof((await phone.nonces()).proof)] });
      expect(bare.json.error).to.equal('invalid_proof');
      expect(await attested({ key_storage: ['iso_18045_basic'] })).to.equal('invalid_proof');
      expect(await attested({ user_authentication: undefined })).to.equal('invalid_proof');
      expect(await attested({})).to.equal(undefined);
    });

    it('give a token to attested wallets alone, and to those of the named list', async () => {
      const maker = new WalletMaker(world).believed();
      const exchange = async (headers: Record<string, string>) => {
        const code = (await offer(world)).preAuthorizedCode;
        const form = new URLSearchParams({ grant_type: PRE_AUTHORIZED, 'pre-authorized_code': code }).toString();
        const { status, json } = await new Phone(world).post('/token', form, headers);
        return [status, json.error];
      };
      await state({ configurations: [{ ...member, clientAttestation: {} }] });
      expect(await exchange({})).to.deep.equal([401, 'invalid_client']);
      expect(await exchange(maker.headers())).to.deep.equal([200, undefined]);
      const waiting = (await read()).json.configurations[0];
      expect(waiting.clientAttestation).to.deep.equal({});
      // The maker is one of the settings, and of no list.
      await state({ configurations: [{ ...member, clientAttestation: { trustListId: 'eu' } }] });
      expect(await exchange(maker.headers())).to.deep.equal([401, 'invalid_client']);
    });

    it('take keys that a maker of the named list attests', async () => {
      const maker = new WalletMaker(world).believed();
      await state({ configurations: [{ ...member, keyAttestation: { trustListId: 'eu' } }] });
      const { phone, token } = await accessOf(world);
      const nonce = (await phone.nonces()).proof;
      const { json } = await request(phone, token, { attestation: [maker.keys([aKey()], { payload: { nonce } })] });
      expect(json.error).to.equal('invalid_proof');
    });
  });
});
