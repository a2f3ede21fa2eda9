// The ask of an operation, as the text that is stored encrypted. It holds no right: whose wallet signs is decided when
// the operation runs.
import { canonical, type JsonObject } from '../../../core/base/json.js';
import type { OperationRecord } from '../../../storage/tables/workflow/operations.js';
import type { Acting } from '../encryption/acting.js';
import type { ActionAsk } from '../moves/action/ask.js';
import type { SubmissionManner } from './operation-ports.js';

type Asked = Omit<ActionAsk, 'by' | 'opens' | 'waitMs'>;

/** Canonical text, the same for the same ask. */
export function askText({ by, opens, waitMs, ...asked }: ActionAsk): string {
  return canonical(asked satisfies Asked);
}

/**
 * The text by which two submissions are the same: who asks for which wallet, and for which action. A starting action
 * without an id opens another instance under another Idempotency-Key; one that names its instance can be done once
 * only, whatever the key. A prepared action is itself by its challenge, whatever was shown for it.
 */
export function sameText(ask: ActionAsk, { asker, idempotencyKey }: SubmissionManner): string {
  const key = ask.instanceId === undefined ? idempotencyKey : '';
  const { prepared, ...said } = ask;
  return canonical([asker.id, ask.by.address, key, askText(said), prepared?.challenge ?? '']);
}

/** The ask of a stored text, for the wallet that may act by now. */
export function askOf(text: string, { instanceId }: Pick<OperationRecord, 'instanceId'>, by: Acting): ActionAsk {
  const asked = JSON.parse(text) as Asked & { readonly payload: JsonObject };
  // It waits for no seal here: the operation follows its transaction itself.
  return { ...asked, by, waitMs: 0, ...(asked.instanceId === undefined && { opens: instanceId }) };
}
