// The part of the node that encrypts actions in the background, with its place among the others.
import type { Part } from '../lifecycle.js';
import type { OpenParts } from '../open-parts.js';
import { openOperations } from '../operations.js';

/** Actions encrypted in the background. Behind what they use, so that what they do ends before any of it stops. */
export function operationsPart(open: OpenParts): Part {
  return {
    name: 'operations',
    start: async () => {
      open.operations = openOperations({
        ...{ store: open.store!, keys: open.keys!, opened: open.ledger!, files: open.files! },
        ...{ accounts: open.identity!.accounts, workflow: open.workflow!.workflow },
        ...{ log: open.world.log, metrics: open.metrics },
      });
    },
    stop: async () => open.operations?.close(),
  };
}
