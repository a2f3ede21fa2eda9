// The step about the people that a definition names. A candidate is a record that its owner signed already: another one
// could else publish a record of that id later, take the role, and read for it. A wallet of a role can receive: else no
// one would read for the role, and its parties would not see it.
import { type Issue, issue } from '../../base/issue.js';
import type { Definition } from '../../blueprint/definition/types.js';
import { candidacyOf } from '../../blueprint/plan/role-candidates.js';
import { LACKS_KEY, lacksKey } from '../../instance/people/able.js';
import type { Subject } from '../../moves/parts/context.js';
import { NONE } from '../../moves/parts/none.js';
import { participantAt } from '../../register/people/participants.js';

/** VAL_BP_016. A definition of another form was refused before. */
export function candidates({ tx, ctx }: Pick<Subject, 'tx' | 'ctx'>): readonly Issue[] {
  const definition = tx.payload as unknown as Definition;
  if (!Array.isArray(definition.participants)) return NONE;
  for (const [i, role] of definition.participants.entries()) {
    if (typeof role.walletAddress === 'string' && lacksKey(ctx.view, role.walletAddress))
      return [issue('VAL_BP_016', `/payload/participants/${i}/walletAddress`, `This wallet ${LACKS_KEY}`)];
    for (const [j, id] of (candidacyOf(role)?.records ?? []).entries()) {
      const row = participantAt(ctx.view, id);
      if (row?.status === 'Active' && row.own === true && !lacksKey(ctx.view, row.primary)) continue;
      return [
        issue(
          'VAL_BP_016',
          `/payload/participants/${i}/candidates/${j}`,
          `The register has no Active record ${JSON.stringify(id)} that its own wallet signed, with a key that receives: publish it first.`,
        ),
      ];
    }
  }
  return NONE;
}
