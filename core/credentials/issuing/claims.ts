// The claims of an offer, and which of them the holder may keep to itself.
import { utf8 } from '../../base/bytes.js';
import { issue } from '../../base/issue.js';
import { canonical, isObject, type Json, type JsonObject } from '../../base/json.js';
import { OFFER_CLAIMS_MAX, OFFER_CREDENTIAL_MAX } from '../../base/limits/node/wallets.js';
import { fail, type Result } from '../../base/result.js';
import { OWN_CLAIMS } from '../claim-names.js';
import { FormatFault, faultOr } from '../fault.js';
import { type Blinded, blind } from '../sd-jwt/blind.js';
import type { ClaimPath } from '../sd-jwt/unfold.js';
import { DECOYS_MAX } from './sd-jwt-copy.js';

/** Stands in for the salts of a credential where claims are only tried. */
const NO_SALT = 'A'.repeat(24);

/**
 * The paths of the claims that the holder may keep to itself: those that are named, as JSON Pointers or as names of the
 * first level, or each claim of the first level. BODY_INVALID for claims that cannot be issued, or a path to nothing.
 */
export function disclosablePaths(
  claims: JsonObject,
  named: readonly string[] | undefined,
): Result<readonly ClaimPath[]> {
  const own = Object.keys(claims).find((name) => OWN_CLAIMS.has(name));
  if (own !== undefined) return invalid('/claims', `The issuer states ${own} itself.`);
  if (canonical(claims).length > OFFER_CLAIMS_MAX)
    return invalid('/claims', `The claims have over ${OFFER_CLAIMS_MAX} characters.`);
  const steps = named?.map((text) => pathOf(claims, text)) ?? Object.keys(claims).map((name) => [name]);
  const lost = steps.indexOf(undefined);
  if (lost >= 0) return invalid(`/disclosablePaths/${lost}`, 'The path leads to no claim.');
  const paths = steps as readonly ClaimPath[];
  const made = faultOr(() => blind(claims, { disclosable: paths, decoys: DECOYS_MAX, salt: () => NO_SALT }));
  if (made instanceof FormatFault) return invalid('/claims', made.message);
  return charactersOf(made) <= OFFER_CREDENTIAL_MAX
    ? paths
    : invalid('/claims', `A credential of them has over ${OFFER_CREDENTIAL_MAX} characters.`);
}

/** In base64url, as a holder gets them. */
function charactersOf({ payload, disclosures }: Blinded): number {
  const signed = Math.ceil((utf8(canonical(payload)).length * 4) / 3);
  return disclosures.reduce((sum, { length }) => sum + length + 1, signed);
}

/** The path of a JSON Pointer (RFC 6901), or of a name of the first level; undefined where it leads to nothing. */
function pathOf(claims: JsonObject, text: string): ClaimPath | undefined {
  const steps = text.startsWith('/') ? text.slice(1).split('/') : [text];
  const path: (string | number)[] = [];
  let value: Json = claims;
  for (const step of steps) {
    const name = text.startsWith('/') ? step.replaceAll('~1', '/').replaceAll('~0', '~') : step;
    // The name of a member may be a number too.
    const key = Array.isArray(value) && /^(?:0|[1-9]\d{0,3})$/.test(step) ? Number(step) : name;
    if (!(isObject(value) || typeof key === 'number') || !Object.hasOwn(value as object, key)) return undefined;
    path.push(key);
    value = (value as Readonly<Record<string | number, Json>>)[key] as Json;
  }
  return path;
}

const invalid = (path: string, message: string) => fail(issue('BODY_INVALID', path, message));
