// Enactment of governance acts on members, validators, policy and participants: one function for each operation. Asked
// when an act is proposed and again when it is enacted: an act that can never be enacted is not voted on. The same
// answer on every node: it reads sealed state only.

import { fromBase64 } from '../../base/bytes.js';
import { type Issue, issue } from '../../base/issue.js';
import { VALIDATORS_MAX } from '../../base/limits/ledger/consensus.js';
import { MEMBERS_MAX, READINESS_DOCKETS_MAX } from '../../base/limits/ledger/registers.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import { addressOfBase64 } from '../../crypto/keys/address.js';
import { publicKeyProblem } from '../../crypto/signing/algorithms.js';
import type { Member, RegisterPolicy, RegisterState, Validator } from '../../model/register.js';
import { walletDid } from '../people/did.js';
import { mayGovern } from '../people/rights.js';
import { checkPolicy } from '../policy.js';
import { seatOf } from '../roster.js';
import { STATE_KEY } from '../state-keys.js';
import type { NewSeat, Readiness } from './candidacy.js';
import type { ChangeGround, GovernanceChange } from './change.js';
import { type GovernanceOperation, type OperationType, operationTypeOf } from './operation.js';
import { replaceWallet, revokeParticipant } from './replacement.js';
import { revokeCredential } from './revoke-credential.js';
import { candidatesOf } from './rows.js';
import { seatWithoutSupport } from './rules-support.js';
import { distrust, removeTrust, setTrust } from './set-trust.js';

type Enact = (operation: GovernanceOperation, ground: ChangeGround) => Result<GovernanceChange>;

const at = (member: string): string => `/payload/operation/${member}`;
const ruleIssue = (member: string, message: string): Issue => issue('VAL_PERM_004', at(member), message);

const ENACT: Readonly<Record<OperationType, Enact>> = {
  'add-member': addMember,
  'remove-member': removeMember,
  'transfer-ownership': transferOwnership,
  'set-governance-policy': (operation, ground) => setPolicy('governance', operation, ground),
  'set-crypto-policy': setCryptoPolicy,
  'set-consensus-policy': setConsensusPolicy,
  'add-validator': addValidator,
  'activate-validator': activateValidator,
  'remove-validator': removeValidator,
  'rekey-validator': rekeyValidator,
  'set-rules-version': setRulesVersion,
  'reset-time': resetTime,
  'replace-wallet': replaceWallet,
  'revoke-participant': revokeParticipant,
  'set-trust': setTrust,
  'remove-trust': removeTrust,
  distrust,
  'revoke-credential': revokeCredential,
};

/**
 * The change that an act makes now: VAL_PERM_004, VAL_TRUST_001 and 002, CONFIG_INVALID or GOVERNANCE_READINESS_INVALID
 * with a pointer when it may not be made.
 */
export function enact(operation: GovernanceOperation, ground: ChangeGround): Result<GovernanceChange> {
  return ENACT[operationTypeOf(operation)](operation, ground);
}

function addMember(operation: GovernanceOperation, { state, timestampMs }: ChangeGround): Result<GovernanceChange> {
  const { targetDid = '', targetRole, publicKey = '', algorithm } = operation;
  if (state.members.length >= MEMBERS_MAX)
    return fail(ruleIssue('targetDid', `A roster has at most ${MEMBERS_MAX} members.`));
  if (state.members.some((member) => member.subject === targetDid))
    return fail(ruleIssue('targetDid', 'The target is a member already.'));
  if (!algorithm || !state.policy.crypto.acceptedSignatureAlgorithms.includes(algorithm))
    return fail(ruleIssue('algorithm', 'The register does not accept this signature algorithm.'));
  if (walletDid(addressOfBase64(algorithm, publicKey) ?? '') !== targetDid)
    return fail(ruleIssue('publicKey', 'The public key is not the key of the target.'));
  if (publicKeyProblem(algorithm, fromBase64(publicKey) ?? new Uint8Array(0)))
    return fail(ruleIssue('publicKey', 'The public key is not a sound key of its algorithm.'));
  const role = targetRole as Member['role'];
  const grantedAt = new Date(timestampMs).toISOString();
  return { members: [...state.members, { subject: targetDid, role, publicKey, algorithm, grantedAt }] };
}

function removeMember({ targetDid }: GovernanceOperation, { state }: ChangeGround): Result<GovernanceChange> {
  const target = state.members.find((member) => member.subject === targetDid);
  if (!target) return fail(ruleIssue('targetDid', 'The target is not on the roster.'));
  if (target.role === 'Owner') return fail(ruleIssue('targetDid', 'An Owner is never removed.'));
  return { members: state.members.filter((member) => member !== target) };
}

