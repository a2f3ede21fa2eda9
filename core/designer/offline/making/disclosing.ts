// The readers of a draft: each role reads every member, but those that somebody said it must not see.
import type { JsonObject } from '../../../base/json.js';
import { itemsOf } from '../../../edits/draft.js';
import { fieldNamesOf } from '../../../edits/fields.js';
import type { ProcessStatement } from '../clauses/statement.js';
import { type FieldPlace, fieldPlaces, fieldsNamed } from './drafting.js';
import { rolesMeant } from './make.js';
import type { Making } from './making.js';

/** Data that a role must not see. `isOnly` keeps everything else from it. */
export interface Secret {
  readonly role: string;
  readonly phrases: readonly string[];
  readonly isOnly?: boolean;
}

type Sight = Extract<ProcessStatement, { readonly kind: 'hidden' | 'sees' }>;

/** The secrets that a sentence states. */
export function secretsOf(making: Making, sight: Sight): readonly Secret[] {
  const roles = sight.parties.flatMap((party) => rolesMeant(making, party));
  if (sight.kind === 'hidden') return roles.map((role) => ({ role, phrases: sight.phrases }));
  const only = sight.isOnlyData ? roles.map((role) => ({ role, phrases: sight.phrases, isOnly: true })) : [];
  if (!sight.isOnlyParty) return only;
  const others = making.drafting
    .roles()
    .map(({ id }) => String(id))
    .filter((id) => !roles.includes(id));
  return [...only, ...others.map((role) => ({ role, phrases: sight.phrases }))];
}

/** Opens what is new to every role, and closes what is secret. */
export function disclose(making: Making, secrets: readonly Secret[]): void {
  const { drafting, made } = making;
  for (const action of drafting.actions()) {
    const id = Number(action.id);
    const isNew = made.actions.includes(id);
    for (const { id: role } of drafting.roles()) {
      if (role === action.sender) continue;
      const fields = made.fields.filter((field) => field.action === id).map(({ name }) => name);
      const isWhole = isNew || made.roles.includes(String(role));
      if (isWhole)
        drafting.edit({ edit: 'set_disclosure', action: id, role: String(role), fields: ['*'], reads: true });
      else if (fields.length > 0)
        drafting.edit({ edit: 'set_disclosure', action: id, role: String(role), fields, reads: true });
    }
  }
  for (const secret of secrets) conceal(making, secret);
}

/** The places that a secret keeps from its role; none where nothing of that name is stated yet. */
export function placesOf({ drafting }: Making, { phrases, isOnly }: Secret): readonly FieldPlace[] {
  const places = fieldPlaces(drafting.actions());
  const named = phrases.flatMap((phrase) => fieldsNamed(places, phrase));
  return isOnly ? (named.length === 0 ? [] : places.filter((place) => !named.includes(place))) : named;
}

function conceal(making: Making, secret: Secret): void {
  const { drafting } = making;
  const { role } = secret;
  const byAction = new Map<number, string[]>();
  const places = placesOf(making, secret).filter(({ action }) => drafting.action(action)?.sender !== role);
  for (const { action, name } of places) byAction.set(action, [...(byAction.get(action) ?? []), name]);
  for (const [action, fields] of byAction) {
    const read = fields.filter((name) => readsField(drafting.action(action) ?? {}, role, name));
    if (read.length > 0) drafting.edit({ edit: 'set_disclosure', action, role, fields: read, reads: false });
  }
}

/** Whether a role reads a member of an action: its sender always does. */
export function readsField(action: JsonObject, role: string, name: string): boolean {
  if (action.sender === role) return true;
  const rule = itemsOf(action, 'disclosures').find(({ participantAddress }) => participantAddress === role);
  const pointers = Array.isArray(rule?.dataPointers) ? (rule.dataPointers as readonly string[]) : [];
  return pointers.some((pointer) => pointer === '/*' || pointer === `/${name}` || pointer.startsWith(`/${name}/`));
}

/** The members that each role reads, action by action. */
export function readersOf(action: JsonObject, name: string, roles: readonly JsonObject[]): readonly string[] {
  return roles
    .map(({ id }) => String(id))
    .filter((role) => fieldNamesOf(action).includes(name) && readsField(action, role, name));
}
