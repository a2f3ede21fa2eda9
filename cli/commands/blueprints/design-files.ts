// The files of a blueprint that is designed at the terminal: itself, the scenarios beside it, and the history of its
// edits. They alone are written over, each as a whole or not at all.
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import type { Json, JsonObject } from '../../../core/base/json.js';
import { isFailure } from '../../../core/base/result.js';
import { type CheckedDraft, type DraftParts, draftOf, isSame } from '../../../core/edits/draft.js';
import { type EditHistory, newHistory, readHistory, replay } from '../../../core/edits/history.js';
import { CommandError, type Context, EXIT } from '../../command/command.js';
import { objectIn, readDocument } from '../../command/documents.js';
import { commandErrorOf, withFile } from '../../command/failure.js';
import { jsonText } from '../../command/output.js';

export interface DesignFiles {
  readonly blueprint: string;
  readonly scenarios: string;
  readonly history: string;
}

/** `permit.scenarios.json` and `permit.edits.json` are beside `permit.json`. */
export function designFiles(file: string): DesignFiles {
  if (!file.endsWith('.json') || file.endsWith('.edits.json') || file.endsWith('.scenarios.json'))
    throw new CommandError(`${file} is not the file of a blueprint`, {
      exit: EXIT.usage,
      hint: 'Name a file that ends in .json: its scenarios and its edits are kept beside it.',
    });
  const stem = file.slice(0, -'.json'.length);
  return { blueprint: file, scenarios: `${stem}.scenarios.json`, history: `${stem}.edits.json` };
}

export interface Design {
  readonly draft: CheckedDraft;
  readonly history: EditHistory;
  /** The file is not what its history made of it: edits before cannot be taken back. */
  readonly isChangedByHand: boolean;
}

export async function readDesign(context: Context, files: DesignFiles): Promise<Design> {
  const blueprint = objectIn(await readDocument(context, files.blueprint)) as JsonObject;
  const scenarios = existsSync(files.scenarios) ? (await readDocument(context, files.scenarios)).value : [];
  if (!Array.isArray(scenarios)) throw new CommandError(`${files.scenarios} holds no list`, { exit: EXIT.failed });
  const draft = draftOf({ blueprint, scenarios: scenarios as readonly Json[] });
  if (isFailure(draft)) throw commandErrorOf(draft.issues, { hint: `${files.blueprint} was not changed.` });
  if (!existsSync(files.history)) return { draft, history: newHistory(draft), isChangedByHand: false };
  const history = readHistory((await readDocument(context, files.history)).value);
  const made = isFailure(history) ? history : replay(history);
  const isHere = !isFailure(history) && !isFailure(made) && isSame(made, draft);
  return isHere
    ? { draft, history, isChangedByHand: false }
    : { draft, history: newHistory(draft), isChangedByHand: true };
}

/** The history comes last: a stop before it begins a new one, and loses no edit of the file. */
export async function writeDesign(
  files: DesignFiles,
  before: DraftParts,
  { draft, history }: { readonly draft: DraftParts; readonly history: EditHistory },
): Promise<void> {
  if (before.scenarios !== draft.scenarios) await replaceFile(files.scenarios, draft.scenarios);
  await replaceFile(files.blueprint, draft.blueprint);
  await replaceFile(files.history, history);
}

async function replaceFile(file: string, document: unknown): Promise<void> {
  await withFile(file, () => {
    const draft = `${file}.new`;
    writeFileSync(draft, `${jsonText(document)}\n`, { flush: true });
    renameSync(draft, file);
  });
}
