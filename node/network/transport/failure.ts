// Failures of calls between nodes: the error that the asking calls of PeerNet reject with, and how gRPC says the same.
// Issues travel as a code in the trailing metadata; the sentences of another node are never shown as this node's own.
import { type Metadata, Metadata as NewMetadata, type ServiceError, type StatusObject, status } from '@grpc/grpc-js';
import type { PeerFailure } from '../../../actors/mesh/ports.js';
import { ISSUE_CODES } from '../../../core/base/codes/table.js';
import type { Issue, IssueCode } from '../../../core/base/issue.js';

export type FailureReason = PeerFailure['reason'];

const CODE_KEY = 'issue-code';
const CODES: ReadonlySet<string> = new Set(ISSUE_CODES);

class CallFailure extends Error implements PeerFailure {
  readonly peerId: string;
  readonly reason: FailureReason;

  constructor(peerId: string, reason: FailureReason, detail: string) {
    super(`${reason}: ${detail}`);
    this.name = 'PeerFailure';
    this.peerId = peerId;
    this.reason = reason;
  }
}

export function peerFailure(peerId: string, reason: FailureReason, detail: string): PeerFailure {
  return new CallFailure(peerId, reason, detail);
}

export function isPeerFailure(error: unknown): error is PeerFailure {
  return error instanceof CallFailure;
}

/** Anything that a call of grpc-js ends with, as a PeerFailure. */
export function failureOf(peerId: string, error: unknown): PeerFailure {
  if (isPeerFailure(error)) return error;
  const { code, details } = error as Partial<ServiceError>;
  return peerFailure(peerId, reasonOf(code), details ?? String(error));
}

function reasonOf(code: status | undefined): FailureReason {
  switch (code) {
    case status.DEADLINE_EXCEEDED:
      return 'late';
    case status.PERMISSION_DENIED:
    case status.UNAUTHENTICATED:
    case status.RESOURCE_EXHAUSTED:
    case status.FAILED_PRECONDITION:
    case status.UNIMPLEMENTED:
      return 'refused';
    case status.UNAVAILABLE:
      return 'not-connected';
    case status.INVALID_ARGUMENT:
    case status.INTERNAL:
      return 'malformed';
    default:
      return 'broken';
  }
}

/** The error with which a handler ends a call. The code goes along; the message is ours and holds no payload. */
export function refusal(issue: Issue, code: status = status.PERMISSION_DENIED): Partial<StatusObject> {
  return { code, details: issue.message, metadata: codeMetadata(issue.code) };
}

export function exhaustedStatus(what: string): Partial<StatusObject> {
  return { code: status.RESOURCE_EXHAUSTED, details: what, metadata: codeMetadata('RATE_LIMITED') };
}

export function malformedStatus(what: string): Partial<StatusObject> {
  return { code: status.INVALID_ARGUMENT, details: what, metadata: codeMetadata('BODY_INVALID') };
}

/** The issue code that a peer sent with a failure, if it is one of ours. */
export function issueCodeOf(error: unknown): IssueCode | undefined {
  const metadata = (error as { readonly metadata?: Metadata } | undefined)?.metadata;
  const [code] = metadata?.get(CODE_KEY) ?? [];
  return typeof code === 'string' && CODES.has(code) ? (code as IssueCode) : undefined;
}

function codeMetadata(code: IssueCode): Metadata {
  const metadata = new NewMetadata();
  metadata.set(CODE_KEY, code);
  return metadata;
}
