// Issues between wire and core: what one node tells another about a refusal. Codes are the closed list of
// core/base/issue.ts; texts are cut.
import { ISSUE_CODES } from '../../core/base/codes/table.js';
import type { Issue, IssueCode } from '../../core/base/issue.js';
import type { Issue as WireIssue } from '../gen/ledger/v1/ledger.js';
import type { FieldReader } from './field-reader.js';
import { ISSUE_MESSAGE_MAX, ISSUE_PATH_MAX } from './limits.js';

const CODES: ReadonlySet<string> = new Set(ISSUE_CODES);

/** Path and message are for people, so they are cut to their bounds instead of refused. */
export function issueToWire({ code, path, message }: Issue): WireIssue {
  return { code, path: cut(path, ISSUE_PATH_MAX), message: cut(message, ISSUE_MESSAGE_MAX) };
}

export function readIssue(reader: FieldReader, wire: WireIssue | undefined, at: string): Issue | undefined {
  if (wire === undefined) return reader.missing(at, '');
  if (!CODES.has(wire.code)) reader.fail(at, 'code', 'The code is not known here.');
  return {
    code: wire.code as IssueCode,
    path: reader.text(wire.path, { at, name: 'path' }, { max: ISSUE_PATH_MAX }),
    message: reader.text(wire.message, { at, name: 'message' }, { max: ISSUE_MESSAGE_MAX }),
  };
}

/** At most `max` UTF-16 units, never half a character. */
export function cut(text: string, max: number): string {
  return text.length <= max ? text.toWellFormed() : text.slice(0, max).toWellFormed();
}
