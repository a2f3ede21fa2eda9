// Participants of an organisation and their linked wallets: loads, asks core/tenant/participants, commits, shows. A
// link says whose wallet one is, and gives no right to it.
import { toBase64, toBase64Url } from '../../../../core/base/bytes.js';
import { issue } from '../../../../core/base/issue.js';
import { LINK_CHALLENGE_MS } from '../../../../core/base/limits/node/accounts.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { parseAddress } from '../../../../core/crypto/keys/address.js';
import {
  challengeBytes,
  type LinkChallenge,
  type LinkedWallet,
  linkProblem,
  proofTask,
} from '../../../../core/tenant/participants/wallet-links.js';
import { type Membership, normaliseEmail } from '../../../../core/tenant/user.js';
import { findAdministered } from '../../../access/organisations.js';
import { isAllowed } from '../../../auth/policy.js';
import type { ApiCall, Handlers } from '../../../define.js';
import { newId } from '../../../sign-in/session.js';
import type { WalletDeps } from '../deps.js';
import type { walletLinkRoutes } from './routes.js';

export const walletLinkHandlers: Handlers<typeof walletLinkRoutes, WalletDeps> = {
  getOrganizationParticipant({ params }, call) {
    const member = participantOf(call, params);
    if (isFailure(member)) return member;
    const linkedWallets = call.deps.walletLinks.of(member.organisationId, member.id);
    return { ...participantView(member, linkedWallets), linkedWallets };
  },

  async searchParticipants({ body }, call) {
    const organisation = findAdministered(call, body.organizationId ?? call.caller.organisationId);
    if (isFailure(organisation)) return organisation;
    const { query = '', status, hasLinkedWallet, page = 1, pageSize = 20 } = body;
    const wanted = normaliseEmail(query);
    const links = await call.deps.walletLinks.all(organisation.id);
    const results = [];
    let totalCount = 0;
    for await (const member of call.deps.tenants.members(organisation.id)) {
      const own = links.get(member.id) ?? [];
      if (!member.email.includes(wanted) && !normaliseEmail(member.displayName).includes(wanted)) continue;
      if (status !== undefined && member.status !== status) continue;
      if (hasLinkedWallet !== undefined && own.length > 0 !== hasLinkedWallet) continue;
      if (totalCount >= (page - 1) * pageSize && results.length < pageSize) results.push(participantView(member, own));
      totalCount++;
    }
    return { results, totalCount, page, pageSize, query };
  },

  listWalletLinks({ params }, call) {
    const member = participantOf(call, params);
    return isFailure(member) ? member : { linkedWallets: call.deps.walletLinks.of(member.organisationId, member.id) };
  },

  beginWalletLink({ params, body }, call) {
    const { deps, address } = call;
    const member = ownParticipant(call, params);
    if (isFailure(member)) return member;
    const parsed = parseAddress(body.walletAddress);
    if (isFailure(parsed)) return parsed.mapIssues((problem) => ({ ...problem, path: '/walletAddress' }));
    if (parsed.algorithm !== body.algorithm)
      return fail(
        issue('ALGORITHM_UNSUPPORTED', '/algorithm', `The wallet of this address signs with ${parsed.algorithm}.`),
      );
    const full = linkProblem(deps.walletLinks.of(member.organisationId, member.id), body.walletAddress);
    if (full) return fail(full);
    const challenge: LinkChallenge = {
      id: newId(deps),
      organisationId: member.organisationId,
      membershipId: member.id,
      platformUserId: member.platformUserId,
      walletAddress: body.walletAddress,
      algorithm: parsed.algorithm,
      nonce: toBase64Url(deps.random.bytes(32)),
      expiresAt: new Date(deps.clock.now() + LINK_CHALLENGE_MS).toISOString(),
    };
    deps.linkChallenges.open(challenge, address, challenge.id);
    return {
      challengeId: challenge.id,
      challenge: toBase64(challengeBytes(deps.config.installation, challenge)),
      ...{ walletAddress: challenge.walletAddress, algorithm: challenge.algorithm },
      ...{ expiresAt: challenge.expiresAt, status: 'Pending' as const },
    };
  },

  async verifyWalletLink({ params, body }, call) {
    const { deps } = call;
    const member = ownParticipant(call, params);
    if (isFailure(member)) return member;
    const challenge = deps.linkChallenges.attempt(params.challengeId);
    if (!challenge || !isOf(challenge, member)) return fail(NO_CHALLENGE);
    const task = proofTask(deps.config.installation, challenge, body);
    if (isFailure(task)) return task;
    if (!(await deps.verifySignature(task)))
      return fail(
        issue('WALLET_PROOF_INVALID', '/signature', 'The signature is not that of the wallet over the challenge.'),
      );
    // Read again in the turn in which it is written: of two right answers at once the second one finds nothing.
    const now = ownParticipant(call, params);
    if (isFailure(now)) return now;
    if (!deps.linkChallenges.take(params.challengeId)) return fail(NO_CHALLENGE);
    return linkWallet(call, now, { challenge, publicKey: toBase64(task.publicKey) });
  },

  async removeWalletLink({ params }, call) {
    const { deps, caller } = call;
    const isOwn = params.participantId === caller.subject && params.organizationId === caller.organisationId;
    const member = isOwn || isAllowed('RequireAdministrator', caller) ? participantOf(call, params) : NOT_YOURS;
    if (isFailure(member)) return member;
    const links = deps.walletLinks.of(member.organisationId, member.id);
    const left = links.filter(({ walletAddress }) => walletAddress !== params.walletAddress);
    if (left.length === links.length)
      return fail(issue('WALLET_LINK_NOT_FOUND', '/walletAddress', 'The participant has no such linked wallet.'));
    await deps.commit([
      ...deps.walletLinks.put(member.organisationId, member.id, left),
      recordOf(call, member, { eventType: 'WalletUnlinked', walletAddress: params.walletAddress }),
    ]);
    return undefined;
  },
};

