// Names in a definition by which people know who does what: none has a character that they do not see, or that moves
// others, so that no two look alike by one. A rule of the ledger.
import { NAME_RULE, nameProblem } from '../../../base/hidden.js';
import type { Definition } from '../../../blueprint/definition/types.js';
import type { Findings } from '../../../blueprint/findings/finding.js';

/** BP_NAME_HIDDEN at the title, the names of roles and organisations, and the titles of actions. */
export function checkShownNames(definition: Definition, findings: Findings): void {
  for (const [at, name] of shownNames(definition)) {
    const problem = name === undefined || name === '' ? undefined : nameProblem(name);
    if (problem !== undefined) findings.error('BP_NAME_HIDDEN', at, `The name ${problem}. ${NAME_RULE}`);
  }
}

function* shownNames({ title, participants, actions }: Definition): Iterable<readonly [string, string | undefined]> {
  yield ['/title', title];
  for (const [i, { id, name, organisation, candidates }] of participants.entries()) {
    const at = `/participants/${i}`;
    yield [`${at}/id`, id];
    yield [`${at}/name`, name];
    yield [`${at}/organisation`, organisation];
    if (candidates !== undefined && 'organisation' in candidates)
      yield [`${at}/candidates/organisation`, candidates.organisation];
  }
  for (const [i, action] of actions.entries()) yield [`/actions/${i}/title`, action.title];
}
