// Findings of the check of a blueprint: closed lists of codes, each an error (it cannot be published) or a warning.
// Located, and without values of data.
import type { Issue } from '../../base/issue.js';
import type { Json } from '../../base/json.js';
import { FINDINGS_MAX } from '../../base/limits/node/designs.js';
import type { SoundnessCode } from '../../flow/soundness.js';

export type FindingCode =
  | 'BP_FORM'
  | 'BP_MEMBER_UNKNOWN'
  | 'BP_MEMBER_UNREAD'
  | 'BP_VALUE_UNKNOWN'
  | 'BP_TRUST'
  | 'BP_ID_DUPLICATE'
  | 'BP_SENDER_UNKNOWN'
  | 'BP_PRINCIPAL_UNKNOWN'
  | 'BP_ROUTE_TARGET_UNKNOWN'
  | 'BP_ROUTE_TARGET_DUPLICATE'
  | 'BP_ROUTE_DEFAULT_DUPLICATE'
  | 'BP_ROUTE_DEADLINE'
  | 'BP_ROUTE_NEVER_TAKEN'
  | 'BP_TARGET_UNKNOWN'
  | 'BP_TARGET_IGNORED'
  | 'BP_REJECTION_TARGET_UNKNOWN'
  | 'BP_REJECTION_PARTICIPANT_UNKNOWN'
  | 'BP_PRIOR_ACTION_UNKNOWN'
  | 'BP_PRIOR_ACTION_UNREACHABLE'
  | 'BP_CREDENTIAL_TYPE'
  | 'BP_CLAIM_NAME'
  | 'BP_ISSUANCE_TYPE'
  | 'BP_ISSUANCE_MAPPING'
  | 'BP_ISSUANCE_RECIPIENT'
  | 'BP_ISSUANCE_RECIPIENT_UNKNOWN'
  | 'BP_ISSUANCE'
  | 'BP_ISSUANCE_TYPE_FORM'
  | 'BP_ISSUANCE_UNREAD'
  | 'BP_LOGIC'
  | 'BP_POINTER'
  | 'BP_DURATION'
  | 'BP_SCHEMA'
  | 'BP_CALCULATION_NAME'
  | 'BP_CALCULATION_CYCLE'
  | 'BP_DISCLOSURE_UNKNOWN'
  | 'BP_POINTER_UNKNOWN'
  | 'BP_POINTER_LIST'
  | 'BP_CELLS'
  | 'BP_ROUTE_NO_DEFAULT'
  | 'BP_ROUTE_TELLS'
  | 'BP_SCHEMA_OPEN'
  | 'BP_NAME_HIDDEN'
  | 'BP_NAME_RESERVED'
  | 'BP_NAME_UNKNOWN'
  | 'BP_NAME_AMBIGUOUS'
  | 'BP_TIME_DOCKET'
  | 'BP_READ_UNDISCLOSED'
  | 'BP_READ_SEALED'
  | 'BP_SEAL'
  | 'BP_GATE'
  | 'BP_GATE_UNREAD'
  | 'BP_GATE_LATE'
  | 'BP_GATE_UNCHALLENGED'
  | 'BP_GATE_PART'
  | 'BP_GATE_TRUST'
  | 'BP_TRUST_UNPINNED'
  | 'BP_READ_MAYBE_ABSENT'
  | 'BP_READ_EARLIER_TURN'
  | 'BP_UNCHECKED'
  | 'BP_CHECKER_UNKNOWN'
  | 'BP_FORM_CONTROL'
  | 'BP_CYCLE'
  | 'BP_START_MISSING'
  | 'BP_START_WAITS'
  | 'BP_RECIPIENT_NOT_TOLD'
  | 'BP_ACTION_UNREACHABLE'
  | 'BP_CURRENCIES'
  | 'BP_CALENDAR'
  | 'BP_TABLE'
  | 'BP_TABLE_GAP'
  | 'BP_TABLE_OVERLAP'
  | 'BP_TABLE_ROW_UNUSED'
  | 'BP_TABLE_UNKNOWN'
  | 'BP_FOUR_EYES'
  | 'BP_FOUR_EYES_NEVER'
  | 'BP_FOUR_EYES_ORGANISATION'
  | 'BP_REPLACER'
  | 'BP_RESOLVER'
  | 'BP_DISPUTE_PUBLIC'
  | 'BP_DISPUTE_STOP'
  | 'BP_DISPUTE_BACK'
  | 'BP_CANCELLATION'
  | 'BP_CANCEL_DEFAULT'
  | 'BP_CANDIDATES'
  | 'BP_CANDIDATES_READ'
  | 'BP_ROLE_OPEN'
  | 'BP_ROLE_SINGLE'
  | 'BP_APPROVAL'
  | 'BP_APPROVAL_NEED'
  | 'BP_APPROVAL_ROUTE'
  | 'BP_APPROVAL_WAITS'
  | 'BP_WEIGHT_PUBLIC'
  | 'BP_WEIGHT_RANGE'
  | 'BP_BOUND'
  | 'BP_TIMER'
  | 'BP_TIMER_DATA'
  | 'BP_TIMER_PUBLIC'
  | 'BP_TIMER_SHORT'
  | 'BP_TIMER_NEVER'
  | 'BP_NEVER_OPEN'
  | 'BP_CONFIRM'
  | 'BP_CONFIRM_BLIND'
  | 'BP_CONFIRM_UNCHECKED'
  | 'BP_CONFIRM_OPEN'
  | 'BP_DEADLINE_DEAD_END'
  | 'BP_TYPE'
  | 'BP_TYPE_OPEN'
  | 'BP_RESULT_REFUSED'
  | 'BP_OVERRIDE_UNUSED'
  | 'BP_NEXT_UNTOLD'
  | 'BP_DATA_UNREAD'
  | 'BP_NUMBER_MONEY'
  | 'BP_TEXT_UNKNOWN'
  | 'BP_HINT'
  | SoundnessCode;

