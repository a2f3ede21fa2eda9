// Which refusals hold whatever the tip of the register is, and which hold whatever the clock of this node says. A node
// that knows that its tip is old says no others: what it refuses may be valid where the register is now. A refusal by
// its clock alone it tells, but not as an end.
import { type Issue, type IssueCode, issue } from '../../core/base/issue.js';
import { sealingTime } from '../../core/base/time/opening-time.js';
import { nextTimestamp } from '../../core/chain/state.js';
import { kindOf } from '../../core/kinds/index.js';
import type { Transaction, TransactionKind } from '../../core/model/transaction.js';
import type { Verdict } from '../../core/moves/parts/context.js';
import { mayTurn, passes } from '../../core/validate/finality.js';
import { STEPS } from '../../core/validate/steps.js';
import { validate } from '../../core/validate/validate.js';
import type { RefusedSubmission } from '../ledger-port.js';
import { EXPIRED, isExpired, lasting } from './outcomes.js';
import type { PoolPorts } from './ports.js';

type BehindPorts = Pick<PoolPorts, 'isBehind'>;

export const BEHIND = issue(
  'NODE_UNAVAILABLE',
  '',
  'This node is behind its peers in the register and cannot judge this. Ask again, here in a moment or at another node; the same TxId is safe.',
);

/** Steps beside those marked `once` that read no state, and what is sealed already, which no later docket undoes. */
const OF_ANY_TIP: ReadonlySet<string> = new Set(['timing', 'signature', 'replay']);

const isLasting = (step: (typeof STEPS)[number]) => step.once || OF_ANY_TIP.has(step.name);

const LASTING = new Map<TransactionKind, ReadonlySet<string>>(
  (['genesis', 'publication', 'governance', 'participant', 'action'] as const).map((kind) => {
    const steps = STEPS.filter(({ kinds }) => kinds.includes(kind));
    // A code that a step with state gives too says nothing for sure.
    const others = new Set(steps.filter((step) => !isLasting(step)).flatMap(({ codes }) => codes));
    return [kind, new Set(steps.filter(isLasting).flatMap(({ codes }) => codes.filter((code) => !others.has(code))))];
  }),
);

/**
 * The codes of refusals before there is a transaction, by sealed state: who has which role, what is published, where an
 * instance stands, what it holds.
 */
const BEFORE: readonly IssueCode[] = [
  'FORBIDDEN',
  'ROSTER_ROLE_REQUIRED',
  'GOVERNANCE_ROSTER_NOT_SEALED',
  'INSTANCE_NOT_FOUND',
  'INSTANCE_PIN_MISMATCH',
  'LOGIC_INVALID',
  'PARTICIPANT_NOT_FOUND',
  'PARTICIPANT_REVOKED',
  'PUBLICATION_NOT_FOUND',
  'RECIPIENT_KEY_UNKNOWN',
  'TRANSACTION_NOT_FOUND',
  'VAL_SCHEMA_004',
  'VAL_WORK_001',
];

const OF_TIP: ReadonlySet<IssueCode> = new Set([
  ...STEPS.filter((step) => !isLasting(step)).flatMap(({ codes }) => codes.filter(isOpen)),
  ...BEFORE,
]);

function isOpen(code: IssueCode): boolean {
  return ![...LASTING.values()].some((codes) => codes.has(code));
}

/** Whether a newer tip may take the refusal back. */
export function isOfTip(code: IssueCode): boolean {
  return OF_TIP.has(code);
}

/** The ground on which a submission is judged, without a clock. */
export interface RefusalGround {
  readonly ports: Pick<PoolPorts, 'clock' | 'journal' | 'state' | 'view'>;
  readonly signaturesOk: boolean;
}

/**
 * The answers of this node about transactions that the rules reject: all refusals with a tip that is not known to be
 * old, and otherwise those that every tip gives.
 */
export class RefusalPolicy {
  private readonly ports: BehindPorts;
  /** Promised transactions that only an old tip refused. */
  private readonly unsaid = new Set<string>();

