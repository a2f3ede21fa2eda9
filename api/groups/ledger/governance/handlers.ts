// Governance: rows to views, and calls to acts. The right to vote and the effect of a vote are decided by the rules of
// the ledger (core/register/governance/).
import type { Static } from 'typebox';
import type { ConsensusSigner } from '../../../../actors/ports.js';
import { type Issue, issue } from '../../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { knowsRules, RULES_LATEST } from '../../../../core/base/version.js';
import { upgradeNeeded } from '../../../../core/chain/state.js';
import { signCandidacy, signReadiness } from '../../../../core/register/governance/candidacy.js';
import { electorateOf } from '../../../../core/register/governance/decide.js';
import { APPROVE_ACTION, type GovernanceApproval } from '../../../../core/register/governance/operation.js';
import {
  candidatesOf,
  changeAt,
  governanceLedger,
  isOpen,
  type ProposalRow,
  statusAt,
} from '../../../../core/register/governance/rows.js';
import { signRulesSupport } from '../../../../core/register/governance/rules-support.js';
import { walletDid } from '../../../../core/register/people/did.js';
import { atTip } from '../../../access/at-tip.js';
import { type ApiCall, type Handlers, reply } from '../../../define.js';
import type { ApiDeps } from '../../../deps/deps.js';
import { askedPage, growingPage, LAST_PAGE, nextAt } from '../../../requests/paging.js';
import type { ApproveBody } from '../../../schemas/registers/governance.js';
import { seatKeyFor } from '../../../submission/seat-key.js';
import { changeView, type Governed, newest, proposalPage, proposalView, rulesView } from '../../../views/governance.js';
import { pageOfSkip } from '../../../views/page.js';
import { isoTime } from '../../../views/transactions.js';
import type { LedgerDeps } from '../deps.js';
import { approvalProblem, memberWallet, STATEMENT_VERSION, signedApproval, submitAct } from './act.js';
import { type At, findGoverned, proposalOf, propose } from './proposing.js';
import type { governanceRoutes } from './routes.js';
import { listMyProposals } from './waiting.js';

export const governanceHandlers: Handlers<typeof governanceRoutes, LedgerDeps> = {
  getGovernanceHistory({ params, query }, call) {
    const at = findGoverned(call, params.registerId);
    if (isFailure(at)) return at;
    const total = governanceLedger(at.governed.view).changes;
    const asked = growingPage(call, { params, query }, { newestFirst: true });
    if (isFailure(asked)) return asked;
    const { skip, top } = asked.at(total);
    const numbers = newest(total).slice(skip, skip + top);
    const items = numbers.flatMap((n) => changeAt(at.governed.view, n) ?? []).map(changeView);
    const { members, headers } = asked.next(total);
    return reply(200, { items, totalCount: total, ...pageOfSkip({ skip, top }), ...members }, headers);
  },

  getRules({ params }, call) {
    const at = findGoverned(call, params.registerId);
    return isFailure(at) ? at : rulesView(at.governed, call.deps.seatKeys.all(), call.deps.mesh);
  },

  listProposals({ params, query }, call) {
    const at = findGoverned(call, params.registerId);
    if (isFailure(at)) return at;
    const asked = askedPage(call, { params, query });
    if (isFailure(asked)) return asked;
    const { skip, top, place } = asked;
    const below = place === undefined ? undefined : Number(place);
    const { next, ...shown } = proposalPage(at.governed, { ...{ skip, top, below }, status: query.status });
    const { members, headers } = next === undefined ? LAST_PAGE : nextAt(call, { params, query }, String(next));
    const { page, pageSize } = query;
    return reply(200, { ...shown, page, pageSize, ...members }, headers);
  },

  listMyProposals: ({ query }, call) => listMyProposals(call, query),

  getProposal({ params }, call) {
    const at = proposalOf(call, params);
    return isFailure(at) ? at : proposalView(at.row, at.governed);
  },

  getSigningRequest({ params, query }, call) {
    const at = proposalOf(call, params);
    if (isFailure(at)) return at;
    const { row, governed } = at;
    const problem = closedProblem(row, governed) ?? voterProblem(row, governed, query.approverDid);
    if (problem) return fail(problem);
    return {
      requestId: row.proposalId,
      registerId: governed.state.registerId,
      operation: { ...row.operation },
      statementVersion: STATEMENT_VERSION,
      approverDid: query.approverDid,
      expiresAt: isoTime(row.expiresAtMs),
    };
  },

  propose: atTip(
    ({ params }) => params.registerId,
    ({ params, body }, call) => propose(call, params.registerId, body),
  ),

  approveProposal: atTip(
    ({ params }) => params.registerId,
    ({ params, body }, call) => approve(call, params, body),
  ),

  async makeCandidacy({ params, body }, call) {
    const at = findJudged(call, params.registerId);
    if (isFailure(at)) return at;
    const { replaces } = body;
    const current = await keyFor(call.deps, params.registerId, replaces);
    const { validatorId, publicKey: consensusKey } = current;
    const validator = { ...call.deps.validator, validatorId, consensusKey };
    const sign = (digest: Uint8Array) => current.sign(digest);
    const proof = signCandidacy(at.governed.state, validator, {
      sign,
      ...(replaces === undefined ? {} : { replaces }),
    });
    return { validator, ...proof };
  },

  makeReadiness({ params }, call) {
    const at = findJudged(call, params.registerId);
    if (isFailure(at)) return at;
    // It takes no dockets any more, so that it would not learn of its seat either.
    if (at.record.status === 'OFFLINE')
      return fail(
        issue(
          'REGISTER_OFFLINE',
          '/registerId',
          'The register is OFFLINE on this node, which keeps up with nothing: start or follow it.',
        ),
      );
    const { state, view } = at.governed;
    const keys = new Set(candidatesOf(view).map((seat) => seat.consensusKey));
    const { seatKeys } = call.deps;
    // The key that was made a candidate, which need not be the newest one.
    const signer = seatKeys.all().find((key) => keys.has(key.publicKey)) ?? seatKeys.current;
    return signReadiness(state, signer);
  },

  makeRulesSupport({ params, body }, call) {
    const at = findJudged(call, params.registerId);
    if (isFailure(at)) return at;
    if (!knowsRules(body.rules))
      return fail(issue('BODY_INVALID', '/rules', `The program of this node knows rules up to ${RULES_LATEST}.`));
    const seats = new Set(at.governed.state.roster.validators.map((seat) => seat.consensusKey));
    const signer = call.deps.seatKeys.all().find((key) => seats.has(key.publicKey));
    return signer
      ? signRulesSupport(body.rules, signer)
      : fail(issue('VALIDATOR_NOT_FOUND', '/registerId', 'This node has no seat on the register.'));
  },
};

