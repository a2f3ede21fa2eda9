// What a reader found wrong in what another party sealed: which member of which action, and why. Codes and sentences only.
import { type Issue, issue } from '../base/issue.js';
import { shownName } from '../blueprint/statements.js';

/**
 * `undeclared`: the action does not declare the member, and others do or a rule reads it. `undisclosed`: no disclosure shows it to this reader. `schema`, `missing`: it
 * breaks the schema of the action. `calculation`, `route`: it is not what the data gives. `twice`: two groups differ. `taken`: another participant stated it before, and
 * no action declares it. `closed`: what names this reader does not open.
 */
export type SuspicionReason =
  | 'undeclared'
  | 'undisclosed'
  | 'schema'
  | 'missing'
  | 'calculation'
  | 'route'
  | 'twice'
  | 'taken'
  | 'closed';

export interface Suspicion {
  readonly txId: string;
  /** The decimal spelling. */
  readonly actionId: string;
  /** The wallet that signed it. */
  readonly sender: string;
  /** JSON Pointer into the data of the action; '' for all of it. */
  readonly member: string;
  readonly reason: SuspicionReason;
  /** A rejection took the action back later: it stops nobody any more. */
  readonly undone?: true;
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
};

/** FACT_VIOLATED for the first suspicion that is neither undone nor accepted by its TxId: an act may not be built on it. */
export function blocking(suspect: readonly Suspicion[], accepted: readonly string[] = []): Issue | undefined {
  const open = suspect.filter(({ undone, txId }) => undone !== true && !accepted.includes(txId));
  const [first] = open;
  if (!first) return undefined;
  const others = open.length > 1 ? ` (and ${open.length - 1} more)` : '';
  const member = first.member === '' ? 'its data' : shownName(first.member);
  return issue(
    'FACT_VIOLATED',
    '/instanceId',
    `In action ${first.actionId}, transaction ${first.txId} of wallet ${first.sender}, ${member} ${REASONS[first.reason]}${others}. It is left out of the data. ` +
      'Reject or cancel, or ask its sender; to act without it all the same, name the transaction in acceptSuspect.',
  );
}
