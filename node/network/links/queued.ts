// Large frames that still wait for a link: they are not queued a second time (decision 0274).
import type { Frame } from '../../../core/mesh/frames.js';
import type { ThinLink } from './thin-link.js';

/** The frame without what still waits for the link; undefined where that is all of it. */
export function withoutQueued(frame: Frame, link: ThinLink, queuedBytes: number): Frame | undefined {
  if (queuedBytes === 0) return frame;
  const key = keyOfLarge(frame);
  if (key !== undefined) return link.isWaiting(key, queuedBytes) ? undefined : frame;
  if (frame.type !== 'offer') return frame;
  const transactions = frame.transactions.filter((tx) => !link.isOffered(tx, queuedBytes));
  if (transactions.length === frame.transactions.length) return frame;
  return transactions.length === 0 ? undefined : { ...frame, transactions };
}

/** Names the content of a frame that carries a docket; undefined for others. */
export function keyOfLarge(frame: Frame): string | undefined {
  if (frame.type === 'body') return `body ${frame.registerId} ${frame.docket.hash}`;
  if (frame.type !== 'consensus') return undefined;
  const { registerId, message } = frame;
  if (message.type === 'proposal') {
    const { docket, round } = message.proposal;
    return `proposal ${registerId} ${docket.hash} ${round}`;
  }
  return message.type === 'decided' && message.docket ? `decided ${registerId} ${message.docket.hash}` : undefined;
}
