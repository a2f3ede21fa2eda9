// The subject of an instance as a wallet reads it: the transaction that opened it is opened, and nothing behind it.
// Nothing is kept, since names of instances are what others encrypted.

import { SUBJECT_READ_BYTES_MAX } from '../../../core/base/limits/node/reading.js';
import { isFailure } from '../../../core/base/result.js';
import { actionOf } from '../../../core/blueprint/definition/conformance.js';
import { localize } from '../../../core/blueprint/definition/texts.js';
import { namesInstances, subjectIn } from '../../../core/blueprint/form/subject.js';
import type { RegisterPlace } from '../instance/instance-record.js';
import type { SubjectAsk } from './ask.js';
import { type RecordPorts, readRecord } from './reading-record.js';

/**
 * Undefined too where the key of the wallet is locked: a list is shown without names then. So it is of an opening that
 * is long, which anybody may send a hundred of to the wallet of somebody else.
 */
export async function subjectOf(
  ports: RecordPorts,
  at: RegisterPlace,
  { firstTransactionId: txId, definition, reader, languages }: SubjectAsk,
): Promise<string | undefined> {
  if (!namesInstances(definition)) return undefined;
  const first = ports.chain.transaction(at.reg, txId);
  const { actionId = '' } = first?.transaction.header ?? {};
  const action = actionOf(localize(definition, languages), actionId);
  if (!first || !action || first.transaction.bytes.length > SUBJECT_READ_BYTES_MAX) return undefined;
  const seen = await readRecord(ports, { at, definition, transactions: [first] }, reader);
  const data = isFailure(seen) ? undefined : seen.facts.get(txId);
  return data && subjectIn(action, data);
}
