// Everything that the thread of the engine runs about documents of strangers: checks and steps of definitions that are
// not sealed, scenarios, edits, drafts that are talked about, evidence. Pure; `at` is told what is looked at next, so
// that a task which never ends can be located.
import type { Json, JsonObject } from '../base/json.js';
import { fail, isFailure, type Result } from '../base/result.js';
import type { Known } from '../chain/evidence/known.js';
import { type EvidenceProof, verifyEvidence } from '../chain/evidence/proof.js';
import { verifySync } from '../crypto/signing/algorithms.js';
import { type EngineResults, type EngineTask, runTask } from '../design/task.js';
import type { Bench, DocumentFound, ToolOutcome } from '../designer/tools/define.js';
import { isTooLarge, runTool, type ToolCall, tooLarge } from '../designer/tools/table.js';
import { applyAll, type Edited } from '../edits/apply.js';
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

/** Changes a draft by edits, all of them or none. */
export interface EditTask extends DraftParts {
  readonly kind: 'edits';
  readonly edits: readonly Json[];
}

/** Checks evidence with no node: a thousand changes of the roster take seconds. */
export interface EvidenceTask {
  readonly kind: 'evidence';
  readonly evidence: JsonObject;
  readonly known: Known;
}

export type EngineWork = EngineTask | ScenarioTask | DraftTask | ToolTask | EditTask | EvidenceTask;
export interface WorkResults extends EngineResults {
  readonly scenarios: ScenarioVerdict;
  readonly draft: CheckedDraft;
  readonly tool: ToolTaskResult;
  readonly edits: Edited;
  readonly evidence: EvidenceProof;
}
export type WorkResult<T extends EngineWork> = Result<WorkResults[T['kind']]>;

/** Issues are those of `runTask`, `walkScenarios`, `draftOf`, `applyAll` and `verifyEvidence`. */
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
    case 'edits':
      return editDraft(work, at);
    case 'evidence':
      return verifyEvidence(work.evidence, verifySync, work.known);
    default:
      return runTask(work, at);
  }
}

function useTool({ bench, call, documents }: ToolTask): ToolTaskResult {
  const { bench: after, ...outcome } = runTool(bench, call, { documents: () => documents });
  return after === bench ? outcome : { ...outcome, bench: after };
}

function editDraft({ edits, ...parts }: EditTask, at: (pointer: string) => void): Result<Edited> {
  at('');
  const draft = draftOf(parts);
  if (isFailure(draft)) return draft;
  const edited = applyAll(draft, edits);
  return isFailure(edited) ? edited.mapIssues((problem) => ({ ...problem, path: `/edits${problem.path}` })) : edited;
}
