// The form of an action as it is drawn: layouts, texts and fields in their order. A field that the form leaves out
// stands behind the others, because the action asks for it all the same. Pure.
import { isObject, type Json } from '../../base/json.js';
import { parsePointer, pointerText } from '../definition/pointer.js';
import type { Action } from '../definition/types.js';
import { type FieldRule, ruleOf } from './field-rule.js';
import { type Question, questionsOf } from './questions.js';

export type FormLayout = 'VerticalLayout' | 'HorizontalLayout' | 'Group' | 'Categorization';

export type FormElement =
  | {
      readonly kind: 'layout';
      readonly layout: FormLayout;
      readonly title: string | undefined;
      readonly rule: FieldRule | undefined;
      readonly elements: readonly FormElement[];
    }
  | { readonly kind: 'text'; readonly text: string; readonly rule: FieldRule | undefined }
  | {
      readonly kind: 'field';
      readonly question: Question;
      /** The control that the form names; the question alone decides without one. */
      readonly control: string | undefined;
      readonly rule: FieldRule | undefined;
    };

/** Layouts in layouts that are looked into. */
const FORM_DEPTH_MAX = 16;
const LAYOUTS: readonly unknown[] = ['VerticalLayout', 'HorizontalLayout', 'Group', 'Categorization'];

/** The elements from the top down, and the questions that they ask. */
export function formOf(action: Pick<Action, 'dataSchemas' | 'calculations' | 'form' | 'title'>): {
  readonly elements: readonly FormElement[];
  readonly questions: readonly Question[];
} {
  const questions = questionsOf(action);
  const byPath = new Map(everyQuestion(questions).map((question) => [pointerText(question.path), question]));
  const placed = new Set<string>();
  const root = isObject(action.form) ? elementOf(action.form, { byPath, placed, title: action.title }, 0) : undefined;
  const left = questions.flatMap((question) => findUnplaced(question, placed));
  // Without a form what has to be given comes first.
  const rest = placed.size > 0 ? left : left.toSorted((a, b) => Number(b.required) - Number(a.required));
  return { elements: [...(root ? [root] : []), ...rest.map(fieldOf)], questions };
}

interface FormTree {
  readonly byPath: ReadonlyMap<string, Question>;
  /** Pointers of the fields that have a place. */
  readonly placed: Set<string>;
  /** Of the action: its outermost layout repeats it. */
  readonly title: string | undefined;
}

function elementOf(control: Json, of: FormTree, depth: number): FormElement | undefined {
  if (!isObject(control) || depth > FORM_DEPTH_MAX) return undefined;
  const rule = ruleOf(control);
  const { type, scope, layout, elements } = control;
  const title = typeof control.title === 'string' && control.title !== of.title ? control.title : undefined;
  if (type === 'Label') return title === undefined ? undefined : { kind: 'text', text: title, rule };
  const path = typeof scope === 'string' ? parsePointer(scope.replace(/^#/, '')) : undefined;
  const pointer = path && pointerText(path);
  const question = pointer === undefined ? undefined : of.byPath.get(pointer);
  if (question && pointer !== undefined) {
    // A field has one place: the second one would show the same value.
    if (of.placed.has(pointer)) return undefined;
    of.placed.add(pointer);
    return { kind: 'field', question, control: typeof type === 'string' ? type : undefined, rule };
  }
  if (!Array.isArray(elements)) return undefined;
  const inside = elements.flatMap((element) => elementOf(element as Json, of, depth + 1) ?? []);
  const known = LAYOUTS.includes(layout) ? (layout as FormLayout) : 'VerticalLayout';
  return { kind: 'layout', layout: known, title, rule, elements: inside };
}

function everyQuestion(questions: readonly Question[]): readonly Question[] {
  return questions.flatMap((question) => [question, ...everyQuestion(question.members)]);
}

/** The parts of a question without a place: all of it, or some of its members. */
function findUnplaced(question: Question, placed: ReadonlySet<string>): readonly Question[] {
  if (placed.has(pointerText(question.path))) return [];
  if (!everyQuestion(question.members).some(({ path }) => placed.has(pointerText(path)))) return [question];
  return question.members.flatMap((member) => findUnplaced(member, placed));
}

function fieldOf(question: Question): FormElement {
  return { kind: 'field', question, control: undefined, rule: question.rule };
}
