// The rules of an action: what it calculates, and on which conditions its ways are taken.
import { ruleText } from '../../../core/edits/view/rule-text.js';
import { type DraftRule, rulesIn } from '../../../core/edits/view/rule-trial.js';
import type { DraftAction } from '../../../core/edits/view/shown-draft.js';
import { useWords } from '../../words/words.js';
import { useDesign } from '../design-context.js';
import { MemberHead } from '../member-head.js';
import { NewMember } from '../new-member.js';
import { RuleEditor } from './rule-editor.js';

export function RulesView() {
  const words = useWords();
  const { action, now } = useDesign();
  if (action === undefined) return <p className="hint">{words('design.matrix.no-action')}</p>;
  const rules = rulesIn(action);
  return (
    <section className="fields-edited" aria-label={words('design.view.rules')}>
      <h2>{action.title}</h2>
      {rules.length === 0 && <p className="hint">{words('design.rules.none')}</p>}
      <ul className="field-list">
        {rules.map((rule) => (
          <RuleItem key={`${action.id} ${rule.kind} ${rule.name}`} action={action} rule={rule} />
        ))}
      </ul>
      {now.mayEdit && <NewCalculation action={action.id} />}
    </section>
  );
}

function RuleItem({ action, rule }: { readonly action: DraftAction; readonly rule: DraftRule }) {
  const words = useWords();
  const { shown, field } = useDesign();
  const place = `${rule.kind}/${rule.name}`;
  const isOpen = field === place || (rule.kind === 'calculation' && field === rule.name);
  const label = action.fields.find(({ name }) => name === rule.name)?.label ?? rule.name;
  const to = rule.to.map((id) => shown.actions.find((each) => each.id === id)?.title ?? id).join(', ');
  const kind = rule.kind === 'calculation' ? rule.kind : rule.rule === undefined ? 'always' : rule.kind;
  return (
    <li className="field-item">
      <MemberHead view="rules" {...{ place, isOpen }}>
        <b>
          {kind === 'calculation'
            ? words('design.rules.calculation', { name: label })
            : words(kind === 'always' ? 'design.rules.always' : 'design.rules.condition', { to })}
        </b>
        {rule.rule !== undefined && !isOpen && <code className="rule-text">{ruleText(rule.rule)}</code>}
      </MemberHead>
      {isOpen && <RuleEditor action={action} rule={rule} />}
    </li>
  );
}

function NewCalculation({ action }: { readonly action: number }) {
  const words = useWords();
  const editOf = (field: string) => ({ edit: 'add_calculation', action, field, rule: 0 });
  return <NewMember label={words('design.rules.new')} view="rules" editOf={editOf} />;
}
