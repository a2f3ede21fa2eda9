// The designer without a model: it reads simple sentences by a grammar, asks what is open, and changes the draft by
// the tools alone. Deterministic, and honest: it says what it does not understand. It knows no clock and no
// network.
import type { Json, JsonObject } from '../../base/json.js';
import { type CheckedDraft, itemsOf } from '../../edits/draft.js';
import type { TurnAnswer, TurnContext, TurnPart } from '../provider.js';
import { textMember, type WorkingDraft } from './making/drafting.js';
import type { Changing } from './making/orders.js';
import { type Memory, readMemory, writeMemory } from './memory.js';
import { changesText, readersText, stepsText, walkText } from './pictures.js';
import { orderTurn, sentenceTurn } from './plan.js';
import { openQuestion } from './questions.js';
import { type Order, orderIn } from './reading/orders.js';
import type { DesignQuestion } from './reading/question-kinds.js';
import { scenarioOf } from './scenario.js';
import { askText, say } from './telling.js';
import { languageOf } from './words/tokens.js';

type Parts<R = void> = Generator<TurnPart, R, TurnAnswer | undefined>;

/** Edits of one call of the tool. */
const EDITS_AT_ONCE = 50;

/** Where a turn stands before its end. */
interface Standing {
  readonly draft: CheckedDraft;
  readonly memory: Memory;
  /** Said so far. */
  readonly lines: readonly string[];
  /** The draft changed, or a question was answered; absent behind an order that only tells. */
  readonly isMoved?: boolean;
}

/** The parts of one turn. */
export function* offlineTurn({ messages, draft, memory: kept }: TurnContext): Parts {
  // Expressions that pass over blanks take the square of their number.
  const text = (messages.at(-1)?.text ?? '').replaceAll(/[^\S\n]+/g, ' ');
  const before = readMemory(kept);
  const language = languageOf(text) ?? before.language;
  const standing: Standing = { draft, memory: { ...before, language }, lines: [] };
  const order = orderIn(text, language);
  if (text.trim() === '') yield* close({ ...standing, lines: [say(language, 'welcome')] });
  else if (order && !isChanging(order)) yield* obey(order, standing);
  else yield* change(text, order, standing);
}

function isChanging(order: Order): order is Changing {
  return /^(?:rename|remove|move|add field|add party|add step|title)$/.test(order.kind);
}

function* change(text: string, order: Changing | undefined, standing: Standing): Parts {
  const { draft, memory } = standing;
  const turn = order ? orderTurn(order, draft, memory) : sentenceTurn(text, draft, memory);
  const { edits } = turn.drafting;
  const isUnread = edits.length === 0 && turn.isNothingRead && itemsOf(draft.blueprint, 'actions').length === 0;
  if (isUnread) {
    yield* offer(text, { ...standing, memory: turn.memory, lines: turn.remarks });
    return;
  }
  const made = yield* makeEdits(draft, turn.drafting);
  const isAnswer = memory.asks !== undefined && turn.memory.asks === undefined;
  yield* close({
    draft: made.draft,
    memory: { ...turn.memory, ...(edits.length > 0 && { lastEdits: Math.min(edits.length, EDITS_AT_ONCE) }) },
    lines: [...made.lines, ...turn.remarks],
    isMoved: edits.length > 0 || isAnswer,
  });
}

/** Makes the edits by the tool. A call that is refused is said, and ends them. */
function* makeEdits(
  before: CheckedDraft,
  { edits, language }: WorkingDraft,
): Parts<{ readonly draft: CheckedDraft; readonly lines: readonly string[] }> {
  let draft = before;
  for (let from = 0; from < edits.length; from += EDITS_AT_ONCE) {
    const part = edits.slice(from, from + EDITS_AT_ONCE) as Json;
    const made = yield { kind: 'tool', name: 'draft_edit', input: { edits: part } };
    if (!made?.ok) return { draft, lines: made ? [say(language, 'refused', { what: made.words })] : [] };
    ({ draft } = made);
  }
  return { draft, lines: edits.length === 0 ? [] : [changesText(before.blueprint, draft.blueprint, language)] };
}

/** The findings, the next question, or a walk through the draft where nothing is open. */
function* close({ draft, memory, lines, isMoved }: Standing): Parts {
  const { language } = memory;
  const errors = draft.findings.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  const open = openQuestion(draft.blueprint, memory);
  const isWhole = open === undefined && errors.length === 0;
  const wrong = errors.length > 0 && (open === undefined || isLate(open));
  const said = [...lines, ...(wrong ? [say(language, 'errors', { what: errors.join(' ') })] : [])];
  if (said.length > 0) yield { kind: 'text', text: `${said.join('\n\n')}\n\n` };
  if (isWhole && isMoved) yield* walk(draft, language, true);
  else if (isWhole && said.length === 0 && isMoved === false) yield { kind: 'text', text: say(language, 'already') };
  if (open !== undefined) {
    const assumed = open === 'refusal' ? ` ${say(language, 'assumedEnd')}` : '';
    yield { kind: 'text', text: `${askText(open, draft.blueprint, memory)}${assumed}` };
  }
  const { asks: _, ...rest } = memory;
  yield { kind: 'memory', memory: writeMemory({ ...rest, ...(open !== undefined && { asks: open }) }) };
}

/** Before the steps and their data are there, every draft has errors. */
function isLate(open: DesignQuestion): boolean {
  return !/^(?:parties|start|decisions|fields)$/.test(open);
}

