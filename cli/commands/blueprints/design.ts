// A blueprint designed at the terminal by named edits, without a node: each tells what it changed, and which findings
// it made and solved. A list of edits is made as a whole, or nothing is written.
import { existsSync } from 'node:fs';
import { countNoun } from '../../../core/base/counted.js';
import type { Json } from '../../../core/base/json.js';
import { nearest } from '../../../core/base/nearest.js';
import { isFailure } from '../../../core/base/result.js';
import type { Finding } from '../../../core/blueprint/findings/finding.js';
import type { Edited } from '../../../core/edits/apply.js';
import { type CheckedDraft, draftOf } from '../../../core/edits/draft.js';
import { editSchema } from '../../../core/edits/edit.js';
import { emptyBlueprint } from '../../../core/edits/empty.js';
import { doAgain, type EditHistory, editIn, replay, takeBack } from '../../../core/edits/history.js';
import { EDIT_ROWS } from '../../../core/edits/table.js';
import { type Command, CommandError, type Context, EXIT } from '../../command/command.js';
import { readDocument, writeNew } from '../../command/documents.js';
import { commandErrorOf } from '../../command/failure.js';
import { jsonText, table } from '../../command/output.js';
import { talkAbout } from './design-chat.js';
import { type Design, designFiles, readDesign, writeDesign } from './design-files.js';
import { findingsText } from './findings.js';

const WAYS = ['new', 'edits', 'chat', 'undo', 'redo', 'list', 'show'] as const;
const FLAGS: ReadonlySet<string> = new Set(['chat', 'undo', 'redo', 'list']);

const design: Command = {
  name: 'design',
  summary: 'change a blueprint by named edits offline, and see what each one makes of it',
  examples: [
    'quorate design permit.json --new "Building permit"',
    'quorate design permit.json --edits roles.json',
    'quorate design permit.json --chat',
    'quorate design permit.json --undo',
    'quorate design --list',
    'quorate design --show add_route',
  ],
  args: [{ name: '[file]', description: 'the blueprint as JSON; its scenarios and its edits are beside it' }],
  options: [
    { flags: '--new <title>', description: 'begin the file' },
    { flags: '--edits <file>', description: 'edits as a JSON list; - is standard input' },
    { flags: '--chat', description: 'talk about it: sentences in English or German, without a model' },
    { flags: '--undo', description: 'take the last edit back' },
    { flags: '--redo', description: 'do the edit again that was taken back last' },
    { flags: '--list', description: 'list the edits that there are' },
    { flags: '--show <edit>', description: 'show what an edit takes, with an example' },
  ],
  async run(context) {
    const { input } = context;
    const stated = WAYS.filter((way) => (FLAGS.has(way) ? input.flag(way) : input.text(way) !== undefined));
    if (stated.length > 1)
      throw new CommandError(`--${stated.join(' and --')} are not stated together`, { exit: EXIT.usage });
    const [way] = stated;
    if (way === 'list') return listEdits(context);
    if (way === 'show') return showEdit(context, input.requiredText('show'));
    const file = input.optionalArg('file');
    if (file === undefined)
      throw new CommandError('no file of a blueprint is stated', {
        exit: EXIT.usage,
        hint: 'Begin one: quorate design FILE --new TITLE',
      });
    const files = designFiles(file);
    if (way === 'new') return begin(context, file, input.requiredText('new'));
    if (!existsSync(file))
      throw new CommandError(`${file}: there is no such file`, {
        hint: `Begin it: quorate design ${file} --new TITLE`,
      });
    const before = await readDesign(context, files);
    if (before.isChangedByHand)
      context.out.note(`${file} was changed by hand since its last edit: edits before that cannot be taken back.`);
    if (way === undefined) return showDraft(context, file, before);
    if (way === 'chat') return talkAbout(context, files, before);
    if (way === 'edits') {
      const edits = editsIn((await readDocument(context, input.requiredText('edits'))).value);
      const { edited, history, draft } = makeEach(before, edits);
      await writeDesign(files, before.draft, { draft, history });
      return showEdited(context, file, { edited, draft });
    }
    const history = way === 'undo' ? takeBack(before.history) : doAgain(before.history);
    if (isFailure(history)) throw commandErrorOf(history.issues);
    const parts = replay(history);
    const after = isFailure(parts) ? parts : draftOf(parts);
    if (isFailure(after)) throw commandErrorOf(after.issues);
    await writeDesign(files, before.draft, { draft: after, history });
    const moved = (way === 'undo' ? before : { history }).history.done.at(-1);
    const word = way === 'undo' ? 'Took back' : 'Did again';
    context.out.show({ file, edit: moved, findings: after.findings }, () =>
      [`${word}: ${JSON.stringify(moved)}`, leftText(file, after)].join('\n'),
    );
  },
};

