// The step about who receives an encrypted move: exactly those who hold a role that reads something of it, where
// it is sealed. Validators find it without any key.

import type { Issue } from '../../base/issue.js';
import { isFailure } from '../../base/result.js';
import { readEnvelope, walletsOfGroups } from '../../envelope/cells/envelope.js';
import { groupsFor, groupsProblem } from '../../envelope/layout/expected.js';
import { receivingNow } from '../../instance/people/readers.js';
import { instanceBefore, instanceIdOf, isStart } from '../../instance/rows.js';
import type { Subject } from '../../moves/parts/context.js';
import { versionProblem } from '../../moves/parts/envelope-form.js';
import { NONE } from '../../moves/parts/none.js';
import { slotTimeOf } from '../../moves/parts/times.js';
import { isEncrypted } from '../../transaction/action-metadata.js';
import { moveTypeOf } from '../../transaction/move-type.js';

/** VAL_CELL_002 and 003, those of `groupsProblem`. The step of chain has passed. */
export function cells({ tx, ctx, definition, planned, instance }: Subject): readonly Issue[] {
  if (!definition || !planned || !isEncrypted(tx.header) || versionProblem(tx)) return NONE;
  const { header, payload } = tx;
  const envelope = readEnvelope(payload);
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
