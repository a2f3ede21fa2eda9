// The world that the acts of the demo share: the node, who is signed in, the two parties, the register. Small questions
// to the node that several acts ask.
import type { Client } from '../../api/client/client.js';
import type { Submission } from '../../core/model/transaction.js';
import type { ChainAudit } from '../harness/chain-audit.js';
import type { MeshCluster } from '../harness/mesh-cluster.js';
import type { NodeProcess } from '../harness/node-process.js';
import { type Body, signByParty, type WalletParty } from '../harness/party.js';
import type { Governor } from '../harness/seats.js';
import type { SharedRegister } from '../harness/shared-register.js';
import type { Workload } from '../harness/workload.js';
import { isClientError } from '../remote/remote.js';
import { WORKFLOW_ID } from './workflow.js';

export interface World {
  readonly node: NodeProcess;
  readonly token: string;
  readonly mill: WalletParty;
  readonly shop: WalletParty;
  readonly registerId: string;
  readonly genesisHash: string;
  readonly publicationTxId: string;
  readonly audit: ChainAudit;
}

/** The register that four organisations share. */
export interface MeshWorld extends SharedRegister {
  readonly cluster: MeshCluster;
  readonly workload: Workload;
  /** Owners in the order of the members. */
  readonly governors: readonly Governor[];
  /** The submissions, by number. */
  readonly bodies: Map<number, Submission>;
}

interface DemoAction {
  /** Number of the delivery note: the instance of the workflow. */
  readonly note: string;
  readonly actionId: string;
  readonly payload: object;
  /** TxId of the step before. */
  readonly follows?: string;
}

export type SignedBody = Body & { readonly transactionId: string };

/** Seconds that a submission waits for its seal. */
const WAIT_SECONDS = 10;

/** A client of the node's present run. */
export function clientOf({ node, token }: World): Client {
  return node.client(token);
}

/** A signed action of a delivery. */
export function action(world: World, by: WalletParty, { note, follows, ...step }: DemoAction): Promise<SignedBody> {
  const { registerId, publicationTxId } = world;
  const previous = follows === undefined ? {} : { previousTransactionId: follows };
  const pinned = { registerId, blueprintId: WORKFLOW_ID, publicationTxId, instanceId: note };
  return signByParty(clientOf(world), by, { ...pinned, ...step, ...previous });
}

export function submit(world: World, body: Body) {
  const params = { registerId: world.registerId };
  return clientOf(world).submitTransaction({ params, body }, { waitSeconds: WAIT_SECONDS });
}

/** The code and the sentence of a refusal; undefined when the node took it. */
export async function refusalOf(world: World, body: Body): Promise<{ code: string; message: string } | undefined> {
  try {
    await submit(world, body);
    return undefined;
  } catch (error) {
    if (isClientError(error) && error.status >= 400 && error.status < 500)
      return { code: error.code, message: error.message };
    throw error;
  }
}

export function short(hash: string): string {
  return `${hash.slice(0, 12)}...`;
}
