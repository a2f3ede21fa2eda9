// The step about who receives an encrypted move of language 2: exactly those who hold a role that reads something of
// it, where it is sealed. Validators find it without any key.
import { type Issue, issue } from '../../base/issue.js';
import { isObject } from '../../base/json.js';
import { isFailure } from '../../base/result.js';
import { readEnvelope2, walletsOfGroups } from '../../envelope/cells/envelope.js';
import { groupsFor, groupsProblem } from '../../envelope/layout/expected.js';
import type { Transaction } from '../../model/transaction.js';
import { instanceBefore, instanceIdOf, isStart } from '../../moves/kinds/action.js';
import { receivingNow } from '../../moves/people/readers.js';
import { isEncrypted } from '../../transaction/action-metadata.js';
import { moveTypeOf } from '../../transaction/move-type.js';
import { slotTimeOf } from '../instance/timer.js';
import type { Subject } from '../parts/context.js';
import { NONE } from '../parts/form.js';

/** True for an encrypted move of language 2, whose groups follow from the definition. */
export function hasCells({ header }: Pick<Transaction, 'header'>, plan: Subject['plan']): boolean {
  return plan?.language === 2 && isEncrypted(header);
}

/** VAL_CELL_001: an envelope of another version than the language has. */
export function versionProblem({ payload }: Transaction): Issue | undefined {
  if (isObject(payload) && payload.v === 2) return undefined;
  return issue('VAL_CELL_001', '/payload/v', 'An envelope of language 2 has version 2, with one root.');
}

/** VAL_CELL_002 and 003, those of `groupsProblem`. The step of chain has passed. */
export function cells({ tx, ctx, definition, plan, planned, instance }: Subject): readonly Issue[] {
  if (!definition || !planned || !hasCells(tx, plan) || versionProblem(tx)) return NONE;
  const { header, payload } = tx;
  const envelope = readEnvelope2(payload);
  // The step of schemas has said what is wrong with it, and does not end the judgement.
  if (isFailure(envelope)) return NONE;
  const before = isStart(header) ? undefined : (instance ?? instanceBefore(ctx.view, tx));
  const instanceId = before && instanceIdOf(tx);
  const given = walletsOfGroups(envelope);
  const named = new Set(given.flat());
  const now = receivingNow(ctx.view, {
    definition,
    blueprintId: header.blueprintId,
    instanceId,
    before,
    sender: header.senderWallet,
    atMs: slotTimeOf({ ctx }),
    omits: (wallet) => !named.has(wallet),
  });
  const expected = groupsFor({ definition, planned, type: moveTypeOf(header), ...now });
  const problem = groupsProblem(expected, given);
  return problem ? [problem] : NONE;
}