/** Derives a scenario, keeps it where the draft is whole, and tells its walk. */
function* walk(draft: CheckedDraft, language: Memory['language'], isKept: boolean): Parts {
  const scenario = scenarioOf(draft.blueprint, say(language, 'scenario'));
  if (!scenario) {
    yield { kind: 'text', text: `${say(language, 'incomplete')}\n` };
    return;
  }
  if (isKept) yield { kind: 'tool', name: 'draft_edit', input: { edits: [{ edit: 'add_scenario', ...scenario }] } };
  const walked = yield { kind: 'tool', name: 'draft_simulate', input: { scenario } };
  const isWalked = walked?.data !== undefined && JSON.stringify(walked.data).includes('"steps"');
  const story = isWalked ? walkText(draft.blueprint, walked?.data, language) : (walked?.words ?? '');
  yield { kind: 'text', text: `${isKept ? `${say(language, 'complete')}\n` : ''}${story}\n\n` };
}

/** Orders that change nothing by themselves. */
function* obey(order: Exclude<Order, Changing>, standing: Standing): Parts {
  const { draft, memory } = standing;
  const { language } = memory;
  if (order.kind === 'simulate') yield* walk(draft, language, false);
  if (order.kind === 'undo') yield* undo(standing);
  else if (order.kind === 'find template') yield* offer(order.words, standing);
  else if (order.kind === 'take template') yield* take(order.which, standing);
  else yield* close({ ...standing, lines: linesOf(order, standing) });
}

function linesOf(order: Exclude<Order, Changing>, { draft, memory }: Standing): readonly string[] {
  const { language } = memory;
  switch (order.kind) {
    case 'help':
      return [say(language, 'help')];
    case 'show':
      return [stepsText(draft.blueprint, language)];
    case 'check':
      return findingLines(draft, memory);
    case 'who sees': {
      const readers = readersText(draft.blueprint, order.field, language);
      return [readers ?? say(language, 'unknown', { what: `"${order.field}"` })];
    }
    default:
      return [];
  }
}

function* undo(standing: Standing): Parts {
  const { draft, memory } = standing;
  const { language } = memory;
  const undone = yield { kind: 'tool', name: 'draft_undo', input: { edits: Math.max(1, memory.lastEdits) } };
  const after = undone?.draft ?? draft;
  const lines = undone?.ok ? [say(language, 'undone'), stepsText(after.blueprint, language)] : [undone?.words ?? ''];
  yield* close({ ...standing, draft: after, memory: { ...memory, lastEdits: 1 }, lines });
}

function findingLines({ findings }: CheckedDraft, { language }: Memory): readonly string[] {
  const messages = (isError: boolean) =>
    findings.filter(({ severity }) => (severity === 'error') === isError).map(({ message }) => message);
  const [errors, warnings] = [messages(true), messages(false)];
  return [
    errors.length > 0 ? say(language, 'errors', { what: errors.join(' ') }) : say(language, 'noErrors'),
    ...(warnings.length > 0 ? [say(language, 'warnings', { what: warnings.join(' ') })] : []),
  ];
}

const OFFERED_MAX = 3;

/** The templates that come nearest to the words, and how one is taken. */
function* offer(words: string, standing: Standing): Parts {
  const { memory, lines } = standing;
  const { language } = memory;
  const answer = yield { kind: 'tool', name: 'template_find', input: { words: words.slice(0, 500) || 'process' } };
  const list = Array.isArray(answer?.data) ? (answer.data as readonly JsonObject[]).slice(0, OFFERED_MAX) : [];
  const rows = list.map((item, i) => {
    const [id, title, description] = ['id', 'title', 'description'].map((name) => textMember(item, name));
    return `${i + 1}. ${title} (${id}): ${description}`;
  });
  const shown = [say(language, 'templates'), ...rows, say(language, 'templatesHow')].join('\n');
  yield* close({
    ...standing,
    memory: { ...memory, offered: list.map((item) => textMember(item, 'id')) },
    lines: [...lines, list.length === 0 ? say(language, 'noTemplates') : shown],
  });
}

const PLACES = [
  /^(?:1|one|the first|first|die erste|erste|eins)$/i,
  /^(?:2|two|the second|second|die zweite|zweite|zwei)$/i,
  /^(?:3|three|the third|third|die dritte|dritte|drei)$/i,
];
/** A template has them settled: they are asked no more. */
const SETTLED: readonly DesignQuestion[] = ['decisions', 'fields', 'secrets', 'deadlines', 'refusal', 'credentials'];

function* take(which: string, standing: Standing): Parts {
  const { memory } = standing;
  const { language } = memory;
  const at = PLACES.findIndex((pattern) => pattern.test(which.trim()));
  const id = at >= 0 ? memory.offered[at] : which.trim().toLowerCase().replace(/\s+/g, '-');
  const used = id === undefined ? undefined : yield { kind: 'tool', name: 'template_use', input: { id } };
  if (!used?.ok) {
    yield* close({
      ...standing,
      lines: [used?.words ?? '', say(language, 'noneOffered')].filter((line) => line !== ''),
    });
    return;
  }
  yield* close({
    ...standing,
    draft: used.draft,
    memory: { ...memory, answered: SETTLED, offered: [] },
    lines: [used.words, stepsText(used.draft.blueprint, language)],
  });
}
