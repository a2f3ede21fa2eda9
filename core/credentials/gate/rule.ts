// A requirement of a definition as its judge reads it: with the defaults of the language, and no member left to guess.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { PROOF_MAX_AGE_MS } from '../../base/limits/ledger/credentials.js';
import { isFailure } from '../../base/result.js';
import { durationMs } from '../../blueprint/definition/duration.js';
import type { CredentialRequirement } from '../../blueprint/definition/types.js';
import { claimPathOf, gateIdOf } from '../../blueprint/names/gate-names.js';
import { type TrustPolicy, type TrustSource, trustPolicyOf } from '../../trust/policy-form.js';
import type { AskedPath } from '../sd-jwt/paths.js';

/** The member of a payload, and of the pointers of cells, under which gates stand. */
export const GATE_MEMBER = '@gate';

/** As definitions name them. */
export const GATE_FORMATS = ['sd-jwt-vc', 'mso_mdoc'] as const;
export type GateFormat = (typeof GATE_FORMATS)[number];

export interface GateClaim {
  /** As the definition names it. */
  readonly name: string;
  readonly path: AskedPath;
  readonly values?: readonly Json[];
  /** The schema that its value satisfies. */
  readonly schema?: JsonObject | boolean;
}

export interface GateRule {
  readonly id: string;
  /** Never empty. */
  readonly formats: readonly GateFormat[];
  /** The type that a credential of the format has. */
  readonly typeOf: (format: GateFormat) => string;
  readonly claims: readonly GateClaim[];
  /** `open` takes an absent status token, never a bad one. */
  readonly status: 'closed' | 'open';
  readonly statusMaxAgeMs?: number;
  readonly proofMaxAgeMs: number;
  readonly isHolderOfRecord: boolean;
  readonly asksConsent: boolean;
  /** Role of a verifier: the audience is then one of its holder. */
  readonly verifiedBy?: string;
  readonly uses?: NonNullable<CredentialRequirement['uses']>;
  /** Undefined where nothing says whom to trust: no issuer is trusted then. */
  readonly policyOf: (format: GateFormat) => TrustPolicy | undefined;
}

/** The rule of the requirement at a place of its action. */
export function gateRuleOf(requirement: CredentialRequirement, at: number): GateRule {
  const { type = '', vct = type, doctype = type, requiredClaims = [], uses, verifiedBy } = requirement;
  const statusMaxAgeMs = durationMs(requirement.statusMaxAge ?? '');
  return {
    id: gateIdOf(requirement, at),
    formats: gateFormatsOf(requirement),
    typeOf: (format) => (format === 'mso_mdoc' ? doctype : vct),
    claims: requiredClaims.map(({ claimName: name, expectedValue, schema }) => ({
      ...{ name, path: claimPathOf(name) },
      ...(schema !== undefined && schema !== null && { schema }),
      ...(expectedValue !== undefined && expectedValue !== null && { values: [expectedValue] }),
    })),
    status: requirement.revocationCheckPolicy === 'FailOpen' ? 'open' : 'closed',
    ...(statusMaxAgeMs !== undefined && { statusMaxAgeMs }),
    proofMaxAgeMs: durationMs(requirement.proofMaxAge ?? '') ?? PROOF_MAX_AGE_MS,
    isHolderOfRecord: requirement.holder === 'record',
    asksConsent: requirement.consent === 'transaction-data',
    ...(verifiedBy !== undefined && { verifiedBy }),
    ...(uses !== undefined && { uses }),
    policyOf: (format) => policyOf(requirement, format),
  };
}

/** The formats that a requirement takes: the stated one, or those of the types that it names. */
export function gateFormatsOf({ format, vct, doctype }: CredentialRequirement): readonly GateFormat[] {
  if (format !== undefined) return GATE_FORMATS.filter((name) => name === format);
  const named = GATE_FORMATS.filter((name) => (name === 'mso_mdoc' ? doctype : vct) !== undefined);
  return named.length > 0 ? named : ['sd-jwt-vc'];
}

/** `acceptedIssuers` narrows every source, and without a policy names the issuers of a default. */
function policyOf(
  { trustPolicy, acceptedIssuers }: CredentialRequirement,
  format: GateFormat,
): TrustPolicy | undefined {
  const policy = isObject(trustPolicy) ? trustPolicyOf(trustPolicy) : defaultOf(format, acceptedIssuers);
  if (policy === undefined || isFailure(policy)) return undefined;
  return acceptedIssuers === undefined
    ? policy
    : { ...policy, sources: policy.sources.map((source) => narrowSource(source, acceptedIssuers)) };
}

function narrowSource(source: TrustSource, accepted: readonly string[]): TrustSource {
  const { allowedIssuers: allowed = accepted } = source;
  return { ...source, allowedIssuers: allowed.filter((issuer) => accepted.includes(issuer)) };
}

function defaultOf(format: GateFormat, accepted: readonly string[] | undefined): TrustPolicy | undefined {
  const kinds: readonly TrustSource['kind'][] =
    format === 'mso_mdoc' ? ['x509-tenant'] : accepted === undefined ? [] : ['did-allowlist', 'register'];
  const sources = kinds.map((kind) => ({ kind, confersAssurance: 'Low' as const }));
  return sources.length === 0 ? undefined : { sources, combinator: 'anyOf', minAssuranceLevel: 'Low', isStrict: false };
}
