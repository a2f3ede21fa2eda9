// A body that is encrypted (`application/jwt`, RFC 7516 section 7.1): of a request, which its handler opens and judges;
// of an answer, which is written as it is.
import { issue } from '../../base/issue.js';
import { fail, type Result } from '../../base/result.js';

export const JWT_TYPE = 'application/jwt';

/** The key of ECDH-ES wraps no other one: the second segment is empty. */
const COMPACT = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]*){4}$/;

export class CompactJwe {
  constructor(readonly text: string) {}
}

/** BODY_INVALID for a text without the five segments of one. */
export function compactJwe(bytes: Uint8Array): Result<CompactJwe> {
  const text = new TextDecoder('latin1').decode(bytes);
  return COMPACT.test(text)
    ? new CompactJwe(text)
    : fail(issue('BODY_INVALID', '', 'The body is not a JWE in compact form: five segments of base64url.'));
}
