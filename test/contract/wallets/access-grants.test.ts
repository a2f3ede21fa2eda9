// Access grants over HTTP: the delegated signing of the specification with its audit lines, and the rules of granting.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { toBase64 } from '../../../core/base/bytes.js';
import { encapsulationDigest } from '../../../core/register/people/encapsulation.js';
import { ADMIN } from '../world/personas.js';
import { worldOfAll } from '../world/world-of.js';
import { type Ask, ATTESTATION, DATA, hd, organisationWallet, refused, WalletCaller } from './wallet-caller.js';

describe('access grants over HTTP', () => {
  const world = worldOfAll();
  const caller = new WalletCaller(() => world);
  const ada = caller.as('administrator');
  const uma = caller.as('user');
  const root = caller.as('systemAdmin');

  it('lets who may not decrypt sign with no key that things are sealed to', async () => {
    const { id, walletAddress } = await organisationWallet(ada);
    const sealed = await ada('encryptWithWallet', { params: { id }, body: { data: DATA, recipientWalletId: id } });
    const { encryptedData } = sealed.json as { encryptedData: string };
    refused(await ada('decryptWithWallet', { params: { id }, body: { encryptedData } }), 403, 'WALLET_ACCESS_DENIED');
    // Such a hash is the statement that an encapsulation key is that of the wallet.
    const body = {
      data: toBase64(encapsulationDigest(String(walletAddress), new Uint8Array(1184))),
      isPreHashed: true,
    };
    refused(await ada('signWithWallet', { params: { id }, body }), 403, 'WALLET_ACCESS_DENIED');
    const other = await ada('signWithWallet', { params: { id }, body: { ...body, derivationPath: ATTESTATION } });
    expect([other.status, other.json.signedBy]).to.deep.equal([200, walletAddress]);
    expect(other.json.keyAddress).not.to.equal(walletAddress);
  });

  it('lets a delegate sign on all four conditions, and audits refusals and delegated signatures', async () => {
    const { id } = await organisationWallet(ada);
    const audited: (readonly unknown[])[] = [];
    const { audit } = world.deps;
    const record = audit.record.bind(audit);
    audit.record = (entry) => {
      audited.push([entry.eventType, entry.success, entry.identityId, entry.details?.reason]);
      return record(entry);
    };
    const sign = (who: Ask, change: object = {}) =>
      who('signWithWallet', { params: { id }, body: { data: DATA, derivationPath: ATTESTATION, ...change } });
    expect((await sign(ada)).status).to.equal(200);
    refused(await sign(ada, { hybridMode: true }), 403, 'WALLET_ACCESS_DENIED');
    refused(await sign(ada, { derivationPath: 'quorate:register-control' }), 403, 'WALLET_ACCESS_DENIED');
    refused(await sign(ada, { derivationPath: undefined }), 403, 'WALLET_ACCESS_DENIED');
    refused(await sign(uma), 403, 'WALLET_ACCESS_DENIED');
    refused(await sign(root), 403, 'WALLET_ACCESS_DENIED');
    world.advance(90 * 24 * 60 * 60 * 1000);
    // The token has expired with the grant: a fresh one shows that the grant has.
    caller.forget();
    refused(await sign(ada), 403, 'WALLET_ACCESS_DENIED');
    audit.record = record;
    const alice = EXAMPLE.administratorPlatformId;
    const chief = world.deps.tenants.userOfEmail(ADMIN.email)?.id;
    expect(audited.filter((line) => String(line[0]).startsWith('Wallet'))).to.deep.equal([
      ['WalletSigned', true, alice, undefined],
      ['WalletAccessDenied', false, alice, 'hybrid-not-delegable'],
      ['WalletAccessDenied', false, alice, 'path-outside-grant'],
      ['WalletAccessDenied', false, alice, 'path-outside-grant'],
      ['WalletAccessDenied', false, EXAMPLE.userPlatformId, 'no-active-readwrite-grant'],
      ['WalletAccessDenied', false, chief, 'no-active-readwrite-grant'],
      ['WalletAccessDenied', false, alice, 'no-active-readwrite-grant'],
    ]);
  });

  it('keeps few of the refusals that one member makes without end, with their number, and all of others', async () => {
    const { id } = await organisationWallet(ada);
    const sign = (who: Ask) => who('signWithWallet', { params: { id }, body: { data: DATA } });
    for (let i = 0; i < 70; i++) {
      world.advance(1);
      await sign(uma);
    }
    world.advance(1);
    await sign(ada);
    const { rows } = await world.deps.audit.page([EXAMPLE.organisationId], { eventType: 'WalletAccessDenied' }, 100);
    const told = (identityId: string) =>
      rows.filter((row) => row.identityId === identityId && row.details.wallet === id);
    const mine = told(EXAMPLE.userPlatformId);
    expect(mine.map(({ details }) => details.times ?? 1).slice(0, 3)).to.deep.equal([64, 32, 1]);
    expect([mine.length, told(EXAMPLE.administratorPlatformId).length]).to.deep.equal([18, 1]);
  });

  it('keeps the rules of grants', async () => {
    const mine = (await organisationWallet(ada)).walletAddress;
    const subject = EXAMPLE.userPlatformId;
    const grant = (body: object, who = ada) =>
      who('grantWalletAccess', { params: { address: mine }, body: { subject, ...body } });
    const check = async (requiredRight: string, who = ada) =>
      (await who('checkWalletAccess', { params: { address: mine, subject }, query: { requiredRight } })).json;
    const scoped = { accessRight: 'ReadWrite', allowedDerivationContexts: [ATTESTATION] };
    refused(
      await grant({ accessRight: 'Owner', allowedDerivationContexts: [ATTESTATION] }),
      403,
      'WALLET_ACCESS_DENIED',
    );
    refused(await grant({ accessRight: 'ReadOnly' }), 400, 'GRANT_INVALID', '/allowedDerivationContexts');
    refused(await grant({ ...scoped, expiresAt: '2020-01-01T00:00:00.000Z' }), 400, 'GRANT_INVALID', '/expiresAt');
    refused(await grant({ ...scoped, expiresAt: 'tomorrow' }), 400, 'BODY_INVALID', '/expiresAt');
    refused(await grant({ accessRight: 'All' }), 400, 'BODY_INVALID', '/accessRight');
    refused(await grant(scoped, uma), 404, 'WALLET_NOT_FOUND');
    for (const nobody of ['11111111-2222-4333-8444-555555555555', EXAMPLE.userPlatformId.toUpperCase(), 'service'])
      refused(await grant({ ...scoped, subject: nobody }), 400, 'GRANT_INVALID', '/subject');
    refused(await grant({ ...scoped, subject: '' }), 400, 'BODY_INVALID', '/subject');

    const made = await grant({ ...scoped, reason: 'Attests.' });
    expect(made.status, made.text).to.equal(201);
    expect(made.json).to.deep.include({
      subject,
      accessRight: 'ReadWrite',
      isActive: true,
      grantedBy: EXAMPLE.administratorPlatformId,
    });
    refused(await grant(scoped), 409, 'GRANT_EXISTS');
    expect([
      (await check('ReadOnly', uma)).hasAccess,
      (await check('ReadWrite')).hasAccess,
      (await check('Owner')).hasAccess,
    ]).to.deep.equal([true, true, false]);
    expect((await uma('getWallet', { params: { address: mine } })).status).to.equal(200);
    refused(
      await uma('updateWallet', { params: { address: mine }, body: { name: 'Mine' } }),
      403,
      'WALLET_ACCESS_DENIED',
    );
    refused(await uma('listWalletAccess', { params: { address: mine } }), 403, 'WALLET_ACCESS_DENIED');
    refused(
      await uma('signWithAddress', { params: { address: mine }, body: { data: DATA, derivationPath: ATTESTATION } }),
      403,
      'WALLET_ACCESS_DENIED',
    );
    expect(
      (await uma('listWallets', { query: { top: 100 } })).json.map((w: { address: string }) => w.address),
    ).to.include(mine);

    expect((await ada('revokeWalletAccess', { params: { address: mine, subject } })).status).to.equal(204);
    refused(await ada('revokeWalletAccess', { params: { address: mine, subject } }), 404, 'GRANT_NOT_FOUND');
    refused(await uma('getWallet', { params: { address: mine } }), 404, 'WALLET_NOT_FOUND');
    const { json } = await ada('listWalletAccess', { params: { address: mine } });
    expect(json.map((g: { subject: string; isActive: boolean }) => [g.subject, g.isActive])).to.have.deep.members([
      [EXAMPLE.administratorPlatformId, true],
      [subject, false],
    ]);
  });

  it('makes an Owner grant of a personal wallet a right to everything, which ends with it', async () => {
    const { wallet } = await hd(uma);
    const params = { address: wallet.address };
    const subject = EXAMPLE.administratorPlatformId;
    expect((await uma('grantWalletAccess', { params, body: { subject, accessRight: 'Owner' } })).status).to.equal(201);
    expect((await ada('signWithAddress', { params, body: { data: DATA } })).status).to.equal(200);
    expect((await uma('revokeWalletAccess', { params: { ...params, subject } })).status).to.equal(204);
    refused(await ada('signWithAddress', { params, body: { data: DATA } }), 403, 'WALLET_ACCESS_DENIED');
  });

  it('gives one of two equal grants made at once', async () => {
    const { wallet } = await hd(ada);
    const one = () =>
      ada('grantWalletAccess', {
        params: { address: wallet.address },
        body: { subject: EXAMPLE.userPlatformId, accessRight: 'ReadOnly' },
      });
    expect((await Promise.all([one(), one()])).map((answer) => answer.status).sort()).to.deep.equal([201, 409]);
  });

  it('made no error that no test meant', () => {
    expect(world.errors).to.deep.equal([]);
  });
});
