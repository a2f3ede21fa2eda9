// Where the making of a text into edits stands, and data that is added on the way.
import type { JsonObject } from '../../../base/json.js';
import { fieldNamesOf } from '../../../edits/fields.js';
import type { Field } from '../words/field-phrases.js';
import type { WorkingDraft } from './drafting.js';

/** Where the making of a text stands. */
export interface Making {
  readonly drafting: WorkingDraft;
  /** The text tells the whole in its order; else it says something about what is there. */
  readonly isStory: boolean;
  /** The step that was told last, in a story. */
  last?: number;
  /** Steps beside each other that were told last. */
  besides?: readonly number[];
  /** The conditional step that was told last. */
  lastConditional?: number;
  readonly made: {
    readonly actions: number[];
    readonly roles: string[];
    readonly fields: { readonly action: number; readonly name: string }[];
  };
  /** Decisions of which the text does not say what a no leads to. */
  readonly undecided: number[];
  /** Actions that an answer is about; of any where it is absent. */
  readonly asked?: readonly number[];
}

const SIZES: Readonly<Partial<Record<Field['type'], JsonObject>>> = { text: { max: 1000 } };

/** States members in an action, but those that it has. */
export function addFields(making: Making, action: number, fields: readonly Field[]): void {
  const { drafting, made } = making;
  for (const { name, label, type, isOptional, values } of fields) {
    const its = drafting.action(action);
    if (!its || fieldNamesOf(its).includes(name)) continue;
    if (type === 'money') ensureCurrency(drafting);
    const edit = {
      edit: 'set_schema_field',
      action,
      field: name,
      type,
      label,
      ...SIZES[type],
      ...(isOptional && { required: false }),
      ...(values && { values: [...values] }),
    };
    if (drafting.edit(edit)) made.fields.push({ action, name });
  }
}

function ensureCurrency(drafting: WorkingDraft, currency = 'EUR'): void {
  const before = drafting.blueprint.currencies;
  if (before !== undefined && (currency === 'EUR' || Object.hasOwn(before as object, currency))) return;
  drafting.edit({
    edit: 'set_terms',
    member: 'currencies',
    value: { ...(before as JsonObject | undefined), [currency]: 2 },
  });
}
