// The options that actions and rejections share, and how a move is followed that was not sealed in time.
import { WAIT_SECONDS_MAX } from '../../core/base/limits/node/requests.js';
import type { Context, Option } from '../command/command.js';
import { pickStated } from '../command/input.js';
import { notSealed } from '../remote/not-sealed.js';
import { connect } from '../remote/session.js';
import type { WorkflowPlace } from './place.js';

export const WAIT: Option = {
  flags: '--wait <seconds>',
  description: 'wait so long for the seal (default: 10)',
  integer: { min: 1, max: WAIT_SECONDS_MAX },
};

export const PREVIOUS: Option = {
  flags: '--previous <txId>',
  description: 'refuse unless the instance still stands at this transaction',
};

export function waiting(input: Context['input']) {
  return pickStated({ idempotencyKey: true as const, waitSeconds: input.integer('wait') });
}

/** Says how a move is followed that is not sealed yet. */
export async function pending(context: Context, { instance }: WorkflowPlace, transactionId: string): Promise<void> {
  const { client } = await connect(context);
  const { input, out } = context;
  await notSealed({ client, out, registerId: instance.registerId, transactionId, waitSeconds: input.integer('wait') });
}
