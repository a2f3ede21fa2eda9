// Needs of tests of governance in a world: a register of two that govern, one with a wallet of the node and one
// without, and proposals on it.

import { keyNameOf } from '../../../actors/workflow/encryption/recipient-keys.js';
import { LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { toBase64 } from '../../../core/base/bytes.js';
import { sign } from '../../../core/crypto/signing/algorithms.js';
import { carrierOf } from '../../../core/register/governance/carrier.js';
import {
  APPROVE_ACTION,
  type GovernanceOperation,
  statementDigest,
} from '../../../core/register/governance/operation.js';
import { replacementDigest } from '../../../core/register/governance/replacement.js';
import { walletDid } from '../../../core/register/people/did.js';
import type { Wallet as NodeWallet } from '../../../core/wallet/wallet.js';
import { good } from '../../support/base/good.js';
import { newMember } from '../../support/register/governance.js';
import { submission, type Wallet, wallet } from '../../support/register/ledger.js';
import { aRegister, ask, exampleOrders } from '../ledger/fixtures.js';
import type { Prepare } from '../world/prepared.js';
import type { World } from '../world/world.js';

export const partner = wallet('partner of the contract tests');
export const partnerDid = walletDid(partner.address);
export const ownerDid = walletDid(EXAMPLE.walletAddress);

/** A register that the example wallet owns and the partner administers. */
export async function twoGovern(world: World): Promise<string> {
  const registerId = await aRegister(world);
  const added = await ask(world, 'propose', {
    params: { registerId },
    body: { operationType: 'add-member', ...newMember(partner, 'Admin'), wallet: EXAMPLE.walletAddress },
  });
  if (added.status !== 200) throw new Error(added.text);
  return registerId;
}

/** Of each world by itself: what other files of the process proposed before changes nothing. */
const proposed = new WeakMap<World, number>();

/** Days that no proposal of this world has stated yet, nor does a register begin with them. */
function freshDays(world: World): number {
  const count = (proposed.get(world) ?? 0) + 1;
  if (count > 80) throw new Error('A world has no more lifetimes of proposals.');
  proposed.set(world, count);
  return count + 7;
}

/** A proposal of the owner that waits for the partner. */
export async function openProposal(world: World, registerId: string) {
  const body = {
    operationType: 'set-governance-policy',
    policy: { proposalTtlDays: freshDays(world) },
    wallet: EXAMPLE.walletAddress,
  };
  const answer = await ask(world, 'propose', { params: { registerId }, body });
  if (answer.status !== 202) throw new Error(answer.text);
  const { proposalId, operation } = answer.json as { proposalId: string; operation: GovernanceOperation };
  return { registerId, proposalId, operation };
}

/** A proposal of the partner, whose key no node has, that waits for the owner. */
export async function partnerProposal(world: World, registerId: string, proposedAt: string) {
  const operation = {
    ...{ operationType: 'set-governance-policy', proposerDid: partnerDid, proposedAt, justification: 'Longer.' },
    policy: { proposalTtlDays: freshDays(world) },
  } as GovernanceOperation;
  const key = { publicKey: toBase64(partner.publicKey), algorithm: partner.algorithm };
  const body = { ...operation, approvalSignatures: [{ ...vote(registerId, operation), ...key }] };
  const answer = await ask(world, 'propose', { params: { registerId }, body });
  if (answer.status !== 202) throw new Error(answer.text);
  return answer.json as { proposalId: string; state: string };
}

/** The signed transaction with the vote of the partner, as a file. */
export function partnerVote(world: World, registerId: string, operation: GovernanceOperation): string {
  const { publicKey, algorithm } = partner;
  const approval = { ...vote(registerId, operation), publicKey: toBase64(publicKey), algorithm };
  const createdAt = new Date(world.deps.clock.now()).toISOString();
  const payload = { operation, approvals: [approval] };
  const carrier = { registerId, actionId: APPROVE_ACTION, payload, senderWallet: partner.address, createdAt };
  return JSON.stringify(submission(carrierOf(carrier), [partner]));
}

/** The body by which a member votes with a key of its own. */
export function vote(registerId: string, operation: GovernanceOperation, by: Wallet = partner, isApproval = true) {
  const approverDid = walletDid(by.address);
  const digest = statementDigest({ registerId, approverDid, isApproval, operation });
  return { approverDid, isApproval, signature: toBase64(sign(by.algorithm, by.privateKey, digest)) };
}

const withOpen: Prepare = async (world) => {
  const { registerId, proposalId } = await openProposal(world, await twoGovern(world));
  return { as: 'administrator', params: { registerId, proposalId } };
};
const withExample: Prepare = async (world) => {
  await exampleOrders(world);
  return { as: 'administrator', params: { registerId: LEDGER.registerId } };
};

/**
 * A wallet of the node in the place of that of a participant, by the owner of the register, who is its quorum alone.
 */
export async function replaceWallet(
  world: World,
  { registerId, participantId, replaces }: Record<'registerId' | 'participantId' | 'replaces', string>,
  fresh: NodeWallet,
): Promise<void> {
  const { address, publicKey, algorithm } = fresh;
  const said = { participantId, replaces, publicKey, algorithm: algorithm as 'ED25519' | 'NISTP256' };
  const digest = replacementDigest({ registerId, ...said });
  const proof = good(await world.deps.keystore.sign(keyNameOf(fresh, address), digest));
  const walletProof = toBase64(proof.signature);
  const body = { operationType: 'replace-wallet', ...said, walletProof, wallet: EXAMPLE.walletAddress };
  const { json, text } = await ask(world, 'propose', { params: { registerId }, body });
  if (json.proposal?.status !== 'Recorded') throw new Error(text);
}

export const prepareGovernance: Readonly<Record<string, Prepare>> = {
  getGovernanceHistory: withExample,
  getRules: withExample,
  listProposals: withExample,
  listMyProposals: async (world) => ({ ...(await withOpen(world)), params: {} }),
  getProposal: withOpen,
  getSigningRequest: withOpen,
  propose: async (world) => ({ as: 'administrator', params: { registerId: await aRegister(world) } }),
  approveProposal: async (world) => {
    const { registerId, proposalId, operation } = await openProposal(world, await twoGovern(world));
    return { as: 'administrator', params: { registerId, proposalId }, body: vote(registerId, operation) };
  },
  makeCandidacy: withExample,
  makeReadiness: withExample,
  makeRulesSupport: withExample,
};
