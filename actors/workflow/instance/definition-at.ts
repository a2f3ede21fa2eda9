// The definition under a pin, for readers that can go on without one. A rule of the ledger must never read its
// definition here.
import type { Definition } from '../../../core/blueprint/definition/types.js';
import { publishedDefinition } from '../../../core/instance/publications.js';
import type { StateView } from '../../../core/model/register.js';
import { isDamage } from '../../../storage/engine/fault.js';
import type { LostPin } from '../../../storage/tables/workflow/inbox.js';

/** Undefined where the rows or the body that lead to it are gone or damaged, until they are repaired. */
export function definitionAt(view: StateView, { blueprintId, publicationTxId }: LostPin): Definition | undefined {
  try {
    return publishedDefinition(view, blueprintId, publicationTxId);
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}