export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly code: FindingCode;
  readonly message: string;
  /** JSON Pointer into the blueprint. */
  readonly location: string;
  /** Of a fault of the control flow: the steps from the first action to it, in words; of a circle those round it. */
  readonly path?: readonly string[];
  /** Ids of the actions on that path, in their order: all of them, where `path` tells a part. */
  readonly steps?: readonly number[];
  /** Of BP_READ_UNDISCLOSED: the role that has to read a member of an action for its rule. */
  readonly needs?: { readonly role: string; readonly action: number; readonly field: string };
  /** A JSON Patch of the blueprint, where only one change can be meant. */
  readonly fix?: readonly PatchStep[];
}

/** A step of a JSON Patch (RFC 6902, section 4). */
export type PatchStep =
  | { readonly op: 'add'; readonly path: string; readonly value: Json }
  | { readonly op: 'move'; readonly from: string; readonly path: string }
  | { readonly op: 'remove'; readonly path: string };

/** Collects findings, errors first, and no more than a person can use. */
export class Findings {
  readonly #errors: Finding[] = [];
  readonly #warnings: Finding[] = [];
  #errorCount = 0;
  /** Parts of rules that were looked at for their types. */
  visits = 0;

  /** How many errors there were, those that were left out among them. */
  get errors(): number {
    return this.#errorCount;
  }

  error(code: FindingCode, location: string, message: string): void {
    this.add({ severity: 'error', code, message, location });
  }

  warn(code: FindingCode, location: string, message: string): void {
    this.add({ severity: 'warning', code, message, location });
  }

  /** A warning about a place that is best left out. */
  warnOfSurplus(code: FindingCode, location: string, message: string): void {
    this.add({ severity: 'warning', code, message, location, fix: [{ op: 'remove', path: location }] });
  }

  add(finding: Finding): void {
    if (finding.severity === 'error') this.#errorCount++;
    const list = finding.severity === 'error' ? this.#errors : this.#warnings;
    if (list.length < FINDINGS_MAX) list.push(finding);
  }

  /** Issues of the engine as errors at their places. */
  issues(code: FindingCode, issues: readonly Issue[]): void {
    for (const { path, message } of issues) this.error(code, path, message);
  }

  /** Every error before every warning: where there are too many, warnings are left out first. */
  all(): readonly Finding[] {
    return [...this.#errors, ...this.#warnings].slice(0, FINDINGS_MAX);
  }
}
