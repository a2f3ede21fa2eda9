// The parties of a workflow over a local mesh: each plays its role with a wallet that its own organisation's node
// keeps. A participant record on the register makes it known to the others. It holds no key, and never acts through the
// node of another organisation.
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../../api/client/client.js';
import type { ClusterMember } from './mesh-cluster.js';

export interface CastPart {
  /** As its participant record has it. */
  readonly name: string;
  readonly organisation: string;
  /** Where its wallet is. */
  readonly at: ClusterMember;
  readonly algorithm?: 'ED25519' | 'NISTP256' | 'RSA' | 'ML-DSA-65';
  /** Signs with an ML-DSA-65 key beside the other one: both must verify. */
  readonly isHybrid?: boolean;
  /** Of the one who acts; the administrator of the node when left out. */
  readonly token?: string;
}

export interface Player extends Omit<CastPart, 'token'> {
  readonly walletId: string;
  readonly address: string;
  readonly token: string;
}

const INTRODUCE_MS = 30_000;
/** Seconds that a submission waits for its seal. */
const WAIT_SECONDS = 20;

/** A player with a new wallet on its own node. */
export async function newPlayer(part: CastPart): Promise<Player> {
  const { name, algorithm = 'ED25519', isHybrid = false, at } = part;
  const token = part.token ?? at.token;
  const body = { name, algorithm, ...(isHybrid && { enableHybrid: true }) };
  const { wallet } = await at.node.client(token).createHdWallet({ body });
  const address = isHybrid ? wallet.hybridAddress : wallet.address;
  if (address === undefined) throw at.node.failure(`The wallet of ${name} has no hybrid address.`);
  return { ...part, token, walletId: wallet.id, address };
}

/** A client that speaks for the player at its own node. */
export function clientOf({ at, token }: Player): Client {
  return at.node.client(token);
}

/**
 * Publishes a record of each player on the register, signed with its own wallet at its own node. Waits until every
 * member can seal to all of them.
 */
export async function introduce(
  registerId: string,
  players: readonly Player[],
  members: readonly ClusterMember[],
): Promise<void> {
  await Promise.all(players.map((player) => publishRecord(registerId, player)));
  const walletAddresses = players.map(({ address }) => address);
  const until = performance.now() + INTRODUCE_MS;
  for (const { node, token, name } of members)
    for (;;) {
      const keys = { params: { registerId }, body: { walletAddresses } };
      const { notFound } = await node.client(token).resolvePublicKeys(keys);
      if (notFound.length === 0) break;
      if (performance.now() > until) throw node.failure(`${name} does not have the keys of ${notFound.join(', ')}.`);
      await pause(20);
    }
}

/** The owner of its organisation on the register vouches for the organisation of each player. */
export async function vouchFor(
  registerId: string,
  players: readonly Player[],
  ownerOf: (player: Player) => { readonly address: string } | undefined,
): Promise<void> {
  const vouched = players.map(async (player) => {
    const { at, address, organisation: organizationName, name } = player;
    const client = at.node.client(at.token);
    const { organizationId } = await client.getMe();
    const { participantId } = await client.getParticipantByAddress({ params: { registerId, address } });
    const body = { registerId, organizationName, signerWalletAddress: ownerOf(player)?.address ?? '' };
    const params = { organizationId: String(organizationId), participantId };
    const { status } = await client.updateParticipant({ params, body }, { waitSeconds: WAIT_SECONDS });
    if (status !== 'sealed') throw at.node.failure(`The organisation of ${name} is not vouched for.`);
  });
  await Promise.all(vouched);
}

async function publishRecord(registerId: string, player: Player): Promise<void> {
  const client = clientOf(player);
  const { organizationId } = await client.getMe();
  const body = {
    registerId,
    participantName: player.name,
    organizationName: player.organisation,
    addresses: [{ walletAddress: player.address }],
    signerWalletAddress: player.address,
  };
  const params = { organizationId: String(organizationId) };
  const { status } = await client.publishParticipant({ params, body }, { waitSeconds: WAIT_SECONDS });
  if (status !== 'sealed') throw player.at.node.failure(`The record of ${player.name} is not sealed.`);
}
