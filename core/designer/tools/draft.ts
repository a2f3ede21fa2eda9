// Tools on the draft: named edits, the last ones taken back, and its check.
import { countNoun } from '../../base/counted.js';
import type { Json } from '../../base/json.js';
import { CHAT_EDITS_AT_ONCE_MAX, CHAT_HISTORY_MAX } from '../../base/limits/node/designs.js';
import { isFailure } from '../../base/result.js';
import type { Finding } from '../../blueprint/findings/finding.js';
import { type CheckedDraft, draftOf } from '../../edits/draft.js';
import { editSchema } from '../../edits/edit.js';
import { editIn, forgetOldest, replay, takeBack } from '../../edits/history.js';
import { EDIT_ROWS } from '../../edits/table.js';
import { accept, type Bench, type DraftTool, draftTool, refuse, type ToolOutcome } from './define.js';

const ABOUT_EDITS =
  'Changes the draft by named edits, in their order: all of them, or none. The answer says what each changed, and which findings it made and solved.';

export const draftTools: readonly DraftTool[] = [
  draftTool<{ readonly edits: readonly Json[] }>({
    name: 'draft_edit',
    about: ABOUT_EDITS,
    input: editsSchema({ type: 'object' }),
    shown: editsSchema({ anyOf: EDIT_ROWS.map(editSchema) }),
    run: (bench, { edits }) => makeEach(bench, edits),
  }),
  draftTool<{ readonly edits?: number }>({
    name: 'draft_undo',
    about: 'Takes the last edits back, one unless it says how many. Use it when the person did not mean a change.',
    input: objectOf({ edits: { type: 'integer', minimum: 1, maximum: CHAT_EDITS_AT_ONCE_MAX } }),
    run: (bench, { edits = 1 }) => takeBackLast(bench, edits),
  }),
  draftTool({
    name: 'draft_check',
    about: 'Tells the findings of the draft, with their places. A draft without an error can be published.',
    input: objectOf({}),
    run: (bench) => accept(bench, standingText(bench.draft), bench.draft.findings.map(findingData)),
  }),
];

function editsSchema(items: Json) {
  const edits = { type: 'array', items, minItems: 1, maxItems: CHAT_EDITS_AT_ONCE_MAX };
  return { ...objectOf({ edits }), required: ['edits'] };
}

function objectOf(properties: { readonly [name: string]: Json }) {
  return { type: 'object', properties, additionalProperties: false };
}

function makeEach(before: Bench, edits: readonly Json[]): ToolOutcome {
  let { draft, history } = before;
  const words: string[] = [];
  const made: Finding[] = [];
  const solved: Finding[] = [];
  for (const [i, edit] of edits.entries()) {
    const next = editIn(history, draft, edit);
    if (isFailure(next))
      return refuse(
        before,
        next.mapIssues((problem) => ({ ...problem, path: `/edits/${i}${problem.path}` })),
      );
    ({ history } = next);
    ({ draft } = next.edited);
    words.push(...next.edited.words);
    made.push(...next.edited.findings.made);
    solved.push(...next.edited.findings.solved);
  }
  const kept = forgetOldest(history, CHAT_HISTORY_MAX);
  if (isFailure(kept)) return refuse(before, kept);
  const data = { made: made.map(findingData), solved: solved.map(findingData) };
  return accept({ draft, history: kept }, words.join(' '), data);
}

function takeBackLast(before: Bench, edits: number): ToolOutcome {
  let { history } = before;
  for (let i = 0; i < edits; i++) {
    const next = takeBack(history);
    if (isFailure(next)) return refuse(before, next);
    history = next;
  }
  const parts = replay(history);
  const draft = isFailure(parts) ? parts : draftOf(parts);
  if (isFailure(draft)) return refuse(before, draft);
  return accept({ draft, history }, `${countNoun(edits, 'edit')} taken back.`);
}

function standingText({ findings }: CheckedDraft): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = countNoun(findings.length - errors, 'warning');
  return errors === 0
    ? `The draft can be published: no error, ${warnings}.`
    : `The draft has ${countNoun(errors, 'error')} and ${warnings}.`;
}

function findingData({ code, severity, location, message }: Finding): Json {
  return { code, severity, location, message };
}
