// A wallet of the node takes credentials of an issuer of the same node over its public listener, keeps and shows them;
// nobody but its owner reads them.
import { expect } from 'chai';
import type { AnyRoute } from '../../../api/define.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { heldCredentialRoutes as routes } from '../../../api/groups/credentials/held-credentials/routes.js';
import { SYNC_CURSOR_MS } from '../../../core/base/limits/node/wallets.js';
import { call } from '../world/caller.js';
import type { Persona } from '../world/personas.js';
import { worldOfEach } from '../world/world-of.js';
import { DOC_TYPE, hold, issue, offer, seedHoldingWallet, TYPE } from './fixtures.js';

const address = EXAMPLE.holdingWalletAddress;
const claims = { given_name: 'Eve', member_since: 2024, address: { locality: 'Ghent' } };

describe('credentials that a wallet holds', () => {
  const world = worldOfEach();
  const ask = async (route: AnyRoute, parts: object = {}, as: Persona = 'citizen') =>
    call(
      world,
      route,
      { params: { address, ...(parts as { params?: object }).params }, ...withoutParams(parts) },
      {
        token: await world.token(as),
      },
    );

  it('previews an offer and uses nothing of it, then takes it with a transaction code', async () => {
    const { credentialOfferUri: offerUri, txCode, offerId } = await offer(world, { claims, txCode: {} });
    await seedHoldingWallet(world);
    const preview = await ask(routes.receiveCredentials, { body: { offerUri } });
    expect(preview.status, preview.text).to.equal(200);
    expect(preview.json.issuer.url).to.equal('http://localhost:8080/credentials/northwind');
    expect(preview.json.credentials[0].type).to.equal(TYPE);
    expect(preview.json.txCode).to.deep.equal({ length: 6, inputMode: 'numeric' });
    expect(world.deps.credentials.offers.find(offerId)?.status).to.equal('Pending');
    const without = await ask(routes.receiveCredentials, { body: { offerUri, consent: true } });
    expect([without.status, without.json.errors?.[0]?.path ?? without.text]).to.deep.equal([400, '/txCode']);
    const wrong = await ask(routes.receiveCredentials, { body: { offerUri, consent: true, txCode: '0' } });
    expect([wrong.status, wrong.json.code, wrong.json.detail]).to.deep.equal([
      ...[422, 'ISSUER_REFUSED', 'The issuer answered 400 invalid_grant.'],
    ]);
    const taken = await ask(routes.receiveCredentials, { body: { offerUri, consent: true, txCode } });
    expect(taken.status, taken.text).to.equal(201);
    const [{ credentialId, copies, canPresent, status }] = taken.json.credentials;
    expect([copies, canPresent, status]).to.deep.equal([4, true, 'Active']);
    const one = await ask(routes.getHeldCredential, { params: { credentialId } });
    expect(one.json.claims).to.include({ given_name: 'Eve', vct: TYPE });
    expect(one.json.claims.address).to.deep.equal({ locality: 'Ghent' });
    const again = await ask(routes.receiveCredentials, { body: { offerUri, consent: true, txCode } });
    expect([again.status, again.json.code]).to.deep.equal([422, 'ISSUER_REFUSED']);
  });

  it('binds each copy to a key of its own, which no other credential gets', async () => {
    const first = await hold(world, { claims });
    const second = await hold(world, { claims, byValue: true });
    const paths = [];
    for (const credentialId of [first, second]) {
      const { json } = await ask(routes.exportHeldCredential, { params: { credentialId } });
      paths.push(...json.tokens.map(({ derivationPath }: { derivationPath: string }) => derivationPath));
    }
    expect(paths).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7].map((n) => `m/44'/0'/0'/0/108/${n}'`));
    const { items } = await world.deps.credentials.issued.page(EXAMPLE.organisationId, {
      skip: 0,
      top: 9,
      after: undefined,
    });
    expect(items.map(({ notified, copies }) => [notified, copies.length])).to.deep.equal([
      ...[
        ['credential_accepted', 4],
        ['credential_accepted', 4],
      ],
    ]);
  });

  it('finds by requirements and by DCQL what can be presented, with the paths that are shown', async () => {
    const credentialId = await hold(world, { claims });
    const match = (body: object) => ask(routes.matchHeldCredentials, { body });
    const requirement = {
      credentialType: TYPE,
      requiredClaims: [{ claimName: '["address","locality"]', expectedValue: 'Ghent' }],
    };
    const { json } = await match({ requirements: [requirement] });
    const candidate = { credentialId, claims: [['address', 'locality']], leaving: ['address.locality'] };
    expect(json).to.deep.equal({ satisfied: true, queries: [{ id: 'g0', candidates: [candidate] }], shown: ['g0'] });
    const elsewhere = { ...requirement, acceptedIssuers: ['https://issuer.example'] };
    expect((await match({ requirements: [elsewhere] })).json.satisfied, 'another issuer').to.equal(false);
    const own = { ...requirement, acceptedIssuers: ['http://localhost:8080/credentials/northwind'] };
    expect((await match({ requirements: [own] })).json.satisfied, 'that issuer').to.equal(true);
    const other = { ...requirement, requiredClaims: [{ claimName: 'given_name', expectedValue: 'Adam' }] };
    expect((await match({ requirements: [other] })).json.satisfied, 'another value').to.equal(false);
    const dcqlQuery = { credentials: [{ id: 'a', format: 'dc+sd-jwt', meta: { vct_values: [TYPE] } }] };
    expect((await match({ dcqlQuery })).json.queries[0].candidates).to.deep.equal([
      { credentialId, claims: [], leaving: [] },
    ]);
    const bad = await match({ dcqlQuery: { credentials: [] } });
    expect([bad.status, bad.json.code]).to.deep.equal([400, 'BODY_INVALID']);
    expect((await match({})).status).to.equal(400);
    expect((await match({ dcqlQuery, requirements: [requirement] })).status).to.equal(400);
    await ask(routes.setHeldCredentialStatus, { params: { credentialId }, body: { status: 'Suspended' } });
    expect((await match({ dcqlQuery })).json.satisfied, 'suspended').to.equal(false);
    await ask(routes.setHeldCredentialStatus, { params: { credentialId }, body: { status: 'Active' } });
    world.advance(2 * 366 * 24 * 3_600_000);
    const listed = await ask(routes.listHeldCredentials);
    expect(listed.json.credentials[0].status).to.equal('Expired');
    expect((await match({ dcqlQuery })).json.satisfied, 'expired').to.equal(false);
  });

  it('takes an mdoc, keeps one that a person brings, and finds both by their elements', async () => {
    const space = 'org.northwind.1';
    const credentialId = await hold(world, { format: 'mso_mdoc' });
    const one = await ask(routes.getHeldCredential, { params: { credentialId } });
    const { format, type, copies, canPresent, uses } = one.json;
    expect([format, type, copies, canPresent, uses]).to.deep.equal(['mso_mdoc', DOC_TYPE, 4, true, 0]);
    expect(one.json.claims).to.deep.equal({ [space]: { given_name: 'Eve' } });
    const { text } = await issue(world, { format: 'mso_mdoc' });
    const brought = await ask(routes.storeHeldCredential, { body: { rawToken: text } });
    expect([brought.status, brought.json.canPresent], brought.text).to.deep.equal([201, false]);
    const forged = `${text.slice(0, -40)}${'A'.repeat(40)}`;
    expect((await ask(routes.storeHeldCredential, { body: { rawToken: forged } })).json.code).to.equal(
      'CREDENTIAL_REFUSED',
    );
    const asked = { id: 'a', format: 'mso_mdoc', meta: { doctype_value: DOC_TYPE } };
    const dcqlQuery = { credentials: [{ ...asked, claims: [{ path: [space, 'given_name'] }] }] };
    const { json } = await ask(routes.matchHeldCredentials, { body: { dcqlQuery } });
    const candidates = [{ credentialId, claims: [[space, 'given_name']], leaving: [`${space}.given_name`] }];
    expect(json.queries).to.deep.equal([{ id: 'a', candidates }]);
  });

  it('keeps what a person brings where it is good, and says what is wrong with it', async () => {
    const { text, credentialId } = await issue(world, { claims });
    await seedHoldingWallet(world);
    const store = (body: object) => ask(routes.storeHeldCredential, { body });
    const good = await store({ rawToken: text, type: TYPE, issuerDid: 'http://localhost:8080/credentials/northwind' });
    expect([good.status, good.json.canPresent, good.json.copies], good.text).to.deep.equal([201, false, 1]);
    const tampered = text.replace(/~([A-Za-z0-9_-]+)~/, '~');
    expect((await store({ rawToken: tampered })).status, 'a claim kept back is no fault').to.equal(201);
    const [signed = '', ...disclosures] = text.split('~');
    const forged = `${signed.slice(0, -6)}AAAAAA~${disclosures.join('~')}`;
    const refusals = [];
    for (const body of [
      { rawToken: forged },
      { rawToken: 'no credential' },
      { rawToken: `${text}a.b.c` },
      { rawToken: text, type: 'urn:other:1' },
      { rawToken: text, issuerDid: 'did:example:1' },
    ]) {
      const { status, json } = await store(body);
      refusals.push([status, json.code]);
    }
    expect(refusals).to.deep.equal([
      ...[
        [403, 'CREDENTIAL_REFUSED'],
        [403, 'CREDENTIAL_REFUSED'],
        [403, 'CREDENTIAL_REFUSED'],
      ],
      ...[
        [400, 'BODY_INVALID'],
        [400, 'BODY_INVALID'],
      ],
    ]);
    const list = world.deps.credentials.lists.find(
      world.deps.credentials.issued.find(EXAMPLE.organisationId, credentialId)?.listId ?? '',
    );
    const loaded = list && (await world.deps.credentials.lists.load(list));
    const place = world.deps.credentials.issued.find(EXAMPLE.organisationId, credentialId)?.copies[0]?.place ?? -1;
    await world.deps.commit(loaded?.set([place], 1) ?? []);
    world.advance(10_000);
    const revoked = await store({ rawToken: text });
    expect([revoked.status, revoked.json.detail]).to.deep.equal([
      403,
      'The status of the credential is not valid: it was revoked or suspended. (status)',
    ]);
  });

  it('tells a device what changed since its cursor, for 30 days', async () => {
    const first = await hold(world);
    const sync = (since?: string) =>
      ask(routes.syncHeldCredentials, { ...(since !== undefined && { query: { since } }) });
    const begun = (await sync()).json;
    expect([begun.changed.length, begun.removed]).to.deep.equal([1, []]);
    const second = await hold(world);
    await ask(routes.setHeldCredentialStatus, { params: { credentialId: first }, body: { status: 'Consumed' } });
    const { json } = await sync(begun.cursor);
    expect(json.changed.map((row: { credentialId: string }) => row.credentialId).sort()).to.deep.equal(
      [first, second].sort(),
    );
    expect((await ask(routes.deleteHeldCredential, { params: { credentialId: second } })).status).to.equal(204);
    const after = (await sync(json.cursor)).json;
    expect([after.changed, after.removed]).to.deep.equal([[], [second]]);
    world.advance(SYNC_CURSOR_MS);
    expect((await sync(after.cursor)).status).to.equal(200);
    world.advance(1);
    const over = await sync(after.cursor);
    expect([over.status, over.json.code]).to.deep.equal([400, 'CURSOR_INVALID']);
    expect((await sync('zz.1')).json.code, 'of no change').to.equal('CURSOR_INVALID');
  });

  it('makes revoked the end, and knows nothing of a credential of another wallet', async () => {
    const credentialId = await hold(world);
    const set = (status: string) => ask(routes.setHeldCredentialStatus, { params: { credentialId }, body: { status } });
    expect((await set('Revoked')).json.status).to.equal('Revoked');
    expect((await set('Active')).json.code).to.equal('CREDENTIAL_REVOKED');
    const unknown = await ask(routes.getHeldCredential, { params: { credentialId: EXAMPLE.walletId } });
    expect([unknown.status, unknown.json.code]).to.deep.equal([404, 'CREDENTIAL_NOT_FOUND']);
  });

  it('is for the owner alone', async () => {
    const credentialId = await hold(world);
    const all: readonly (readonly [AnyRoute, object])[] = [
      [routes.listHeldCredentials, {}],
      [routes.syncHeldCredentials, {}],
      [routes.getHeldCredential, {}],
      [routes.exportHeldCredential, {}],
      [routes.matchHeldCredentials, { body: { dcqlQuery: {} } }],
      [routes.storeHeldCredential, { body: { rawToken: 'a~' } }],
      [routes.receiveCredentials, { body: { offerUri: 'a:b' } }],
      [routes.setHeldCredentialStatus, { body: { status: 'Active' } }],
      [routes.deleteHeldCredential, {}],
    ];
    for (const [route, parts] of all) {
      const answer = await ask(route, { params: { credentialId }, ...parts }, 'user');
      expect([answer.status, answer.json.code], route.url).to.deep.equal([404, 'WALLET_NOT_FOUND']);
    }
    const { id } = world.deps.wallets.byAddress(address) ?? { id: '' };
    const wallet = world.deps.wallets.find(id);
    const reader = { subject: EXAMPLE.userPlatformId, accessRight: 'ReadOnly', reason: '', grantedBy: '' } as const;
    if (wallet)
      await world.deps.commit(
        world.deps.wallets.putGrant(wallet, {
          ...{ ...reader, id: EXAMPLE.walletId, walletId: id, grantedAt: world.deps.clock.now() },
          allowedDerivationContexts: [],
        }),
      );
    const seen = await ask(routes.getHeldCredential, { params: { credentialId } }, 'user');
    expect([seen.status, seen.json.code], 'who may see the wallet').to.deep.equal([403, 'WALLET_ACCESS_DENIED']);
  });

  it('keeps texts encrypted, and none in any answer but the export', async () => {
    const credentialId = await hold(world, { claims });
    const { sealed = '' } = world.deps.credentials.kept.find(address, credentialId) ?? {};
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.to.contain('eyJ');
    const { text } = await ask(routes.getHeldCredential, { params: { credentialId } });
    expect(text).not.to.contain('eyJ');
    const exported = await ask(routes.exportHeldCredential, { params: { credentialId } });
    expect(exported.json.tokens[0].rawToken).to.match(/^eyJ.*~$/);
    expect(exported.headers['cache-control']).to.equal('no-store');
  });

  it('takes a wallet of P-256 that no organisation derived', async () => {
    const { credentialOfferUri: offerUri } = await offer(world);
    const wallet = await seedHoldingWallet(world, { algorithm: 'ED25519' });
    const receive = () => ask(routes.receiveCredentials, { body: { offerUri } });
    expect((await receive()).json.code).to.equal('ALGORITHM_UNSUPPORTED');
    await world.deps.commit(
      world.deps.wallets.put({ ...wallet, algorithm: 'NISTP256', derivedKeyId: EXAMPLE.walletId }),
    );
    expect((await receive()).json.code).to.equal('WALLET_ACCESS_DENIED');
    await world.deps.commit(world.deps.wallets.put({ ...wallet, algorithm: 'NISTP256', status: 'Locked' }));
    expect((await receive()).json.code).to.equal('WALLET_LOCKED');
  });
});

function withoutParams({ params: _, ...parts }: { readonly params?: object }): object {
  return parts;
}
