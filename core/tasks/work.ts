// Everything that the thread of the engine runs about what is not sealed: checks and steps, scenarios, drafts that are
// talked about. Pure; `at` is told what is looked at next, so that a task which never ends can be located.
import { fail, type Result } from '../base/result.js';
import { type EngineResults, type EngineTask, runTask } from '../design/task.js';
import type { Bench, DocumentFound, ToolOutcome } from '../designer/tools/define.js';
import { isTooLarge, runTool, type ToolCall, tooLarge } from '../designer/tools/table.js';
import { type CheckedDraft, type DraftParts, draftOf } from '../edits/draft.js';
import { type ScenarioTask, type ScenarioVerdict, walkScenarios } from '../scenario/rehearse.js';

/** The draft with its findings. Issues: those of `draftOf`, and BODY_TOO_LARGE for one that is not talked about. */
export interface DraftTask {
  readonly kind: 'draft';
  readonly parts: DraftParts;
}

export interface ToolTask {
  readonly kind: 'tool';
  readonly bench: Bench;
  readonly call: ToolCall;
  /** Passages that a search of documents finds. */
  readonly documents: readonly DocumentFound[];
}

/** Between threads a bench is no more the same one: it is there where the tool changed it. */
export type ToolTaskResult = Omit<ToolOutcome, 'bench'> & { readonly bench?: Bench };

export type EngineWork = EngineTask | ScenarioTask | DraftTask | ToolTask;
export interface WorkResults extends EngineResults {
  readonly scenarios: ScenarioVerdict;
  readonly draft: CheckedDraft;
  readonly tool: ToolTaskResult;
}
export type WorkResult<T extends EngineWork> = Result<WorkResults[T['kind']]>;

/** Issues are those of `runTask`, `walkScenarios` and `draftOf`. */
export function runWork<T extends EngineWork>(work: T, at: (pointer: string) => void): WorkResult<T> {
  return run(work, at) as WorkResult<T>;
}

function run(work: EngineWork, at: (pointer: string) => void): WorkResult<EngineWork> {
  switch (work.kind) {
    case 'scenarios':
      return walkScenarios(work, at);
    case 'draft':
      at('');
      return isTooLarge(work.parts) ? fail(tooLarge()) : draftOf(work.parts);
    case 'tool':
      at('');
      return useTool(work);
    default:
      return runTask(work, at);
  }
}

function useTool({ bench, call, documents }: ToolTask): ToolTaskResult {
  const { bench: after, ...outcome } = runTool(bench, call, { documents: () => documents });
  return after === bench ? outcome : { ...outcome, bench: after };
}
