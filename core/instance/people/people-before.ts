// The holders of roles and the readers of what they do where a move is sealed, as the row of the move keeps them. It
// asks holders and readers, and neither asks it. Pure.

import type { Definition } from '../../blueprint/definition/types.js';
import type { Answered, RunPeople } from '../../blueprint/instance/run-rows.js';
import { planOf } from '../../blueprint/plan/plan.js';
import { hasSeals, sealsOf } from '../../blueprint/plan/seals.js';
import type { Instance } from '../../blueprint/state/instance.js';
import type { RunRow } from '../../blueprint/state/run-row.js';
import type { StateView } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { atSlotStart, slotStart } from '../../register/people/slot-rows.js';
import { answerIn, isEncrypted } from '../../transaction/action-metadata.js';
import { isActing, isDoing, moveTypeOf } from '../../transaction/move-type.js';
import { planFor, statedVote } from '../../transaction/stated-vote.js';
import { takesLeft } from './claims.js';
import { boundsOf, confirmingFor, type DeputyPlace, isCommitting, isDelegable, standingIn } from './deputies.js';
import { AS_NAMED, holderNow, holdersBeforeStart, holdersNow } from './holders.js';
import { readersBeside } from './readers.js';

type View = Pick<StateView, 'state' | 'people'>;

/**
 * Holders and readers where a move is sealed, as its row keeps them: the holders that differ from what the instance
 * names, and of an encrypted one those who read beside them. A reader finds by it which roles a wallet had then.
 */
export function peopleBefore(
  view: View,
  of: {
    readonly tx: Pick<Transaction, 'header'>;
    readonly instanceId: string;
    readonly definition: Definition;
    readonly before: Pick<Instance, 'participants'> | undefined;
    /** Time of the docket. */
    readonly atMs: number;
  },
): RunPeople | undefined {
  const { tx, definition, before, instanceId, atMs } = of;
  const then = atSlotStart(view, atMs);
  const now = before ? holdersNow(then, instanceId) : holdersBeforeStart(then, definition);
  const walletOf = (id: string): string | undefined =>
    holderNow(AS_NAMED, definition.participants.find((item) => item.id === id) ?? { id }, before?.participants);
  const others = Object.entries(now.roles).filter(([id, wallet]) => walletOf(id) !== wallet);
  const held = others.length > 0 && Object.fromEntries(others.sort(([a], [b]) => (a < b ? -1 : 1)));
  const { blueprintId, senderWallet: sender, actionId } = tx.header;
  const taken = before?.participants ?? {};
  const place = { definition, blueprintId, instanceId: before && instanceId, atMs, taken, held: now };
  const also = isEncrypted(tx.header) ? readersBeside(then, { ...place, atMs: slotStart(atMs) }) : undefined;
  const plan = planOf(definition);
  const role = (statedVote(tx.header) ? planFor(plan, tx.header) : plan.actions.get(actionId))?.sender;
  const holder = role && isActing(tx.header) ? holderNow(now, role, before?.participants) : undefined;
  const by = holder !== undefined && holder !== sender ? sender : undefined;
  const max = by === undefined ? undefined : boundsBefore(view, tx, place);
  const sealed = isSealedForSome(definition, tx);
  if (!held && !also && by === undefined && !sealed) return undefined;
  return {
    ...(also && { also }),
    ...(by !== undefined && { by }),
    ...(held && { held }),
    ...(max && { max }),
    ...(sealed && { sealed }),
  };
}

/** True for an encrypted run that some role reads later. */
function isSealedForSome(definition: Definition, { header }: Pick<Transaction, 'header'>): boolean {
  if (!hasSeals(definition) || !isDoing(header) || !isEncrypted(header)) return false;
  const action = planFor(planOf(definition), header)?.action;
  return action !== undefined && sealsOf(definition, action).size > 0;
}

/** The bounds in force where a deputy sends what is sealed: readable data was judged by them. */
function boundsBefore(view: View, { header }: Pick<Transaction, 'header'>, place: DeputyPlace): RunRow['max'] {
  const planned = planFor(planOf(place.definition), header);
  if (!planned || !isEncrypted(header) || !isCommitting(header) || !isDelegable(header)) return undefined;
  const { candidacy, sender } = planned;
  const { instanceId, atMs } = place;
  const taking = { role: sender, candidacy, instanceId, wallet: header.senderWallet, atMs };
  // It takes the role for itself. A vote that says for whom it is takes nothing.
  if (statedVote(header)?.for === undefined && takesLeft(view, taking)) return undefined;
  const bounds = boundsOf(standingIn(view, place, { planned, wallet: header.senderWallet }));
  return bounds.length === 0 ? undefined : bounds;
}

/** Of a confirmation that a deputy with an amount sent: what readers of a sealed run judge it by. */
export function findAnswered(
  view: Pick<StateView, 'state' | 'transaction'>,
  {
    tx: { txId, header },
    ...place
  }: DeputyPlace & {
    readonly tx: Pick<Transaction, 'txId' | 'header'>;
    readonly instance: Pick<Instance, 'participants'>;
  },
): Answered | undefined {
  const { accept, role: id } = answerIn(header.metadata) ?? {};
  if (moveTypeOf(header) !== 'Confirmation' || accept !== true || id === undefined) return undefined;
  const run = view.transaction(header.previousTransactionId ?? '');
  const role = place.definition.participants.find((item) => item.id === id);
  if (!run || !role || !isEncrypted(run.header)) return undefined;
  const { senderWallet: by } = header;
  const { instanceId = '', instance, atMs: at } = place;
  if (holderNow(holdersNow(view, instanceId), role, instance.participants) === by) return undefined;
  const deputies = confirmingFor(view, place, { role: id, wallet: by, run });
  const max = boundsOf(deputies);
  const [first] = deputies;
  if (!first || max.length === 0) return undefined;
  return { run: run.txId, role: id, answer: { at, by, for: first.standsFor, max, txId } };
}
