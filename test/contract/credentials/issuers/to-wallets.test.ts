// A credential that an organisation issues to a wallet of the node at once: bound to the holder key, in the status
// list, for its person to keep; and who issues nothing.
import { expect } from 'chai';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { credentialConfigurationRoutes } from '../../../../api/groups/credentials/credential-configurations/routes.js';
import { heldCredentialRoutes } from '../../../../api/groups/credentials/held-credentials/routes.js';
import { issuedCredentialRoutes as routes } from '../../../../api/groups/credentials/issued-credentials/routes.js';
import { personalInboxRoutes } from '../../../../api/groups/people/personal-inbox/routes.js';
import { walletRoutes } from '../../../../api/groups/wallets/wallets/routes.js';
import { call } from '../../world/caller.js';
import { type Persona, seedExample } from '../../world/personas.js';
import { worldOfEach } from '../../world/world-of.js';
import { certify, FORMATS, seedHoldingWallet, seedIssuerWallet, TYPE } from '../fixtures.js';

const recipientWallet = EXAMPLE.holdingWalletAddress;
const good = { credentialType: TYPE, claims: { given_name: 'Eve', rank: 'captain' }, recipientWallet };
const payloadOf = (text: string) => JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString());

describe('a credential that is issued to a wallet of the node', () => {
  const world = worldOfEach();
  beforeEach(async () => {
    await seedExample(world.deps);
    await seedIssuerWallet(world);
    await seedHoldingWallet(world);
  });

  const issue = async (
    body: object = {},
    as: Persona = 'administrator',
    address: string = EXAMPLE.issuerWalletAddress,
  ) =>
    call(
      world,
      routes.issueCredential,
      { params: { address }, body: { ...good, ...body } },
      { token: await world.token(as) },
    );
  const store = async (rawToken: string) =>
    call(
      world,
      heldCredentialRoutes.storeHeldCredential,
      { params: { address: recipientWallet }, body: { rawToken } },
      { token: await world.token('citizen') },
    );
  const issued = async () =>
    (await call(world, routes.listIssuedCredentials, {}, { token: await world.token('administrator') })).json
      .credentials;
  const refused = async (body: object, code: string, path?: string, as?: Persona) => {
    const { json } = await issue(body, as);
    expect(json.code, JSON.stringify(json)).to.equal(code);
    if (path !== undefined) expect(json.path ?? json.errors?.[0]?.path, JSON.stringify(json)).to.equal(path);
    expect(await issued()).to.deep.equal([]);
  };

  for (const [format, { credentialType, claims }] of Object.entries(FORMATS))
    it(`is kept by its person, who can present it: ${format}`, async () => {
      const wallet = world.deps.wallets.byAddress(EXAMPLE.issuerWalletAddress);
      if (format === 'mso_mdoc' && wallet) certify(world, wallet);
      const { status, json, text } = await issue({ format, credentialType, claims });
      expect(status, text).to.equal(201);
      expect(json).to.deep.include({
        ...{ type: credentialType, claims, subjectDid: `did:quorate:w:${recipientWallet}` },
        issuerDid: 'http://localhost:8080/credentials/northwind',
      });
      const kept = await store(json.rawToken);
      expect(kept.status, kept.text).to.equal(201);
      expect(kept.json).to.include({ canPresent: true, type: credentialType });
      expect(kept.json.expiresAt).to.equal(json.expiresAt);
    });

  it('has the claims that may be kept back, the end and the definition that were stated', async () => {
    const { json } = await issue({
      ...{ disclosableClaims: ['given_name'], expiryDuration: 'P2W', issuanceBlueprintId: 'membership' },
    });
    const payload = payloadOf(json.rawToken);
    expect([payload.rank, payload.given_name, json.rawToken.split('~').length]).to.deep.equal([
      'captain',
      undefined,
      3,
    ]);
    const weeks = (payload.exp * 1000 - world.deps.clock.now()) / (7 * 86_400_000);
    expect(weeks).to.be.within(2, 2.01);
    expect([Date.parse(json.expiresAt) / 1000, (await issued())[0].issuanceBlueprintId]).to.deep.equal([
      ...[payload.exp, 'membership'],
    ]);
  });

  it('is in the wallet at once where its owner accepts the issuer, and is told to the person', async () => {
    const token = await world.token('citizen');
    const params = { address: recipientWallet };
    const accept = (accepted: object) =>
      call(world, heldCredentialRoutes.setAutoAccept, { params, body: { issuers: [accepted] } }, { token });
    const issuer = 'http://localhost:8080/credentials/northwind';
    const held = async () => (await call(world, heldCredentialRoutes.listHeldCredentials, { params }, { token })).json;
    expect((await accept({ issuer, types: ['urn:northwind:other:1'] })).status).to.equal(200);
    expect((await issue()).json.heldCredentialId).to.equal(undefined);
    expect((await held()).credentials).to.deep.equal([]);
    await accept({ issuer, types: [TYPE] });
    const { status, json, text } = await issue();
    expect(status, text).to.equal(201);
    const [kept, ...others] = (await held()).credentials;
    expect([kept?.credentialId, kept?.canPresent, others]).to.deep.equal([json.heldCredentialId, true, []]);
    const query = { category: 'Credential' };
    const told = await call(world, personalInboxRoutes.listInboxEntries, { query }, { token });
    expect(told.json.items.map(({ type }: { readonly type: string }) => type)).to.deep.equal(['credential-received']);
  });

  it('is revoked as any other', async () => {
    const { json } = await issue();
    const [{ id, state, copies }] = await issued();
    expect([json.credentialId, state, copies]).to.deep.equal([`urn:uuid:${id}`, 'Valid', 1]);
    const token = await world.token('administrator');
    const revoked = await call(world, routes.revokeCredential, { params: { credentialId: id }, body: {} }, { token });
    expect(revoked.json.state).to.equal('Revoked');
    const { status, json: told } = await store(json.rawToken);
    expect([status, told.code]).to.deep.equal([403, 'CREDENTIAL_REFUSED']);
  });

  it('leaves no offer that anybody could take, and its text in no other answer', async () => {
    const { json } = await issue();
    const offer = world.deps.credentials.offers.find((await issued())[0].offerId);
    expect([offer?.status, world.deps.credentials.issuers.of(EXAMPLE.organisationId).offers]).to.deep.equal([
      ...['Exchanged', 0],
    ]);
    expect(JSON.stringify(await issued())).to.not.include(json.rawToken.slice(0, 40));
  });

  it('is issued by those who may offer one, of a wallet of their organisation', async () => {
    await refused({}, 'FORBIDDEN', undefined, 'user');
    await refused({}, 'FORBIDDEN', undefined, 'citizen');
    const { json } = await issue({}, 'administrator', recipientWallet);
    expect([json.code, json.path]).to.deep.equal(['WALLET_NOT_FOUND', '/address']);
    expect((await issue({}, 'service')).status, 'a service of the operator').to.equal(201);
    const { deps } = world;
    const wallet = deps.wallets.byAddress(EXAMPLE.issuerWalletAddress);
    const owner = { kind: 'organisation', id: EXAMPLE.walletId } as const;
    if (wallet) await deps.commit(deps.wallets.put({ ...wallet, owner }));
    const foreign = await issue();
    expect([foreign.json.code, foreign.json.path]).to.deep.equal(['WALLET_NOT_FOUND', '/address']);
  });

  it('takes a recipient with a key of P-256 that is here', async () => {
    await refused(
      { recipientWallet: EXAMPLE.issuerWalletAddress.replace(/.$/, 'q') },
      'WALLET_NOT_FOUND',
      '/recipientWallet',
    );
    const { deps } = world;
    const wallet = deps.wallets.byAddress(recipientWallet);
    if (wallet) await deps.commit(deps.wallets.put({ ...wallet, algorithm: 'ED25519' }));
    await refused({}, 'ALGORITHM_UNSUPPORTED', '/recipientWallet');
    if (wallet) await deps.commit(deps.wallets.put(wallet));
    const params = { address: recipientWallet };
    const token = await world.token('citizen');
    await call(world, walletRoutes.updateWallet, { params, body: { status: 'Locked' } }, { token });
    await refused({}, 'WALLET_LOCKED', '/recipientWallet');
    await call(world, walletRoutes.deleteWallet, { params }, { token });
    await refused({}, 'WALLET_NOT_FOUND', '/recipientWallet');
  });

  it('is not issued to a wallet that an organisation derived', async () => {
    const { deps } = world;
    const wallet = deps.wallets.byAddress(recipientWallet);
    if (wallet) await deps.commit(deps.wallets.put({ ...wallet, derivedKeyId: EXAMPLE.walletId }));
    await refused({}, 'WALLET_ACCESS_DENIED', '/recipientWallet');
  });

  it('is not issued of a type that asks for attestations', async () => {
    const configurations = [
      { credentialType: TYPE, format: 'dc+sd-jwt', keyAttestation: { keyStorage: ['iso_18045_high'] } },
    ];
    const { setCredentialConfigurations } = credentialConfigurationRoutes;
    const token = await world.token('administrator');
    const set = await call(
      world,
      setCredentialConfigurations,
      { params: { orgId: EXAMPLE.organisationId }, body: { configurations } },
      { token },
    );
    expect(set.status, set.text).to.equal(200);
    await refused({}, 'BODY_INVALID', '/credentialType');
  });

  it('is told what is malformed by the names of this call', async () => {
    await refused({ expiryDuration: '1 year' }, 'BODY_INVALID', '/expiryDuration');
    await refused({ disclosableClaims: ['given_name', 'age'] }, 'BODY_INVALID', '/disclosableClaims/1');
    await refused({ claims: { iss: 'me' } }, 'BODY_INVALID', '/claims');
    await refused({ recipientWallet: undefined }, 'BODY_INVALID');
    const { json } = await issue({}, 'administrator', 'no wallet');
    expect(json.code).to.equal('PATH_INVALID');
  });
});
