// A register that all organisations of a local mesh share: founded on the first node with an owner and a seat of each, attested by every node, and the
// bench blueprint published on it. It signs with wallets that the nodes keep, as operators would.
import { setTimeout as pause } from 'node:timers/promises';
import type { SignatureAlgorithm } from '../../core/transaction/types.js';
import { BENCH_BLUEPRINT, benchKeys, type Workload } from '../bench/workload.js';
import type { Member, MeshCluster } from './mesh-cluster.js';
import { newParty, type Party } from './party.js';

export interface SharedRegister {
  readonly registerId: string;
  readonly genesisHash: string;
  /** The owner of each organisation, by member index. */
  readonly owners: readonly Party[];
}

const FOLLOW_MS = 30_000;

/** `seats` are the members that validate; all of them when left out. */
export async function foundShared(
  cluster: MeshCluster,
  given: { readonly name: string; readonly mode: 'majority' | 'bft'; readonly seats?: readonly Member[] },
): Promise<SharedRegister> {
  const seats = given.seats ?? cluster.members;
  const [founder] = seats;
  if (!founder) throw new Error('A register has a validator.');
  const client = founder.node.client(founder.token);
  const owners: Party[] = [];
  for (const { node, token, name } of seats)
    owners.push(await newParty(node.client(token), `${name} owner`, 'ED25519'));
  const { userId } = await client.getMe();
  const begun = await client.initiateRegister({
    body: {
      name: given.name,
      owners: owners.map(({ address }) => ({ userId, walletId: address })),
      validators: seats.map(({ peerId }) => peerId),
      policy: { consensus: { mode: given.mode } },
    },
  });
  const signedAttestations = [];
  for (const [i, { attestationData, dataToSign, walletId }] of begun.attestationsToSign.entries()) {
    const { node, token } = seats[i] as Member;
    const data = Buffer.from(dataToSign, 'hex').toString('base64');
    const owner = owners.find(({ address }) => address === walletId) as Party;
    const signed = await node
      .client(token)
      .signWithWallet({ params: { id: owner.walletId }, body: { data, isPreHashed: true } });
    const { publicKey, signature, algorithm } = signed;
    signedAttestations.push({ attestationData, publicKey, signature, algorithm: algorithm as SignatureAlgorithm });
  }
  const { registerId, nonce } = begun;
  const { genesisDocketHash } = await client.finalizeRegister({ body: { registerId, nonce, signedAttestations } });
  await everywhere(seats, registerId, 0);
  return { registerId, genesisHash: genesisDocketHash, owners };
}

/** Publishes the bench blueprint and waits until every seat has it: what the load submits is pinned to it. */
export async function publishBench(members: readonly Member[], registerId: string, keys: number): Promise<Workload> {
  const [first] = members as readonly [Member];
  const { publicationTxId } = await first.node.client(first.token).publishBlueprint({
    params: { registerId },
    body: { blueprintId: BENCH_BLUEPRINT.id, blueprintJson: { ...BENCH_BLUEPRINT } as never },
  });
  await everywhere(members, registerId, 1);
  return { registerId, publicationTxId, keys: benchKeys(keys) };
}

/** Waits until every member holds the register at `height` or above. */
export async function everywhere(members: readonly Member[], registerId: string, height: number): Promise<void> {
  const until = Date.now() + FOLLOW_MS;
  for (const { node, token, name } of members)
    for (;;) {
      const found = await node
        .client(token)
        .getRegister({ params: { registerId } })
        .catch(() => undefined);
      if (found && Number(found.height) >= height) break;
      if (Date.now() > until)
        throw node.failure(
          `${name} does not have register ${registerId} at height ${height} (it has ${found?.height}).`,
        );
      await pause(50);
    }
}
