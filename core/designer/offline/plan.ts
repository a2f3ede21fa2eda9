// A text of a person as a change of the draft: its edits, the memory behind it, and remarks on the sentences that
// were not understood.
import { type CheckedDraft, itemsOf } from '../../edits/draft.js';
import { PartyNames } from './clauses/mentions.js';
import type { ProcessReading } from './clauses/statement.js';
import { disclose, placesOf, type Secret } from './making/disclosing.js';
import { textMember, WorkingDraft } from './making/drafting.js';
import { makeText } from './making/make-text.js';
import { addFields, type Making } from './making/making.js';
import { type Changing, carryOutOrder } from './making/orders.js';
import type { Memory } from './memory.js';
import { NEEDED, silentActions } from './questions.js';
import { isNothing, readAnswer } from './reading/read-answer.js';
import { readText } from './reading/read-text.js';
import { roleName, say } from './telling.js';

export interface PlannedTurn {
  readonly drafting: WorkingDraft;
  readonly memory: Memory;
  readonly remarks: readonly string[];
  readonly isNothingRead: boolean;
}

function newMaking(draft: CheckedDraft, memory: Memory, isStory: boolean): Making {
  const drafting = new WorkingDraft(draft, memory.language);
  const asked = memory.asks === 'fields' ? silentActions(draft.blueprint).map(({ id }) => Number(id)) : undefined;
  return { drafting, isStory, made: { actions: [], roles: [], fields: [] }, undecided: [], ...(asked && { asked }) };
}

/** The edits of an order. */
export function orderTurn(order: Changing, draft: CheckedDraft, memory: Memory): PlannedTurn {
  const making = newMaking(draft, memory, false);
  const done = carryOutOrder(making, order);
  disclose(making, memory.secrets);
  const remarks = [
    ...(done === true ? [] : [say(memory.language, 'unknown', { what: `"${done}"` })]),
    ...refusedText(making, memory),
  ];
  return { drafting: making.drafting, memory, remarks, isNothingRead: false };
}

const NOTHING_READ: ProcessReading = { statements: [], unread: [] };

/** Steps of a text that tells a whole process. */
const STORY_STEPS_MIN = 2;

/** The edits of sentences, which tell a process, answer a question, or say something about the draft. */
export function sentenceTurn(text: string, draft: CheckedDraft, memory: Memory): PlannedTurn {
  const roles = itemsOf(draft.blueprint, 'participants').map((role) => ({
    id: String(role.id),
    name: textMember(role, 'name') || String(role.id),
  }));
  const now = { parties: new PartyNames(memory.language, roles), spoken: { parties: [] } };
  const isEmpty = itemsOf(draft.blueprint, 'actions').length === 0;
  const { asks } = memory;
  const isLeft = asks !== undefined && isNothing(text, now);
  const isAnswer = asks !== undefined && !(isEmpty && isTelling(text));
  const { reading, isAside } = isLeft
    ? { reading: NOTHING_READ, isAside: false }
    : isAnswer
      ? readAnswer(asks, text, now)
      : { reading: readText(text, now), isAside: false };
  const isStory =
    isEmpty &&
    (asks === undefined ||
      reading.statements.filter(({ kind }) => kind === 'step').length >= STORY_STEPS_MIN ||
      asks === 'start');
  const making = newMaking(draft, memory, isStory);
  const outcome = makeText(making, reading.statements, memory);
  if (isStory && reading.statements.length > 0) describe(making, text);
  const isHelpless = asks !== undefined && making.drafting.edits.length === 0 && !NEEDED.has(asks);
  const isAnswered =
    asks !== undefined &&
    ((!isAside && (isLeft || reading.statements.length > 0)) || (isHelpless && memory.isRepeated === true));
  const answered = isAnswered ? [...new Set([...memory.answered, asks])] : memory.answered;
  const { asks: _, isRepeated: __, ...rest } = memory;
  const after: Memory = {
    ...rest,
    ...(asks && !isAnswered && { asks, isRepeated: isHelpless }),
    answered,
    secrets: outcome.secrets,
    undecided: isLeft && asks === 'refusal' ? [] : outcome.undecided,
  };
  if (isAnswered && asks === 'fields') remarkSilent(making, outcome.secrets);
  const remarks = [
    ...refusedText(making, memory),
    ...pendingText(making, outcome.secrets.slice(memory.secrets.length), after),
    ...unreadText(reading.unread, memory),
  ];
  return {
    drafting: making.drafting,
    memory: after,
    remarks,
    isNothingRead: reading.statements.length === 0 && !isLeft,
  };
}

/** Several sentences tell a process, also where a question was asked. */
function isTelling(text: string): boolean {
  return text.length > 200;
}

function describe({ drafting }: Making, text: string): void {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length >= 20) drafting.edit({ edit: 'set_title', description: plain.slice(0, 2000) });
}

/** A step that states nothing asks for a remark. */
function remarkSilent(making: Making, secrets: readonly Secret[]): void {
  const { drafting } = making;
  const label = say(drafting.language, 'remark');
  for (const action of silentActions(drafting.blueprint))
    addFields(making, Number(action.id), [{ name: label.toLowerCase(), label, type: 'text', isOptional: true }]);
  disclose(making, secrets);
}

function refusedText({ drafting }: Making, { language }: Memory): readonly string[] {
  return drafting.refused.length === 0
    ? []
    : [say(language, 'refused', { what: [...new Set(drafting.refused)].join(' ') })];
}

function unreadText(unread: readonly string[], { language }: Memory): readonly string[] {
  if (unread.length === 0) return [];
  const what = unread.map((sentence) => `"${sentence.slice(0, 200)}"`).join(', ');
  return [`${say(language, 'unread', { what })} ${say(language, 'unreadHelp')}`];
}

function pendingText(making: Making, secrets: readonly Secret[], { language }: Memory): readonly string[] {
  const open = secrets.filter((secret) => placesOf(making, secret).length === 0);
  return open.map(({ role, phrases }) =>
    say(language, 'pending', { what: phrases.join(', '), who: roleName(making.drafting.blueprint, role) }),
  );
}
