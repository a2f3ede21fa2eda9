// The members of an action with their types and bounds, the action itself, and beside them the form as people see it.
import { useMemo, useState } from 'react';
import { fieldTextKey } from '../../../core/edits/view/field-edits.js';
import { type GIVEN_TYPES, typeOf } from '../../../core/edits/view/field-type.js';
import { type DraftField, memberOf, showDraft } from '../../../core/edits/view/shown-draft.js';
import { useLanguage, useWords } from '../../words/words.js';
import { useDesign } from '../design-context.js';
import { MemberHead } from '../member-head.js';
import { NewMember } from '../new-member.js';
import { ActionFacts } from './action-facts.js';
import { FieldEditor } from './field-editor.js';
import { FormPreview } from './form-preview.js';
import { TypeChoice } from './type-choice.js';

/** The language that labels are translated to where the draft has no texts yet. */
const FIRST_TRANSLATION = 'de';

export function FieldsView() {
  const words = useWords();
  const { action, now, field: named } = useDesign();
  const { language: spoken } = useLanguage();
  // Texts are edited as the draft has them, and not as the person reads them.
  const own = useMemo(() => showDraft(now.blueprint), [now.blueprint]);
  const languages = [...new Set([...Object.keys(memberOf(now.blueprint, 'texts')), FIRST_TRANSLATION, spoken])];
  const [chosen, choose] = useState<string>();
  const language = chosen ?? languages[0] ?? FIRST_TRANSLATION;
  const edited = own.actions.find(({ id }) => id === action?.id);
  if (action === undefined || edited === undefined) return <p className="hint">{words('design.matrix.no-action')}</p>;
  const texts = memberOf(memberOf(now.blueprint, 'texts'), language);
  return (
    <div className="fields-view">
      <div className="fields-edited">
        <h2>{action.title}</h2>
        <ActionFacts key={edited.id} action={edited} />
        <label className="choice">
          {words('design.fields.language')}
          <select value={language} onChange={({ target }) => choose(target.value)}>
            {languages.map((each) => (
              <option key={each} value={each}>
                {new Intl.DisplayNames(spoken, { type: 'language' }).of(each) ?? each}
              </option>
            ))}
          </select>
        </label>
        <ul className="field-list">
          {edited.fields.map((field) => (
            <FieldItem
              key={field.name}
              {...{ field, language }}
              action={edited.id}
              isOpen={field.name === named}
              translation={String(texts[fieldTextKey(edited.id, field.name)] ?? '')}
            />
          ))}
        </ul>
        {now.mayEdit && <NewField action={edited.id} />}
      </div>
      <FormPreview action={action} />
    </div>
  );
}

interface FieldItemProps {
  readonly action: number;
  readonly field: DraftField;
  readonly language: string;
  readonly translation: string;
  readonly isOpen: boolean;
}

function FieldItem({ action, field, language, translation, isOpen }: FieldItemProps) {
  const words = useWords();
  const { name, label, schema, isRequired, isCalculated } = field;
  return (
    <li className="field-item">
      <MemberHead view="fields" place={name} isOpen={isOpen}>
        <b>{label}</b>
        <span className="hint">
          <code>{name}</code> · {words('design.type', { type: typeOf(schema) })}
          {isCalculated
            ? ` · ${words('design.calculated')}`
            : isRequired
              ? ` · ${words('design.fields.required')}`
              : ''}
        </span>
      </MemberHead>
      <MemberNames schema={schema} />
      {isOpen && <FieldEditor key={`${action} ${name}`} {...{ action, field, language, translation }} />}
    </li>
  );
}

/** Members of an object, and of the items of a list. */
function MemberNames({ schema }: { readonly schema: DraftField['schema'] }) {
  const words = useWords();
  if (typeOf(schema) === 'file' || typeOf(schema) === 'money') return null;
  const below = [memberOf(schema, 'properties'), memberOf(memberOf(schema, 'items'), 'properties')];
  const members = below.flatMap((properties) =>
    Object.keys(properties).map((name) => [name, memberOf(properties, name)] as const),
  );
  if (members.length === 0) return null;
  return (
    <ul className="member-names hint">
      {members.map(([name, its]) => (
        <li key={name}>
          <code>{name}</code> · {words('design.type', { type: typeOf(its) })}
          <MemberNames schema={its} />
        </li>
      ))}
    </ul>
  );
}

function NewField({ action }: { readonly action: number }) {
  const words = useWords();
  const [type, setType] = useState<(typeof GIVEN_TYPES)[number]>('text');
  const editOf = (field: string) => {
    // A choice begins with a value, as it has one at least.
    const values = type === 'choice' ? { values: [words('design.fields.first-value')] } : {};
    return { edit: 'set_schema_field', action, field, type, ...values };
  };
  return (
    <NewMember label={words('design.fields.new')} view="fields" editOf={editOf}>
      <TypeChoice type={type} onChange={(to) => setType(to as typeof type)} />
    </NewMember>
  );
}
