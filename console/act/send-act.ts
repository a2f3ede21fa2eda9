// Sends an action with its files: the answer may be lost, and the same key gives the same answer again.

import { toBase64 } from '../../core/base/bytes.js';
import type { JsonObject } from '../../core/base/json.js';
import type { AttachedFile } from '../forms/form-context.js';
import type { PreparedAct } from '../gates/use-prepared.js';
import { node } from '../session/node.js';
import type { ActData, WalletShown } from './act-data.js';
import type { SentAct } from './receipt.js';

type Body = Parameters<typeof node.instances.executeInstanceAction>[0]['body'];

export interface ActToSend {
  readonly data: Pick<ActData, 'instance' | 'action'>;
  readonly wallet: WalletShown;
  readonly payload: JsonObject;
  readonly files: ReadonlyMap<string, AttachedFile>;
  readonly vote: NonNullable<Body['vote']> | undefined;
  readonly acceptSuspect: readonly string[];
  readonly idempotencyKey: string;
  /** Of the prepared action, where the action takes credentials: it has the content then. */
  readonly gateId?: string | undefined;
}

/** Its fate; what the client throws otherwise. */
export async function sendAct(act: ActToSend): Promise<SentAct> {
  const { registerId } = act.data.instance;
  const done = await submit(act);
  return { instanceId: done.instanceId, registerId, txId: done.transactionId, isSealed: done.status === 'sealed' };
}

function submit(act: ActToSend) {
  const { data, idempotencyKey, gateId } = act;
  const { instance, action } = data;
  if (gateId !== undefined) return node.gates.submitPreparedAction({ params: { gateId } }, { idempotencyKey });
  const params = { instanceId: instance.id, actionId: String(action.id) };
  const query = { registerId: instance.registerId };
  return node.instances.executeInstanceAction({ params, query, body: bodyOf(act) }, { idempotencyKey });
}

/** The action as it is sent, kept until a credential is shown at each of its gates. */
export function prepareAct(act: Omit<ActToSend, 'idempotencyKey'>): Promise<PreparedAct> {
  const { instance, action } = act.data;
  const query = { registerId: instance.registerId };
  const body = { actionId: String(action.id), ...bodyOf(act) };
  return node.gates.prepareInstanceAction({ params: { instanceId: instance.id }, query, body });
}

function bodyOf({ wallet, payload, files, vote, acceptSuspect }: Omit<ActToSend, 'idempotencyKey'>) {
  const stated = Object.entries(payload).filter(([name]) => !files.has(name));
  return {
    senderWallet: wallet.address,
    payloadData: Object.fromEntries(stated),
    ...(vote !== undefined && { vote }),
    ...(acceptSuspect.length > 0 && { acceptSuspect: [...acceptSuspect] }),
    ...(files.size > 0 && { files: [...files].map(([fieldName, file]) => fileOf(fieldName, file)) }),
  } satisfies Body;
}

function fileOf(fieldName: string, file: AttachedFile) {
  const { fileName, contentType } = file;
  if ('bytes' in file) return { fieldName, fileName, contentType, contentBase64: toBase64(file.bytes) };
  const { fileId, key, size, sha256 } = file.manifest;
  return { fieldName, fileName, contentType, fileId, key, size, sha256 };
}
