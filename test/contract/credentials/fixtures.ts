// The wallet of the example organisation that issues, its offers, and what the calls of the groups need.

import { createHash } from 'node:crypto';
import { EXAMPLE } from '../../../api/examples/values.js';
import { credentialOfferRoutes } from '../../../api/groups/credentials/credential-offers/routes.js';
import { heldCredentialRoutes } from '../../../api/groups/credentials/held-credentials/routes.js';
import { walletAuthorizationRoutes } from '../../../api/groups/credentials/wallet-authorizations/routes.js';
import { concat, fromBase64, toBase64 } from '../../../core/base/bytes.js';
import { isFailure } from '../../../core/base/result.js';
import type { PendingCredential } from '../../../core/credentials/holding/pending.js';
import { typeAddress } from '../../../core/credentials/issuance/names.js';
import type { TrustAnchor } from '../../../core/credentials/issuing/copy-content.js';
import type { IssuedFormat } from '../../../core/credentials/issuing/formats.js';
import type { CredentialOffer } from '../../../core/credentials/issuing/offer.js';
import { seedOf } from '../../../core/crypto/derivation/mnemonic.js';
import { CURVES } from '../../../core/crypto/keys/curves.js';
import type { Wallet, WalletAlgorithm } from '../../../core/wallet/wallet.js';
import { certificate, partyOf } from '../../support/certificates/certificates.js';
import { name } from '../../support/certificates/der.js';
import { call } from '../world/caller.js';
import { seedExample } from '../world/personas.js';
import type { Prepare } from '../world/prepared.js';
import type { World } from '../world/world.js';
import { aKey, Phone } from './phone.js';

export const TYPE = 'urn:northwind:member:1';
export const DOC_TYPE = 'org.northwind.member.1';
/** Its certificates are below it. */
export const ROOT = partyOf('Northwind');

/** What an offer states for each format. */
export const FORMATS: Readonly<Record<IssuedFormat, { readonly credentialType: string; readonly claims: object }>> = {
  'dc+sd-jwt': { credentialType: TYPE, claims: { given_name: 'Eve' } },
  mso_mdoc: { credentialType: DOC_TYPE, claims: { 'org.northwind.1': { given_name: 'Eve' } } },
};

/** A wallet of the example organisation, of the public test words. */
export async function seedIssuerWallet(
  { deps }: World,
  algorithm: WalletAlgorithm = 'NISTP256',
  { words = EXAMPLE.walletWords, ...change }: Partial<Wallet> & { readonly words?: string } = {},
) {
  const minted = await deps.keystore.mint(seedOf(words), { algorithm, hybrid: false });
  if (isFailure(minted)) throw new Error(minted.issue.message);
  const nowMs = deps.clock.now();
  const wallet: Wallet = {
    ...{ id: `8${EXAMPLE.walletId.slice(1)}`, address: minted.address, name: 'Issuer', description: '', algorithm },
    ...{ publicKey: toBase64(minted.publicKey), owner: { kind: 'organisation', id: EXAMPLE.organisationId } },
    ...{ tenant: EXAMPLE.organisationId, status: 'Active', tags: {}, createdAt: nowMs, updatedAt: nowMs },
    ...change,
  };
  await deps.commit([...deps.wallets.add(wallet), ...minted.ops]);
  return wallet;
}

/** Gives the wallet a certificate for credentials below the root, from 2020 to 2030. */
export function certify(
  { certificates }: World,
  { address, publicKey }: Pick<Wallet, 'address' | 'publicKey'>,
  trustAnchor: TrustAnchor = 'x509-tenant',
): Uint8Array {
  const spki = concat(CURVES['P-256'].prefix, fromBase64(publicKey) as Uint8Array);
  const keyId = createHash('sha256').update(spki).digest().subarray(0, 20);
  // It certifies nothing itself, so that its private key is not asked for.
  const leaf = certificate({ ...ROOT, name: name(['CN', 'Issuer']), spki, keyId }, ROOT);
  certificates.set(`${trustAnchor} ${address}`, { chain: [leaf], notAfterMs: Date.parse('2030-01-01T00:00:00Z') });
  return leaf;
}

