// The bound on the moves of a role in one instance.
import { type Issue, issue } from '../../base/issue.js';
import { hasMoves } from '../../blueprint/instance/late-moves.js';
import type { Plan } from '../../blueprint/plan/planned.js';
import type { Instance } from '../../blueprint/state/instance.js';

/** VAL_BP_015: all moves of an instance can be read at once on every node, so each role has so many of them. */
export function spentProblem(instance: Instance, plan: Plan, role: string): Issue | undefined {
  if (hasMoves(instance, plan, role)) return undefined;
  const message = `The role ${JSON.stringify(role)} has made all the moves that it may make here, but one that ends the instance.`;
  return issue('VAL_BP_015', '/header/instanceId', message);
}
