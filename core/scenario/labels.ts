// How a result names a step: what it does, and as whom. Pure.
import type { ScenarioStep } from './form.js';

/** Such as `action 3 as planner`. */
export function labelOf(step: ScenarioStep, role: string | undefined): string {
  const {
    action,
    reject,
    cancel,
    claim,
    confirm,
    decline,
    judge,
    object,
    release,
    resolve,
    at,
    vote,
    deputy,
    full,
    spend,
    handover,
    to,
    refuse,
  } = step;
  const stands = deputy === undefined ? '' : ` by its deputy ${deputy}`;
  const by = role === undefined ? '' : ` as ${role}${stands}`;
  if (vote !== undefined) return `vote ${vote} on action ${action}${by}`;
  if (action !== undefined) return `action ${action}${by}`;
  if (reject !== undefined) return `reject ${reject}${by}`;
  if (confirm !== undefined) return `confirm ${confirm}${by}`;
  if (decline !== undefined) return `decline ${decline}${by}`;
  if (claim !== undefined) return `claim ${claim}${by}`;
  if (release !== undefined) return `release ${release}${by}`;
  if (object !== undefined) return `object to ${object}${step.private ? ' in private' : ''}${by}`;
  if (judge !== undefined) return `judge it ${judge ? 'proven' : 'not proven'}${by}`;
  if (resolve !== undefined) return `resolve by ${resolve}${by}`;
  if (handover !== undefined) return refuse ? `keep the role ${handover}` : `hand ${handover} over to ${to}`;
  if (spend !== undefined) return `spend the moves of ${spend}`;
  if (full) return `cancel as full${by}`;
  return cancel ? `cancel${by}` : `wait ${at}`;
}