  constructor(ports: BehindPorts) {
    this.ports = ports;
  }

  /** The issues for a submitter. */
  issuesFor(tx: Transaction, verdict: Verdict): readonly Issue[] {
    if (verdict.ok || verdict.fault === 'retry') return verdict.ok ? [] : verdict.issues;
    const final = this.final(tx, verdict.issues);
    return final.length > 0 ? final : [BEHIND];
  }

  /**
   * The answer to the submitter of a transaction that the rules reject, and whether that is an end. An end is told
   * behind what is on its way to the disk: a seal that is lost with the power proves nothing. Rejects where the journal
   * has failed.
   */
  async refusal(tx: Transaction, verdict: Verdict, ground: RefusalGround): Promise<RefusedSubmission> {
    const issues = this.issuesFor(tx, verdict);
    if (issues.includes(BEHIND)) return { status: 'refused', issues };
    const definitive = this.isDefinitive(tx, ground);
    // The end of what is being sealed is that seal.
    if (definitive && issues[0]?.code !== 'VAL_REPLAY_001') await ground.ports.journal.commit([]);
    return { status: 'refused', issues, definitive };
  }

  /**
   * The verdict of a docket of now on what was promised, and why it ends or has to wait. By the time of that docket and
   * no other clock: its age was judged when it was accepted. A transaction that only its time refuses waits outside the
   * pool: in it, it would be work that asks for rounds, and that no proposer can seal.
   */
  now(tx: Transaction, ground: RefusalGround): { readonly verdict: Verdict; readonly found: Issue | undefined } {
    const { ports, signaturesOk } = ground;
    const [state, view, nowMs] = [ports.state(), ports.view(), ports.clock.now()];
    const sealingMs = () => sealingTime(ports.clock, state.timestampMs);
    const verdict = validate(tx, { state, view, signaturesOk, docketMs: nextTimestamp(state, sealingMs()) });
    if (verdict.ok || verdict.fault === 'retry') return { verdict, found: undefined };
    const byTip = this.end(tx, validate(tx, { state, view, signaturesOk, sealingMs }));
    return { verdict, found: byTip ?? (isExpired(tx, nowMs) ? EXPIRED : this.end(tx, verdict)) };
  }

  /** Why the promised transaction will never be sealed; undefined while that is not sure, and then it is due later. */
  end(tx: Transaction, verdict: Verdict): Issue | undefined {
    if (verdict.ok || verdict.fault === 'retry' || passes(verdict.issues)) return undefined;
    const final = this.final(tx, verdict.issues)[0];
    if (!final) this.unsaid.add(tx.txId);
    return final;
  }

  /** Whether that ends what was promised; if not, it is due later. */
  isFinal(tx: Transaction, problem: Issue): boolean {
    return this.end(tx, { ok: false, fault: 'reject', issues: [problem] }) !== undefined;
  }

  /** TxIds to judge again: those without an end, once this node has caught up. */
  takeDue(): readonly string[] {
    if (this.unsaid.size === 0 || this.ports.isBehind()) return [];
    const due = [...this.unsaid];
    this.unsaid.clear();
    return due;
  }

  /**
   * Whether what is sealed refuses it too, without a clock, and no later docket takes that back. That holds for the
   * only validator as well: its clock may be set right, and a node that accepted the same TxId in time may bring it
   * again.
   */
  private isDefinitive(tx: Transaction, { ports, signaturesOk }: RefusalGround): boolean {
    const state = lasting(ports.state(), ports.clock.now());
    const sealed = validate(tx, { state, view: ports.view(), signaturesOk });
    if (!sealed.ok && sealed.fault === 'reject' && this.final(tx, sealed.issues).some((problem) => !mayTurn(problem)))
      return true;
    return isExpired(tx, state.timestampMs);
  }

  private final(tx: Transaction, issues: readonly Issue[]): readonly Issue[] {
    if (!this.ports.isBehind()) return issues;
    const codes = LASTING.get(kindOf(tx.header).kind);
    return issues.filter(({ code, stands }) => stands === true || codes?.has(code));
  }
}
