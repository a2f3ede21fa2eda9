// An objection, or a word about how its dispute ends, in evidence: who says what about which transaction. That it was
// proven is said by its seal: every validator judges it before.
import { isFailure, type Result } from '../../base/result.js';
import type { DisputeGround, DisputeOutcome } from '../../blueprint/state/dispute.js';
import { readObjection } from '../../disputes/objection-form.js';
import { instanceIdOf } from '../../instance/rows.js';
import type { Transaction } from '../../model/transaction.js';
import { readResolution } from '../../moves/resolution/form.js';
import { isEncrypted } from '../../transaction/action-metadata.js';
import { moveTypeOf } from '../../transaction/move-type.js';
import { isOfWorkflow } from './timer.js';

/** The statement of an objection or a resolution. */
export interface DisputeSaid {
  readonly type: 'Objection' | 'Resolution';
  readonly by: string;
  readonly instanceId: string;
  readonly actionId: string;
  /** The action that is objected to, or the objection that is resolved. */
  readonly about: string;
  /** Of an objection that all read. */
  readonly ground?: DisputeGround;
  readonly at?: string;
  /** Its parties and the resolver alone read it. */
  readonly isPrivate?: boolean;
  /** Of a resolution; of one about a private objection whether it is proven, with ground and place. */
  readonly outcome?: DisputeOutcome;
  readonly proven?: boolean;
  readonly role?: string;
}

/** Undefined for any other transaction; an issue where no register takes it. */
export function disputeSaidIn(tx: Transaction): Result<DisputeSaid | undefined> {
  const { header, payload } = tx;
  if (!isOfWorkflow(header) || !header.metadata) return undefined;
  const type = moveTypeOf(header);
  const { actionId, previousTransactionId: about = '', senderWallet: by } = header;
  const said = { by, instanceId: instanceIdOf(tx), actionId, about };
  if (type === 'Objection' && isEncrypted(header)) return { type, ...said, isPrivate: true };
  if (type === 'Objection') {
    const read = readObjection(payload);
    return isFailure(read) ? read : { type, ...said, ground: read.ground, at: read.at };
  }
  if (type !== 'Resolution') return undefined;
  const read = readResolution(payload);
  if (isFailure(read)) return read;
  const { v: _, type: __, ...word } = read;
  return { type, ...said, ...word };
}

/** A sentence for a person. */
export function disputeFact({ type, by, about, ground, at, outcome, role, proven, isPrivate }: DisputeSaid): string {
  if (proven !== undefined)
    return `The wallet ${by} found as ${role} that the private objection ${about} is ${proven ? `proven: ${ground} ${at}` : 'not proven'}.`;
  if (isPrivate)
    return `The wallet ${by} objected to transaction ${about} in private: the resolver says whether it is proven.`;
  if (type === 'Resolution')
    return `The wallet ${by} said as ${role} that the dispute of objection ${about} ends by ${outcome}.`;
  const place = at === '' ? '' : ` at ${at}`;
  return `The wallet ${by} objected to transaction ${about}, with ground ${ground}${place}: validators judge that before they seal it.`;
}
