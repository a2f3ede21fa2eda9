// Versions of the protocol that a caller names (OData Protocol 4.01 sections 8.1.5 and 8.2.7). Answers are of 4.0, so a
// caller that takes older ones alone is refused and not answered with what it cannot read.
import { type Issue, issue } from '../../../../core/base/issue.js';
import type { RawRequest } from '../../../define.js';

/** Versions by whose rules a request is read. */
const READ: ReadonlySet<string> = new Set(['4.0', '4.01']);

/** HEADER_INVALID for a text that is not a version, and for one that is not spoken here. */
export function versionProblem({ headers }: Pick<RawRequest, 'headers'>): Issue | undefined {
  const { 'odata-version': version, 'odata-maxversion': most } = headers;
  // Older clients put the name of their platform behind the number.
  if (version !== undefined && !READ.has(numberOf(version)))
    return versionIssue('odata-version', 'Requests are read by the rules of OData 4.0 and 4.01.');
  if (most === undefined) return undefined;
  const [, major] = /^(\d{1,3})\.\d{1,3}$/.exec(numberOf(most)) ?? [];
  return major === undefined || Number(major) < 4
    ? versionIssue(
        'odata-maxversion',
        'Answers are of OData 4.0: take 4.0 or a later version, or leave the header out.',
      )
    : undefined;
}

function numberOf(header: string | readonly string[]): string {
  return String(header).split(';', 1)[0]?.trim() ?? '';
}

function versionIssue(header: string, message: string): Issue {
  return issue('HEADER_INVALID', `/${header}`, message);
}
