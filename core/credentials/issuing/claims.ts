// The claims of an offer, and which of them the holder may keep to itself.
import { issue } from '../../base/issue.js';
import { canonical, isObject, type Json, type JsonObject } from '../../base/json.js';
import { OFFER_CLAIMS_MAX } from '../../base/limits/node/wallets.js';
import { fail, type Result } from '../../base/result.js';
import { FormatFault, faultOr } from '../fault.js';
import { blind } from '../sd-jwt/blind.js';
import { type ClaimPath, NEVER_DISCLOSED } from '../sd-jwt/unfold.js';

/** The issuer states these itself. */
const OWN: ReadonlySet<string> = new Set([...NEVER_DISCLOSED, 'iat', 'sub', 'jti']);

/** Stands in for the salts of a credential where claims are only tried. */
const NO_SALT = new Uint8Array(16);

/**
 * The paths of the claims that the holder may keep to itself: those that are named, as JSON Pointers or as names of the
 * first level, or each claim of the first level. BODY_INVALID for claims that cannot be issued, or a path to nothing.
 */
export function disclosablePaths(
  claims: JsonObject,
  named: readonly string[] | undefined,
): Result<readonly ClaimPath[]> {
  const own = Object.keys(claims).find((name) => OWN.has(name));
  if (own !== undefined) return invalid('/claims', `The issuer states ${own} itself.`);
  if (canonical(claims).length > OFFER_CLAIMS_MAX)
    return invalid('/claims', `The claims have over ${OFFER_CLAIMS_MAX} characters.`);
  const paths = named === undefined ? Object.keys(claims).map((name) => [name]) : named.map((path) => pathOf(path));
  const lost = paths.findIndex((path) => !isThere(claims, path));
  if (lost >= 0) return invalid(`/disclosablePaths/${lost}`, 'The path leads to no claim.');
  const fault = faultOr(() => blind(claims, { disclosable: paths, decoys: 0, salt: () => NO_SALT }));
  return fault instanceof FormatFault ? invalid('/claims', fault.message) : paths;
}

function pathOf(text: string): ClaimPath {
  if (!text.startsWith('/')) return [text];
  const steps = text.slice(1).split('/');
  return steps.map((step) =>
    /^\d{1,4}$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~'),
  );
}

function isThere(claims: JsonObject, path: ClaimPath): boolean {
  let value: Json = claims;
  for (const step of path) {
    const isOfKind = typeof step === 'number' ? Array.isArray(value) : isObject(value);
    if (!isOfKind || !Object.hasOwn(value as object, step)) return false;
    value = (value as Readonly<Record<string | number, Json>>)[step] as Json;
  }
  return path.length > 0;
}

const invalid = (path: string, message: string) => fail(issue('BODY_INVALID', path, message));
