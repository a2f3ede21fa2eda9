// The gates of an action as its definition has them, found once. It judges nothing, and runs in a page too.
import { KEPT_MS } from '../../base/limits/ledger/credentials.js';
import { durationMs } from '../../blueprint/definition/duration.js';
import type { Action, CredentialRequirement } from '../../blueprint/definition/types.js';
import { gateIdOf } from '../../blueprint/names/gate-names.js';
import { type GateRule, gateRuleOf } from './rule.js';

/** A requirement of an action, at its place. */
export interface AskedGate {
  readonly id: string;
  readonly requirement: CredentialRequirement;
  readonly rule: GateRule;
  /** Its evidence stands in the clear, and every validator judges it before it is sealed. */
  readonly isPublic: boolean;
  /** Its evidence stands nowhere on the ledger: the nodes of its readers keep it for so long. */
  readonly keptForMs?: number;
}

const known = new WeakMap<readonly CredentialRequirement[], readonly AskedGate[]>();
const NO_GATES: readonly AskedGate[] = [];

/** In the order of the requirements. */
export function gatesOf({ credentialRequirements }: Pick<Action, 'credentialRequirements'>): readonly AskedGate[] {
  if (credentialRequirements === undefined || credentialRequirements.length === 0) return NO_GATES;
  const before = known.get(credentialRequirements);
  if (before) return before;
  const gates = credentialRequirements.map((requirement, at) => ({
    ...{ id: gateIdOf(requirement, at), requirement, rule: gateRuleOf(requirement, at) },
    isPublic: requirement.evidence === 'public',
    ...(requirement.evidence === 'kept' && { keptForMs: durationMs(requirement.retention ?? '') ?? KEPT_MS }),
  }));
  known.set(credentialRequirements, gates);
  return gates;
}
