// The wallet that verifies what is shown at a gate: the holder of the role that its requirement names, now.
import type { Definition } from '../../blueprint/definition/types.js';
import type { StateView } from '../../model/register.js';
import { instanceAt } from '../rows.js';
import { holderNow, holdersBeforeStart, holdersNow } from './holders.js';

/** Undefined for a vacant role. `instanceId` may be of an instance that is not opened yet. */
export function verifierOf(
  view: StateView,
  {
    definition,
    instanceId,
    role,
  }: { readonly definition: Definition; readonly instanceId: string; readonly role: string },
): string | undefined {
  const named = definition.participants.find(({ id }) => id === role);
  if (named === undefined) return undefined;
  const before = instanceAt(view, instanceId);
  const held = before ? holdersNow(view, instanceId) : holdersBeforeStart(view, definition);
  const wallet = holderNow(held, named, before?.participants);
  return wallet === '' ? undefined : wallet;
}
