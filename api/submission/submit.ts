// The way of a submission from body to answer, for every operation that takes one. The hot path: each transaction is
// hashed once, nothing is written again as text, and one promise is awaited.
import type { Static } from 'typebox';
import type { RefusedSubmission, SubmitOutcome } from '../../actors/ledger-port.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { Submission, Transaction } from '../../core/model/transaction.js';
import { transactionOf } from '../../core/transaction/encode.js';
import { type Refusal, type Reply, refuse, reply } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import type { BatchResult, SubmissionBody, SubmittedView } from '../schemas/registers/transactions.js';
import { isoTime, placeView } from '../views/transactions.js';
import { admitSubmission, type Submitter } from './admission.js';

export type SubmissionInput = Static<typeof SubmissionBody>;
type Submitted = Static<typeof SubmittedView>;
type BatchAnswer = Static<typeof BatchResult>;

/**
 * The transaction of a body; presence and form of its members are judged by `transactionOf`, which takes values of any
 * shape.
 */
export function transactionIn(body: SubmissionInput): Result<Transaction> {
  const tx = transactionOf(body as unknown as Submission);
  if (isFailure(tx)) return tx;
  const again = repeatedSigner(tx.signatures);
  return again < 0
    ? tx
    : fail(
        issue('VAL_STRUCT_011', `/signatures/${again}`, 'A key signs a transaction once, and signed this one before.'),
      );
}

/**
 * Place of the first signature by a key that signed before it, -1 without one. Sealed transactions may have some: it is
 * not a rule of the ledger.
 */
function repeatedSigner(signatures: Transaction['signatures']): number {
  // Nearly all have one signature.
  if (signatures.length < 2) return -1;
  const seen = new Set<string>();
  return signatures.findIndex(({ publicKey }) => seen.size === seen.add(publicKey).size);
}

/** Whether a promise of this node is on the disks of a quorum too: asked for with `Prefer: durability=quorum`. */
export async function isSpread(mesh: ApiDeps['mesh'], tx: Transaction, outcome: SubmitOutcome): Promise<boolean> {
  return outcome.status === 'pending' && mesh.spread(tx.header.registerId, [tx]);
}

/**
 * 200 for sealed, 202 for pending, the issues of a refusal. A preference that was met is named (RFC 7240 section 3).
 */
export function answerOf(
  tx: Transaction,
  outcome: SubmitOutcome,
  spread = false,
): Reply<202, Submitted> | Submitted | Refusal {
  const about = { transactionId: tx.txId, registerId: tx.header.registerId };
  switch (outcome.status) {
    case 'sealed':
      return { ...about, status: 'sealed', sealedAt: isoTime(outcome.sealedAtMs), ...placeView(outcome) };
    case 'pending':
      return reply(
        202,
        { ...about, status: 'pending', acceptedAt: isoTime(outcome.acceptedAtMs) },
        spread ? { 'preference-applied': 'durability=quorum' } : {},
      );
    case 'refused':
      return refuse(bodyIssues(outcome.issues), { definitive: isDefinitive(outcome) });
  }
}

/** A submission that was not judged, because the node is busy or behind, may be sealed all the same. */
export function isDefinitive({ definitive }: Pick<RefusedSubmission, 'definitive'>): boolean {
  return definitive === true;
}

/** Pointers into the transaction as pointers into the submission, whose header members stand at the top. */
export function bodyIssues(issues: readonly Issue[]): readonly Issue[] {
  return issues.map((problem) =>
    problem.path.startsWith('/header/') ? { ...problem, path: problem.path.slice(7) } : problem,
  );
}

/** Takes one transaction of a batch when the turn of its caller comes. */
export type TakeTurn = (piece: () => BatchAnswer | Promise<BatchAnswer>) => Promise<BatchAnswer>;

/** A result for each submission, in order. All are under way at once, and all wait together. */
export function submitAll(
  call: Submitter,
  submissions: readonly SubmissionInput[],
  inTurn: TakeTurn,
): Promise<BatchAnswer[]> {
  const seen = new Set<string>();
  return Promise.all(
    submissions.map((body) =>
      inTurn((): BatchAnswer | Promise<BatchAnswer> => {
        const tx = transactionIn(body);
        const named = body.transactionId ?? '';
        if (isFailure(tx)) return refusedResult(named, tx.issue, true);
        const { txId } = tx;
        if (seen.has(txId)) return { transactionId: txId, status: 'duplicate' };
        seen.add(txId);
        return admitSubmission(call, tx, body.priority).then((outcome) => resultOf(txId, outcome));
      }),
    ),
  );
}

function resultOf(transactionId: string, outcome: SubmitOutcome): BatchAnswer {
  switch (outcome.status) {
    case 'sealed':
      return { transactionId, status: 'sealed', ...placeView(outcome) };
    case 'pending':
      return { transactionId, status: 'pending' };
    case 'refused': {
      const [first] = bodyIssues(outcome.issues);
      return first?.code === 'VAL_REPLAY_001'
        ? { transactionId, status: 'duplicate', code: first.code, message: first.message, path: first.path }
        : refusedResult(transactionId, first, isDefinitive(outcome));
    }
  }
}

function refusedResult(transactionId: string, problem: Issue | undefined, definitive: boolean): BatchAnswer {
  const { code, message, path } = problem ?? issue('VAL_INTERNAL', '', 'The reason is not known.');
  return { transactionId, status: 'refused', definitive, code, message, path };
}
