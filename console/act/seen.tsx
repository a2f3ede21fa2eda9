// The part of what is typed that a reader will have: the consequence beside the work.
import { useState } from 'react';
import type { JsonObject } from '../../core/base/json.js';
import type { JudgedForm } from '../../core/blueprint/form/judged.js';
import type { RoleShown } from '../forms/form-context.js';
import { valueText } from '../forms/value-text.js';
import { BlackBar } from '../parts/black-bar.js';
import { Face } from '../parts/face.js';
import { Icon } from '../parts/icon.js';
import { useLocale, useWords } from '../words/words.js';
import type { FieldShown } from './fields-shown.js';

interface ReadersProps {
  readonly roles: readonly RoleShown[];
  readonly fields: readonly FieldShown[];
  readonly parts: JudgedForm['parts'];
}

/** Everybody who has a copy of the register, and no key. */
const EVERYBODY = '';

export function Readers({ roles, fields, parts }: ReadersProps) {
  const words = useWords();
  const [chosen, setChosen] = useState<string>();
  const reader = chosen ?? roles[0]?.id ?? EVERYBODY;
  const partOf = (id: string): JsonObject => parts.find(({ participantId }) => participantId === id)?.data ?? {};
  const count = (id: string) => fields.filter(({ name }) => Object.hasOwn(partOf(id), name)).length;
  const role = roles.find(({ id }) => id === reader);
  return (
    <aside className="act-seen" aria-label={words('seen.title')}>
      <h2>{words('seen.title')}</h2>
      <p className="hint">{words('seen.about')}</p>
      <fieldset className="seen-readers">
        <legend className="unseen">{words('seen.reader')}</legend>
        {roles.map((each) => (
          <label key={each.id} className="seen-reader">
            <input type="radio" name="reader" checked={each.id === reader} onChange={() => setChosen(each.id)} />
            <Face name={each.name} place={each.place} isLarge />
            <span className="wide">
              <b>{each.name}</b>
              <span className="hint">{each.organisation}</span>
            </span>
            <span className="hint">{words('seen.count', { count: count(each.id), of: fields.length })}</span>
          </label>
        ))}
        <label className="seen-reader">
          <input type="radio" name="reader" checked={reader === EVERYBODY} onChange={() => setChosen(EVERYBODY)} />
          <span className="face" data-large="true" data-hue="none">
            <Icon name="users" />
          </span>
          <span className="wide">
            <b>{words('seen.everybody')}</b>
            <span className="hint">{words('seen.everybody.about')}</span>
          </span>
          <span className="hint">{words('seen.count', { count: 0, of: fields.length })}</span>
        </label>
      </fieldset>
      <Paper
        title={role ? words('seen.as', { role: role.name }) : words('seen.as-everybody')}
        fields={fields}
        data={partOf(reader)}
      />
    </aside>
  );
}

interface PaperProps {
  readonly title: string;
  readonly fields: readonly FieldShown[];
  readonly data: JsonObject;
}

function Paper({ title, fields, data }: PaperProps) {
  const words = useWords();
  const locale = useLocale();
  return (
    <section className="seen-paper" aria-live="off">
      <h3>
        <Icon name="eye" />
        {title}
      </h3>
      <dl>
        {fields.map(({ name, label, question }) => {
          const value = Object.hasOwn(data, name) ? data[name] : undefined;
          return (
            <div key={name}>
              <dt>{label}</dt>
              <dd>{value === undefined ? <BlackBar /> : valueText(value, question, { words, locale })}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
