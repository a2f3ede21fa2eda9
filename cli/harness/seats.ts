// Governance of a register that several organisations of a local mesh share: one owner proposes, others approve on
// their own nodes, until the act is carried; and the two acts with which a node gets a seat. It signs with wallets that
// the nodes keep, as operators would.
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../../api/client/client.js';
import type { GovernanceOperation } from '../../core/register/governance/operation.js';
import type { ClusterMember } from './mesh-cluster.js';
import { everywhere, follow } from './shared-register.js';

export interface Governor {
  readonly member: ClusterMember;
  /** Of its wallet that owns the register. */
  readonly walletId: string;
}

const ACT_MS = 30_000;

/**
 * Carries an act: the first governor proposes, the others approve in turn as far as they are needed. Throws when it is
 * not carried.
 */
export async function carry(
  registerId: string,
  governors: readonly [Governor, ...Governor[]],
  operation: Partial<GovernanceOperation>,
): Promise<void> {
  const [first] = governors;
  const body = { ...operation, justification: '', wallet: first.walletId };
  const proposed = await clientOf(first).propose({ params: { registerId }, body: body as never });
  await carryProposed(registerId, governors, proposed);
}

/** Carries an act that the first governor has proposed. Throws when it is not carried. */
export async function carryProposed(
  registerId: string,
  [first, ...others]: readonly [Governor, ...Governor[]],
  { proposalId, proposal }: Awaited<ReturnType<Client['propose']>>,
): Promise<void> {
  let status = proposal?.status;
  for (const governor of others) {
    if (status !== 'Pending') break;
    await awaitProposal(governor, { registerId, proposalId });
    const body = { isApproval: true, wallet: governor.walletId };
    const voted = await clientOf(governor).approveProposal({ params: { registerId, proposalId }, body: body as never });
    status = voted.proposal?.status;
  }
  if (status !== 'Recorded') throw new Error(`The proposal ${proposalId} is not carried: ${status}.`);
  // The last approval was sealed before another node: who proposed shall see what came of it.
  await awaitProposal(first, { registerId, proposalId }, 'Recorded');
}

/** Gives a member without a seat one: it replicates, is made a candidate, and is activated once it keeps up. */
export async function seat(
  registerId: string,
  governors: readonly [Governor, ...Governor[]],
  newcomer: ClusterMember,
): Promise<void> {
  const params = { registerId };
  const { node, token } = newcomer;
  await follow(newcomer, registerId);
  const candidacy = await node.client(token).makeCandidacy({ params, body: {} });
  await carry(registerId, governors, {
    operationType: 'add-validator',
    ...(candidacy as Partial<GovernanceOperation>),
  });
  const { height } = await clientOf(governors[0]).getRegister({ params });
  await everywhere([newcomer], registerId, Number(height));
  const readiness = await node.client(token).makeReadiness({ params });
  await carry(registerId, governors, {
    operationType: 'activate-validator',
    validatorId: candidacy.validator.validatorId,
    readiness: readiness as unknown as NonNullable<GovernanceOperation['readiness']>,
  });
}

function clientOf({ member: { node, token } }: Governor) {
  return node.client(token);
}

/** Waits until the governor's own node has the proposal, in this state where one is given. */
async function awaitProposal(
  governor: Governor,
  params: { readonly registerId: string; readonly proposalId: string },
  status?: string,
): Promise<void> {
  const until = performance.now() + ACT_MS;
  for (;;) {
    const proposal = await clientOf(governor)
      .getProposal({ params })
      .catch(() => undefined);
    if (proposal && (status === undefined || proposal.status === status)) return;
    const { node, name } = governor.member;
    if (performance.now() > until) throw node.failure(`${name} does not hear of proposal ${params.proposalId}.`);
    await pause(50);
  }
}
