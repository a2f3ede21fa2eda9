// The step about candidates that a definition names: each is a record that its owner signed already. Whoever published one
// of that id later would take the role, and read what is disclosed to it.
import { type Issue, issue } from '../../base/issue.js';
import { languageUnder } from '../../blueprint/language.js';
import { candidacyOf } from '../../blueprint/role-candidates.js';
import type { Definition } from '../../blueprint/types.js';
import { participantAt } from '../../register/participants.js';
import type { Subject } from './context.js';
import { NONE } from './form.js';

/** VAL_BP_016. A definition of another form was refused before. */
export function candidates({ tx, ctx }: Pick<Subject, 'tx' | 'ctx'>): readonly Issue[] {
  const definition = tx.payload as unknown as Definition;
  if (languageUnder(ctx.state.rules, definition) !== 2 || !Array.isArray(definition.participants)) return NONE;
  for (const [i, role] of definition.participants.entries())
    for (const [j, id] of (candidacyOf(role)?.records ?? []).entries()) {
      const row = participantAt(ctx.view, id);
      if (row?.status === 'Active' && row.own === true) continue;
      return [
        issue(
          'VAL_BP_016',
          `/payload/participants/${i}/candidates/${j}`,
          `The register has no Active record ${JSON.stringify(id)} that its own wallet signed: publish it first.`,
        ),
      ];
    }
  return NONE;
}
