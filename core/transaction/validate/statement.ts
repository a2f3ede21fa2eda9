// The step that asks a publication for its statement (core/transaction/statement.ts). From rules 2 on: publications under rules 1 have none and stay valid.
import { type Issue, issue } from '../../base/issue.js';
import { hasStatement } from '../statement.js';
import type { Subject } from './context.js';
import { NONE } from './form.js';

/** The first rules under which the statement is judged. */
export const STATEMENT_RULES = 2;

/** VAL_SIG_005: nobody signed who published it and when. */
export function statement({ tx, ctx }: Subject): readonly Issue[] {
  // A publication that nobody signed is refused by the step of rights, which says so.
  if (ctx.state.rules < STATEMENT_RULES || tx.signatures.length === 0 || hasStatement(tx)) return NONE;
  return [
    issue(
      'VAL_SIG_005',
      '/header/metadata/statement',
      'A publication carries the signature of its sender over its whole header: metadata.statement is missing or does not verify.',
    ),
  ];
}
