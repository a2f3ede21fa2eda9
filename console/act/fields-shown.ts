// The fields of an action as lists of them show: what it asks for, and what it calculates.
import type { Action, Definition } from '../../core/blueprint/definition/types.js';
import { type Question, questionsOf } from '../../core/blueprint/form/questions.js';

export interface FieldShown {
  readonly name: string;
  readonly label: string;
  readonly isCalculated: boolean;
  /** Absent where no schema says what it is. */
  readonly question: Question | undefined;
}

/** Calculated ones stand last. */
export function fieldsOf(action: Action): readonly FieldShown[] {
  const { calculations: rules = {}, ...asked } = action;
  // Without its rules an action asks for all that its schemas name, also for what it calculates.
  const every = questionsOf(asked);
  const isCalculated = (name: string) => Object.hasOwn(rules, name);
  const given = every.map((question): FieldShown => {
    const name = question.path[0] as string;
    return { name, label: question.label, isCalculated: isCalculated(name), question };
  });
  const known = new Set(given.map(({ name }) => name));
  const others = Object.keys(rules)
    .filter((name) => !known.has(name))
    .map((name): FieldShown => ({ name, label: name, isCalculated: true, question: undefined }));
  const all = [...given, ...others].map((field) => ({ ...field, label: spellOut(field) }));
  return [...all.filter((field) => !field.isCalculated), ...all.filter((field) => field.isCalculated)];
}

/** A name without a title is spelled out: `baseScore` is Base score. */
function spellOut({ name, label }: Pick<FieldShown, 'name' | 'label'>): string {
  if (label !== name) return label;
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function actionTitle({ actions }: Definition, id: number): string {
  const action = actions.find((each) => each.id === id);
  return action?.title ?? `${id}`;
}