/**
 * For a seat that one of this node's keys has: another key. Else one for a new seat, which a seat of another node may
 * be given to.
 */
async function keyFor(
  deps: Pick<ApiDeps, 'ledger' | 'seatKeys'>,
  registerId: string,
  replaces: string | undefined,
): Promise<ConsensusSigner> {
  const { seatKeys } = deps;
  const isOwn = replaces !== undefined && seatKeys.all().some(({ validatorId }) => validatorId === replaces);
  return isOwn ? seatKeys.replacementOf(replaces) : seatKeyFor(deps, registerId);
}

/** A node that does not know the rules of a register proves nothing for a seat on it. */
function findJudged(call: ApiCall<LedgerDeps>, registerId: string): Result<At> {
  const at = findGoverned(call, registerId);
  if (isFailure(at) || knowsRules(at.governed.state.rules)) return at;
  return fail(upgradeNeeded(at.governed.state.rules));
}

function closedProblem(row: ProposalRow, { nowMs }: Governed): Issue | undefined {
  const status = statusAt(row, nowMs);
  return isOpen({ ...row, status })
    ? undefined
    : issue('GOVERNANCE_PROPOSAL_CLOSED', '/proposalId', `The proposal is closed: ${row.reason ?? status}.`);
}

function voterProblem({ operation }: ProposalRow, { state }: Governed, approverDid: string): Issue | undefined {
  return electorateOf(operation, state).voters.some((member) => member.subject === approverDid)
    ? undefined
    : issue('FORBIDDEN', '/approverDid', 'This member does not vote on the proposal.');
}

async function approve(
  call: ApiCall<LedgerDeps>,
  params: { readonly registerId: string; readonly proposalId: string },
  body: Static<typeof ApproveBody>,
) {
  const at = proposalOf(call, params);
  if (isFailure(at)) return at;
  const { row, governed, record } = at;
  if (body.requestId !== undefined && body.requestId !== row.proposalId)
    return fail(issue('BODY_INVALID', '/requestId', 'The body names another proposal than the path.'));
  const closed = closedProblem(row, governed);
  if (closed) return fail(closed);
  const signer = body.wallet === undefined ? undefined : await memberWallet(call, body.wallet);
  if (isFailure(signer)) return signer;
  const { operation } = row;
  const approverDid = signer ? walletDid(signer.address) : body.approverDid;
  if (approverDid === undefined)
    return fail(issue('BODY_INVALID', '/approverDid', 'Name the member that votes, or a wallet.'));
  const problem = voterProblem(row, governed, approverDid);
  if (problem) return fail(problem);
  const said = {
    registerId: record.id,
    operation,
    isApproval: body.isApproval,
    ...(body.comment !== undefined && { comment: body.comment }),
  };
  const approval = signer ? await signedApproval(call, signer, said) : broughtApproval(governed, approverDid, body);
  if (isFailure(approval)) return approval;
  const invalid = await approvalProblem(call, { registerId: record.id, operation }, approval);
  if (invalid) return fail(invalid);
  return submitAct({
    call,
    record,
    governed,
    actionId: APPROVE_ACTION,
    payload: { operation, approvals: [approval] },
    signer,
  });
}

/** The vote that the body brings, under the key that the roster has for its member. */
function broughtApproval(
  { state }: Governed,
  approverDid: string,
  body: Static<typeof ApproveBody>,
): Result<GovernanceApproval> {
  const member = state.members.find((item) => item.subject === approverDid);
  if (!member || body.signature === undefined)
    return fail(issue('BODY_INVALID', '/signature', 'A vote has a signature, or names a wallet of this node.'));
  if (body.publicKey !== undefined && body.publicKey !== member.publicKey)
    return fail(
      issue('GOVERNANCE_SIGNATURE_INVALID', '/publicKey', 'This is not the key of the approver on the roster.'),
    );
  const { publicKey, algorithm } = member;
  const { isApproval, signature, comment } = body;
  return { approverDid, isApproval, publicKey, algorithm, signature, ...(comment === undefined ? {} : { comment }) };
}
