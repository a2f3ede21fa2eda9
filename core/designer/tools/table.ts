// THE table of the tools of a turn, and the call of one. A new tool is a row in the file of its subject.
import { issue } from '../../base/issue.js';
import type { Json, JsonObject } from '../../base/json.js';
import { CHAT_DRAFT_MAX, CHAT_TOOL_INPUT_MAX } from '../../base/limits/node/designs.js';
import { fail } from '../../base/result.js';
import { schemaErrors } from '../../blueprint/schemas/schema-check.js';
import type { CheckedDraft } from '../../edits/draft.js';
import { type Bench, type DraftTool, refuse, type ToolOutcome, type ToolSources } from './define.js';
import { draftTools } from './draft.js';
import { readingTools } from './reading.js';
import { simulatingTools } from './simulating.js';

export const TOOL_ROWS: readonly DraftTool[] = [...draftTools, ...simulatingTools, ...readingTools];

export interface ToolCall {
  /** Of a tool, if the provider knows its tools. */
  readonly name: string;
  readonly input: Json;
}

/** Total: whatever is called, it answers, and a refused call leaves the bench as it is. */
export function runTool(bench: Bench, { name, input }: ToolCall, sources: ToolSources): ToolOutcome {
  const tool = TOOL_ROWS.find((item) => item.name === name);
  if (tool === undefined) {
    const names = TOOL_ROWS.map((item) => item.name).join(', ');
    return refuse(bench, fail(issue('EDIT_INVALID', '', `There is no such tool: expected one of ${names}.`)));
  }
  const tooLong = `The input has at most ${CHAT_TOOL_INPUT_MAX} characters.`;
  if (JSON.stringify(input).length > CHAT_TOOL_INPUT_MAX)
    return refuse(bench, fail(issue('EDIT_INVALID', '', tooLong)));
  const wrong = schemaErrors([tool.input], input).map(({ path, message }) =>
    issue('EDIT_INVALID', path, `The member ${message}.`),
  );
  if (wrong.length > 0) return refuse(bench, fail(wrong));
  const outcome = tool.run(bench, input as JsonObject, sources);
  return outcome.bench !== bench && isTooLarge(outcome.bench.draft) ? refuse(bench, fail(tooLarge())) : outcome;
}

/** True for a draft that is too large to be talked about. */
export function isTooLarge({ blueprint, scenarios }: Pick<CheckedDraft, 'blueprint' | 'scenarios'>): boolean {
  return JSON.stringify(blueprint).length + JSON.stringify(scenarios).length > CHAT_DRAFT_MAX;
}

/** BODY_TOO_LARGE */
export function tooLarge() {
  const message = `A draft that is talked about has at most ${CHAT_DRAFT_MAX} characters, with its scenarios.`;
  return issue('BODY_TOO_LARGE', '', message);
}
