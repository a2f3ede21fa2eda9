// The judgement on a transaction without the register that it is for: the steps of the pipeline that read neither state
// nor view. For a node whose copy of the register cannot be read just now; whatever passes here is judged again by the
// whole pipeline.
import type { Issue } from '../base/issue.js';
import { kindOf } from '../kinds/index.js';
import type { Transaction } from '../model/transaction.js';
import type { LoneSubject } from '../moves/parts/context.js';
import { NONE } from '../moves/parts/none.js';
import { publishedForm } from './data/blueprint.js';
import { form, keys, senderBinding, signature, size } from './parts/form.js';
import { record } from './records/participant.js';
import { checkSigned, secondGenesis } from './records/rights.js';
import { timing } from './timing.js';

/**
 * The first issue that every state of every register would give, or none. `nowMs` is the clock at admission (without it
 * no time is judged), `signaturesOk` the result of verifying every signature, `relayed` as in ValidationContext.
 */
export function validateAlone(
  tx: Transaction,
  ctx: { readonly signaturesOk: boolean; readonly nowMs?: number; readonly relayed?: boolean },
): readonly Issue[] {
  const row = kindOf(tx.header);
  const subject: LoneSubject = { tx, row, ctx };
  for (const check of [form, size, timing, signature, keys, senderBinding, checkSigned, secondGenesis]) {
    const issues = check(subject);
    if (issues.length > 0) return issues;
  }
  if (row.kind === 'participant') return record(subject);
  return row.kind === 'publication' ? publishedForm(subject) : NONE;
}
