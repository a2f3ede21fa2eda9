// Governance of a register on the nodes of a mesh world: acts of its owner, seats with their proofs, submitted like
// everything else.
import { toBase64 } from '../../../core/base/bytes.js';
import type { Json } from '../../../core/base/json.js';
import { addressOf } from '../../../core/crypto/keys/address.js';
import { sign } from '../../../core/crypto/signing/algorithms.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { signCandidacy, signReadiness } from '../../../core/register/governance/candidacy.js';
import {
  GOVERNANCE_BLUEPRINT,
  type GovernanceOperation,
  type OperationType,
  statementDigest,
} from '../../../core/register/governance/operation.js';
import { walletDid } from '../../../core/register/people/did.js';
import { keyOf, REGISTER_ID, signedTransaction } from '../node/ledger-world.js';
import type { MeshWorld } from './mesh-world.js';

const owner = keyOf('owner');
const ownerDid = walletDid(addressOf(owner.algorithm, owner.publicKey));

/** An act that the owner proposes and approves. */
export function ownerAct(
  mesh: MeshWorld,
  operationType: OperationType,
  members: Partial<GovernanceOperation>,
): Transaction {
  return ownerActAt(mesh.clock.now(), operationType, members);
}

export function ownerActAt(
  nowMs: number,
  operationType: OperationType,
  members: Partial<GovernanceOperation>,
): Transaction {
  const at = new Date(nowMs).toISOString();
  const operation: GovernanceOperation = {
    operationType,
    proposerDid: ownerDid,
    proposedAt: at,
    justification: '',
    ...members,
  };
  const digest = statementDigest({ registerId: REGISTER_ID, approverDid: ownerDid, isApproval: true, operation });
  const approval = {
    ...{ approverDid: ownerDid, isApproval: true, publicKey: toBase64(owner.publicKey), algorithm: owner.algorithm },
    signature: toBase64(sign(owner.algorithm, owner.privateKey, digest)),
  };
  const header = { registerId: REGISTER_ID, blueprintId: GOVERNANCE_BLUEPRINT, actionId: operationType, createdAt: at };
  return signedTransaction(owner, header, { operation, approvals: [approval] } as unknown as Json);
}

/** Submits at a node and lets everybody hear of it; throws unless it is sealed there. */
export async function enact(mesh: MeshWorld, at: string, tx: Transaction, waitMs = 3000): Promise<void> {
  const outcome = await mesh.submit(at, tx);
  await mesh.clock.advance(waitMs);
  const receipt = mesh.node(at).world.ledger.receipt(REGISTER_ID, tx.txId);
  if (receipt?.status !== 'sealed') throw new Error(JSON.stringify({ outcome, receipt }));
}

/** Makes a node a candidate: it proves its key. */
export async function nominate(mesh: MeshWorld, at: string, name: string): Promise<void> {
  const validator = mesh.seat(name);
  const signer = mesh.node(name).keys.current;
  const proof = signCandidacy(mesh.state(at), validator, { sign: (digest) => signer.sign(digest) });
  await enact(mesh, at, ownerAct(mesh, 'add-validator', { validator, ...proof }));
}

/** Gives the seat to a candidate that has replicated the register. */
export async function activate(mesh: MeshWorld, at: string, name: string): Promise<void> {
  const { validatorId } = mesh.seat(name);
  const readiness = signReadiness(mesh.state(name), mesh.node(name).keys.current);
  await enact(mesh, at, ownerAct(mesh, 'activate-validator', { validatorId, readiness }));
}

export async function unseat(mesh: MeshWorld, at: string, name: string): Promise<void> {
  await enact(mesh, at, ownerAct(mesh, 'remove-validator', { validatorId: mesh.seat(name).validatorId }));
}

/** Gives the seat of a node to a new key that the node makes. */
export async function rekey(mesh: MeshWorld, at: string, name: string): Promise<void> {
  const { keys } = mesh.node(name);
  const { validatorId: replaces } = mesh.seat(name);
  const fresh = await keys.make();
  const validator = { validatorId: fresh.validatorId, consensusKey: fresh.publicKey };
  const proof = signCandidacy(mesh.state(at), validator, { sign: (digest) => fresh.sign(digest), replaces });
  await enact(mesh, at, ownerAct(mesh, 'rekey-validator', { validatorId: replaces, validator, ...proof }));
}
