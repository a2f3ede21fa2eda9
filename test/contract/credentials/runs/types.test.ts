// What a node tells of types of credentials: of a definition once it issued, and of those that an organisation states.
import { expect } from 'chai';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { credentialConfigurationRoutes } from '../../../../api/groups/credentials/credential-configurations/routes.js';
import { credentialIssuerRoutes } from '../../../../api/groups/credentials/credential-issuer/routes.js';
import { UNREHEARSED } from '../../../../cli/harness/unrehearsed.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { aRegister, ask } from '../../ledger/fixtures.js';
import { call } from '../../world/caller.js';
import { worldOfEach } from '../../world/world-of.js';
import { Phone } from '../phone.js';
import { grantPermit, issuedFor, permitDefinition, permitRegister } from './permits.js';

const NODE = 'http://localhost:8080';
const ISSUER = '/credentials/northwind/.well-known/openid-credential-issuer';
const LOOK = { backgroundColor: '#003366', textColor: '#ffffff', icon: 'gavel' };

describe('types of credentials over HTTP', () => {
  const world = worldOfEach();
  const read = (scope: string, name: string) =>
    call(world, credentialIssuerRoutes.getCredentialType, { params: { scope, name } }, {});
  const state = async (credentialType: string, display: readonly object[], format = 'dc+sd-jwt') => {
    const { setCredentialConfigurations } = credentialConfigurationRoutes;
    const body = { configurations: [{ credentialType, format, display }] };
    const parts = { params: { orgId: EXAMPLE.organisationId }, body };
    const put = await call(world, setCredentialConfigurations, parts, { token: await world.token('administrator') });
    expect(put.status, put.text).to.equal(200);
  };

  /** A register on which a permit of the type was issued. */
  async function issued(credentialType: string | ((registerId: string) => string), more: JsonObject = {}) {
    const definition = (type: string) => ({
      ...permitDefinition({ credentialType: type, displayConfig: LOOK, ...more }),
      texts: { de: { '2/number': 'Nummer' }, en: { '2/number': 'Number', '2/place': 'Place' } },
    });
    const isPlain = typeof credentialType === 'string';
    const registerId = await permitRegister(world, definition(isPlain ? credentialType : 'urn:first:1'));
    if (!isPlain) {
      const blueprintJson = { ...definition(credentialType(registerId)), id: 'permit' };
      const body = { blueprintId: 'permit', override: UNREHEARSED, blueprintJson };
      const again = await ask(world, 'publishBlueprint', { params: { registerId }, body });
      expect(again.status, again.text).to.equal(200);
    }
    expect((await read(registerId, 'Permit')).status).to.equal(404);
    const driver = world.issuing();
    await driver.start();
    const credential = await issuedFor(world, await grantPermit(world, registerId));
    await driver.stop();
    return { registerId, credential };
  }

  const claims = [
    {
      path: ['number'],
      display: [
        { locale: 'de', label: 'Nummer' },
        { locale: 'en', label: 'Number' },
      ],
    },
    { path: ['place'], display: [{ locale: 'en', label: 'Place' }] },
  ];
  const simple = { background_color: '#003366', text_color: '#ffffff' };

  it('are told of once a register issued one, with the labels of its definition', async () => {
    const { registerId, credential } = await issued('Permit');
    const vct = `urn:quorate:${registerId}:Permit:1`;
    expect(credential.credentialType).to.equal(vct);
    const told = await read(registerId, 'Permit');
    expect(told.json).to.deep.equal({
      ...{ vct, name: 'Permit', display: [{ locale: 'und', name: 'Permit', rendering: { simple } }], claims },
    });
    expect(told.headers).to.include({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' });
    // Wallets see the same name in the documents of the issuer.
    const { json } = await new Phone(world).get(ISSUER);
    const configuration = (json.credential_configurations_supported as Record<string, JsonObject>)[vct];
    expect(configuration?.credential_metadata).to.deep.equal({ display: [{ name: 'Permit', ...simple }] });
    // What the organisation states goes before the definition.
    await state(vct, [{ name: 'Building permit', locale: 'en' }]);
    const stated = (await read(registerId, 'Permit')).json;
    expect(stated).to.deep.include({ vct, display: [{ locale: 'en', name: 'Building permit' }], claims });
    for (const [scope, name] of [
      [registerId, 'Other'],
      [registerId.replace(/^./, 'f'), 'Permit'],
      ['northwind', 'Permit'],
    ] as const) {
      const none = await read(scope, name);
      expect([none.status, none.json.code]).to.deep.equal([404, 'CREDENTIAL_TYPE_NOT_FOUND']);
    }
  });

  it('are found at the address that a definition names as its type', async () => {
    const { registerId, credential } = await issued((id) => `${NODE}/credentials/types/${id}/Permit`);
    const { json } = await read(registerId, 'Permit');
    expect(json).to.deep.include({ vct: credential.credentialType, claims });
  });

  for (const typeOf of [
    (id: string) => `${NODE}/credentials/types/${id}/Permit`,
    (id: string) => `urn:quorate:${id}:Permit:1`,
  ])
    it(`of another register are not told of by who issues ${typeOf('ID')} elsewhere`, async () => {
      const other = await aRegister(world, 'Other');
      await issued(typeOf(other));
      expect((await read(other, 'Permit')).status).to.equal(404);
    });

  it('are told of at the address that an organisation states for one, and by no other name', async () => {
    const display = [
      { name: 'Member', locale: 'en', description: 'Of us.', logoUri: 'https://northwind.example/l.png' },
    ];
    const vct = `${NODE}/credentials/types/northwind/member`;
    await state(vct, display);
    expect((await read('northwind', 'member')).json).to.deep.equal({
      ...{ vct, name: 'Member' },
      display: [
        {
          ...{ locale: 'en', name: 'Member', description: 'Of us.' },
          rendering: { simple: { logo: { uri: 'https://northwind.example/l.png' } } },
        },
      ],
    });
    expect((await read('northwind', 'guest')).status).to.equal(404);
    await state('urn:quorate:northwind:member:1', display);
    expect((await read('northwind', 'member')).status).to.equal(404);
    await state('org.northwind.member', display, 'mso_mdoc');
    expect((await read('northwind', 'org.northwind.member')).status).to.equal(404);
  });

  it('are not told of for an organisation that is suspended, nor where the node issues nothing', async () => {
    const vct = `${NODE}/credentials/types/northwind/member`;
    await state(vct, [{ name: 'Member' }]);
    const { tenants, credentials } = world.deps;
    const organisation = tenants.organisation(EXAMPLE.organisationId);
    if (organisation === undefined) throw new Error('it is not there');
    await world.deps.commit(tenants.putOrganisation({ ...organisation, status: 'Suspended' }));
    expect((await read('northwind', 'member')).status).to.equal(404);
    await world.deps.commit(tenants.putOrganisation(organisation));
    expect((await read('northwind', 'member')).status).to.equal(200);
    Object.assign(credentials.settings, { enabled: false });
    expect((await read('northwind', 'member')).status).to.equal(404);
  });

  it('are asked for by names that can be', async () => {
    for (const [scope, name] of [
      ['x'.repeat(64), 'member'],
      ['northwind', 'x'.repeat(257)],
    ] as const) {
      const { status, json } = await read(scope, name);
      expect([status, json.code], `${scope} ${name}`).to.deep.equal([400, 'PATH_INVALID']);
    }
  });
});
