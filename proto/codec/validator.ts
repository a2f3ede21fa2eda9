// The three calls between validators that the specification names, between bytes and core. Answers carry its field
// names beside our signed objects; both must agree, so that a reader of either sees the same.
import { equalBytes, fromHex, uuidToBytes } from '../../core/base/bytes.js';
import type { Issue } from '../../core/base/issue.js';
import type { Result } from '../../core/base/result.js';
import type { Proposal, Vote } from '../../core/consensus/types.js';
import type { DocketAnswer } from '../../core/mesh/frames.js';
import type { Hash, SealedDocket } from '../../core/model/register.js';
import { decodeTransaction } from '../../core/transaction/encode.js';
import {
  DocketStatus,
  GetHealthStatusResponse,
  HealthStatus,
  RequestVoteRequest,
  RequestVoteResponse,
  ValidateDocketRequest,
  ValidateDocketResponse,
  VoteDecision,
} from '../gen/validator/v1/validator.js';
import { proposalToWire, readProposal, readVote, voteToWire } from './consensus.js';
import { type DecodeTransaction, docketReader, readSealed, sealedDocketToWire } from './docket.js';
import { type FieldReader, readMessage } from './field-reader.js';
import { CALL_BYTES_MAX, ISSUE_MESSAGE_MAX, ISSUES_MAX } from './limits.js';
import { cut, issueToWire, readIssue } from './refusal.js';
import { healthShape, sealedAskShape, voteAnswerShape, voteAskShape } from './shapes.js';

export interface VoteAsk {
  readonly registerId: string;
  readonly proposal: Proposal;
}

export function encodeVoteAsk({ registerId, proposal }: VoteAsk): Uint8Array {
  return RequestVoteRequest.encode({
    registerId: uuidToBytes(registerId) as Buffer,
    proposal: proposalToWire(proposal),
  }).finish();
}

/** Issues as `readMessage`. */
export function decodeVoteAsk(bytes: Uint8Array, decode: DecodeTransaction = decodeTransaction): Result<VoteAsk> {
  return readMessage(bytes, {
    shape: voteAskShape,
    bytesMax: CALL_BYTES_MAX.voteAsk,
    parse: RequestVoteRequest.decode,
    read: (reader, wire) => {
      const registerId = reader.registerId(wire.registerId, '');
      const context = { at: '/proposal', readDocket: docketReader(reader, decode) };
      const proposal = reader.problem ? undefined : readProposal(reader, wire.proposal, context);
      return proposal && { registerId, proposal };
    },
  });
}

/** The signed vote, or why there is none. */
export type VoteAnswer =
  | { readonly type: 'vote'; readonly vote: Vote; readonly votedAtMs: number }
  | { readonly type: 'refused'; readonly issue: Issue };

export function encodeVoteAnswer(answer: VoteAnswer): Uint8Array {
  return RequestVoteResponse.encode(
    answer.type === 'vote' ? votedAnswerToWire(answer) : refusalToWire(answer.issue),
  ).finish();
}

/** Issues as `readMessage`; FRAME_INVALID too when the named fields contradict the signed vote. */
export function decodeVoteAnswer(bytes: Uint8Array): Result<VoteAnswer> {
  return readMessage(bytes, {
    shape: voteAnswerShape,
    bytesMax: CALL_BYTES_MAX.voteAnswer,
    parse: RequestVoteResponse.decode,
    read: readVoteAnswer,
  });
}

function votedAnswerToWire({ vote, votedAtMs }: Extract<VoteAnswer, { readonly type: 'vote' }>): RequestVoteResponse {
  return {
    voteId: voteIdOf(vote),
    decision: vote.approve ? VoteDecision.APPROVE : VoteDecision.REJECT,
    rejectionReason: vote.code,
    validatorSignature: fromHex(vote.signature) as Buffer,
    validatorId: fromHex(vote.voter) as Buffer,
    votedAt: BigInt(votedAtMs),
    vote: voteToWire(vote),
    refusal: undefined,
  };
}

function refusalToWire(refusal: Issue): RequestVoteResponse {
  return {
    voteId: '',
    decision: VoteDecision.UNSPECIFIED,
    rejectionReason: cut(refusal.message, ISSUE_MESSAGE_MAX),
    validatorSignature: Buffer.alloc(0),
    validatorId: Buffer.alloc(0),
    votedAt: 0n,
    vote: undefined,
    refusal: issueToWire(refusal),
  };
}

