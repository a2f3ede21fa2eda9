// The questions that a draft needs answers to, in the order in which they are asked.
export const QUESTION_KINDS = [
  'parties',
  'start',
  'decisions',
  'fields',
  'secrets',
  'deadlines',
  'refusal',
  'credentials',
] as const;
export type DesignQuestion = (typeof QUESTION_KINDS)[number];
