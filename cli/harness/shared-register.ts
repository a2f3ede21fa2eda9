// A register that all organisations of a local mesh share: founded on the first node with an owner and a seat of each,
// attested by every node, and the bench blueprint published on it. It signs with wallets that the nodes keep, as
// operators would.
import { setTimeout as pause } from 'node:timers/promises';
import { ClientError } from '../../api/client/client.js';
import type { SignatureAlgorithm } from '../../core/model/transaction.js';
import type { ClusterMember, MeshCluster } from './mesh-cluster.js';
import { newParty, type WalletParty } from './party.js';
import { UNREHEARSED } from './unrehearsed.js';
import { BENCH_BLUEPRINT, benchKeys, type Workload } from './workload.js';

export interface SharedRegister {
  readonly registerId: string;
  readonly genesisHash: string;
  /** The owner of each organisation, by member index. */
  readonly owners: readonly WalletParty[];
}

const FOLLOW_MS = 30_000;

interface Founding {
  readonly name: string;
  readonly mode: 'majority' | 'bft';
  /** The members that validate; all of them when left out. */
  readonly seats?: readonly ClusterMember[];
  /** Offered to every node by each seat, which `follow` needs. */
  readonly isPublic?: boolean;
}

/** Founds a register and waits until every seat has it. */
export async function foundShared(cluster: MeshCluster, given: Founding): Promise<SharedRegister> {
  const seats = given.seats ?? cluster.members;
  const [founder] = seats;
  if (!founder) throw new Error('A register has a validator.');
  const client = founder.node.client(founder.token);
  const owners: WalletParty[] = [];
  for (const { node, token, name } of seats)
    owners.push(await newParty(node.client(token), `${name} owner`, 'ED25519'));
  const { userId } = await client.getMe();
  const begun = await client.initiateRegister({
    body: {
      name: given.name,
      owners: owners.map(({ address }) => ({ userId, walletId: address })),
      validators: seats.map(({ peerId }) => peerId),
      policy: { consensus: { mode: given.mode } },
      advertise: given.isPublic ?? false,
    },
  });
  const signedAttestations = [];
  for (const [i, { attestationData, dataToSign, walletId }] of begun.attestationsToSign.entries()) {
    const { node, token } = seats[i] as ClusterMember;
    const data = Buffer.from(dataToSign, 'hex').toString('base64');
    const owner = owners.find(({ address }) => address === walletId) as WalletParty;
    const signed = await node
      .client(token)
      .signWithWallet({ params: { id: owner.walletId }, body: { data, isPreHashed: true } });
    const { publicKey, signature, algorithm } = signed;
    signedAttestations.push({ attestationData, publicKey, signature, algorithm: algorithm as SignatureAlgorithm });
  }
  const { registerId, nonce } = begun;
  const { genesisDocketHash } = await client.finalizeRegister({ body: { registerId, nonce, signedAttestations } });
  await everywhere(seats, registerId, 1);
  // The offer of a node is for its operator to make: else the followers would hang on the founder alone.
  if (given.isPublic)
    for (const { node, token } of seats)
      await node.client(token).advertiseRegister({ params: { registerId }, body: { isPublic: true } });
  return { registerId, genesisHash: genesisDocketHash, owners };
}

/** Publishes the bench blueprint and waits until every member has it: what the load submits is pinned to it. */
export async function publishBench(
  members: readonly ClusterMember[],
  registerId: string,
  keys: number,
): Promise<Workload> {
  const publicationTxId = await publishOn(members, registerId, BENCH_BLUEPRINT);
  return { registerId, publicationTxId, keys: benchKeys(keys) };
}

/** Publishes a blueprint through the first member and waits until every one has it. Gives its TxId. */
export async function publishOn(
  members: readonly ClusterMember[],
  registerId: string,
  blueprint: { readonly id: string },
): Promise<string> {
  const [first] = members as readonly [ClusterMember];
  const client = first.node.client(first.token);
  const { publicationTxId } = await client.publishBlueprint({
    params: { registerId },
    body: { blueprintId: blueprint.id, blueprintJson: { ...blueprint } as never, override: UNREHEARSED },
  });
  const { height } = await client.getRegister({ params: { registerId } });
  await everywhere(members, registerId, Number(height));
  return publicationTxId;
}

/** Lets a member without a seat replicate the register, once it has heard of it. */
export async function follow({ node, token, name }: ClusterMember, registerId: string): Promise<void> {
  const until = performance.now() + FOLLOW_MS;
  for (;;) {
    const refused = await node
      .client(token)
      .subscribeRegister({ params: { registerId }, body: { mode: 'full-replica' } })
      .then(
        () => undefined,
        (error: unknown) => error,
      );
    // A member that lost its seat goes on following.
    if (refused === undefined || (refused instanceof ClientError && refused.code === 'SUBSCRIPTION_EXISTS')) return;
    if (performance.now() > until) throw node.failure(`${name} cannot follow ${registerId}: ${refused}`);
    await pause(200);
  }
}

/** Waits until every member holds at least `height` dockets of the register. */
export async function everywhere(members: readonly ClusterMember[], registerId: string, height: number): Promise<void> {
  const until = performance.now() + FOLLOW_MS;
  for (const { node, token, name } of members)
    for (;;) {
      const register = await node
        .client(token)
        .getRegister({ params: { registerId } })
        .catch(() => undefined);
      if (register && Number(register.height) >= height) break;
      if (performance.now() > until)
        throw node.failure(
          `${name} does not have register ${registerId} at height ${height} (it has ${register?.height}).`,
        );
      await pause(50);
    }
}