function readVoteAnswer(reader: FieldReader, wire: RequestVoteResponse): VoteAnswer | undefined {
  if (wire.vote === undefined) {
    const refusal = readIssue(reader, wire.refusal, '/refusal');
    return refusal && { type: 'refused', issue: refusal };
  }
  const vote = readVote(reader, wire.vote, '/vote');
  if (vote === undefined) return undefined;
  const same =
    wire.refusal === undefined &&
    wire.voteId === voteIdOf(vote) &&
    wire.decision === (vote.approve ? VoteDecision.APPROVE : VoteDecision.REJECT) &&
    wire.rejectionReason === vote.code &&
    equalBytes(wire.validatorSignature, wire.vote.signature) &&
    equalBytes(wire.validatorId, wire.vote.voter);
  if (!same) reader.fail('', 'vote', 'The named fields contradict the signed vote.');
  return { type: 'vote', vote, votedAtMs: reader.safe(wire.votedAt, '', 'votedAt') };
}

function voteIdOf({ height, round, kind, voter }: Vote): string {
  return `${height}/${round}/${kind}/${voter}`;
}

export function encodeSealedAsk(sealed: SealedDocket): Uint8Array {
  return ValidateDocketRequest.encode({ sealed: sealedDocketToWire(sealed) }).finish();
}

/** Issues as `readMessage`. */
export function decodeSealedAsk(
  bytes: Uint8Array,
  decode: DecodeTransaction = decodeTransaction,
): Result<SealedDocket> {
  return readMessage(bytes, {
    shape: sealedAskShape,
    bytesMax: CALL_BYTES_MAX.sealed + 16,
    parse: ValidateDocketRequest.decode,
    read: (reader, { sealed }) => readSealed(reader, sealed, docketReader(reader, decode)),
  });
}

const STATUSES = {
  sealed: DocketStatus.SEALED,
  'already-sealed': DocketStatus.ALREADY_SEALED,
  behind: DocketStatus.BEHIND,
  invalid: DocketStatus.INVALID,
} as const;

/** At most ISSUES_MAX issues travel: the first say what to do. */
export function encodeDocketAnswer({ status, height, issues }: DocketAnswer): Uint8Array {
  const held = status === 'sealed' || status === 'already-sealed';
  return ValidateDocketResponse.encode({
    isValid: held,
    validationErrors: issues.slice(0, ISSUES_MAX).map(issueToWire),
    shouldPersist: held,
    isFork: issues.some(({ code }) => code === 'DOCKET_CONFLICT' || code === 'REGISTER_FORKED'),
    status: STATUSES[status],
    height: BigInt(height),
  }).finish();
}

/** The health of a node in the words of the specification. */
export interface HealthReport {
  readonly status: 'healthy' | 'degraded' | 'unhealthy';
  /** Null for a node without a seat. */
  readonly validatorId: Hash | null;
  readonly activeRegisters: number;
  /** Unix ms. */
  readonly lastHeartbeatMs: number;
  /** Sentences for a person, at most ISSUES_MAX. */
  readonly issues: readonly string[];
}

const HEALTH = {
  healthy: HealthStatus.HEALTHY,
  degraded: HealthStatus.DEGRADED,
  unhealthy: HealthStatus.UNHEALTHY,
} as const;
const HEALTH_OF = {
  [HealthStatus.HEALTHY]: 'healthy',
  [HealthStatus.DEGRADED]: 'degraded',
  [HealthStatus.UNHEALTHY]: 'unhealthy',
} as const;

export function encodeHealth(report: HealthReport): Uint8Array {
  return GetHealthStatusResponse.encode({
    status: HEALTH[report.status],
    validatorId: (report.validatorId === null ? Buffer.alloc(0) : fromHex(report.validatorId)) as Buffer,
    activeRegisters: report.activeRegisters,
    lastHeartbeat: BigInt(report.lastHeartbeatMs),
    issues: report.issues.slice(0, ISSUES_MAX).map((text) => cut(text, ISSUE_MESSAGE_MAX)),
  }).finish();
}

/** Issues as `readMessage`. */
export function decodeHealth(bytes: Uint8Array): Result<HealthReport> {
  return readMessage(bytes, {
    shape: healthShape,
    bytesMax: CALL_BYTES_MAX.health,
    parse: GetHealthStatusResponse.decode,
    read: (reader, wire) => {
      const status = reader.member(HEALTH_OF, wire.status, { at: '', name: 'status' });
      const where = { at: '', name: 'issues' };
      return (
        status && {
          status,
          validatorId: wire.validatorId.length === 0 ? null : reader.hash(wire.validatorId, '', 'validatorId'),
          activeRegisters: wire.activeRegisters,
          lastHeartbeatMs: reader.safe(wire.lastHeartbeat, '', 'lastHeartbeat'),
          issues: wire.issues.map((text) => reader.text(text, where, { max: ISSUE_MESSAGE_MAX })),
        }
      );
    },
  });
}
