// Credentials over a local mesh: a wallet of an organisation issues them, and a wallet of another node takes, keeps and
// shows them. Each acts through its own node, as people would.
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, sessionIn } from '../../api/client/client.js';
import { fromBase64 } from '../../core/base/bytes.js';
import { sha256Hex } from '../../core/base/hash.js';
import { DEFAULT_PATH } from '../../core/crypto/derivation/hd.js';
import type { SignatureAlgorithm } from '../../core/model/transaction.js';
import { type CastPart, clientOf, type Player } from './cast.js';
import type { ClusterMember } from './mesh-cluster.js';

const HEAR_MS = 30_000;
/** Of a certificate: a credential ends with it, and a permit is good for 1095. */
const DAYS = 1200;
/** Of an account that is made here: a first password is changed before anything else. */
const PASSWORDS = ['nine herons cross the estuary', 'two ferries meet at dawn'] as const;

/** A player whose wallet is one of its organisation, with a certificate of its node: credentials are signed by it. */
export async function newIssuer(part: Omit<CastPart, 'algorithm' | 'isHybrid'>): Promise<Player> {
  const { name, at } = part;
  const token = part.token ?? at.token;
  const client = at.node.client(token);
  const { organizationId, platformUserId: subject } = await client.getMe();
  const tenantId = String(organizationId);
  const body = { title: name, keyType: 'NISTP256' as const, organizationId: tenantId };
  const { id: walletId, walletAddress: address } = await client.createWallet({ body });
  // The grant of its maker is for attestations of registers alone.
  await client.revokeWalletAccess({ params: { address, subject } });
  const grant = { subject, accessRight: 'ReadWrite' as const, allowedDerivationContexts: [DEFAULT_PATH] };
  await client.grantWalletAccess({ params: { address }, body: grant });
  await client.enrolCertificate({ params: { tenantId, orgWalletAddress: address }, body: { validityDays: DAYS } });
  return { ...part, algorithm: 'NISTP256', token, walletId, address };
}

/** The certificate of the authority of a node, as base64, and the hash by which a register pins it. */
export async function authorityOf({ node, token }: ClusterMember): Promise<{ der: string; hash: string }> {
  const { x5c } = await node.client(token).readTrustAuthority();
  const [der = ''] = x5c;
  return { der, hash: sha256Hex(fromBase64(der) as Uint8Array) };
}

/**
 * An account for the player at the node of somebody who issues to it, with its wallet linked by a signature. Gives the
 * token of that account.
 */
export async function accountAt({ node, token }: ClusterMember, player: Player): Promise<string> {
  const client = node.client(token);
  const organizationId = String((await client.getMe()).organizationId);
  const email = `${player.name}@${player.at.name}.example`;
  const [first, own] = PASSWORDS;
  const invited = { email, displayName: player.name, password: first, roles: ['Member'] };
  await client.inviteUser({ params: { organizationId }, body: invited });
  const signIn = async (password: string) =>
    sessionIn(await node.client('').login({ body: { email, password } })).accessToken;
  await node.client(await signIn(first)).changePassword({ body: { currentPassword: first, newPassword: own } });
  const account = await signIn(own);
  await linkWallet(node.client(account), player);
  return account;
}

async function linkWallet(client: Client, player: Player): Promise<void> {
  const { organizationId, userId: participantId } = await client.getMe();
  const params = { organizationId: String(organizationId), participantId };
  const { address: walletAddress } = player;
  const algorithm = player.algorithm as SignatureAlgorithm;
  const { challenge, challengeId } = await client.beginWalletLink({ params, body: { walletAddress, algorithm } });
  const signing = { params: { address: walletAddress }, body: { data: challenge } };
  const { signature, publicKey } = await clientOf(player).signWithAddress(signing);
  await client.verifyWalletLink({ params: { ...params, challengeId }, body: { signature, publicKey } });
}

interface ToldCredential {
  readonly credentialId: string;
  readonly issuanceTxId: string;
}

/** The credential of an instance, once the player is told of it at its own node. */
export async function awaitCredential(player: Player, instanceId: string): Promise<ToldCredential> {
  const until = performance.now() + HEAR_MS;
  for (;;) {
    const { items } = await clientOf(player).listInboxEntries({ query: { category: 'Credential' } });
    const entry = items.find(({ details }) => details.instanceId === instanceId);
    const { credentialId, issuanceTxId } = entry?.details ?? {};
    if (credentialId !== undefined && issuanceTxId !== undefined) return { credentialId, issuanceTxId };
    if (performance.now() > until) throw player.at.node.failure(`${player.name} is told of no credential.`);
    await pause(50);
  }
}

/** Takes the credential at the issuer, into the wallet of the player. Gives its id there. */
export async function takeCredential(
  player: Player,
  { issuer, account, credentialId }: { readonly issuer: ClusterMember; account: string; credentialId: string },
): Promise<string> {
  const offer = await issuer.node.client(account).offerRunCredential({ params: { credentialId } });
  const body = { offerUri: offer.credentialOfferUri, consent: true };
  const taken = await clientOf(player).receiveCredentials({ params: { address: player.address }, body });
  const held = 'credentials' in taken && !('issuer' in taken) ? taken.credentials[0] : undefined;
  if (held === undefined) throw player.at.node.failure(`${player.name} takes no credential.`);
  return held.credentialId;
}
