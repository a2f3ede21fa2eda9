// The options that actions and rejections share, and how a move is followed that was not sealed in time.
import type { Client } from '../../api/client/client.js';
import { WAIT_SECONDS_MAX } from '../../core/base/limits/node/requests.js';
import { CommandError, type Context, EXIT, type Option } from '../command/command.js';
import { readDocument } from '../command/documents.js';
import { pickStated } from '../command/input.js';
import { notSealed } from '../remote/not-sealed.js';
import { connect } from '../remote/session.js';
import type { WorkflowPlace } from './place.js';

type Presentations = NonNullable<Parameters<Client['executeInstanceAction']>[0]['body']['credentialPresentations']>;

export const WAIT: Option = {
  flags: '--wait <seconds>',
  description: 'wait so long for the seal (default: 10)',
  integer: { min: 1, max: WAIT_SECONDS_MAX },
};

export const PREVIOUS: Option = {
  flags: '--previous <txId>',
  description: 'refuse unless the instance still stands at this transaction',
};

export const CREDENTIALS: Option = {
  flags: '--credentials <file>',
  description: 'the credentials that the action takes, as a JSON list of presentations',
};

/** The presentations of --credentials. The node judges their members; none of them is ever shown here. */
export async function credentialsIn(context: Context): Promise<Presentations | undefined> {
  const file = context.input.text('credentials');
  if (file === undefined) return undefined;
  const { value, source } = await readDocument(context, file);
  if (Array.isArray(value)) return value as unknown as Presentations;
  throw new CommandError(`${source} holds no list of credentials`, { exit: EXIT.usage });
}

export function waiting(input: Context['input']) {
  return pickStated({ idempotencyKey: true as const, waitSeconds: input.integer('wait') });
}

/** Says how a move is followed that is not sealed yet. */
export async function pending(context: Context, { instance }: WorkflowPlace, transactionId: string): Promise<void> {
  const { client } = await connect(context);
  const { input, out } = context;
  await notSealed({ client, out, registerId: instance.registerId, transactionId, waitSeconds: input.integer('wait') });
}
