// Entity tags of what may be changed by several at once (RFC 9110 section 8.8.3).
import { sha256Hex } from '../../core/base/hash.js';

/** True if an If-Match or If-None-Match header names the tag. */
export function namesTag(header: string, tag: string): boolean {
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag);
}

/** The tag of what has no number of its own for its versions. */
export function tagOf(value: unknown): string {
  return `"${sha256Hex(JSON.stringify(value)).slice(0, 32)}"`;
}