/** A wallet of P-256 of the person who is the citizen and the administrator of the world. */
export async function seedHoldingWallet({ deps }: World, change: Partial<Wallet> = {}): Promise<Wallet> {
  const minted = await deps.keystore.mint(seedOf(EXAMPLE.freshWords), { algorithm: 'NISTP256', hybrid: false });
  if (isFailure(minted)) throw new Error(minted.issue.message);
  const nowMs = deps.clock.now();
  const wallet: Wallet = {
    ...{ id: `9${EXAMPLE.walletId.slice(1)}`, address: minted.address, name: 'Mine', description: '' },
    ...{ algorithm: 'NISTP256', publicKey: toBase64(minted.publicKey), status: 'Active', tags: {} },
    owner: { kind: 'person', id: EXAMPLE.administratorPlatformId },
    ...{ tenant: EXAMPLE.organisationId, createdAt: nowMs, updatedAt: nowMs },
    ...change,
  };
  await deps.commit([...deps.wallets.add(wallet), ...minted.ops]);
  return wallet;
}

/** A credential that the wallet took of the example organisation. */
export async function hold(world: World, body: object = {}): Promise<string> {
  const { credentialOfferUri: offerUri } = await offer(world, body);
  await seedHoldingWallet(world);
  const params = { address: EXAMPLE.holdingWalletAddress };
  const token = await world.token('citizen');
  const parts = { params, body: { offerUri, consent: true } };
  const answer = await call(world, heldCredentialRoutes.receiveCredentials, parts, { token });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json.credentials[0].credentialId;
}

export interface Offered {
  readonly offerId: string;
  /** Empty for an offer to one person. */
  readonly preAuthorizedCode: string;
  readonly credentialOfferUri: string;
  readonly txCode?: string;
  readonly qr: string;
}

export async function offer(world: World, body: object = {}): Promise<Offered> {
  await seedExample(world.deps);
  const wallet = await seedIssuerWallet(world);
  const { format } = body as { readonly format?: IssuedFormat };
  if (format === 'mso_mdoc') certify(world, wallet);
  const stated = {
    issuerWalletAddress: EXAMPLE.issuerWalletAddress,
    credentialType: TYPE,
    ...(format && FORMATS[format]),
    ...body,
  };
  const token = await world.token('administrator');
  const answer = await call(world, credentialOfferRoutes.createCredentialOffer, { body: stated }, { token });
  if (answer.status !== 201) throw new Error(answer.text);
  return { preAuthorizedCode: '', ...(answer.json as object) } as Offered;
}

/** An offer for one person, who signs in. */
export async function ownOffer(world: World, email: string = EXAMPLE.userEmail) {
  await seedExample(world.deps);
  const userId = world.deps.tenants.userOfEmail(email)?.id ?? '';
  const { credentialOfferUri } = await offer(world, {
    ...{ recipientUserId: userId, claims: { given_name: 'Eve' }, byValue: true },
  });
  const object = JSON.parse(new URL(credentialOfferUri).searchParams.get('credential_offer') ?? '{}');
  return { userId, credentialOfferUri, issuerState: String(object.grants.authorization_code.issuer_state) };
}

/** A token of an offer, and the wallet that has it. */
export async function accessOf(world: World, body: object = {}, base?: string) {
  const { preAuthorizedCode, offerId } = await offer(world, body);
  const phone = new Phone(world, base);
  const { json } = await phone.token(preAuthorizedCode);
  return { phone, offerId, token: String(json.access_token) };
}

