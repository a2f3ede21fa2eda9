// Open roles that confirm or read an action and do nothing by which a wallet would take them: who claims
// such a role holds it from then on. Pure.
import type { Action, Definition } from '../definition/types.js';

/** Roles that confirm the action or read something of it; in the order of the definition. */
export function quietRolesOf(definition: Definition, action: Action): readonly string[] {
  const doing = doersOf(definition);
  const { confirm, disclosures = [] } = action;
  return definition.participants.flatMap(({ id, walletAddress }) => {
    if (walletAddress || doing.has(id)) return [];
    const isAsked = confirm?.by.includes(id) || disclosures.some(({ participantAddress }) => participantAddress === id);
    return isAsked ? [id] : [];
  });
}

/** True for a role that does nothing: no action, no vote, and no action of another one after a timer. */
export function isQuiet(definition: Definition, role: string): boolean {
  return !doersOf(definition).has(role);
}

const doers = new WeakMap<Definition, ReadonlySet<string>>();

/** Found once for as long as the definition is held. */
function doersOf(definition: Definition): ReadonlySet<string> {
  let known = doers.get(definition);
  if (!known) {
    known = new Set(
      definition.actions.flatMap(({ approval, sender, timers = [] }) => [
        ...(approval ? approval.of.map(({ role }) => role) : [sender]),
        ...timers.flatMap(({ also }) => also ?? []),
      ]),
    );
    doers.set(definition, known);
  }
  return known;
}
