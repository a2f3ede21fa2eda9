// The register policy: consensus, governance and crypto parameters that genesis fixes and governance changes. Defaults
// and checks; pure.
import { type Issue, issue } from '../base/issue.js';
import {
  DOCKET_BUILD_BYTES_MAX,
  DOCKET_BYTES_MAX,
  DOCKET_TRANSACTIONS_MAX,
} from '../base/limits/ledger/transactions.js';
import { isSignatureAlgorithm, SIGNATURE_ALGORITHMS } from '../crypto/signing/algorithms.js';
import type { ConsensusPolicy, RegisterPolicy } from '../model/register.js';

/** Turns of one proposer under rotation (docs/protocol.md 3). */
const TENURE = 16;
/** Window of an idle register with several validators, in ms (reference-facts 4.2.5, docketBuildIntervalMs). */
const BUILD_WINDOW_MS = 100;

/** Policy parts that a caller may leave out. */
export interface PolicyDraft {
  readonly consensus?: Partial<ConsensusPolicy>;
  readonly governance?: Partial<RegisterPolicy['governance']>;
  readonly crypto?: Partial<RegisterPolicy['crypto']>;
}

/**
 * The whole policy of a draft for `validators` seats: majority and sticky by default, rotation in bft mode, every
 * algorithm accepted.
 */
export function policyOf(draft: PolicyDraft, validators: number): RegisterPolicy {
  const mode = draft.consensus?.mode ?? 'majority';
  return {
    consensus: {
      leader: mode === 'bft' ? 'rotate' : 'sticky',
      tenure: TENURE,
      buildWindowMs: validators === 1 ? 0 : BUILD_WINDOW_MS,
      docketTransactionsMax: DOCKET_TRANSACTIONS_MAX,
      docketBytesMax: DOCKET_BUILD_BYTES_MAX,
      ...draft.consensus,
      mode,
    },
    governance: { quorumFormula: 'StrictMajority', proposalTtlDays: 7, ...draft.governance },
    crypto: { acceptedSignatureAlgorithms: SIGNATURE_ALGORITHMS, ...draft.crypto },
  };
}

/**
 * CONFIG_INVALID with a pointer for each member of a policy that is missing, unknown or out of bounds for `validators`
 * seats.
 */
export function checkPolicy(policy: unknown, validators: number): Issue[] {
  const issues: Issue[] = [];
  const { consensus, governance, crypto } = part(policy, '', ['consensus', 'governance', 'crypto'], issues);
  const c = part(consensus, '/consensus', CONSENSUS_MEMBERS, issues);
  const g = part(governance, '/governance', ['quorumFormula', 'proposalTtlDays'], issues);
  const k = part(crypto, '/crypto', ['acceptedSignatureAlgorithms'], issues);
  const must = (good: boolean, path: string, message: string): void => {
    if (!good) issues.push(issue('CONFIG_INVALID', path, message));
  };
  must(c.mode === 'majority' || c.mode === 'bft', '/consensus/mode', 'The mode is majority or bft.');
  must(c.mode !== 'bft' || validators >= 4, '/consensus/mode', 'Mode bft takes four validators or more.');
  must(c.leader === 'sticky' || c.leader === 'rotate', '/consensus/leader', 'The leader is sticky or rotates.');
  must(within(c.tenure, 1, 1_000_000), '/consensus/tenure', 'The tenure is 1 to 1,000,000 dockets.');
  must(within(c.buildWindowMs, 0, 60_000), '/consensus/buildWindowMs', 'The window is 0 to 60,000 ms.');
  must(
    within(c.docketTransactionsMax, 1, 10_000),
    '/consensus/docketTransactionsMax',
    'A docket has 1 to 10,000 transactions.',
  );
  must(within(c.docketBytesMax, 1024, DOCKET_BYTES_MAX), '/consensus/docketBytesMax', 'A docket has 1 KiB to 10 MiB.');
  must(isFormula(g.quorumFormula), '/governance/quorumFormula', 'The formula is not one of the three.');
  must(within(g.proposalTtlDays, 1, 90), '/governance/proposalTtlDays', 'A proposal lives 1 to 90 days.');
  const accepted = k.acceptedSignatureAlgorithms;
  must(
    Array.isArray(accepted) &&
      accepted.length > 0 &&
      new Set(accepted).size === accepted.length &&
      accepted.every(isSignatureAlgorithm),
    '/crypto/acceptedSignatureAlgorithms',
    'At least one known algorithm is accepted, each named once.',
  );
  return issues;
}

const CONSENSUS_MEMBERS = ['mode', 'leader', 'tenure', 'buildWindowMs', 'docketTransactionsMax', 'docketBytesMax'];

function part(value: unknown, path: string, allowed: readonly string[], issues: Issue[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    issues.push(issue('CONFIG_INVALID', path, 'A part of the policy is missing.'));
    return {};
  }
  for (const member of Object.keys(value))
    if (!allowed.includes(member))
      issues.push(issue('CONFIG_INVALID', path, 'A policy has a member that is not known.'));
  return value as Record<string, unknown>;
}

function within(value: unknown, min: number, max: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
}

function isFormula(value: unknown): boolean {
  return value === 'StrictMajority' || value === 'Supermajority' || value === 'Unanimous';
}
