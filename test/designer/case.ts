// The form of a case: a process in people's words, the answers that a person would give, and what the draft must have.

export type Fact =
  | { readonly role: string }
  /** Roles act one after the other, on the way of the draft. */
  | { readonly order: readonly string[] }
  /** The role may say no, or several ways follow what it states. */
  | { readonly decision: string }
  | { readonly condition: string; readonly value?: string; readonly leads: string }
  | { readonly hidden: string; readonly from: string }
  | { readonly reads: string; readonly by: string }
  | { readonly field: string; readonly type: string }
  /** Durations that mean the same, with | between them. */
  | { readonly deadline: string; readonly of: string }
  /** `on`: somebody else, or another step, comes then. */
  | { readonly refusal: 'end' | 'back' | 'on'; readonly of: string; readonly to?: string }
  | { readonly issued: string; readonly to: string };

export interface CaseStep {
  readonly as: string;
  readonly says?: 'yes' | 'no';
  /** Values by words of the member. */
  readonly give?: Readonly<Record<string, number | boolean>>;
}

export const ANSWER_KINDS = [
  'parties',
  'start',
  'decisions',
  'fields',
  'secrets',
  'deadlines',
  'refusal',
  'credentials',
] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];

export interface Case {
  readonly name: string;
  readonly language: 'en' | 'de';
  /** Looked at only when the provider is done. */
  readonly heldBack?: boolean;
  readonly description: string;
  readonly answers: Readonly<Record<AnswerKind, string>>;
  readonly facts: readonly Fact[];
  readonly scenario: { readonly steps: readonly CaseStep[]; readonly ends: 'done' | 'refused' };
}
