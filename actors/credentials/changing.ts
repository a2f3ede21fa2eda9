// Changes the status of a credential: its row, and the places of all of its copies, in one commit.
import type { Clock } from '../../core/base/ports.js';
import { isFailure, type Result } from '../../core/base/result.js';
import {
  changeState,
  type IssuedCredential,
  STATUS_OF,
  type StatusChange,
} from '../../core/credentials/issuing/issued.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { IssuedCredentials } from '../../storage/tables/credentials/issued.js';
import type { StatusLists } from '../../storage/tables/credentials/status-lists.js';

export interface StatusChangePorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
  readonly credentials: { readonly issued: IssuedCredentials; readonly lists: Pick<StatusLists, 'loadNamed'> };
}

export interface AskedChange {
  readonly change: StatusChange;
  /** Undefined for none; absent where the row has it already. */
  readonly reason?: string | undefined;
  /** The row of the audit trail. */
  readonly record: () => KvOp;
}

/** The credential in its state after the change. */
export async function changeStatus(
  { clock, commit, credentials }: StatusChangePorts,
  asked: IssuedCredential,
  { change, record, ...stated }: AskedChange,
): Promise<Result<IssuedCredential>> {
  const list = await credentials.lists.loadNamed(asked.listId);
  // Read in the turn in which it changes.
  const before = credentials.issued.find(asked.organisationId, asked.id) ?? asked;
  const { reason } = 'reason' in stated ? stated : before;
  const after = changeState(before, { change, reason, nowMs: clock.now() });
  if (isFailure(after) || after === before) return after;
  const places = after.copies.map(({ place }) => place);
  await commit([...list.set(places, STATUS_OF[after.state]), credentials.issued.put(after), record()]);
  return after;
}
