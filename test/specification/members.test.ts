// The members of section 2 of the specification, by name and form, in what a node answers over HTTP. A member that is
// renamed, left out or of another form fails here.
import { expect } from 'chai';
import { DEFINITION } from '../../api/examples/ledger.js';
import { EXAMPLE } from '../../api/examples/values.js';
import { anOrder, ask, exampleOrders, WAIT } from '../contract/ledger/fixtures.js';
import { call, operations } from '../contract/world/caller.js';
import { prepare } from '../contract/world/prepare.js';
import { worldOfAll } from '../contract/world/world-of.js';

type Json = ReturnType<typeof JSON.parse>;

type Form =
  | 'text'
  | 'count'
  | 'flag'
  | 'list'
  | 'map'
  | 'time'
  | 'hash'
  | 'uuid'
  | 'base64'
  | 'address'
  | 'time or null';
const FORMS: Readonly<Record<Form, (value: unknown) => boolean>> = {
  text: (value: unknown) => typeof value === 'string' && value !== '',
  count: (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0,
  flag: (value: unknown) => typeof value === 'boolean',
  list: (value: unknown) => Array.isArray(value) && value.length > 0,
  map: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  time: (value: unknown) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(value)),
  hash: (value: unknown) => /^[0-9a-f]{64}$/.test(String(value)),
  uuid: (value: unknown) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(value)),
  base64: (value: unknown) => /^[A-Za-z0-9+/]{4,}={0,2}$/.test(String(value)),
  address: (value: unknown) => /^qr1[02-9ac-hj-np-z]{50,}$/.test(String(value)),
  'time or null': (value: unknown) => value === null || FORMS.time(value),
};
type Members = Readonly<Record<string, Form | readonly string[]>>;

const { language: _, cancellation: __, ...IN_1 } = DEFINITION;
/** A blueprint with each member that section 2.1 names, in language 1. */
const WHOLE = {
  ...IN_1,
  id: 'whole',
  version: 1,
  metadata: { department: 'Purchasing', 'x-note': 'kept' },
  participants: [
    {
      ...{ id: 'buyer', name: 'Buyer', organisation: 'Northwind', walletAddress: EXAMPLE.walletAddress },
      didUri: `did:quorate:w:${EXAMPLE.walletAddress}`,
    },
    { id: 'seller', name: 'Seller' },
  ],
  actions: [
    {
      ...DEFINITION.actions[0],
      calculations: { total: { '*': [{ var: 'amount' }, 3] } },
      disclosures: [{ participantAddress: 'seller', dataPointers: ['/amount', '/total'] }],
      routes: [{ id: 'large', nextActionIds: [1], condition: { '>': [{ var: 'total' }, 9] } }],
      form: { type: 'Layout', elements: [{ type: 'Layout', elements: [{ type: 'Numeric', scope: '/amount' }] }] },
      credentialRequirements: [
        {
          ...{ type: 'Buyer', format: 'sd-jwt-vc', anyOfGroup: 'who', evidence: 'public' },
          trustPolicy: {
            sources: [{ kind: 'register', confersAssurance: 'Low', allowedIssuers: ['did:a:b'], trustListId: 'eu' }],
            ...{ combinator: 'anyOf', minAssuranceLevel: 'Low' },
          },
        },
      ],
      credentialIssuanceConfig: {
        ...{ credentialType: 'org.example.order.1', format: 'mso_mdoc', trustAnchor: 'register' },
        recipientParticipantId: 'buyer',
        claimMappings: [{ claimName: '["org.example.order.1","amount"]', sourceField: '/amount' }],
      },
    },
    { ...DEFINITION.actions[1], target: 'buyer', previousTxId: '0'.repeat(64) },
  ],
};

