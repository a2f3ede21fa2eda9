// How frames are told apart: by the tag at their beginning before they are decoded, and by their type.
import type { Frame } from '../../../core/mesh/frames.js';
import type { ProposalFrame, ThinFrame } from '../../../proto/codec/thin.js';

/** Field 3: the frame whose bytes are counted before it is decoded. */
export const OFFER_TAG = (3 << 3) | 2;
/** Field 15, a proposal without bodies: small for the work that it asks for, and nothing that a guest has to say. */
export const THIN_TAG = (15 << 3) | 2;
/** Field 17, as the two bytes of its varint: 138 and 1. */
const BATCH_TAG = [((17 << 3) & 0x7f) | 0x80 | 2, 1] as const;

export function isBatch(bytes: Uint8Array): boolean {
  return bytes[0] === BATCH_TAG[0] && bytes[1] === BATCH_TAG[1];
}

export function isProposal(frame: Frame): frame is ProposalFrame {
  return frame.type === 'consensus' && frame.message.type === 'proposal';
}

/** The type of a frame, or of the consensus message in it. */
export function kindOf(frame: Frame | ThinFrame): string {
  return frame.type === 'consensus' ? frame.message.type : frame.type;
}