export const designCommands: readonly Command[] = [design];

async function begin(context: Context, file: string, title: string): Promise<void> {
  const draft = draftOf({ blueprint: emptyBlueprint(title, `Workflow: ${title}.`), scenarios: [] });
  if (isFailure(draft)) throw commandErrorOf(draft.issues);
  await writeNew(file, `${jsonText(draft.blueprint)}\n`);
  context.out.show({ file }, `Began ${file}. Next: edits of roles and actions (quorate design --list).`);
}

function editsIn(value: Json): readonly Json[] {
  if (Array.isArray(value) && value.length > 0) return value as readonly Json[];
  throw new CommandError('the document is not a list of edits', {
    hint: 'Such as [{"edit": "add_role", "id": "planner"}].',
  });
}

function makeEach(before: Design, edits: readonly Json[]) {
  const edited: Edited[] = [];
  let { draft, history }: { draft: CheckedDraft; history: EditHistory } = before;
  for (const [i, edit] of edits.entries()) {
    const next = editIn(history, draft, edit);
    if (isFailure(next))
      throw commandErrorOf(
        next.issues.map((problem) => ({ ...problem, path: `/${i}${problem.path}` })),
        { hint: 'Nothing was written. What an edit takes: quorate design --show EDIT' },
      );
    ({ history } = next);
    ({ draft } = next.edited);
    edited.push(next.edited);
  }
  return { edited, draft, history };
}

function showEdited(
  { out }: Context,
  file: string,
  { edited, draft }: { readonly edited: readonly Edited[]; readonly draft: CheckedDraft },
): void {
  const rows = edited.map(({ words, changes, findings }) => ({ words, changes, findings }));
  out.show({ file, edits: rows, findings: draft.findings }, () =>
    [...edited.flatMap(editedText), leftText(file, draft)].join('\n'),
  );
}

function editedText({ words, findings, draft }: Edited): readonly string[] {
  const tell = (word: string, of: readonly Finding[]): readonly string[] =>
    of.length === 0 ? [] : [`  ${word}:`, ...findingsText(draft.blueprint, of).map((line) => `  ${line}`)];
  const solved = findings.solved.map(({ code, message }) => `    ${message} [${code}]`);
  return [
    words.join(' '),
    ...(solved.length === 0 ? [] : ['  It solves:', ...solved]),
    ...tell('It makes', findings.made),
  ];
}

function leftText(file: string, { findings }: CheckedDraft): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const counts = [countNoun(errors, 'error'), countNoun(findings.length - errors, 'warning')].join(' and ');
  return errors === 0
    ? `${file} can be published: no error, ${countNoun(findings.length, 'warning')}.`
    : `${file} has ${counts}: quorate design ${file} tells them.`;
}

function showDraft({ out }: Context, file: string, { draft, history }: Design): void {
  const { blueprint, findings, scenarios } = draft;
  const edits = { done: history.done.length, undone: history.undone.length };
  out.show({ file, findings, scenarios: scenarios.length, edits }, () =>
    [
      ...findingsText(blueprint, findings),
      leftText(file, draft),
      `${countNoun(edits.done, 'edit')} can be taken back, ${edits.undone} done again.`,
    ].join('\n'),
  );
}

function listEdits({ out }: Context): void {
  out.show(EDIT_ROWS.map(editSchema), () =>
    table(
      ['EDIT', 'DOES'],
      EDIT_ROWS.map(({ name, about }) => [name, about]),
    ),
  );
}

function showEdit({ out }: Context, name: string): void {
  const editRow = EDIT_ROWS.find((item) => item.name === name);
  const near = nearest(
    name,
    EDIT_ROWS.map((item) => item.name),
  );
  if (!editRow)
    throw new CommandError(`there is no edit ${name}`, {
      exit: EXIT.usage,
      hint: near === undefined ? 'List them: quorate design --list' : `Did you mean ${near}?`,
    });
  const schema = editSchema(editRow);
  const example = { edit: name, ...editRow.example };
  out.show({ schema, example }, () =>
    [editRow.about, jsonText(schema), `Example: ${JSON.stringify(example)}`].join('\n'),
  );
}
