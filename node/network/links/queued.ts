// Large frames that still wait for a link: they are not queued a second time (decision 0274).
import type { Frame } from '../../../core/mesh/frames.js';
import type { ThinLink } from './thin-link.js';

/** The frame without what still waits for the link; undefined where that is all of it. */
export function withoutQueued(frame: Frame, link: ThinLink, isWaiting: (number: number) => boolean): Frame | undefined {
  const key = keyOfLarge(frame);
  if (key !== undefined) return link.isWaiting(key, isWaiting) ? undefined : frame;
  if (frame.type !== 'offer') return frame;
  const transactions = frame.transactions.filter((tx) => !link.isOffered(tx, isWaiting));
  if (transactions.length === frame.transactions.length) return frame;
  return transactions.length === 0 ? undefined : { ...frame, transactions };
}

/** The register in whose turn the frame leaves: it carries transactions. Undefined for one that waits for none. */
export function turnOf(frame: Frame): string | undefined {
  if (frame.type === 'offer') return frame.registerId;
  if (frame.type === 'head') return frame.head.docket === null ? undefined : frame.head.registerId;
  return keyOfLarge(frame) !== undefined && 'registerId' in frame ? frame.registerId : undefined;
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
