// Which operations a caller may call, by the table of operations and the rules that admit a call: no list of its own.
import type { Caller } from '../auth/caller.js';
import { isAllowed, programRightOf, tiersOf } from '../auth/policy.js';
import { type AnyRoute, isAnsweredAt } from '../define.js';
import { allRoutes } from '../groups/routes.js';
import { takesToken } from '../requests/guard.js';

const rows: readonly (readonly [string, AnyRoute])[] = Object.entries<AnyRoute>(allRoutes).filter(
  ([, definition]) => definition.can !== 'public' && isAnsweredAt(definition, 'public'),
);

/**
 * Ids of the operations of the public listener that this token may call, beside those that anybody may. A single row,
 * such as a wallet or a register of others, can still be refused, and so can a sign-in of long ago.
 */
export function callableBy(caller: Caller): readonly string[] {
  return rows.flatMap(([id, definition]) => (mayCall(definition, caller) ? [id] : []));
}

function mayCall(definition: AnyRoute, caller: Caller): boolean {
  const { takesFirstPassword = false, resource, can } = definition;
  const asked = { tiers: tiersOf(definition), program: programRightOf(definition) };
  return takesToken({ takesFirstPassword, resource }, caller) && isAllowed(can, caller, asked);
}
