// The fields of a form (WHATWG URL, application/x-www-form-urlencoded): an object of texts. A field that is sent twice
// is refused, as OAuth 2.0 wants it (RFC 6749 section 3.2): two readers could read two things.
import { type Issue, issue } from '../../core/base/issue.js';
import { fail, type Result } from '../../core/base/result.js';

const AMPERSAND = 0x26;

export function formFields(
  bytes: Uint8Array,
  count: (fields: number) => Issue | undefined,
): Result<Readonly<Record<string, string>>> {
  // Counted before one is made.
  const problem = count(bytes.reduce((fields, byte) => (byte === AMPERSAND ? fields + 1 : fields), 1));
  if (problem !== undefined) return fail(problem);
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(Buffer.from(bytes).toString('utf8'))) {
    if (fields.has(name)) return fail(issue('BODY_DUPLICATE_KEY', '', 'A field is sent twice.'));
    fields.set(name, value);
  }
  // Unlike an assignment this makes a member of each name, whatever it is called.
  return Object.fromEntries(fields);
}
