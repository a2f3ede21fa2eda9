// Statements of people about a process. Types only: statements name parties and data as the text does, and
// `making/` finds them in the draft.
import type { Field } from '../words/field-phrases.js';
import type { VerbKind } from '../words/verbs.js';

/** A party as the text calls it, in its first form. */
export interface NamedParty {
  /** Stands for the party wherever it is mentioned. */
  readonly id: string;
  readonly name: string;
}

export interface NumberCondition {
  /** Words that name the member. */
  readonly about: string;
  readonly operator: '>' | '>=' | '<' | '<=';
  /** A number as rules have it. */
  readonly value: string;
  readonly currency?: string;
}

/** When a step is done: a comparison, or a member that is true. */
export type StepCondition =
  | { readonly kind: 'compare'; readonly comparison: NumberCondition }
  | { readonly kind: 'true'; readonly about: string; readonly isNegated: boolean };

export type Consequence =
  | { readonly kind: 'consent' | 'refuse' | 'end' }
  | { readonly kind: 'remind' | 'escalate'; readonly parties: readonly NamedParty[] };

export type RefusalWay =
  | { readonly kind: 'end' }
  | { readonly kind: 'back'; readonly to?: NamedParty }
  /** The party may do something about it. */
  | {
      readonly kind: 'on';
      readonly by: NamedParty;
      readonly title: string;
      readonly decider?: NamedParty;
      readonly isGoingOn?: true;
    };

export interface StepStatement {
  readonly kind: 'step';
  readonly parties: readonly NamedParty[];
  readonly verb: string;
  readonly verbKind: VerbKind;
  readonly title: string;
  readonly fields: readonly Field[];
  readonly condition?: StepCondition;
  /** The parties act beside each other. */
  readonly isParallel: boolean;
  /** A single one of the parties acts, as an earlier step chooses. */
  readonly isChosen?: true;
  /** In the place of the conditional step before. */
  readonly isOtherwise?: true;
  /** Nothing comes behind it: "otherwise it publishes a warning, and that is all". */
  readonly isLast?: true;
  /** It may have been told before. */
  readonly isRestated?: true;
  /** Told as the time of something else: it is new where its party did nothing like it. */
  readonly isEcho?: true;
  /** Beside a decision that was told: "approves as well". */
  readonly isToo?: true;
  /** Before the step that was told before. */
  readonly isFirst?: true;
}

export type ProcessStatement =
  | { readonly kind: 'party'; readonly party: NamedParty }
  | StepStatement
  | {
      readonly kind: 'fields';
      readonly party?: NamedParty;
      readonly about: string;
      readonly title?: string;
      readonly isRelative?: true;
      readonly fields: readonly Field[];
    }
  | { readonly kind: 'hidden'; readonly parties: readonly NamedParty[]; readonly phrases: readonly string[] }
  /** Others read none of the phrases where `isOnlyParty`; the parties read nothing else where `isOnlyData`. */
  | {
      readonly kind: 'sees';
      readonly parties: readonly NamedParty[];
      readonly phrases: readonly string[];
      readonly isOnlyData: boolean;
      readonly isOnlyParty: boolean;
    }
  | {
      readonly kind: 'deadline';
      readonly party?: NamedParty;
      readonly duration?: string;
      readonly consequence?: Consequence;
    }
  | { readonly kind: 'refusal'; readonly party?: NamedParty; readonly way: RefusalWay }
  | { readonly kind: 'issue'; readonly party?: NamedParty; readonly credential: string; readonly to?: NamedParty };

export interface ProcessReading {
  readonly statements: readonly ProcessStatement[];
  /** Sentences of which nothing was read. */
  readonly unread: readonly string[];
}
