// A tool of a turn, and what it works on. Types, and the answers that tools share. A tool reads and changes the draft
// of its session alone: none publishes, signs, reads another draft or reaches an address.
import type { Json, JsonObject } from '../../base/json.js';
import { CHAT_TOOL_DATA_MAX, CHAT_TOOL_WORDS_MAX } from '../../base/limits/node/designs.js';
import type { Failure } from '../../base/result.js';
import type { CheckedDraft } from '../../edits/draft.js';
import type { EditHistory } from '../../edits/history.js';

export const TOOL_NAMES = [
  'draft_edit',
  'draft_undo',
  'draft_check',
  'draft_simulate',
  'template_find',
  'template_use',
  'document_search',
] as const;
export type ToolName = (typeof TOOL_NAMES)[number];

/** The draft of a session, with the edits that can be taken back. */
export interface Bench {
  readonly draft: CheckedDraft;
  readonly history: EditHistory;
}

export interface DocumentFound {
  readonly title: string;
  /** Of the page and its heading, below `/docs/`. */
  readonly address: string;
  readonly excerpt: string;
}

/** Sources that tools read beside the draft. */
export interface ToolSources {
  /** Passages of the documents of this node, best first. */
  documents(words: string): readonly DocumentFound[];
}

export interface ToolOutcome {
  readonly bench: Bench;
  readonly ok: boolean;
  readonly words: string;
  readonly data?: Json;
}

interface TypedRow<I> {
  readonly name: ToolName;
  /** For a model: what it does, and when it is used. */
  readonly about: string;
  /** JSON Schema of its input. */
  readonly input: JsonObject;
  /** A fuller one for models, whose members are judged by what the tool calls. */
  readonly shown?: JsonObject;
  run(bench: Bench, input: I, sources: ToolSources): ToolOutcome;
}

/** A row with the type of its input forgotten: its input was judged by its schema. */
export type DraftTool = TypedRow<JsonObject>;

export function draftTool<I>(typed: TypedRow<I>): DraftTool {
  return typed as unknown as DraftTool;
}

/** The outcome of a tool that was carried out. */
export function accept(bench: Bench, words: string, data?: Json): ToolOutcome {
  return { bench, ok: true, words: short(words), ...(data !== undefined && { data: withinBound(data) }) };
}

/** The outcome of one that was not: the bench is as before. */
export function refuse(bench: Bench, { issues }: Failure): ToolOutcome {
  const words = issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join(' ');
  return { bench, ok: false, words: short(words), data: withinBound(issues.map(({ code, path }) => ({ code, path }))) };
}

function short(words: string): string {
  return words.length <= CHAT_TOOL_WORDS_MAX ? words : `${words.slice(0, CHAT_TOOL_WORDS_MAX)} ...`;
}

/** A list loses its last items, and everything else goes, where it is longer than an answer may be. */
function withinBound(data: Json): Json {
  if (JSON.stringify(data).length <= CHAT_TOOL_DATA_MAX) return data;
  if (!Array.isArray(data)) return { isCut: true };
  const items = data as readonly Json[];
  return withinBound(items.slice(0, Math.floor(items.length / 2)));
}
