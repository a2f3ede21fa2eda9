// Packets between the nodes of a simulation: bytes of the production codecs, and beside them only what a transport
// knows. No object of one node is ever seen by another.
import { uuidToBytes } from '../../core/base/bytes.js';
import type { Vote } from '../../core/consensus/types.js';

/** The calls that a node answers to others. */
export type Call = 'dockets' | 'heads' | 'adverts' | 'submit';

/** The first word of each end of a link. */
export interface Hello {
  /** The last votes of the other end that it has seen. */
  readonly votesSeen: readonly Vote[];
  readonly timeMs: number;
}

export type Packet =
  | { readonly type: 'frame'; readonly bytes: Uint8Array; readonly large?: Large }
  | { readonly type: 'ask'; readonly id: string; readonly call: Call; readonly bytes: Uint8Array }
  /** Nothing for what is refused; one message for each docket of a range. */
  | { readonly type: 'answer'; readonly id: string; readonly messages: readonly Uint8Array[] | undefined }
  | Part;

/** A frame that takes its turn on a thin link. */
export interface Large {
  readonly registerId: string;
  /** By which its sender knows it while it waits. */
  readonly number: number;
}

/** A piece of a range that is answered in several packets. */
export interface Part {
  readonly type: 'part';
  readonly id: string;
  /** From 0; they may come in another order. */
  readonly index: number;
  readonly messages: readonly Uint8Array[];
  readonly isLast: boolean;
}

/** What a thin link has to carry for it. */
export function bytesOf(packet: Packet): number {
  const own = packet.type === 'frame' || packet.type === 'ask' ? [packet.bytes] : (packet.messages ?? []);
  return own.reduce((sum, { length }) => sum + length, PACKET_BYTES);
}

/** Dockets that were asked for come on a stream of their own. */
export function largeOf(packet: Packet): Large | 'call' | undefined {
  if (packet.type === 'frame') return packet.large;
  return packet.type === 'ask' ? undefined : 'call';
}

/** Framing and encryption of each. */
const PACKET_BYTES = 40;

/**
 * True when the packet tells its receiver of the register: its id is among the bytes. A question shows only what its
 * sender knows already.
 */
export function tellsOf(packet: Packet, registerId: string): boolean {
  if (packet.type === 'ask') return false;
  const id = Buffer.from(uuidToBytes(registerId));
  const messages = packet.type === 'frame' ? [packet.bytes] : (packet.messages ?? []);
  return messages.some((bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(id));
}
