// Where a definition names roles and actions, as one table each, so that a name is changed or taken away everywhere.
// Rules name actions too: those are left, and the check finds them.
import { isObject, type Json, type JsonObject } from '../base/json.js';

/**
 * Steps of a way: a member, `*` for each item of a list, `#` for each member of an object. `?` behind a member: it goes
 * when its list is empty. `!`: what holds it goes with it, because it means nothing without.
 */
type Way = readonly string[];

const way = (text: string): Way => text.split('.');

/** Places that state one role each and cannot be left out: the check finds them when the role is gone. */
const ROLE_STATED: readonly Way[] = [
  'actions.*.sender',
  'actions.*.target',
  'actions.*.rejectionConfig.targetParticipantId',
  'actions.*.credentialRequirements.*.verifiedBy',
  'actions.*.credentialIssuanceConfig.recipientParticipantId',
  'actions.*.credentialIssuanceConfig.*.recipientParticipantId',
  'disputes.resolver',
].map(way);

/** Places that list roles, and what is of one role alone. */
const ROLE_LISTED: readonly Way[] = [
  'participants.*.replaceBy?.*',
  'actions.*.disclosures.*.participantAddress!',
  'actions.*.timers.*.also?.*',
  'actions.*.timers.*.remind?.*',
  'actions.*.approval.of.*.role!',
  'actions.*.approval.veto.*',
  'actions.*.confirm.by!.*',
  'actions.*.checkedBy.*',
  'actions.*.additionalRecipients.*',
  'actions.*.participants.*.principal!',
  'actions.*.credentialRequirements.*.readers?.*',
  'actions.*.credentialIssuanceConfig.revokedBy?.*',
  'actions.*.credentialIssuanceConfig.*.revokedBy?.*',
  'cancellation.by?.*',
  'cancellation.consent.of!.*',
].map(way);

/** Places that name the action that follows. */
const ACTION_NEXT: readonly Way[] = [
  'actions.*.routes.*.nextActionIds.*',
  'actions.*.timers.*.then.nextActionIds.*',
  'actions.*.rejectionConfig.targetActionId!',
].map(way);

/** Other places that name actions. */
const ACTION_OTHER: readonly Way[] = [
  'actions.*.requiredPriorActions.*',
  'actions.*.joins.fork!',
  'actions.*.notSameAs.*',
  'actions.*.disclosures.*.from.action!',
  'actions.*.credentialStatus?.*.of!',
  'facts.#?.*',
  'cancellation.until.*',
].map(way);

type Rename = (name: Json) => Json | undefined;

/** The blueprint with another id of a role wherever one is named. */
export function renameRole(blueprint: JsonObject, from: string, to: string): JsonObject {
  const rename: Rename = (name) => (name === from ? to : name);
  return rewriteAll(blueprint, [...ROLE_STATED, ...ROLE_LISTED], rename);
}

/** The blueprint without a role in lists; places that state one role keep it. */
export function dropRole(blueprint: JsonObject, role: string): JsonObject {
  return rewriteAll(blueprint, ROLE_LISTED, (name) => (name === role ? undefined : name));
}

/** The blueprint in which nothing names an action any more; what led to it leads to `next`, where that is stated. */
export function dropAction(blueprint: JsonObject, id: number, next: number | undefined): JsonObject {
  const led = rewriteAll(blueprint, ACTION_NEXT, (name) => (name === id ? next : name));
  return rewriteAll(led, ACTION_OTHER, (name) => (name === id ? undefined : name));
}

function rewriteAll(blueprint: JsonObject, ways: readonly Way[], rename: Rename): JsonObject {
  return ways.reduce((before, steps) => (rewrite(before, steps, rename) ?? before) as JsonObject, blueprint);
}

/** Undefined where the value goes. The value itself where nothing of it was named. */
function rewrite(value: Json, [step, ...rest]: Way, rename: Rename): Json | undefined {
  if (step === undefined) return rename(value);
  if (step === '*') return Array.isArray(value) ? inItems(value as readonly Json[], rest, rename) : value;
  if (!isObject(value)) return value;
  const mark = /[?!]$/.exec(step)?.[0];
  const name = mark === undefined ? step : step.slice(0, -1);
  const names = name === '#' ? Object.keys(value) : [name];
  let current = value;
  for (const key of names) {
    if (!Object.hasOwn(value, key)) continue;
    const before = value[key] as Json;
    const after = rewrite(before, rest, rename);
    if (after === before) continue;
    const isGone = after === undefined || (mark !== undefined && Array.isArray(after) && after.length === 0);
    if (isGone && mark === '!') return undefined;
    current = Object.fromEntries(
      Object.entries(current).flatMap(([member, its]) =>
        member !== key ? [[member, its]] : isGone ? [] : [[member, after as Json]],
      ),
    );
  }
  return current;
}

/** No item stands twice where a change made it so. */
function inItems(items: readonly Json[], rest: Way, rename: Rename): Json {
  const after = items.map((item) => rewrite(item, rest, rename));
  if (after.every((item, i) => item === items[i])) return items as Json;
  const kept = after.filter((item): item is Json => item !== undefined);
  return rest.length > 0 ? kept : [...new Set(kept)];
}
