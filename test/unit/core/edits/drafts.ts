// The draft on which edits are tried: an invoice between two parties, with a scenario and a text in another language.
import type { Json, JsonObject } from '../../../../core/base/json.js';
import { isFailure } from '../../../../core/base/result.js';
import { constructionPermit } from '../../../../core/design/templates/construction-permit.js';
import { simpleInvoice } from '../../../../core/design/templates/simple-invoice.js';
import { instantiate } from '../../../../core/design/templates/template.js';
import { apply, type Edited } from '../../../../core/edits/apply.js';
import { type CheckedDraft, draftOf } from '../../../../core/edits/draft.js';

const invoice = instantiate(simpleInvoice, {}) as unknown as JsonObject;

const SCENARIOS: readonly Json[] = [
  { name: 'paid at once', steps: [{ action: 1, as: 'supplier', expect: { sees: { buyer: {} } } }] },
];

/** Checked once: drafts are values. */
const known = new Map<string, CheckedDraft>();

export function draft(blueprint: JsonObject = {}): CheckedDraft {
  const key = JSON.stringify(blueprint);
  const made = known.get(key) ?? newDraft({ ...invoice, texts: TEXTS, ...blueprint }, SCENARIOS);
  known.set(key, made);
  return made;
}

const TEXTS = { de: { 'buyer.name': 'Käufer', '2.title': 'Zahlen', '2/paid': 'Bezahlt' } };

export function newDraft(blueprint: JsonObject, scenarios: readonly Json[]): CheckedDraft {
  const made = draftOf({ blueprint, scenarios });
  if (isFailure(made)) throw new Error(JSON.stringify(made.issues));
  return made;
}

/** The edits one after the other. */
export function edited(before: CheckedDraft, ...edits: readonly JsonObject[]): Edited {
  let last: Edited | undefined;
  for (const edit of edits) {
    const next = apply(last?.draft ?? before, edit);
    if (isFailure(next)) throw new Error(`${edit.edit}: ${JSON.stringify(next.issues)}`);
    last = next;
  }
  return last as Edited;
}

/** `CODE /path` of the refusal; undefined where it is made. */
export function refusal(before: CheckedDraft, edit: Json): string | undefined {
  const made = apply(before, edit);
  return isFailure(made) ? `${made.issue.code} ${made.issue.path}` : undefined;
}

/** A value of the blueprint, by the ids of actions and roles: `actions.2.timers`. */
export function at({ blueprint }: Pick<CheckedDraft, 'blueprint'>, path: string): Json | undefined {
  return path.split('.').reduce<Json | undefined>((value, name) => {
    if (Array.isArray(value)) return (value as readonly JsonObject[]).find(({ id }) => String(id) === name);
    return (value as JsonObject | undefined)?.[name];
  }, blueprint);
}

const organisations = { contractor: 'C', engineer: 'E', planner: 'P', environment: 'V', control: 'B' };

/** The construction permit of the templates. */
export function permit(): JsonObject {
  const made = instantiate(constructionPermit, { organisations });
  if (isFailure(made)) throw new Error(JSON.stringify(made.issues));
  return made as unknown as JsonObject;
}
