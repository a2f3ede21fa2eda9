// A fault that a reader found in the encrypted action of another party: which member of which action, and why. Codes
// and sentences only.
import { type Issue, issue } from '../../base/issue.js';

/**
 * `undeclared`: the action does not declare the member, and others do or a rule reads it. `undisclosed`: no disclosure
 * shows it to this reader. `schema`, `missing`: it breaks the schema of the action. `calculation`, `route`: it is not
 * what the data gives. `twice`: two groups differ. `taken`: another participant stated it before, and no action
 * declares it. `closed`: what names this reader does not open. Of language 2 alone (core/reading/cells/findings.ts),
 * `shape`: a part of what is no object; `delegation`: a deputy did more than it may; `undelivered`: what names this
 * reader does not open, or is not what was committed.
 */
export const SUSPICION_REASONS = [
  'undeclared',
  'undisclosed',
  'schema',
  'missing',
  'calculation',
  'route',
  'twice',
  'taken',
  'closed',
  'shape',
  'delegation',
  'undelivered',
] as const;
export type SuspicionReason = (typeof SUSPICION_REASONS)[number];

export interface Suspicion {
  readonly txId: string;
  /** The decimal spelling. */
  readonly actionId: string;
  /** The wallet that signed it. */
  readonly sender: string;
  /**
   * JSON Pointer into the data of the action, shortened where it is long; '' for all of it, `/@route` for the way that
   * was taken.
   */
  readonly member: string;
  readonly reason: SuspicionReason;
  /** A rejection took the action back later: it stops no party any more. */
  readonly undone?: true;
}

/**
 * Why a payload that everybody reads is suspect, whatever came before: VAL_CALC_001 for a calculated member or a way
 * that is false, VAL_SCHEMA_007 for the rest.
 */
export function plainIssues(suspect: readonly Suspicion[]): readonly Issue[] {
  return suspect.map(({ member, reason }) => {
    const code =
      reason === 'calculation' || reason === 'missing' || reason === 'route' ? 'VAL_CALC_001' : 'VAL_SCHEMA_007';
    return issue(code, `/payload${member}`, `${member === '' ? 'The payload' : member} ${REASONS[reason]}.`);
  });
}

const REASONS: Readonly<Record<SuspicionReason, string>> = {
  undeclared: 'is not a member that this action declares',
  undisclosed: 'is not disclosed to you by this action',
  schema: 'breaks the schema of this action',
  missing: 'is missing',
  calculation: 'is not what the calculation gives',
  route: 'is not the way that the data gives',
  twice: 'has two values',
  taken: 'was stated by another participant before',
  closed: 'does not open',
  shape: 'stands in no object',
  delegation: 'is more than the deputy may do',
  undelivered: 'was not delivered',
};

/** In how many transactions something is suspect that no rejection took back. */
export function suspectCount(suspect: readonly Suspicion[]): number {
  return new Set(suspect.flatMap(({ undone, txId }) => (undone === true ? [] : [txId]))).size;
}

/**
 * FACT_VIOLATED for the first suspicion that is neither undone nor accepted by its TxId: an act may not be built on it.
 */
export function suspicionProblem(suspect: readonly Suspicion[], accepted: readonly string[] = []): Issue | undefined {
  const named = new Set(accepted);
  const open = suspect.filter(({ undone, txId }) => undone !== true && !named.has(txId));
  const [first] = open;
  if (!first) return undefined;
  const others = open.length > 1 ? ` (and ${open.length - 1} more)` : '';
  const member = first.member === '' ? 'its data' : first.member;
  return issue(
    'FACT_VIOLATED',
    '/instanceId',
    `In action ${first.actionId}, transaction ${first.txId} of wallet ${first.sender}, ${member} ${REASONS[first.reason]}${others}. It is left out of the data. ` +
      'Reject or cancel, or ask its sender; to act without it all the same, name the transaction in acceptSuspect (--accept-suspect).',
  );
}
