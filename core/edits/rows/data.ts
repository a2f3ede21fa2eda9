// Edits of the data of an action: its members with their types, their controls, what is calculated, and who reads it.
import type { Json, JsonObject } from '../../base/json.js';
import { isObject } from '../../base/json.js';
import { parsePointer, pointerText } from '../../blueprint/definition/pointer.js';
import { SUBJECT_HINT } from '../../blueprint/form/subject.js';
import { itemsOf } from '../draft.js';
import { type EditRow, refuse, row } from '../edit.js';
import {
  controlTypeOf,
  FIELD_TYPES,
  type FieldFacts,
  factsProblem,
  fieldNamesOf,
  fieldOf,
  schemaOfFacts,
  withField,
} from '../fields.js';
import { controlOf, formOf, withControl } from '../form.js';
import { actionText, changeAction, firstUpper, withMember } from '../members.js';
import { actionId, fieldName, membersAt, roleId } from '../shapes.js';

interface SetField extends Partial<FieldFacts> {
  readonly action: number;
  readonly field: string;
  readonly schema?: JsonObject;
  readonly required?: boolean;
  readonly label?: string;
  readonly help?: string;
  readonly subject?: boolean;
}

const bound: JsonObject = { type: ['number', 'string'], maxLength: 40 };

const setField = row<SetField>({
  name: 'set_schema_field',
  about:
    'States a member of an action by its type, with bounds (`min`, `max`), or by a JSON Schema in place of a type. It is required unless that says otherwise. ' +
    'The sender of the action states it.',
  members: {
    action: actionId,
    field: fieldName,
    type: { enum: [...FIELD_TYPES] },
    schema: { type: 'object', description: 'JSON Schema, in place of type, bounds and values.' },
    required: { type: 'boolean', description: 'False where the sender may leave it out.' },
    label: { type: 'string', minLength: 1, maxLength: 200 },
    help: { type: 'string', minLength: 1, maxLength: 1000 },
    subject: { type: 'boolean', description: 'True where it names the instance in lists, to those who read it.' },
    min: { ...bound, description: 'Least length, size or number of items; a text for decimal and money.' },
    max: { ...bound, description: 'The greatest one.' },
    places: { type: 'integer', minimum: 0, maximum: 18, description: 'Places behind the point of a decimal.' },
    values: { type: 'array', minItems: 1, maxItems: 200, description: 'The values of a choice.' },
    of: { enum: [...FIELD_TYPES], description: 'The type of the items of a list.' },
  },
  required: ['action', 'field'],
  example: { action: 1, field: 'note', type: 'text', max: 500, required: false, label: 'Note' },
  change(parts, { action: id, field, schema, required, label, help, subject, ...facts }) {
    const { type } = facts;
    if ((type === undefined) === (schema === undefined))
      return refuse('', 'A member has a type, or a schema in its place: state one of both.');
    const problem = type === undefined ? undefined : factsProblem({ ...facts, type });
    if (problem !== undefined) return refuse('', problem);
    const base = type === undefined ? (schema as JsonObject) : schemaOfFacts({ ...facts, type });
    const its = {
      ...base,
      ...(label !== undefined && { title: label }),
      ...(help !== undefined && { 'x-help': help }),
      ...(subject === true && { [SUBJECT_HINT]: true }),
    };
    return changeAction(parts, id, (action) => ({
      action: withField(action, field, { schema: its, isRequired: required !== false }),
      words: [
        `${fieldOf(action, field) ? 'Changed' : 'Added'} the member ${field} (${type ?? 'by its schema'}, ` +
          `${required === false ? 'optional' : 'required'}) of ${actionText(action)}.`,
      ],
    }));
  },
});

interface SetControl {
  readonly action: number;
  readonly field: string;
  readonly type?: string;
  readonly title?: string;
  readonly rule?: JsonObject;
}

const setControl = row<SetControl>({
  name: 'set_form_control',
  about: 'Gives a member of an action a control in its form, of the kind that its type needs unless stated.',
  members: {
    action: actionId,
    field: fieldName,
    type: { enum: ['TextLine', 'TextArea', 'Numeric', 'DateTime', 'File', 'Choice', 'Checkbox', 'Selection'] },
    title: { type: 'string', minLength: 1, maxLength: 200 },
    rule: { type: 'object', description: 'When it is shown or enabled, as in forms of definitions.' },
  },
  required: ['action', 'field'],
  example: { action: 2, field: 'paid', title: 'Amount that is paid' },
  change(parts, { action: id, field, type, title, rule }) {
    return changeAction(parts, id, (action) => {
      const schema = fieldOf(action, field);
      if (!schema) return refuse('/field', `${firstUpper(actionText(action))} declares no member ${field}.`);
      const before = controlOf(formOf(action), field) ?? {};
      const named = title ?? before.title ?? schema.title ?? field;
      const control = {
        ...before,
        type: type ?? before.type ?? controlTypeOf(schema),
        title: named as Json,
        scope: pointerText([field]),
        ...(rule !== undefined && { rule }),
      };
      return {
        action: withControl(action, field, control),
        words: [`The form of ${actionText(action)} asks for ${field} by a ${control.type} control.`],
      };
    });
  },
});

