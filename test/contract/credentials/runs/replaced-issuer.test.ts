// Governance puts another wallet in the place of that of an issuer, whose key was lost. What it issued before stays in
// its hands: the other wallet changes the status, issues anew, and gives the offers.
import { expect } from 'chai';
import type { CredentialDriver } from '../../../../actors/credentials/credential-driver.js';
import { findIssuance } from '../../../../actors/credentials/sealed-issuance.js';
import { keyNameOf } from '../../../../actors/workflow/encryption/recipient-keys.js';
import { PeerOffers } from '../../../../api/credentials/runs/peer-offers.js';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { isFailure } from '../../../../core/base/result.js';
import { askBytes, askDigest } from '../../../../core/credentials/issuance/run-offer.js';
import type { Wallet } from '../../../../core/wallet/wallet.js';
import { good } from '../../../support/base/good.js';
import { replaceWallet } from '../../governance/fixtures.js';
import { ask, WAIT } from '../../ledger/fixtures.js';
import { worldOfEach } from '../../world/world-of.js';
import { seedIssuerWallet } from '../fixtures.js';
import { aKey, Phone } from '../phone.js';
import {
  grantPermit,
  grantUse,
  issuedFor,
  issuedOf,
  losing,
  PERMIT_TYPE,
  permitDefinition,
  permitRegister,
  until,
} from './permits.js';

/** Public test words. */
const WORDS = 'letter advice cage absurd amount doctor acoustic avoid letter advice cage above';

describe('credentials of runs, once governance replaced the wallet of their issuer', () => {
  const world = worldOfEach();
  let driver: CredentialDriver;
  let registerId: string;
  let former: Wallet;
  let fresh: Wallet;
  let participantId: string;
  afterEach(() => driver.stop());

  beforeEach(async () => {
    registerId = await permitRegister(world, permitDefinition());
    driver = world.issuing();
    await driver.start();
    former = world.deps.wallets.find(EXAMPLE.issuerWalletAddress) as Wallet;
    fresh = await seedIssuerWallet(world, 'NISTP256', { id: `7${EXAMPLE.walletId.slice(1)}`, words: WORDS });
    await grantUse(world, fresh);
    const body = {
      ...{ registerId, participantName: 'Town', organizationName: 'Town', signerWalletAddress: former.address },
      addresses: [{ walletAddress: former.address }],
    };
    const params = { organizationId: EXAMPLE.organisationId };
    const published = await ask(world, 'publishParticipant', { params, body }, { headers: WAIT });
    expect([published.status, published.json.status], published.text).to.deep.equal([202, 'sealed']);
    participantId = published.json.participantId;
  });

  const replace = () => replaceWallet(world, { registerId, participantId, replaces: former.address }, fresh);
  const signed = async (wallet: Wallet, address: string, digest: Uint8Array) =>
    good(await world.deps.keystore.sign(keyNameOf(wallet, address), digest));
  const stateOf = (id: string) => world.deps.credentials.issued.find(EXAMPLE.organisationId, id)?.state;
  const issue = async () => (await issuedFor(world, await grantPermit(world, registerId))).id;

  it('are revoked by its organisation', async () => {
    const credentialId = await issue();
    await replace();
    const revoked = await ask(world, 'revokeCredential', { params: { credentialId }, body: {} });
    expect(revoked.status, revoked.text).to.equal(202);
    await until(() => stateOf(credentialId) === 'Revoked');
  });

  it('are not in the hands of another organisation, whose wallet came in its place', async () => {
    const credentialId = await issue();
    const owner = { kind: 'organisation' as const, id: EXAMPLE.walletId };
    await world.deps.commit(world.deps.wallets.put({ ...fresh, owner }));
    await replace();
    const { status, json } = await ask(world, 'revokeCredential', { params: { credentialId }, body: {} });
    expect([status, json.code]).to.deep.equal([403, 'VAL_ISSUE_006']);
  });

  it('are revoked where a wallet deleted its copy', async () => {
    const credentialId = await issue();
    const { json } = await ask(world, 'offerRunCredential', { params: { credentialId } });
    const phone = new Phone(world);
    const token = String((await phone.token(json.preAuthorizedCode)).json.access_token);
    const { proof } = await phone.nonces();
    const jwt = [phone.proof(proof, { key: aKey() })];
    const given = await phone.credential(token, { credential_configuration_id: PERMIT_TYPE, proofs: { jwt } });
    await replace();
    const said = { notification_id: given.json.notification_id, event: 'credential_deleted' };
    await phone.post('/notification', said, { authorization: `Bearer ${token}` });
    await until(() => stateOf(credentialId) === 'Revoked');
  });

  it('are issued anew, signed by the other wallet', async () => {
    const credentialId = await issue();
    await replace();
    const asked = await ask(world, 'refreshCredential', { params: { credentialId }, body: {} });
    expect(asked.status, asked.text).to.equal(202);
    await until(() => stateOf(credentialId) === 'Revoked');
    const later = (await issuedOf(world)).find(({ replaces }) => replaces === credentialId);
    expect(later).to.include({ issuerWallet: fresh.address, state: 'Valid' });
  });

  it('are issued where their run was sealed before', async () => {
    await driver.stop();
    driver = world.issuing({ workflow: losing(world.deps.workflow) });
    await driver.start();
    const permit = await grantPermit(world, registerId);
    await until(async () => (await issuedOf(world)).length > 0);
    await replace();
    await driver.stop();
    driver = world.issuing();
    await driver.start();
    expect((await issuedFor(world, permit)).state).to.equal('Valid');
  });

  it('are offered by the other wallet, and by the former one no more', async () => {
    const credentialId = await issue();
    await replace();
    const issuanceTxId = (await issuedOf(world))[0]?.run?.issuanceTxId ?? '';
    expect(findIssuance(world.deps, { registerId, issuanceTxId })).to.include({
      ...{ issuer: fresh.address, participantId, isReplaced: false },
    });
    const giver = new PeerOffers({ ...world.deps });
    const holder = world.deps.wallets.find(EXAMPLE.holdingWalletAddress) as Wallet;
    const given = async (wallet: Wallet) => {
      const { address: issuer } = wallet;
      const asked = { credentialId, wallet: holder.address, atMs: world.deps.clock.now() };
      const digest = askDigest(asked, { registerId, issuer, from: 'self' });
      const text = askBytes({ ...asked, signature: await signed(holder, holder.address, digest) });
      return isFailure(await giver.answer({ registerId, reg: 0, wallet, address: issuer, peerId: 'self', text }));
    };
    expect([await given(fresh), await given(former)]).to.deep.equal([false, true]);
  });
});
