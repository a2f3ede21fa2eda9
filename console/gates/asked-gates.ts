// The requirements of an action as people read them: which credential, which of its claims, whom it trusts, who reads
// it.
import type { CredentialRequirement } from '../../core/blueprint/definition/types.js';
import { gateQuery } from '../../core/credentials/gate/query.js';
import { gateRuleOf } from '../../core/credentials/gate/rule.js';
import type { TrustSource } from '../../core/trust/policy-form.js';

export interface AskedOfSender {
  readonly id: string;
  readonly type: string;
  readonly description: string | undefined;
  /** Gates of one group are alternatives. */
  readonly group: string | undefined;
  /** With the value that each must have, if any. */
  readonly claims: readonly string[];
  /** Empty where the definition names no issuer. */
  readonly trusted: readonly TrustSource[];
  readonly evidence: 'sealed' | 'public' | 'kept';
  /** Ids of roles, beside the one that acts. */
  readonly readers: readonly string[];
  readonly verifiedBy: string | undefined;
  /** DCQL, as the gate will ask. */
  readonly query: object;
}

export function askedGates(requirements: readonly CredentialRequirement[]): readonly AskedOfSender[] {
  return requirements.map((requirement, at) => {
    const rule = gateRuleOf(requirement, at);
    const format = rule.formats[0] ?? 'sd-jwt-vc';
    return {
      ...{ id: rule.id, type: rule.typeOf(format), description: requirement.description },
      ...{ group: requirement.anyOfGroup, verifiedBy: rule.verifiedBy },
      claims: rule.claims.map(({ path, values }) => claimText(path, values?.[0])),
      trusted: rule.policyOf(format)?.sources ?? [],
      ...{ evidence: requirement.evidence ?? 'sealed', readers: requirement.readers ?? [], query: gateQuery(rule) },
    };
  });
}

/** `null` stands for each place of a list. */
export function pathText(path: readonly unknown[]): string {
  return path.map((step) => (step === null ? '*' : String(step))).join('.');
}

function claimText(path: readonly unknown[], value: unknown): string {
  if (value === undefined) return pathText(path);
  return `${pathText(path)} = ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}
