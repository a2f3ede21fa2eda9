// Credentials that are issued at the end: by whom, to whom, and what they say.
import type { Json, JsonObject } from '../../../base/json.js';
import { issuancesOf } from '../../../edits/issuances.js';
import type { ProcessStatement, StepStatement } from '../clauses/statement.js';
import { camelName, firstUpper } from '../words/field-phrases.js';
import { fieldPlaces, textMember, type WorkingDraft } from './drafting.js';
import { endsOf, isConditional } from './flow.js';
import { newAction, place, roleOf } from './make.js';
import { addFields, type Making } from './making.js';

/** Adds a credential to the last step of its issuer, or a step for it. */
export function makeIssue(
  making: Making,
  { party, credential, to }: Extract<ProcessStatement, { readonly kind: 'issue' }>,
): void {
  const { drafting, isStory } = making;
  const decision = drafting
    .actions()
    .filter(({ rejectionConfig }) => rejectionConfig !== undefined)
    .at(-1);
  const sender = party ? roleOf(making, party) : String(decision?.sender ?? drafting.actions().at(-1)?.sender ?? '');
  const has = drafting.actions().find((action) => issuancesOf(action).length > 0 && action.sender === sender);
  if (has && !isStory) return;
  const ends = endsOf(drafting);
  const own = drafting
    .actionsOf(sender)
    .filter(({ isStartingAction }) => isStartingAction !== true)
    .at(-1);
  const isLast =
    own !== undefined &&
    (ends.length === 1
      ? ends.includes(own)
      : !isConditional(drafting, Number(own.id)) && ends.includes(own) && ends.every((end) => end === own));
  const isToName = drafting.language === 'de' ? `${credential} ausstellen` : `Issue the ${credential}`;
  const id = isLast || (!party && own) ? Number(own?.id) : issueStep(making, sender, isToName);
  if (id === undefined) return;
  const recipient = to ? roleOf(making, to) : recipientBeside(drafting, sender);
  if (recipient === undefined) return;
  const claims = claimsOf(making, id, credential);
  drafting.edit({
    edit: 'add_issuance',
    action: id,
    credentialType: firstUpper(camelName(credential)),
    claimMappings: claims.map((name) => ({ claimName: name, sourceField: `/${name}` })),
    recipientParticipantId: recipient,
  });
  making.last = id;
}

function issueStep(making: Making, sender: string, title: string): number | undefined {
  const { drafting } = making;
  const name = textMember(
    drafting.roles().find(({ id }) => id === sender),
    'name',
  );
  const step: StepStatement = {
    kind: 'step',
    parties: [],
    verb: '',
    verbKind: 'issue',
    title,
    fields: [],
    isParallel: false,
  };
  const id = newAction(making, { id: sender, name }, step);
  if (id !== undefined) place(making, id, step);
  return id;
}

/** The party that began, or any other one. */
function recipientBeside(drafting: WorkingDraft, sender: string): string | undefined {
  const starter = drafting.actions().find(({ isStartingAction }) => isStartingAction === true)?.sender;
  const other = drafting.roles().find(({ id }) => id !== sender)?.id;
  const match: Json | undefined = starter !== undefined && starter !== sender ? starter : other;
  return match === undefined ? undefined : String(match);
}

const CLAIMS_MAX = 5;

/** The claims of a credential: the data of its step, or a number that is added. */
function claimsOf(making: Making, id: number, credential: string): readonly string[] {
  const { drafting } = making;
  const plain = (action: JsonObject) =>
    fieldPlaces([action])
      .filter(({ schema }) => schema.type === 'string')
      .map(({ name }) => name);
  const before = plain(drafting.action(id) ?? {});
  if (before.length > 0) return before.slice(0, CLAIMS_MAX);
  const label = drafting.language === 'de' ? `Nummer (${credential})` : `Number of the ${credential}`;
  const name = drafting.language === 'de' ? 'nummer' : 'number';
  addFields(making, id, [{ name, label, type: 'text', isOptional: false }]);
  return plain(drafting.action(id) ?? {}).slice(0, CLAIMS_MAX);
}
