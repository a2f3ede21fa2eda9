// The words of a part: its kind, and in one sentence what it does.
import type { PartForm, PartKind } from '../../../core/edits/view/part-form.js';
import { PART_ROWS } from '../../../core/edits/view/part-form.js';
import { useWords } from '../../words/words.js';
import { useDesign } from '../design-context.js';

export function usePartWords() {
  const words = useWords();
  const { shown } = useDesign();
  const actionName = (id: string) => shown.actions.find((each) => String(each.id) === id)?.title ?? id;
  const roleName = (id: string) => shown.roles.find((role) => role.id === id)?.name ?? id;
  const title = (kind: PartKind) => words('design.part', { kind });
  /** Roles by name, actions by title, all others as they are stated. */
  function about(kind: PartKind, { choice, values }: PartForm): string {
    const said = PART_ROWS[kind].members.map(({ at, input }): [string, string] => {
      const all = [values[at]].flat().map(String);
      if (input === 'action' || input === 'actions') return [at, all.map(actionName).join(', ')];
      const isOfRoles = input === 'role' || input === 'roles' || input === 'voters';
      return [at, (isOfRoles ? all.map(roleName) : all).join(', ')];
    });
    // A member below another one goes by the name of that.
    const named = said.map(([at, text]): [string, string] => [at.split('.')[0] ?? at, text || NOTHING]);
    return words(ABOUT[kind], { choice, ...Object.fromEntries(named) });
  }
  return { title, about, actionName, roleName };
}

const NOTHING = 'none';

const ABOUT: Readonly<Record<PartKind, string>> = {
  route: 'design.part.about.route',
  timer: 'design.part.about.timer',
  rejection: 'design.part.about.rejection',
  vote: 'design.part.about.vote',
  confirm: 'design.part.about.confirm',
  join: 'design.part.about.join',
  credential_requirement: 'design.part.about.requirement',
  issuance: 'design.part.about.issuance',
};
