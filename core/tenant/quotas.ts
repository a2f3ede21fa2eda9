// Quotas of an organisation for rows that a node keeps permanently, and the issue when one is used up. Pure: it counts
// nothing.
import { type Issue, issue } from '../base/issue.js';

/**
 * Registers, members with open invitations, wallets, and bytes of sealed transactions that were brought to this node; 0
 * is not a bound.
 */
export interface Quotas {
  readonly registers: number;
  readonly users: number;
  readonly wallets: number;
  readonly bytes: number;
}

/**
 * Bytes of governance acts that pass when the others are used up: some thousand acts of some kilobytes, so that owners
 * can still vote.
 */
export const QUOTA_ACTS_BYTES_MAX = 16 * 1024 * 1024;

export const QUOTA_NAMES = ['registers', 'users', 'wallets', 'bytes'] as const satisfies readonly (keyof Quotas)[];

/** `wanted` more, to an organisation that has `used`: QUOTA_EXCEEDED where that is beyond the bound. */
export function quotaProblem(
  name: 'wallets' | 'bytes',
  { used, bound, wanted }: { readonly used: number; readonly bound: number; readonly wanted: number },
): Issue | undefined {
  if (bound === 0 || used + wanted <= bound) return undefined;
  return name === 'wallets'
    ? quotaIssue(`The organisation has ${used} wallets of ${bound}`, 'delete one', 'limits.walletsPerOrganisation')
    : quotaIssue(
        `The organisation has ${used} bytes of sealed transactions of ${bound}`,
        'submit at another node',
        'limits.bytesPerOrganisation',
      );
}

export function quotaIssue(held: string, what: string, setting: string): Issue {
  return issue('QUOTA_EXCEEDED', '', `${held} that it may have: ${what}, or ask the operator for more (${setting}).`);
}
