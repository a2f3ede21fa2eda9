// Messages by height: the current one is handled, the next one is kept within a bound, an earlier one shows a member
// that is behind. Only messages of this register, genesis and roster go further.
import { ROUNDS_AHEAD_MAX } from '../../base/limits/ledger/consensus.js';
import type { Hash } from '../../model/register.js';
import { seatOf } from '../../register/roster.js';
import { isOneAnswer } from '../certificate.js';
import { bodyOf, type StepDraft, send, set } from '../draft.js';
import { isCommitted, isSeated } from '../environment.js';
import type { Env, Message, ReceivedFrom, RoundChange, Vote } from '../types.js';
import { onDecided, onLateDecided } from './on-decided.js';
import { onProposal } from './on-proposal.js';
import { onRoundChange } from './on-round-change.js';
import { onVote } from './on-vote.js';
import { onPrepared } from './votes.js';

/** M1 to M3 of ../algorithm.md. */
export function receive(d: StepDraft, message: Message, from: Hash): void {
  const height = heightOf(message);
  const current = d.state.record.height;
  if (height < current) late(d, message, from);
  else if (height > current) early(d, { message, from });
  else dispatch(d, message, from);
}

/** A message of the current height to its family; one of another height, register, genesis or roster is dropped. */
export function dispatch(d: StepDraft, message: Message, from: Hash): void {
  if (heightOf(message) !== d.state.record.height) return;
  if (message.type === 'decided') {
    onDecided(d, message.certificate, message.docket, from);
    return;
  }
  if (!isSeated(d.env)) return;
  switch (message.type) {
    case 'proposal':
      if (isOurs(d.env, message.proposal.prepare)) onProposal(d, message.proposal);
      break;
    case 'vote':
      if (isOurs(d.env, message.vote)) onVote(d, message.vote);
      break;
    case 'prepared':
      onPrepared(d, message.certificate, from);
      break;
    case 'round-change':
      if (isOurs(d.env, message.change)) onRoundChange(d, message, from);
  }
}

/** The height that a message is about. */
export function heightOf(message: Message): number {
  switch (message.type) {
    case 'proposal':
      return message.proposal.prepare.height;
    case 'vote':
      return message.vote.height;
    case 'round-change':
      return message.change.height;
    default:
      return message.certificate.height;
  }
}

/**
 * M2. Somebody is behind and gets the sealed docket, without its body if it voted for it. A vote for the tip merely
 * came after the decision, which is on its way to its voter: only a second copy is answered.
 */
function late(d: StepDraft, message: Message, from: Hash): void {
  const { tip } = d.state;
  if (message.type === 'decided') {
    onLateDecided(d, message.certificate);
    return;
  }
  const held = message.type === 'vote' && message.vote.approve ? message.vote.docketHash : null;
  if (held !== tip.hash) {
    d.effects.push({ type: 'serve', height: heightOf(message), to: from, held });
  } else if (!d.state.late.includes(from)) {
    if (seatOf(d.env.roster, from) >= 0) set(d, { late: [...d.state.late, from] });
  } else {
    send(d, [from], { type: 'decided', certificate: tip.certificate, docket: null });
  }
}

/**
 * M3. The sender decided this height: a proposal for the next one carries the proof, anything else is a reason to ask.
 * Of what is further ahead no signature was verified: it proves nothing, whatever it carries.
 */
function early(d: StepDraft, envelope: ReceivedFrom): void {
  const { message, from } = envelope;
  const height = d.state.record.height;
  const isNext = heightOf(message) === height + 1;
  if (isNext && message.type === 'proposal') {
    const { parent } = message.proposal;
    // Without the proof any member could have a docket kept in every register for as long as it rests.
    if (parent.height !== height || !isCommitted(parent, d.env)) return;
    keepAhead(d, envelope);
    // A parent that cannot be given here will be fetched from the one who proposed on it.
    onDecided(d, parent, bodyOf(d, parent.docketHash) ?? null, from);
    return;
  }
  if (isNext) keepAhead(d, envelope);
  d.effects.push({ type: 'fetch', height, docketHash: null, from });
}

/** A message for each type, kind, round and sender; of proposals, which carry bodies, only the latest. */
function keepAhead(d: StepDraft, envelope: ReceivedFrom): void {
  const key = keyOf(envelope.message);
  if (key === undefined) return;
  const rest = d.state.ahead.filter(({ message }) => keyOf(message) !== key);
  set(d, { ahead: [...rest, envelope] });
}

function keyOf(message: Message): string | undefined {
  switch (message.type) {
    case 'proposal':
      return 'proposal';
    case 'vote':
      return message.vote.round > ROUNDS_AHEAD_MAX
        ? undefined
        : `${message.vote.kind}:${message.vote.round}:${message.vote.voter}`;
    case 'prepared':
      return 'prepared';
    case 'round-change':
      return `round-change:${message.change.voter}`;
    default:
      return undefined;
  }
}

/** Signed for this register, by a member of the roster of this height. */
export function isOurs(env: Env, signed: Vote | RoundChange): boolean {
  return (
    signed.registerId === env.registerId &&
    signed.genesisHash === env.genesisHash &&
    signed.rosterHash === env.rosterHash &&
    seatOf(env.roster, signed.voter) >= 0 &&
    (!('code' in signed) || isOneAnswer(signed))
  );
}
