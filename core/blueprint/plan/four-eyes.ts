// Four eyes: which actions of a definition are never done by the same party. Pure. The rule is written
// on one action and holds both ways, because an instance in which the one who checks acts first would hang otherwise.

import type { Action, Definition } from '../definition/types.js';
import { approvalOf, sendersOf } from './approval.js';
import type { Apart } from './planned.js';

export interface AllApart {
  /** By the id of an action, each other action once, ascending. */
  readonly ofAction: ReadonlyMap<number, readonly Apart[]>;
  /** By role: what the actions that it does are kept apart from. */
  readonly ofRole: ReadonlyMap<string, readonly Apart[]>;
}

const NOBODY: AllApart = { ofAction: new Map(), ofRole: new Map() };

/** The pairs that a definition keeps apart. Actions that are not there make none. */
export function apartIn(definition: Definition): AllApart {
  const { actions } = definition;
  const naming = actions.filter(({ notSameAs }) => notSameAs && notSameAs.length > 0);
  if (naming.length === 0) return NOBODY;
  const byId = new Map(actions.map((action) => [action.id, action]));
  const ofAction = new Map<number, Map<number, Apart>>();
  const ofRole = new Map<string, Map<number, Apart>>();
  const add = (action: Action, other: Action, byOrganisation: boolean): void => {
    const role = approvalOf(other) ? undefined : other.sender;
    const apart = { action: other.id, role, byOrganisation };
    put(ofAction, action.id, apart);
    for (const sender of sendersOf(action)) put(ofRole, sender, apart);
  };
  for (const action of naming)
    for (const id of action.notSameAs ?? []) {
      const other = byId.get(id);
      if (!other) continue;
      add(action, other, action.notSameOrganisation === true);
      add(other, action, action.notSameOrganisation === true);
    }
  return { ofAction: listApart(ofAction), ofRole: listApart(ofRole) };
}

function put<K>(lists: Map<K, Map<number, Apart>>, key: K, apart: Apart): void {
  const list = lists.get(key) ?? new Map<number, Apart>();
  const byOrganisation = apart.byOrganisation || list.get(apart.action)?.byOrganisation === true;
  list.set(apart.action, { ...apart, byOrganisation });
  lists.set(key, list);
}

function listApart<K>(lists: ReadonlyMap<K, ReadonlyMap<number, Apart>>): ReadonlyMap<K, readonly Apart[]> {
  return new Map([...lists].map(([key, list]) => [key, [...list.values()].sort((a, b) => a.action - b.action)]));
}