function transferOwnership(
  { targetDid, proposerDid }: GovernanceOperation,
  { state }: ChangeGround,
): Result<GovernanceChange> {
  const target = state.members.find((member) => member.subject === targetDid);
  const proposer = state.members.find((member) => member.subject === proposerDid);
  if (proposer?.role !== 'Owner') return fail(ruleIssue('proposerDid', 'Only an Owner transfers ownership.'));
  if (target?.role !== 'Admin') return fail(ruleIssue('targetDid', 'Ownership goes to an Admin of the register.'));
  const members = state.members.map((member): Member => {
    if (member === target) return { ...member, role: 'Owner' };
    return member === proposer ? { ...member, role: 'Admin' } : member;
  });
  return { members };
}

function setPolicy(
  part: keyof RegisterPolicy,
  { policy: given }: GovernanceOperation,
  { state }: ChangeGround,
): Result<GovernanceChange> {
  const policy = { ...state.policy, [part]: { ...state.policy[part], ...given } };
  const [problem] = checkPolicy(policy, state.roster.validators.length);
  return problem ? fail({ ...problem, path: at(`policy${problem.path.slice(part.length + 1)}`) }) : { policy };
}

function setCryptoPolicy(operation: GovernanceOperation, ground: ChangeGround): Result<GovernanceChange> {
  const change = setPolicy('crypto', operation, ground);
  if (isFailure(change) || !change.policy) return change;
  const accepted = change.policy.crypto.acceptedSignatureAlgorithms;
  // A member that votes with a refused algorithm could take nothing back.
  const shut = ground.state.members.some((member) => mayGovern(member.role) && !accepted.includes(member.algorithm));
  return shut ? fail(ruleIssue('policy', 'An Owner or Admin signs with an algorithm that would be refused.')) : change;
}

function setConsensusPolicy(operation: GovernanceOperation, ground: ChangeGround): Result<GovernanceChange> {
  const change = setPolicy('consensus', operation, ground);
  if (isFailure(change) || !change.policy) return change;
  const { roster, policy } = ground.state;
  const { mode } = change.policy.consensus;
  return mode === policy.consensus.mode ? change : { ...change, roster: { ...roster, mode } };
}

function addValidator(operation: GovernanceOperation, { state, view }: ChangeGround): Result<GovernanceChange> {
  const validator = operation.validator as Validator;
  const candidates = candidatesOf(view);
  const known = knownProblem(validator, [...state.roster.validators, ...candidates]);
  if (known) return fail(known);
  if (operation.genesisHash !== state.genesisHash)
    return fail(ruleIssue('genesisHash', 'The proof of possession is for another register.'));
  if (candidates.length + state.roster.validators.length >= VALIDATORS_MAX)
    return fail(ruleIssue('validator', `A register has at most ${VALIDATORS_MAX} validators and candidates.`));
  return { candidates: [...candidates, validator] };
}

function activateValidator(
  { validatorId, readiness }: GovernanceOperation,
  { state, view }: ChangeGround,
): Result<GovernanceChange> {
  const candidates = candidatesOf(view);
  const candidate = candidates.find((item) => item.validatorId === validatorId);
  if (!candidate) return fail(ruleIssue('validatorId', 'The validator is not a candidate of this register.'));
  const problem = readinessProblem(readiness as Readiness, candidate, { state, view });
  if (problem) return fail(issue('GOVERNANCE_READINESS_INVALID', at('readiness'), problem));
  const { roster } = state;
  if (roster.validators.length >= VALIDATORS_MAX)
    return fail(ruleIssue('validatorId', `A register has at most ${VALIDATORS_MAX} validators.`));
  return {
    roster: { ...roster, validators: [...roster.validators, candidate] },
    candidates: candidates.filter((item) => item !== candidate),
  };
}

/**
 * Why a readiness does not show that the candidate keeps up; its signature was verified with those of the transaction.
 */
function readinessProblem(
  readiness: Readiness,
  candidate: Validator,
  { state, view }: Pick<ChangeGround, 'state' | 'view'>,
): string | undefined {
  if (readiness.registerId !== state.registerId) return 'The readiness is for another register.';
  if (readiness.consensusKey !== candidate.consensusKey) return 'The readiness is of another key.';
  if (readiness.height < state.height + 1 - READINESS_DOCKETS_MAX || readiness.height > state.height)
    return `The readiness names none of the last ${READINESS_DOCKETS_MAX} dockets.`;
  const point = view.docketAt(readiness.height);
  if (point?.docketHash !== readiness.docketHash || point.stateHash !== readiness.stateHash)
    return 'The readiness names another chain.';
  return readiness.rules >= state.rules
    ? undefined
    : `The register follows rules ${state.rules}, and the node of the candidate does not say that it knows them.`;
}