const NO_CHALLENGE = issue(
  'LINK_CHALLENGE_INVALID',
  '/challengeId',
  'The challenge is not good any more: ask for another.',
);
const NOT_YOURS = fail(issue('FORBIDDEN', '/participantId', 'A wallet is linked by its participant.'));

async function linkWallet(
  call: ApiCall<WalletDeps>,
  member: Membership,
  { challenge, publicKey }: { readonly challenge: LinkChallenge; readonly publicKey: string },
) {
  const { deps } = call;
  const { organisationId, id } = member;
  const { walletAddress, algorithm } = challenge;
  const links = deps.walletLinks.of(organisationId, id);
  const problem = linkProblem(links, walletAddress);
  if (problem) return fail({ ...problem, path: '' });
  if (deps.walletLinks.holder(organisationId, walletAddress) !== undefined)
    return fail(issue('WALLET_LINKED', '', 'The wallet is linked to another participant of the organisation.'));
  const made: LinkedWallet = {
    walletAddress,
    algorithm,
    publicKey,
    linkedAt: new Date(deps.clock.now()).toISOString(),
  };
  await deps.commit([
    ...deps.walletLinks.put(organisationId, id, [...links, made]),
    recordOf(call, member, { eventType: 'WalletLinked', walletAddress }),
  ]);
  return made;
}

interface Params {
  readonly organizationId: string;
  readonly participantId: string;
}

/**
 * A participant that the caller may see: of its own organisation, or of any for a SystemAdmin; a citizen sees itself.
 */
function participantOf(call: ApiCall<WalletDeps>, { organizationId, participantId }: Params): Result<Membership> {
  const organisation = findAdministered(call, organizationId);
  if (isFailure(organisation)) return organisation;
  const isHidden = call.caller.tier === 'consumer' && participantId !== call.caller.subject;
  const member = isHidden ? undefined : call.deps.tenants.membership(organisation.id, participantId);
  return member ?? fail(issue('USER_NOT_FOUND', '/participantId', 'There is no such participant.'));
}

/** The participant that the caller is, which acts for itself alone. */
function ownParticipant(call: ApiCall<WalletDeps>, params: Params): Result<Membership> {
  const member = participantOf(call, params);
  if (isFailure(member)) return member;
  return member.id === call.caller.subject && member.status === 'Active' ? member : NOT_YOURS;
}

function isOf(challenge: LinkChallenge, { organisationId, id, platformUserId }: Membership): boolean {
  const { organisationId: organisation, membershipId, platformUserId: user } = challenge;
  return organisation === organisationId && membershipId === id && user === platformUserId;
}

function participantView(member: Membership, links: readonly LinkedWallet[]) {
  const { id, organisationId, displayName, email, status, createdAt } = member;
  return {
    ...{ id, userId: id, organizationId: organisationId, displayName, email, status },
    ...{ hasLinkedWallet: links.length > 0, createdAt },
  };
}

function recordOf(
  { deps, caller, address }: ApiCall<WalletDeps>,
  member: Membership,
  {
    eventType,
    walletAddress,
  }: { readonly eventType: 'WalletLinked' | 'WalletUnlinked'; readonly walletAddress: string },
) {
  return deps.audit.byCaller(
    { caller, address },
    { eventType, organisationId: member.organisationId, details: { participantId: member.id, walletAddress } },
  );
}
