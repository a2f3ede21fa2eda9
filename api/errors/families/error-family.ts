// A family of errors: the form in which a standard wants refusals. A refusal (by a right, a rate, a schema, a handler)
// gives issues; the family of the operation makes the answer of them.
import type { IssueCode } from '../../../core/base/issue.js';
import type { Problem } from '../errors.js';

/** A refusal as a family gets it. */
export interface RefusedProblem {
  readonly problem: Problem;
  /** The name that the standard of the family has for it, where the handler states one. */
  readonly named: string | undefined;
  /** The scope that the token lacks. */
  readonly scope: string | undefined;
  /** Where a client reads how to get a token (RFC 9728). */
  readonly resourceMetadata: string | undefined;
  /** Its token came with the scheme DPoP. */
  readonly isProven: boolean;
}

/** The answer that a family makes of it. */
export interface FamilyAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

export interface ErrorFamily {
  readonly type: string;
  /** Codes of all operations that have another name here. */
  readonly renamed?: Readonly<Partial<Record<IssueCode, IssueCode>>>;
  /** The type for callers that name it and not the other one: clients of the standard read no other. */
  readonly plainType?: string;
  readonly answer: (refused: RefusedProblem) => FamilyAnswer;
}
