// Which rows a caller may use: those all of whose operations it may call.
import type { Caller } from '../auth/caller.js';
import { isAllowed, programRightOf, tiersOf } from '../auth/policy.js';
import type { AnyRoute } from '../define.js';
import { allRoutes } from '../groups/routes.js';
import type { RowOfOperations } from './operations.js';

export function mayUse({ operations }: Pick<RowOfOperations, 'operations'>, caller: Caller): boolean {
  return operations.every((id) => {
    const definition: AnyRoute = allRoutes[id];
    const asked = { tiers: tiersOf(definition), program: programRightOf(definition) };
    return isAllowed(definition.can, caller, asked);
  });
}
