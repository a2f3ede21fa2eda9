// The step that asks a publication for its statement (core/transaction/statement.ts).
import { type Issue, issue } from '../../base/issue.js';
import type { Subject } from '../../moves/parts/context.js';
import { NONE } from '../../moves/parts/none.js';
import { hasStatement } from '../../transaction/statement.js';

/** VAL_SIG_005: who published it and when is not signed. */
export function statement({ tx }: Pick<Subject, 'tx'>): readonly Issue[] {
  // A publication without a signature is refused by the step of rights, which says so.
  if (tx.signatures.length === 0 || hasStatement(tx)) return NONE;
  return [
    issue(
      'VAL_SIG_005',
      '/header/metadata/statement',
      'A publication carries the signature of its sender over its whole header: metadata.statement is missing or does not verify.',
    ),
  ];
}
