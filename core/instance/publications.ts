// The publications of a register, and their definitions.
import { LRUCache } from 'lru-cache';
import { DEFINITION_CACHE_MAX } from '../base/limits/node/designs.js';
import type { Definition } from '../blueprint/definition/types.js';
import { asChecked } from '../blueprint/definition/without-nulls.js';
import type { StateView } from '../model/register.js';
import { STATE_KEY } from '../register/state-keys.js';

/** TxId of the newest publication of a blueprint on the register. */
export function latestPublication(view: StateView, blueprintId: string): string | undefined {
  return view.state(STATE_KEY.blueprint(blueprintId))?.latest as string | undefined;
}

const definitions = new LRUCache<string, Definition>({ max: DEFINITION_CACHE_MAX });

/**
 * The definition under a pin, if that is a sealed publication of this blueprint on this register. Definitions are
 * content-addressed, so a cached one is the right one on every register; whether it is sealed here is asked each time.
 */
export function publishedDefinition(view: StateView, blueprintId: string, txId: string): Definition | undefined {
  const row = view.state(STATE_KEY.publication(txId));
  if (row?.blueprintId !== blueprintId) return undefined;
  let definition = definitions.get(txId);
  if (!definition) {
    const sealed = view.transaction(txId)?.payload as unknown as Definition | undefined;
    definition = sealed && asChecked(sealed);
    if (definition) definitions.set(txId, definition);
  }
  return definition;
}
