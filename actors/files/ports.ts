// The files of this node as the surface and the workflows ask for them, and the sources of chunks. Types only. Chunks
// are sealed: nothing here can open one.
import type { Issue } from '../../core/base/issue.js';
import type { Result } from '../../core/base/result.js';
import type { FileReference } from '../../core/envelope/envelope.js';
import type { ChunkAsk } from '../../core/mesh/frames.js';
import type { Transaction } from '../../core/model/transaction.js';

/** An action of a register and one of the files that it names. */
export interface NamedFile {
  readonly registerId: string;
  readonly txId: string;
  readonly reference: FileReference;
}

/** The files of this node. */
export interface FileLibrary {
  /**
   * Keeps what the node has of the files that a transaction names: durable when it resolves, and called before the
   * transaction is submitted.
   */
  claim(tx: Transaction): Promise<void>;
  /**
   * Makes sure that the node has all chunks of a file of a sealed action, from other nodes where it lacks some. Issues:
   * FILE_CHUNK_UNAVAILABLE where no node has one, NODE_UNAVAILABLE while a node that may have it is not reached, or too
   * many files are fetched already.
   */
  bring(file: NamedFile): Promise<Issue | undefined>;
  /** The sealed bytes of a chunk that this node has; undefined for any other. */
  own(hash: string): Promise<Uint8Array | undefined>;
  /** The sealed bytes, from another node where this one lacks them; undefined where no node has them. */
  chunk(ask: ChunkAsk): Promise<Uint8Array | undefined>;
}

/** The files of this node for its peers: what they may have of them, and what they tell by what they send. */
export interface SharedFiles extends Pick<FileLibrary, 'own'> {
  /**
   * Whether an action that was submitted to this node names the chunk: its docket may come here later than to a member.
   */
  isClaimed(ask: ChunkAsk): boolean;
  /** Whether chunks of the sealed action, which are not here, are still expected of the node that sent it. */
  isAwaited(at: Pick<NamedFile, 'registerId' | 'txId'>): boolean;
  /** A peer that may write to the register sent these. */
  onOffered(registerId: string, peerId: string, transactions: readonly Transaction[]): void;
  /** A peer is back: what it sent is looked for now. */
  onLinked(peerId: string): void;
}

/** The other nodes, as far as they may have files of a register that this node may ask them for. */
export interface ChunkPeers {
  /**
   * Peers that are linked, the likeliest first, and how many members of the register are not. `senderId` is the sender
   * of the action, where that is known.
   */
  of(registerId: string, senderId: string | undefined): { readonly linked: readonly string[]; readonly away: number };
  /**
   * An issue where the peer has no such chunk, or gives none; rejects with a PeerFailure. The bytes are not verified.
   */
  chunk(peerId: string, ask: ChunkAsk): Promise<Result<Uint8Array>>;
  blame(peerId: string, detail: string): void;
}

/** Figures of the files that this node keeps, for its health and metrics. */
export interface FileFigures {
  readonly storedBytes: number;
  /** True while nothing more is fetched, because `storedBytes` is at its limit. */
  readonly isFull: boolean;
  /** Chunks fetched from other nodes since the start. */
  readonly fetched: number;
  /** Actions of which chunks were looked for and not found since the start. */
  readonly missed: number;
}
