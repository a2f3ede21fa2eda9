// Fields in which values are chosen: one of several, any of several, yes or no.
import { canonical } from '../../core/base/json.js';
import type { Question } from '../../core/blueprint/form/questions.js';
import { useWords } from '../words/words.js';
import { choiceLabel } from './choice-label.js';
import { FieldFrame } from './field-frame.js';
import type { FieldProps } from './field-props.js';
import { useForm } from './form-context.js';
import { useTyped } from './store.js';
import { attributes } from './texts.js';

/** Up to so many values are seen at once. */
const CARDS_MAX = 5;

export function ChoiceField(props: FieldProps) {
  return props.question.choices.length > CARDS_MAX ? <ListedChoice {...props} /> : <CardChoice {...props} />;
}

function CardChoice({ question }: FieldProps) {
  const words = useWords();
  const { store } = useForm();
  const typed = useTyped(store, question.path);
  return (
    <FieldFrame question={question} isGroup>
      {({ id, onLeave }) => (
        <div className="choices">
          {question.choices.map((value) => {
            const key = canonical(value);
            return (
              <label key={key} className="choice-card">
                <input
                  type="radio"
                  name={id}
                  checked={typed === key}
                  onChange={() => store.set(question.path, key)}
                  onBlur={onLeave}
                />
                {choiceLabel(question, value)}
              </label>
            );
          })}
          {!question.required && (
            <label className="choice-card">
              <input
                type="radio"
                name={id}
                checked={typed === undefined || typed === ''}
                onChange={() => store.set(question.path, undefined)}
                onBlur={onLeave}
              />
              {words('form.no-choice')}
            </label>
          )}
        </div>
      )}
    </FieldFrame>
  );
}

function ListedChoice({ question }: FieldProps) {
  const words = useWords();
  const { store } = useForm();
  const typed = useTyped(store, question.path);
  return (
    <FieldFrame question={question}>
      {({ onLeave, ...ids }) => (
        <select
          {...attributes(ids)}
          value={typeof typed === 'string' ? typed : ''}
          onChange={({ target }) => store.set(question.path, target.value)}
          onBlur={onLeave}
        >
          <option value="">{words(question.required ? 'form.choose' : 'form.no-choice')}</option>
          {question.choices.map((value) => (
            <option key={canonical(value)} value={canonical(value)}>
              {choiceLabel(question, value)}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

export function SelectionField({ question }: FieldProps) {
  const { store } = useForm();
  const typed = useTyped(store, question.path);
  const chosen = Array.isArray(typed) ? (typed as readonly string[]) : [];
  const item = question.item as Question;
  const toggle = (key: string) => {
    const kept = new Set(chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key]);
    // In the order in which they are offered.
    store.set(
      question.path,
      item.choices.map(canonical).filter((each) => kept.has(each)),
    );
  };
  return (
    <FieldFrame question={question} isGroup>
      {({ onLeave }) => (
        <div className="choices">
          {item.choices.map((value) => {
            const key = canonical(value);
            return (
              <label key={key} className="choice-card">
                <input type="checkbox" checked={chosen.includes(key)} onChange={() => toggle(key)} onBlur={onLeave} />
                {choiceLabel(item, value)}
              </label>
            );
          })}
        </div>
      )}
    </FieldFrame>
  );
}

export function CheckboxField({ question }: FieldProps) {
  const words = useWords();
  const { store } = useForm();
  const typed = useTyped(store, question.path);
  return (
    <FieldFrame question={question}>
      {({ onLeave, ...ids }) => (
        <span className="choices">
          <span className="choice-card">
            <input
              {...attributes(ids)}
              type="checkbox"
              checked={typed === true}
              onChange={({ target }) => store.set(question.path, target.checked)}
              onBlur={onLeave}
            />
            <span aria-hidden="true">{words(typed === true ? 'yes' : 'no')}</span>
          </span>
        </span>
      )}
    </FieldFrame>
  );
}