const addCalculation = row<{ readonly action: number; readonly field: string; readonly rule: Json }>({
  name: 'add_calculation',
  about:
    'Has a member of an action calculated by a rule (docs/language.md). It is not stated then. An earlier rule of the member is replaced.',
  members: { action: actionId, field: fieldName, rule: { description: 'JSON Logic.' } },
  required: ['action', 'field', 'rule'],
  example: { action: 1, field: 'double', rule: { '*': [2, { var: 'in.taxRate' }] } },
  change: (parts, { action: id, field, rule }) =>
    changeAction(parts, id, (action) => {
      const { calculations } = action;
      const before = calculations !== undefined && isObject(calculations) ? calculations : {};
      const word = Object.hasOwn(before, field) ? 'Changed' : 'Added';
      return {
        action: withMember(action, 'calculations', withMember(before, field, rule)),
        words: [`${word} the calculation of ${field} in ${actionText(action)}.`],
      };
    }),
});

interface SetDisclosure {
  readonly action: number;
  readonly role: string;
  readonly fields: readonly string[];
  readonly reads: boolean;
  readonly from?: JsonObject;
}

const { from } = membersAt('actions.disclosures');

const setDisclosure = row<SetDisclosure>({
  name: 'set_disclosure',
  about:
    'Says whether a role reads members of an action: by name, by JSON Pointer, or all of them (`["*"]`). The sender reads them in any case. `from` opens them later.',
  members: {
    action: actionId,
    role: roleId,
    fields: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 1024 }, minItems: 1, maxItems: 1000 },
    reads: { type: 'boolean', description: 'True where the role reads them from now on, false where it does not.' },
    from: { ...from, type: 'object' },
  },
  required: ['action', 'role', 'fields', 'reads'],
  example: { action: 1, role: 'buyer', fields: ['taxRate'], reads: false },
  change(parts, { action: id, role, fields, reads, from: opens }) {
    const pointers = fields.map((field) =>
      field === '*' ? '/*' : field.startsWith('/') ? field : pointerText([field]),
    );
    const bad = pointers.findIndex((pointer) => parsePointer(pointer) === undefined);
    if (bad >= 0) return refuse(`/fields/${bad}`, 'A member is a name, or a JSON Pointer that begins with /.');
    if (!reads && opens !== undefined) return refuse('/from', 'A time from which a role reads is of what it reads.');
    return changeAction(parts, id, (action) => {
      const rules = itemsOf(action, 'disclosures');
      const before = rules.find(({ participantAddress }) => participantAddress === role);
      const had = pointersOf(before);
      const after = reads ? readToo(had, pointers) : readLess(had, pointers, fieldNamesOf(action));
      const rule =
        after.length === 0
          ? undefined
          : {
              ...(before ?? { participantAddress: role }),
              dataPointers: after,
              ...(opens !== undefined && { from: opens }),
            };
      const list = before
        ? rules.flatMap((item) => (item !== before ? [item] : rule ? [rule] : []))
        : [...rules, ...(rule ? [rule] : [])];
      const what = fields.includes('*') ? 'all' : fields.join(', ');
      return {
        action: withMember(action, 'disclosures', list),
        words: [
          reads
            ? `${role} reads ${what} of ${actionText(action)}.`
            : `${role} does not read ${what} of ${actionText(action)}.`,
          ...(!reads && action.sender === role ? [`It does the action, and knows what it states.`] : []),
        ],
      };
    });
  },
});

export const dataRows: readonly EditRow[] = [setField, setControl, setDisclosure, addCalculation];

function pointersOf(rule: JsonObject | undefined): readonly string[] {
  return Array.isArray(rule?.dataPointers) ? (rule.dataPointers as readonly string[]) : [];
}

function readToo(had: readonly string[], more: readonly string[]): readonly string[] {
  return had.includes('/*') || more.includes('/*') ? ['/*'] : [...new Set([...had, ...more])];
}

/** Without the pointers and what is below them. A role that read all reads all other members from then on. */
function readLess(had: readonly string[], less: readonly string[], names: readonly string[]): readonly string[] {
  if (less.includes('/*')) return [];
  const all = had.flatMap((pointer) => (pointer === '/*' ? names.map((name) => pointerText([name])) : [pointer]));
  return all.filter((pointer) => !less.some((gone) => pointer === gone || pointer.startsWith(`${gone}/`)));
}
