// The step about due times that a run states in the clear, for timers that take them from data: each that the
// definition asks for, and no other; of a readable payload the one that it gives. Readers check those of sealed data.
import { type Issue, issue } from '../../base/issue.js';
import { canonical, isObject, type JsonObject } from '../../base/json.js';
import { isFailure } from '../../base/result.js';
import { duesStatedBy, readDues, readStated } from '../../blueprint/plan/stated-dues.js';
import type { Subject } from '../../moves/parts/context.js';
import { NONE } from '../../moves/parts/none.js';
import { isEncrypted } from '../../transaction/action-metadata.js';
import { isDoing } from '../../transaction/move-type.js';

const AT = '/header/metadata/due';

/** VAL_FLOW_002: a due time that is missing, malformed, not asked for, or not that of the payload. */
export function statedDue({
  tx: { header, payload },
  definition,
  plan,
}: Pick<Subject, 'tx' | 'definition' | 'plan'>): readonly Issue[] {
  const action = plan ? plan.actions.get(header.actionId)?.action : undefined;
  if (!definition || !action || !isDoing(header)) return NONE;
  const dues = duesStatedBy(definition, action);
  if (dues.length === 0) return NONE;
  const stated = header.metadata?.due;
  if (!readStated(stated, dues)) {
    const keys = dues.map(({ key }) => JSON.stringify(key)).join(', ');
    const message = `Timers take their time, or votes their weight, from this action: metadata.due has a time such as "2027-03-01T22:59:59.999Z", or a weight such as "40", for each of ${keys}, and no other member.`;
    return [issue('VAL_FLOW_002', AT, message)];
  }
  if (isEncrypted(header)) return NONE;
  const value = readDues(definition, action, isObject(payload) ? (payload as JsonObject) : {});
  if (isFailure(value)) return [value.issue];
  if (canonical(value) === canonical(stated)) return NONE;
  return [
    issue(
      'VAL_FLOW_002',
      AT,
      `The payload gives other due times or weights than metadata.due states: ${canonical(value)}.`,
    ),
  ];
}
