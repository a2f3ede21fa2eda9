// The questions about a draft that a worker answers, by the rules of core/.
import type { Issue } from '../../core/base/issue.js';
import type { JsonObject } from '../../core/base/json.js';
import type { Finding, PatchStep } from '../../core/blueprint/findings/finding.js';
import type { Facts } from '../../core/blueprint/logic/facts.js';
import type { DrawnEdge } from '../../core/blueprint/plan/graph.js';
import type { Difference } from '../../core/design/authoring/difference.js';
import type { LiftNote } from '../../core/design/lift/lift-note.js';
import type { Edit } from '../../core/edits/edit.js';
import type { DraftRule, RuleTrial } from '../../core/edits/view/rule-trial.js';

/** Each question with its answer, by its name. */
export interface DraftQuestions {
  readonly edit: { readonly asked: { readonly edits: readonly Edit[] }; readonly answer: DesignChange };
  readonly fix: { readonly asked: { readonly fix: readonly PatchStep[] }; readonly answer: DesignChange };
  /** A document that was written as a whole: whether it may be kept. */
  readonly form: { readonly asked: Record<never, never>; readonly answer: DesignChange };
  /** The ways between actions as they are drawn, and the actions that start. */
  readonly ways: { readonly asked: Record<never, never>; readonly answer: DrawnWays };
  /** Facts by which the form of an action is tried. The blueprint has no errors. */
  readonly sample: { readonly asked: { readonly action: number }; readonly answer: Pick<Facts, 'runs' | 'time'> };
  /** A rule in the place of one of an action, on sample data; or why the draft with it cannot be tried. */
  readonly trial: { readonly asked: TriedRule; readonly answer: RuleTrial };
  readonly check: { readonly asked: Record<never, never>; readonly answer: readonly Finding[] };
  /** A draft of language 1 as one of language 2. */
  readonly lift: { readonly asked: Record<never, never>; readonly answer: DraftLifted };
  /** The blueprint that a template, which is the document, gives for parameters; or why it gives none. */
  readonly make: { readonly asked: { readonly parameters: JsonObject }; readonly answer: DesignChange };
  readonly differences: { readonly asked: { readonly other: JsonObject }; readonly answer: readonly Difference[] };
}

export interface DraftLifted {
  readonly blueprint: JsonObject;
  /** Places that its author decides, in English. */
  readonly questions: readonly LiftNote[];
  /** Why only the number of its language would change: its form is broken. */
  readonly faults: readonly LiftNote[];
}

export interface TriedRule {
  readonly action: number;
  readonly of: Pick<DraftRule, 'kind' | 'name'>;
  /** Puts the rule in its place. */
  readonly edit: Edit;
}

export interface DrawnWays {
  readonly edges: readonly DrawnEdge[];
  readonly starts: readonly number[];
}

export type DesignChange =
  | { readonly blueprint: JsonObject; readonly words: readonly string[] }
  | { readonly issues: readonly Issue[] };

export type DraftQuestion = keyof DraftQuestions;

export interface DesignAsked<Q extends DraftQuestion = DraftQuestion> {
  readonly id: number;
  readonly question: Q;
  readonly blueprint: JsonObject;
  readonly asked: DraftQuestions[Q]['asked'];
}

export interface DesignAnswered {
  readonly id: number;
  readonly answer: unknown;
  /** In its place, where the question could not be answered. */
  readonly fault?: string;
}
