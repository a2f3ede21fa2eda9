// The moves of its instance by which an action is calculated whose rules read runs: how a prepared transaction states
// them, and what to do with one that others made old. It decides nothing.
import type { JsonObject } from '../../../core/base/json.js';
import type { DraftSubmission } from '../../../core/kinds/build.js';
import { CommandError, type Option } from '../../command/command.js';
import { isClientError } from '../../remote/remote.js';

export const SEES_OPTION: Option = {
  flags: '--sees <moves>',
  description:
    'moves of the instance by which the payload was calculated, where rules of the action read runs (default: those that the node has)',
  integer: { min: 0, max: Number.MAX_SAFE_INTEGER },
};

/** Such as `It is calculated by 3 moves of its instance.`, for who signs; '' where it states none. */
export function seesText(metadata: DraftSubmission['metadata']): string {
  const sees = metadata?.sees;
  return typeof sees === 'number'
    ? ` It is calculated by ${sees} ${sees === 1 ? 'move' : 'moves'} of its instance.`
    : '';
}

/** Throws what a submission was refused with; of one that others made old with the command that prepares it anew. */
export function withAnew(body: JsonObject): (error: unknown) => never {
  return (error) => {
    if (!isClientError(error) || error.code !== 'VAL_READ_001') throw error;
    throw new CommandError(error.message, { code: error.code, cause: error, hint: anewText(body) });
  };
}

/** The payload is calculated by then, and so no part of the command. */
function anewText(body: JsonObject): string {
  const { registerId, blueprintId, actionId, instanceId, previousTransactionId, senderWallet } = body;
  const options = Object.entries({
    ...{ blueprint: blueprintId, action: actionId, instance: instanceId },
    ...{ previous: previousTransactionId, sender: senderWallet },
  }).flatMap(([name, value]) => (typeof value === 'string' ? [`--${name} ${value}`] : []));
  const command = `quorate tx prepare ${String(registerId)} ${options.join(' ')} --payload FILE --public`;
  return `Calculate the payload by what is sealed by now, and prepare it anew: ${command}`;
}
