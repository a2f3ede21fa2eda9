// The faults of a form in words, by the pointer of the field at which each is told.
import type { Issue } from '../../core/base/issue.js';
import { pointerText } from '../../core/blueprint/definition/pointer.js';
import type { JudgedTyped } from '../../core/blueprint/form/judged.js';
import type { Question } from '../../core/blueprint/form/questions.js';
import { itemAt, payloadPath } from '../../core/blueprint/form/typed.js';
import type { Words } from '../words/words.js';

export interface FormFaults {
  readonly byField: ReadonlyMap<string, string>;
  /** Of no field: a rule that has no result. */
  readonly others: readonly string[];
}

interface FaultsAsked {
  readonly questions: readonly Question[];
  readonly judged: Pick<JudgedTyped, 'faults' | 'issues' | 'missing'> | undefined;
  readonly language: string;
  readonly words: Words;
}

const NONE: FormFaults = { byField: new Map(), others: [] };

/** Of several at one field the first. A missing value is told at its own field. */
export function faultsOf({ questions, judged, language, words }: FaultsAsked): FormFaults {
  if (judged === undefined) return NONE;
  const { faults, issues, missing } = judged;
  const byField = new Map<string, string>();
  for (const { path, kind } of faults) byField.set(pointerText(path), words(`form.fault.${kind}`));
  for (const path of missing) keepFirst(byField, pointerText(path), words('form.fault.missing'));
  const others: string[] = [];
  for (const issue of issues) {
    const path = payloadPath(issue.path);
    const field = path && fieldAt(questions, path);
    if (field === undefined) others.push(messageOf(issue, language));
    else keepFirst(byField, field, messageOf(issue, language));
  }
  return { byField, others };
}

function keepFirst(map: Map<string, string>, key: string, text: string): void {
  if (!map.has(key)) map.set(key, text);
}

/** The words of its author in this language come first; then those of the engine. */
function messageOf({ message, said }: Issue, language: string): string {
  return (said && (said[language] ?? Object.values(said)[0])) ?? message;
}

/** The pointer of the deepest field on the way; an item of a list has the place of its row. */
function fieldAt(questions: readonly Question[], path: readonly string[]): string | undefined {
  let among = questions;
  let deepest: readonly string[] | undefined;
  for (let depth = 1; depth <= path.length; depth++) {
    const at = path.slice(0, depth);
    const question = among.find((each) => pointerText(each.path) === pointerText(at));
    if (question === undefined) break;
    deepest = at;
    const { item, members, kind } = question;
    const row = path[depth];
    among =
      kind === 'list' && item && item.kind !== 'choice' && row !== undefined ? [itemAt(item, [...at, row])] : members;
  }
  return deepest && pointerText(deepest);
}
