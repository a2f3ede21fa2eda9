// Each control of a form in each state, for the page of parts. Its words are in English alone, but those of Arabic.
import { useState } from 'react';
import type { Json, JsonObject } from '../../../core/base/json.js';
import { formOf } from '../../../core/blueprint/form/elements.js';
import { typedMembers } from '../../../core/blueprint/form/typed.js';
import { Elements } from '../elements.js';
import { FormContext } from '../form-context.js';
import '../forms.css';
import { FormStore } from '../store.js';

/** A word that is longer than a line of a phone. */
const LONG = 'W'.repeat(100);
const ARABIC = 'عنوان المبنى 14';
const LABELS = ['Timber', 'Steel', 'Concrete'];
const MANY = ['Aarau', 'Baden', 'Chur', 'Davos', 'Erlach', 'Fiesch', LONG];

/** A schema for each control, with a good value of it. */
const CONTROLS: Readonly<Record<string, readonly [schema: JsonObject, value: Json]>> = {
  'Text line': [{ type: 'string', maxLength: 400 }, 'Dock Street 14'],
  'Text area': [{ type: 'string', maxLength: 4000 }, 'A house of three storeys.\nIts roof is of slate.'],
  'Whole number': [{ type: 'integer', 'x-unit': 'm²' }, 1200],
  Number: [{ type: 'number' }, 9.3],
  Decimal: [{ type: 'string', format: 'decimal', 'x-scale': 2 }, '12345678901234567890.12'],
  Money: [
    {
      ...{ type: 'object', format: 'money' },
      properties: {
        amount: { type: 'string', format: 'decimal', 'x-scale': 2 },
        currency: { type: 'string', enum: ['CHF', 'EUR', 'JPY', 'SEK', 'USD', 'ZAR'] },
      },
    },
    { amount: '1200.50', currency: 'EUR' },
  ],
  Day: [{ type: 'string', format: 'date' }, '2027-03-01'],
  Moment: [{ type: 'string', format: 'date-time' }, '2027-03-01T09:30:00.000Z'],
  Period: [{ type: 'string', format: 'duration' }, 'P3M'],
  Cards: [{ type: 'string', enum: LABELS }, 'Steel'],
  List: [{ type: 'string', enum: MANY }, 'Chur'],
  Selection: [{ type: 'array', items: { type: 'string', enum: LABELS } }, ['Timber', 'Steel']],
  Checkbox: [{ type: 'boolean' }, true],
  Rows: [{ type: 'array', items: { type: 'string', maxLength: 400 } }, ['First', 'Second']],
  File: [
    { type: 'object', 'x-file': { mediaTypes: ['application/pdf'] } },
    { fileName: 'plan.pdf', size: 48_000 },
  ],
};

interface ControlState {
  readonly title: string;
  /** A value for texts instead of the good one. */
  readonly text?: string;
  readonly isEmpty?: boolean;
  readonly isWrong?: boolean;
  readonly isDisabled?: boolean;
  readonly isFromRight?: boolean;
}

const STATES: readonly ControlState[] = [
  { title: 'Empty', isEmpty: true },
  { title: 'Filled' },
  { title: 'Wrong', isWrong: true },
  { title: 'Disabled', isDisabled: true },
  { title: 'Long', text: LONG, isWrong: true },
  { title: 'From right to left', text: ARABIC, isFromRight: true },
];

export function ControlStates() {
  return (
    <div className="control-states">
      {STATES.map((state) => (
        <StateOfControls key={state.title} state={state} />
      ))}
    </div>
  );
}

function StateOfControls({ state }: { readonly state: ControlState }) {
  const { title, isDisabled = false, isFromRight = false } = state;
  const [{ elements, context }] = useState(() => formIn(state));
  return (
    <section aria-label={title} {...(isFromRight && { dir: 'rtl', lang: 'ar' })}>
      <h3>{title}</h3>
      <FormContext value={context}>
        <fieldset className="fields" disabled={isDisabled}>
          <Elements elements={elements} />
        </fieldset>
      </FormContext>
    </section>
  );
}

function formIn({ title, text, isEmpty = false, isWrong = false, isFromRight = false }: ControlState) {
  // An id is of one field of the page.
  const keyOf = (name: string) => `${title}-${name}`.replaceAll(' ', '-');
  const titleOf = (name: string) => (isFromRight ? ARABIC : text === undefined ? name : `${name} ${text}`);
  const properties = Object.fromEntries(
    Object.entries(CONTROLS).map(([name, [schema]]) => [
      keyOf(name),
      { ...schema, title: titleOf(name), description: text ?? 'Help for this field.' },
    ]),
  );
  const required = [keyOf('Text line'), keyOf('Cards')];
  const { elements, questions } = formOf({ dataSchemas: [{ type: 'object', properties, required }] });
  const isFree = ({ type, format, enum: choices }: JsonObject) =>
    type === 'string' && format === undefined && choices === undefined;
  const payload = Object.fromEntries(
    Object.entries(CONTROLS).map(([name, [schema, value]]) => [keyOf(name), isFree(schema) ? (text ?? value) : value]),
  );
  const store = new FormStore(isEmpty ? {} : typedMembers(questions, payload));
  if (isWrong) {
    const keys = Object.keys(properties).map((key) => `/${key}`);
    const fault = `Expected another value. ${text ?? ''}`;
    store.setFindings({ faults: new Map(keys.map((key) => [key, fault])), hidden: new Set(), disabled: new Set() });
    store.leave(keys);
  }
  const reader = { id: 'planner', name: 'Planning officer', organisation: undefined, place: 1 };
  const context = { store, readersAt: () => (isEmpty ? [] : [reader]), attach: () => {} };
  return { elements, context };
}