describe('the members that the specification names', () => {
  const world = worldOfAll();

  /** The answer of the example of an operation, with what it needs before. */
  async function example(id: string, body?: object): Promise<Json> {
    const found = operations().find((operation) => operation.id === id);
    const row = (await prepare[id]?.(world)) ?? {};
    const input = found?.example.input ?? {};
    const parts = {
      ...{ params: row.params ?? input.params ?? {}, query: row.query ?? input.query ?? {} },
      body: body ?? row.body ?? input.body,
    };
    const token = row.token ?? (await world.token(row.as ?? 'systemAdmin'));
    const answer = await call(world, found?.definition as never, parts, { token });
    expect(answer.status, answer.text).to.be.within(200, 201);
    return answer.json;
  }
  function has(json: Json, members: Members): void {
    const isOf = (name: string, form: Members[string]) =>
      typeof form === 'string' ? FORMS[form](json[name]) : form.includes(json[name]);
    const faults = Object.entries(members).filter(([name, form]) => !isOf(name, form));
    expect(faults.map(([name, form]) => `${name} is no ${form}: ${JSON.stringify(json[name])}`)).to.deep.equal([]);
  }

  it('of a blueprint and all its parts come back as they were stored', async () => {
    expect((await ask(world, 'createBlueprint', { body: WHOLE })).status).to.equal(200);
    const { json } = await ask(world, 'getBlueprint', { params: { id: WHOLE.id } });
    has(json, { title: 'text', description: 'text', version: 'count', participants: 'list', actions: 'list' });
    for (const part of ['metadata', 'participants', 'actions'] as const)
      expect(json[part], part).to.deep.equal(WHOLE[part]);
    const { json: judged } = await ask(world, 'validateBlueprint', { params: { id: WHOLE.id } });
    expect(judged.isValid, JSON.stringify(judged)).to.equal(true);
    const bad = { ...WHOLE, id: 'bad', metadata: { department: { name: 'Purchasing' } } };
    const refused = await ask(world, 'createBlueprint', { body: bad });
    expect([refused.status, refused.json.path], 'a map of texts').to.deep.equal([400, '/metadata/department']);
  });

  it('of a publication', async () => {
    const made = await example('publishDraft');
    has(made, { alreadyPublished: 'flag' });
    const members: Members = {
      ...{ publicationTxId: 'hash', execDefHash: 'hash', version: 'count', registerId: 'uuid' },
      ...{ blueprintId: 'text', publishedAt: 'time' },
    };
    has((await example('listVersions'))[0], members);
    has(await example('getDefinition'), members);
  });

  it('of the definition of an instance', async () =>
    has(await example('getInstanceDefinition'), {
      ...{ instanceId: 'text', blueprintId: 'text', blueprintExecDefHash: 'hash', blueprintVersion: 'count' },
      ...{ isPinnedToLatest: 'flag', pinState: ['pinned'] },
    }));

  it('of an override', async () =>
    has((await example('listPublishOverrides'))[0], {
      ...{ overriddenByPlatformUserId: 'uuid', overriddenAt: 'time', registerId: 'uuid', execDefHash: 'hash' },
      reason: 'text',
    }));

  it('of a rehearsal', async () => {
    const json = await example('getRehearsal');
    has(json, {
      outcome: ['InProgress'],
      log: 'list',
      currentActingRole: 'text',
      roles: 'list',
      sandboxRegisterId: 'uuid',
    });
    has(json.log[0], { at: 'time', message: 'text', kind: 'text' });
  });

  it('of a register', async () => {
    const members: Members = {
      ...{ id: 'uuid', name: 'text', height: 'count', status: ['ONLINE'], advertise: 'flag', isFullReplica: 'flag' },
      ...{ tenantId: 'uuid', sandbox: 'flag' },
    };
    has(await example('getRegister'), members);
    const owners = [{ userId: EXAMPLE.administratorId, walletId: EXAMPLE.walletAddress }];
    const body = { name: 'Of a purpose', purpose: 'General', advertise: true, metadata: { sandbox: 'true' }, owners };
    const { registerId } = (await ask(world, 'createRegister', { body })).json;
    const { json } = await ask(world, 'getRegister', { params: { registerId } });
    expect(json).to.deep.include({ purpose: 'General', advertise: true, sandbox: true, name: 'Of a purpose' });
  });

  it('of a transaction, as it is submitted and as it is shown', async () => {
    const { registerId, publicationTxId } = await exampleOrders(world);
    const expiresAt = new Date(world.deps.clock.now() + 60_000).toISOString();
    const order = anOrder(world, { registerId, publicationTxId }, { expiresAt, recipients: [EXAMPLE.walletAddress] });
    has(order, {
      ...{ transactionId: 'hash', registerId: 'uuid', blueprintId: 'text', actionId: 'text', payload: 'map' },
      ...{ payloadHash: 'hash', signatures: 'list', createdAt: 'time', expiresAt: 'time' },
    });
    has(order.signatures[0], { publicKey: 'base64', signatureValue: 'base64', algorithm: ['ED25519'] });
    const sent = await ask(world, 'submitTransaction', { params: { registerId }, body: order }, { headers: WAIT });
    expect(sent.status, sent.text).to.equal(200);
    const next = anOrder(
      ...([world, { registerId, publicationTxId }] as const),
      ...([{ actionId: '1', previousTransactionId: order.transactionId, payload: {} }] as const),
    );
    expect(next.previousTransactionId).to.equal(order.transactionId);
    const shown = async (txId: string) => (await ask(world, 'getTransaction', { params: { registerId, txId } })).json;
    const json = await shown(order.transactionId);
    has(json, {
      ...{ txId: 'hash', version: 'count', senderWallet: 'address', recipientsWallets: 'list', timeStamp: 'time' },
      ...{ metaData: 'map', payloads: 'list', signature: 'base64' },
    });
    expect(json.signature).to.equal(order.signatures[0]?.signatureValue);
    const { blueprintId, actionId, registerId: of } = order;
    expect(json.metaData).to.deep.include({ transactionType: 'Action', blueprintId, actionId });
    expect([json.txId, json.registerId, json.payloads[0]?.hash]).to.deep.equal([
      ...[order.transactionId, of, order.payloadHash],
    ]);
    // Each is read under its name alone: without it nothing is submitted.
    for (const [member, code] of [
      ['registerId', 'VAL_STRUCT_002'],
      ['blueprintId', 'VAL_STRUCT_003'],
      ['actionId', 'VAL_STRUCT_004'],
      ['payload', 'VAL_STRUCT_005'],
      ['payloadHash', 'VAL_STRUCT_006'],
      ['signatures', 'VAL_STRUCT_007'],
    ] as const) {
      const { [member]: _, ...rest } = order;
      const refused = await ask(world, 'submitTransaction', { params: { registerId }, body: rest });
      expect([refused.status, refused.json.code], member).to.deep.equal([400, code]);
    }
    has(json.payloads[0], { walletAccess: 'list', data: 'map', hash: 'hash' });
  });

  it('of the transactions that are no actions', async () => {
    const { registerId, publicationTxId } = await exampleOrders(world);
    const shown = async (txId: string) => (await ask(world, 'getTransaction', { params: { registerId, txId } })).json;
    const [genesisTxId] = (await ask(world, 'getDocket', { params: { registerId, docketId: '0' } })).json
      .transactionIds;
    const genesis = (await shown(genesisTxId)).metaData;
    expect(genesis).to.deep.include({ blueprintId: 'genesis', actionId: 'register-creation' });
    expect(genesis.trackingData.Type).to.equal('Genesis');
    has(genesis.trackingData, { RegisterName: 'text', TenantId: 'uuid', SystemWalletAddress: 'address' });
    const publication = (await shown(publicationTxId)).metaData;
    expect(publication).to.deep.include({ blueprintId: 'purchase-order', actionId: 'blueprint-publish' });
    expect(publication.trackingData).to.deep.include({ Type: 'Control', transactionType: 'BlueprintPublish' });
    has(publication.trackingData, { publishedBy: 'text' });
  });

  it('of a docket', async () => {
    const { registerId } = await exampleOrders(world);
    const { json } = await ask(world, 'getDocket', { params: { registerId, docketId: '1' } });
    has(json, {
      ...{ registerId: 'uuid', number: 'count', previousHash: 'hash', hash: 'hash', timestamp: 'time' },
      ...{ validatorAddress: 'text', transactionIds: 'list', state: ['Sealed'], consensusVotes: 'list' },
    });
    const before = (await ask(world, 'getDocket', { params: { registerId, docketId: '0' } })).json;
    expect([json.number, json.previousHash]).to.deep.equal([1, before.hash]);
    for (const txId of json.transactionIds)
      expect((await ask(world, 'getTransaction', { params: { registerId, txId } })).json.docketNumber).to.equal(1);
    has(json.consensusVotes[0], { decision: ['Approve'], docketHash: 'hash', validatorSignature: 'map' });
  });

  it('of a wallet', async () =>
    has(await example('getWallet'), {
      ...{ id: 'uuid', walletAddress: 'address', title: 'text', description: 'text', createdAt: 'time' },
      keyType: ['ED25519', 'NISTP256', 'RSA'],
    }));

  it('of a grant', async () =>
    has(await example('grantWalletAccess'), {
      ...{ subject: 'uuid', reason: 'text', expiresAt: 'time', allowedDerivationContexts: 'list' },
      accessRight: ['ReadOnly', 'ReadWrite', 'Owner'],
    }));

  it('of the keys of an organisation', async () => {
    has(await example('createOrganizationMasterKey'), {
      ...{ orgId: 'uuid', mnemonic: 'text', walletAddress: 'address', message: 'text' },
    });
    const key = await example('deriveOrganizationKey');
    has(key, {
      ...{ derivedKeyId: 'uuid', walletAddress: 'address', publicKey: 'base64', status: ['Active'] },
      ...{ usage: ['Identity'], custodyMode: ['Custodial'] },
    });
    expect(key.derivationPath).to.match(/^m\/\d+'\/\d+'\/\d+'\/\d+'\/0\/\d+$/);
  });

  it('of a holder', async () => {
    const json = await example('getHolderKeys');
    has(json, { holderJwk: 'map', encryptionPublicKey: 'base64', algorithm: 'text', walletAddress: 'address' });
    has(json.holderJwk, { kty: ['OKP', 'EC'], crv: 'text', x: 'text' });
  });

  it('of an organisation', async () => {
    const branding = { primaryColor: '#123456', secondaryColor: '#abcdef', companyTagline: 'Together' };
    expect((await example('updateOrganization', { branding })).branding).to.deep.equal(branding);
    has(await example('getOrganization'), {
      ...{ id: 'uuid', name: 'text', subdomain: 'text', status: ['Active', 'Suspended'], createdAt: 'time' },
      ...{ orgType: ['Standard', 'Public'], isPlatformOrg: 'flag', userCount: 'count' },
    });
  });

  it('of a user of an organisation', async () => {
    await world.token('administrator');
    has((await example('listUsers')).users[0], {
      ...{ id: 'uuid', email: 'text', displayName: 'text', roles: 'list', status: ['Active'], createdAt: 'time' },
      lastLoginAt: 'time',
    });
  });

  it('of an identity provider', async () => {
    const json = await example('getIdentityProvider');
    has(json, {
      ...{ clientId: 'text', issuerUrl: 'text', scopes: 'list', authorizationEndpoint: 'text', tokenEndpoint: 'text' },
      ...{ jwksUri: 'text', isEnabled: 'flag' },
    });
    expect(JSON.stringify(json)).to.not.match(/secret/i);
  });

  it('of a device', async () =>
    has((await example('listDevices')).devices[0], {
      ...{ deviceId: 'uuid', label: 'text', platform: 'text', status: ['Active', 'Revoked'], enrolledAt: 'time' },
      ...{ revokedAt: 'time or null', lastSeenAt: 'time or null', delegationExpiresAt: 'time or null' },
    }));
});
