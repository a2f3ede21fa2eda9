// The part of the header of a move that a reader is told: its kind, and for whom it speaks. It reads what was sealed,
// and judges nothing.
import type { MoveType } from '../blueprint/state/move-types.js';
import type { TransactionHeader } from '../model/transaction.js';
import { answerIn } from './action-metadata.js';
import { moveTypeOf } from './move-type.js';
import { statedVote } from './stated-vote.js';

export interface ToldMove {
  readonly type: MoveType;
  /** Of a Timer: the one that fired. */
  readonly timer?: string | undefined;
  /** Of a Vote and a Confirmation: the role that it speaks for. */
  readonly role?: string | undefined;
  readonly vote?: string | undefined;
  /** Of a Vote of a deputy: id of the record that holds the role. */
  readonly for?: string | undefined;
  /** Of a Confirmation. */
  readonly isConfirmed?: boolean | undefined;
}

/** Of a sealed header, or of its metadata as an answer shows them. */
export function toldMove(header: Pick<TransactionHeader, 'metadata'>): ToldMove {
  const type = moveTypeOf(header);
  if (type === 'Timer') return { type, timer: String(header.metadata?.timer) };
  const cast = statedVote(header);
  if (cast) return { type, role: cast.role, vote: cast.vote, ...(cast.for !== undefined && { for: cast.for }) };
  const answer = type === 'Confirmation' ? answerIn(header.metadata) : undefined;
  return answer ? { type, role: answer.role, isConfirmed: answer.accept } : { type };
}
