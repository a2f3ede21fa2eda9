// A disclosure (RFC 9901 section 4.2): a claim or an element of a list with its salt. Its digest, which stands in its
// place in the signed part, is over the text that came, so it is never written anew.
import { toBase64Url, toBase64UrlEach, utf8 } from '../../base/bytes.js';
import { sha256Base64Url } from '../../base/hash.js';
import { canonical, type Json } from '../../base/json.js';
import { need } from '../fault.js';
import { jsonIn } from '../jose/jws.js';

/** The member of an object that has the digests of its other members. */
export const DIGESTS = '_sd';
/** The one member of what stands for an element of a list. */
export const ELEMENT = '...';

export interface DisclosedClaim {
  readonly text: string;
  readonly digest: string;
  /** Of a claim; an element of a list has none. */
  readonly name?: string;
  readonly value: Json;
}

/** Throws a fault on a text that is not a disclosure. */
export function readDisclosure(text: string): DisclosedClaim {
  const parts = jsonIn(text, 'disclosure');
  need(
    Array.isArray(parts) && (parts.length === 2 || parts.length === 3),
    'A disclosure is not a list of two or three.',
  );
  const [salt, second, third] = parts as readonly Json[];
  need(typeof salt === 'string', 'A disclosure has a salt that is not a text.');
  const digest = digestOf(text);
  if (parts.length === 2) return { text, digest, value: second as Json };
  need(typeof second === 'string', 'A disclosure has a name that is not a text.');
  need(second !== DIGESTS && second !== ELEMENT, `A disclosure is named ${DIGESTS} or ${ELEMENT}.`);
  return { text, digest, name: second, value: third as Json };
}

/** A claim, or an element of a list where there is no name, and its salt in base64url. */
export interface SaltedClaim {
  readonly salt: string;
  readonly name?: string | undefined;
  readonly value: Json;
}

/** The disclosures of them. */
export function disclosuresOf(claims: readonly SaltedClaim[]): readonly string[] {
  return toBase64UrlEach(claims.map(textOf));
}

/** The disclosure of a member, or of an element where there is no name. */
export function disclosureOf(salt: string, name: string | undefined, value: Json): string {
  return toBase64Url(utf8(textOf({ salt, name, value })));
}

/** In canonical JSON. No character of base64url is escaped. */
function textOf({ salt, name, value }: SaltedClaim): string {
  return name === undefined ? `["${salt}",${canonical(value)}]` : `["${salt}",${canonical(name)},${canonical(value)}]`;
}

export function digestOf(text: string): string {
  return sha256Base64Url(text);
}
