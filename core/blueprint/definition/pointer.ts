// JSON Pointers (RFC 6901) into workflow data. They see own members only, never what every object inherits, and they
// never change a value.
import { escapePointer, type Json } from '../../base/json.js';

/**
 * Reference tokens of a pointer (RFC 6901 section 3), `[]` for the whole document; undefined for a text that is not a
 * pointer.
 */
export function parsePointer(text: string): readonly string[] | undefined {
  if (text === '') return [];
  if (!text.startsWith('/') || /~(?![01])/.test(text)) return undefined;
  // `~1` before `~0`: the other order would read `~01` as a slash (RFC 6901 section 4).
  return text
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The text of a pointer. */
export function pointerText(tokens: readonly string[]): string {
  return tokens.map((token) => `/${escapePointer(token)}`).join('');
}

/** The member or item that one token names (RFC 6901 section 4); undefined when there is none. */
export function memberOf(value: Json, token: string): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value))
    return /^(0|[1-9]\d*)$/.test(token) ? (value[Number(token)] as Json | undefined) : undefined;
  return Object.hasOwn(value, token) ? (value as Readonly<Record<string, Json>>)[token] : undefined;
}

/** The value that a pointer names; undefined when there is none. */
export function readPointer(value: Json, tokens: readonly string[]): Json | undefined {
  let node: Json | undefined = value;
  for (const token of tokens) {
    if (node === undefined) return undefined;
    node = memberOf(node, token);
  }
  return node;
}
