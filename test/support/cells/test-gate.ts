// A gate that knows a few credentials by their words, for tests of where the gate is asked and what becomes of its
// word. It checks no signature.

import type { Admitted, CredentialGate, GateAsk } from '../../../actors/workflow/credentials/credential-gate.js';
import type { CredentialPresentation } from '../../../actors/workflow/credentials/presentation.js';
import { type Issue, issue } from '../../../core/base/issue.js';
import { fail, type Result } from '../../../core/base/result.js';
import type { CredentialRequirement } from '../../../core/blueprint/definition/types.js';

export interface TestGate extends CredentialGate {
  /** Every question, in order. */
  readonly asked: GateAsk[];
  /** Credential ids that count no more. */
  readonly revoked: Set<string>;
}

export function testGate(): TestGate {
  const asked: GateAsk[] = [];
  const revoked = new Set<string>();
  return {
    asked,
    revoked,
    async admit(ask): Promise<Result<Admitted>> {
      asked.push(ask);
      const issues = ask.requirements.flatMap((requirement) => judged(requirement, ask.presentations, revoked));
      return issues.length > 0 ? fail(issues) : { status: 'admitted' };
    },
  };
}

function judged(
  { type, requiredClaims = [] }: CredentialRequirement,
  shown: readonly CredentialPresentation[],
  revoked: ReadonlySet<string>,
): readonly Issue[] {
  const refused = (at: string, message: string) =>
    issue('CREDENTIAL_REFUSED', `/credentialPresentations${at}`, message);
  if (shown.length === 0) return [refused('', `A credential of the type ${type} is missing.`)];
  const i = shown.findIndex(({ rawPresentation }) => rawPresentation.startsWith(`${type}.`));
  const found = shown[i];
  if (!found) return [refused('/0', `The credential is not of the type ${type}.`)];
  if (revoked.has(found.credentialId)) return [refused(`/${i}/credentialId`, 'The credential is revoked.')];
  return requiredClaims
    .filter(({ claimName, expectedValue }) => {
      const value = found.disclosedClaims[claimName];
      return value === undefined || (expectedValue !== undefined && value !== expectedValue);
    })
    .map(({ claimName }) =>
      refused(`/${i}/disclosedClaims/${claimName}`, `The claim ${claimName} is not what is asked.`),
    );
}
