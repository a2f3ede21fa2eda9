// Payloads of moves of a dispute, as the fold of their instance is given them. Pure.

import type { Definition } from '../../blueprint/definition/types.js';
import { disputeTermsOf } from '../../blueprint/disputes/disputes.js';
import type { ResolutionMove } from '../../blueprint/state/dispute.js';
import type { Move } from '../../blueprint/state/move.js';
import type { Transaction } from '../../model/transaction.js';
import { isEncrypted } from '../../transaction/action-metadata.js';
import type { Challenge } from '../../transaction/challenge-form.js';
import type { Objection } from '../objection-form.js';
import type { ResolutionText } from '../resolution-form.js';

/** The statement of a Challenge whose form was checked. */
export function challengeIn({ payload }: Transaction, definition: Definition): Move['challenge'] {
  const { role } = payload as unknown as Challenge;
  return { role, withinMs: disputeTermsOf(definition).deliverWithinMs };
}

/** The statement of a Resolution whose form was checked. */
export function resolutionIn({ payload }: Transaction, definition: Definition): Omit<ResolutionMove, 'decides'> {
  const { role, outcome, proven: is, ground, at } = payload as unknown as ResolutionText;
  const terms = disputeTermsOf(definition);
  const found = { ...(ground !== undefined && { ground }), ...(at !== undefined && { at }), terms };
  return { role, outcome, ...(is !== undefined && { proven: { is, ...found } }), redoWithinMs: terms.redoWithinMs };
}

/** The statement of an Objection whose form was checked; of a private one its role. */
export function objectionIn(
  { header, payload }: Transaction,
  definition: Definition,
): Pick<Move, 'objection' | 'privately'> {
  const terms = disputeTermsOf(definition);
  if (isEncrypted(header)) return { privately: { role: header.metadata?.role as string, terms } };
  const { ground, at } = payload as unknown as Pick<Objection, 'ground' | 'at'>;
  return { objection: { ground, at, terms } };
}
