// The rules of an action in their places: its calculations and the conditions of its routes. Which of them a name
// belongs to is told by that place.
import { escapePointer, type Json } from '../../base/json.js';
import type { Action, Definition } from '../definition/types.js';
import { conditionAt, hasCondition, routesOf } from '../plan/routes.js';

export interface DefinitionRule {
  readonly rule: Json;
  /** JSON Pointer below the action. */
  readonly at: string;
  /** The member that it calculates; undefined for a condition. */
  readonly gives: string | undefined;
}

/** Calculations first, each in the order of the definition. */
export function rulesOf(definition: Definition, action: Action): readonly DefinitionRule[] {
  const calculations = Object.entries(action.calculations ?? {}).map(
    ([name, rule]): DefinitionRule => ({ rule, at: `/calculations/${escapePointer(name)}`, gives: name }),
  );
  const conditions = routesOf(definition, action).flatMap((route, i): readonly DefinitionRule[] => {
    if (!hasCondition(route)) return [];
    return [{ rule: route.condition as Json, at: conditionAt(action, i), gives: undefined }];
  });
  return [...calculations, ...conditions];
}