function removeValidator(
  { validatorId = '' }: GovernanceOperation,
  { state, view }: ChangeGround,
): Result<GovernanceChange> {
  const candidates = candidatesOf(view);
  const kept = candidates.filter((item) => item.validatorId !== validatorId);
  if (kept.length < candidates.length) return { candidates: kept };
  const { roster, policy } = state;
  if (seatOf(roster, validatorId) < 0)
    return fail(ruleIssue('validatorId', 'The validator has no seat on this register.'));
  const validators = roster.validators.filter((seat) => seat.validatorId !== validatorId);
  if (validators.length === 0) return fail(ruleIssue('validatorId', 'The last validator of a register stays.'));
  if (checkPolicy(policy, validators.length).length > 0)
    return fail(ruleIssue('validatorId', 'The mode of the register takes more validators than would be left.'));
  return { roster: { ...roster, validators } };
}

function rekeyValidator(operation: GovernanceOperation, { state, view }: ChangeGround): Result<GovernanceChange> {
  const { roster } = state;
  const index = seatOf(roster, operation.validatorId ?? '');
  const seat = roster.validators[index];
  if (!seat) return fail(ruleIssue('validatorId', 'The validator has no seat on this register.'));
  const fresh = operation.validator as NewSeat;
  const known = knownProblem(fresh, [...roster.validators, ...candidatesOf(view)], seat);
  if (known) return fail(known);
  if (operation.genesisHash !== state.genesisHash)
    return fail(ruleIssue('genesisHash', 'The proof of possession is for another register.'));
  const next = { ...roster, validators: roster.validators.with(index, { ...seat, ...fresh }) };
  const unsupported = rekeySupportProblem(operation, fresh, state);
  return unsupported ? fail(ruleIssue('support', unsupported)) : { roster: next };
}

/** A seat that gets a new key may move to another node, whose program has to know the rules in force. */
function rekeySupportProblem(
  { support }: GovernanceOperation,
  { consensusKey }: NewSeat,
  { rules }: RegisterState,
): string | undefined {
  const isKnown = support?.some((item) => item.consensusKey === consensusKey && item.rules >= rules) === true;
  return isKnown ? undefined : `The new key has not signed that its node knows rules ${rules}.`;
}

/**
 * A single step up, and only with the signed word of every validator in force that its node knows the rules: a node
 * that then meets a docket under rules unknown to it stops, and so no seat does. Never depends on what this program
 * knows, so that every program gives the same answer.
 */
function setRulesVersion(
  { rules = 0, support = [] }: GovernanceOperation,
  { state }: ChangeGround,
): Result<GovernanceChange> {
  const next = state.rules + 1;
  if (rules !== next)
    return fail(ruleIssue('rules', `The register follows rules ${state.rules}; they rise one by one, to ${next}.`));
  const lacking = seatWithoutSupport(state.roster, support, rules);
  return lacking
    ? fail(
        ruleIssue('support', `The validator ${lacking.validatorId} has not signed that its node knows rules ${rules}.`),
      )
    : { rules };
}

/**
 * Takes back the time of a head that a wrong clock dated into the future. Only in a docket one millisecond after its
 * parent: while the head is ahead of them, the clocks of a quorum pass no other. So a time that was right is not taken
 * back. The docket after it is judged by those clocks as every fresh one.
 */
function resetTime(
  { timeFloor = '' }: GovernanceOperation,
  { state, view, timestampMs }: ChangeGround,
): Result<GovernanceChange> {
  const timeFloorMs = Date.parse(timeFloor);
  if (timeFloorMs >= state.timestampMs)
    return fail(
      ruleIssue('timeFloor', `The head is of ${timeText(state.timestampMs)}: the time is set to one before it.`),
    );
  const foundedAt = view.state(STATE_KEY.register)?.createdAt;
  if (typeof foundedAt !== 'string' || timeFloorMs < Date.parse(foundedAt))
    return fail(ruleIssue('timeFloor', `The register was founded at ${foundedAt}: its time is never before that.`));
  if (timestampMs > state.timestampMs + 1)
    return fail(ruleIssue('timeFloor', `The head of ${timeText(state.timestampMs)} is not ahead: the time is right.`));
  return { timeFloorMs };
}

function timeText(ms: number): string {
  return new Date(ms).toISOString();
}

/**
 * A key that is known already, or a node: frames find a seat by its node, so a second seat of one node would never be
 * heard.
 */
function knownProblem(
  { validatorId, peerId = '' }: NewSeat,
  seats: readonly Validator[],
  replaced?: Validator,
): Issue | undefined {
  const others = seats.filter((seat) => seat !== replaced);
  if (replaced?.validatorId === validatorId || others.some((seat) => seat.validatorId === validatorId))
    return ruleIssue('validator', 'The key has a seat on this register, or is of a candidate.');
  return peerId !== '' && others.some((seat) => seat.peerId === peerId)
    ? ruleIssue('validator', 'The node has another seat on this register, or is a candidate.')
    : undefined;
}