/** An issued credential, with the wallet that has it. */
export async function issue(world: World, body: object = {}, base?: string) {
  const access = await accessOf(world, body, base);
  const { phone, token, offerId } = access;
  const { proof } = await phone.nonces();
  const holder = aKey();
  const { credentialType } = world.deps.credentials.offers.find(offerId) as CredentialOffer;
  const jwt = [phone.proof(proof, { key: holder })];
  const { json } = await phone.credential(token, { credential_configuration_id: credentialType, proofs: { jwt } });
  const credentials = (json.credentials ?? []) as readonly { readonly credential: string }[];
  const credentialId = world.deps.credentials.offers.find(offerId)?.credentialId ?? '';
  return {
    ...access,
    holder,
    credentialId,
    notificationId: String(json.notification_id),
    text: credentials[0]?.credential ?? '',
  };
}

const withOffer: Prepare = async (world) => {
  const { offerId } = await offer(world);
  return { as: 'administrator', params: { offerId } };
};
const withIssued: Prepare = async (world) => ({
  as: 'administrator',
  params: { credentialId: (await issue(world)).credentialId },
});

/** A request that a wallet pushes. */
export const PUSHED = {
  ...{ response_type: 'code', client_id: 'wallet', redirect_uri: 'https://wallet.example/taken', scope: TYPE },
  ...{ code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' },
};

function withPushed(more: object): Prepare {
  return async (world) => {
    await ownOffer(world);
    const { json } = await new Phone(world).post('/par', new URLSearchParams(PUSHED).toString());
    return { as: 'user', body: { requestUri: json.request_uri, ...more } };
  };
}

/** The holding wallet waits for a credential. */
const withPending: Prepare = async (world) => {
  const { deps } = world;
  const { address: wallet, id: walletId } = await seedHoldingWallet(world);
  const nowMs = deps.clock.now();
  const row: PendingCredential = {
    ...{ id: EXAMPLE.pendingId, wallet, walletId, organisationId: EXAMPLE.organisationId, subject: '' },
    ...{ issuer: `http://localhost:8080/credentials/${EXAMPLE.subdomain}`, format: 'dc+sd-jwt', credentialType: TYPE },
    ...{ state: 'Pending', askedAtMs: nowMs, changedAtMs: nowMs, intervalS: 5, sealed: '' },
  };
  await deps.commit([deps.credentials.pending.put(wallet, [row])]);
  return { as: 'citizen' };
};

/** An offer whose person is at the own issuer, which gave the code. */
const withReceipt: Prepare = async (world) => {
  const { credentialOfferUri: offerUri } = await ownOffer(world, EXAMPLE.administratorEmail);
  await seedHoldingWallet(world);
  const token = await world.token('citizen');
  const parts = { params: { address: EXAMPLE.holdingWalletAddress }, body: { offerUri, consent: true } };
  const { json } = await call(world, heldCredentialRoutes.receiveCredentials, parts, { token });
  const url = new URL(json.authorization.url);
  const body = { requestUri: url.searchParams.get('request_uri'), isAllowed: true };
  const answered = await call(world, walletAuthorizationRoutes.answerCredentialAuthorization, { body }, { token });
  const members = Object.fromEntries(new URL(answered.json.location).searchParams);
  return { as: 'citizen', params: { receiptId: json.authorization.receiptId }, body: members };
};

const withIssuerKey: Prepare = async (world) => {
  await seedExample(world.deps);
  await seedIssuerWallet(world);
  return { as: 'service' };
};

function heldExamples(): Readonly<Record<string, Prepare>> {
  const withHeld: Prepare = async (world) => {
    const credentialId = await hold(world);
    return { as: 'citizen', params: { address: EXAMPLE.holdingWalletAddress, credentialId } };
  };
  const withWallet: Prepare = async (world) => {
    await hold(world);
    return { as: 'citizen' };
  };
  const names = ['getHeldCredential', 'exportHeldCredential', 'setHeldCredentialStatus', 'deleteHeldCredential'];
  return {
    ...Object.fromEntries(names.map((name) => [name, withHeld])),
    listHeldCredentials: withWallet,
    syncHeldCredentials: withWallet,
    matchHeldCredentials: withWallet,
    storeHeldCredential: async (world) => {
      const { text } = await issue(world);
      await seedHoldingWallet(world);
      return { as: 'citizen', body: { rawToken: text } };
    },
    getCredentialReceipt: async (world) => {
      const { as = 'citizen', params = {} } = await withReceipt(world);
      return { as, params };
    },
    answerCredentialReceipt: async (world) => {
      const { as = 'citizen', body } = await withReceipt(world);
      return { as, body };
    },
    getAutoAccept: withWallet,
    setAutoAccept: withWallet,
    listPendingCredentials: withPending,
    deletePendingCredential: withPending,
    receiveCredentials: async (world) => {
      const { credentialOfferUri: offerUri } = await offer(world, { txCode: {} });
      await seedHoldingWallet(world);
      return { as: 'citizen', body: { offerUri } };
    },
  };
}

export const prepareCredentials: Readonly<Record<string, Prepare>> = {
  createCredentialOffer: async (world) => {
    await offer(world);
    return { as: 'administrator' };
  },
  getCredentialOffer: withOffer,
  cancelCredentialOffer: withOffer,
  readIssuerKey: withIssuerKey,
  signAsIssuer: withIssuerKey,
  listIssuedCredentials: withIssued,
  getIssuedCredential: withIssued,
  revokeCredential: withIssued,
  suspendCredential: withIssued,
  reinstateCredential: withIssued,
  refreshCredential: withIssued,
  issueCredential: async (world) => {
    await seedExample(world.deps);
    await seedIssuerWallet(world);
    await seedHoldingWallet(world);
    return { as: 'administrator' };
  },
  // A type is left out while no offer of it waits.
  setCredentialConfigurations: async ({ deps }) => {
    const { types } = deps.credentials.issuers.of(EXAMPLE.organisationId);
    const known = types.map(({ offers: _, ...type }) => type);
    const guest = { credentialType: 'urn:northwind:guest:1', format: 'dc+sd-jwt', display: [{ name: 'Guest' }] };
    return { body: { configurations: [guest, ...known] } };
  },
  getCredentialType: async ({ deps: { commit, config, credentials } }) => {
    const [scope, name] = [EXAMPLE.subdomain, 'member'];
    const member = { credentialType: typeAddress(config.publicUrl, { scope, name }), format: 'dc+sd-jwt' } as const;
    const before = credentials.issuers.of(EXAMPLE.organisationId);
    await commit([credentials.issuers.put(EXAMPLE.organisationId, { ...before, types: [member] })]);
    return { params: { scope, name } };
  },
  readCredentialOffer: async (world) => ({
    params: { subdomain: EXAMPLE.subdomain, offerId: (await offer(world)).offerId },
  }),
  createCredentialToken: async (world) => {
    const { preAuthorizedCode } = await offer(world);
    const grant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';
    return { body: { grant_type: grant, 'pre-authorized_code': preAuthorizedCode } };
  },
  requestCredential: async (world) => {
    const { phone, token } = await accessOf(world);
    const { proof } = await phone.nonces();
    const body = { credential_configuration_id: TYPE, proofs: { jwt: [phone.proof(proof)] } };
    return { body, headers: { authorization: `Bearer ${token}` } };
  },
  notifyIssuer: async (world) => {
    const { token, notificationId } = await issue(world);
    const body = { notification_id: notificationId, event: 'credential_accepted' };
    return { body, headers: { authorization: `Bearer ${token}` } };
  },
  pushAuthorizationRequest: async (world) => {
    await ownOffer(world);
    return { params: { subdomain: EXAMPLE.subdomain }, body: { ...PUSHED } };
  },
  readCredentialAuthorization: withPushed({}),
  answerCredentialAuthorization: withPushed({ isAllowed: true }),
  ...heldExamples(),
  getStatusList: async (world) => {
    const { credentialId } = await issue(world);
    const credential = world.deps.credentials.issued.find(EXAMPLE.organisationId, credentialId);
    return { params: { listId: credential?.listId ?? '' } };
  },
};
