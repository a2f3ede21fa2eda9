// The first frame of each end of a link: who it is, which process it is, and which of the other's votes it has seen.
// Types only.
import type { Vote } from '../consensus/types.js';
import type { NodeDescriptor } from './types.js';

export interface Hello {
  readonly descriptor: NodeDescriptor;
  /** New for each start of the process: 1 to 64 letters, digits and hyphens. */
  readonly bootId: string;
  /** Version of the software, for people: at most 64 printable ASCII characters. */
  readonly software: string;
  /** The version that its sender understands on the wire. */
  readonly protocol: number;
  /** Clock of the sender, Unix ms. */
  readonly timeMs: number;
  /** The last votes of the other end that the sender has seen, at most 1000: core/mesh/vote-memory.ts judges them. */
  readonly votesSeen: readonly Vote[];
  /** The newest validity rules that its sender knows (core/base/version.ts). */
  readonly rules: number;
  /**
   * 64 hex digits that nodes of one machine share until it starts again, because their clock is the same; empty where
   * the machine tells none.
   */
  readonly machine: string;
}
