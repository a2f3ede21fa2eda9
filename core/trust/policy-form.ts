// The form of a trust policy, as a requirement of a definition states it: which sources of trust count, and for how
// much. A definition that is judged may be of whatever form, so nothing is believed of it that is not read here.
import { isHex } from '../base/bytes.js';
import { issue } from '../base/issue.js';
import { isObject, type Json, type JsonObject } from '../base/json.js';
import { TRUST_ANCHORS_MAX, TRUST_SOURCES_MAX } from '../base/limits/ledger/credentials.js';
import { fail, type Result } from '../base/result.js';

export const SOURCE_KINDS = ['register', 'did-allowlist', 'x509-tenant', 'x509-lotl'] as const;
export const COMBINATORS = ['anyOf', 'allOf'] as const;
/** From the lowest. */
export const ASSURANCE_LEVELS = ['Low', 'Substantial', 'High'] as const;

export type SourceKind = (typeof SOURCE_KINDS)[number];
export type AssuranceLevel = (typeof ASSURANCE_LEVELS)[number];

export interface TrustSource {
  readonly kind: SourceKind;
  readonly confersAssurance: AssuranceLevel;
  /** Undefined: any issuer that the source has. */
  readonly allowedIssuers?: readonly string[];
  readonly trustListId?: string;
  /** SHA-256 of the DER of anchors that count beside those of the list. */
  readonly anchors?: readonly string[];
}

export interface TrustPolicy {
  readonly sources: readonly TrustSource[];
  readonly combinator: (typeof COMBINATORS)[number];
  readonly minAssuranceLevel: AssuranceLevel;
  /** A stale list counts as none. */
  readonly isStrict: boolean;
}

/** The policy with its defaults; BODY_INVALID at the member that is not of the form. */
export function trustPolicyOf(stated: Json): Result<TrustPolicy> {
  const { sources, ...more }: JsonObject = isObject(stated) ? stated : {};
  const [combinator, minAssuranceLevel] = [more['combinator'] ?? 'anyOf', more['minAssuranceLevel'] ?? 'Low'];
  if (!Array.isArray(sources) || sources.length === 0 || sources.length > TRUST_SOURCES_MAX)
    return wrong('/sources', `A trust policy names 1 to ${TRUST_SOURCES_MAX} sources.`);
  if (!isOneOf(COMBINATORS, combinator)) return wrong('/combinator', `Expected one of ${COMBINATORS.join(', ')}.`);
  if (!isOneOf(ASSURANCE_LEVELS, minAssuranceLevel))
    return wrong('/minAssuranceLevel', `Expected one of ${ASSURANCE_LEVELS.join(', ')}.`);
  const strict = more['strict'] ?? false;
  if (typeof strict !== 'boolean') return wrong('/strict', 'Expected true or false.');
  const read = sources.map(sourceOf);
  const bad = read.indexOf(undefined);
  return bad >= 0
    ? wrong(`/sources/${bad}`, 'A source has a kind, and members of the form that the reference of definitions says.')
    : { sources: read as readonly TrustSource[], combinator, minAssuranceLevel, isStrict: strict };
}

function sourceOf(stated: Json): TrustSource | undefined {
  if (!isObject(stated)) return undefined;
  const { kind } = stated;
  // Null stands for an absent member, as in the rest of a definition.
  const confersAssurance = stated['confersAssurance'] ?? 'Low';
  const [allowedIssuers, trustListId] = [stated['allowedIssuers'] ?? undefined, stated['trustListId'] ?? undefined];
  if (!isOneOf(SOURCE_KINDS, kind) || !isOneOf(ASSURANCE_LEVELS, confersAssurance)) return undefined;
  if (allowedIssuers !== undefined && !isTexts(allowedIssuers)) return undefined;
  if (trustListId !== undefined && typeof trustListId !== 'string') return undefined;
  const anchors = stated['anchors'] ?? undefined;
  if (anchors !== undefined && !isAnchors(anchors)) return undefined;
  return {
    ...{ kind, confersAssurance },
    ...(allowedIssuers !== undefined && { allowedIssuers }),
    ...(trustListId !== undefined && { trustListId }),
    ...(anchors !== undefined && { anchors }),
  };
}

const isOneOf = <T extends string>(all: readonly T[], value: unknown): value is T => all.includes(value as T);
const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string');
/** Hashes of anchors, as a source of certificates names them. */
export const isAnchors = (value: unknown): value is readonly string[] =>
  isTexts(value) && value.length <= TRUST_ANCHORS_MAX && value.every((text) => isHex(text, 32));
const wrong = (path: string, message: string) => fail(issue('BODY_INVALID', path, message));
