// Findings about the cells, the separately disclosed parts of an action's data: that they follow from the
// definition, and fit an envelope.

import { parsePointer, pointerText } from '../../../blueprint/definition/pointer.js';
import { shownName } from '../../../blueprint/definition/shown-name.js';
import type { Definition } from '../../../blueprint/definition/types.js';
import type { Findings } from '../../../blueprint/findings/finding.js';
import { membersOf } from '../../../blueprint/names/members.js';
import { variantsOf } from '../../../blueprint/plan/approval.js';
import { tooMany } from '../../../envelope/layout/layout.js';

/** Adds the errors. Every name of the definition has its meaning, and every way an action. */
export function checkCells(definition: Definition, findings: Findings): void {
  for (const [i, action] of definition.actions.entries()) {
    const { isInList } = membersOf(action);
    for (const [j, { dataPointers }] of (action.disclosures ?? []).entries())
      for (const [k, pointer] of dataPointers.entries()) {
        const tokens = parsePointer(pointer) ?? [];
        const path = tokens.at(-1) === '*' ? tokens.slice(0, -1) : tokens;
        if (!isInList(path)) continue;
        const list = pointerText(
          path.slice(
            0,
            path.findIndex((_, at) => isInList(path.slice(0, at + 1))),
          ),
        );
        findings.error(
          'BP_POINTER_LIST',
          `/actions/${i}/disclosures/${j}/dataPointers/${k}`,
          `A list is disclosed whole, because places in it would tell its length: name ${shownName(list)}, or put what only some may see into a member of its own.`,
        );
      }
    const message = variantsOf(action).flatMap((item) => tooMany(definition, item) ?? [])[0];
    if (message !== undefined) findings.error('BP_CELLS', `/actions/${i}`, message);
  }
}
