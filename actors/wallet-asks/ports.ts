// Asks of nodes about a wallet: the port of the mesh to the wallets of this node, and that of this node to its peers.
// They are encrypted to the wallet, so that no other node reads them. Types only.
import type { Result } from '../../core/base/result.js';
import type { WalletAsk } from '../../core/mesh/frames.js';
import type { Wallet } from '../../core/wallet/wallet.js';

/** The wallets of this node, for a peer that may know of the register. */
export interface WalletHost {
  /**
   * The answer of the subject. WALLET_NOT_FOUND for a wallet that is not here, NODE_UNAVAILABLE where too many ask,
   * CIPHERTEXT_INVALID, and the refusals of the subject.
   */
  answer(peerId: string, ask: WalletAsk): Promise<Result<Uint8Array>>;
}

/** The other nodes of a register, as far as wallets may be there. */
export interface WalletPeers {
  /** Peer id of this node. */
  readonly self: string;
  /** Peers that are linked, the likeliest first. */
  of(registerId: string): readonly string[];
  /** The answer is not verified. Rejects with a PeerFailure. */
  ask(peerId: string, ask: WalletAsk): Promise<Result<Uint8Array>>;
}

/** Something that is asked of a wallet, before it is encrypted. */
export interface WalletText extends Pick<WalletAsk, 'registerId' | 'wallet' | 'subject'> {
  readonly text: Uint8Array;
}

/** The same at the node of the wallet. */
export interface WalletQuestion {
  readonly registerId: string;
  /** Local number of the register. */
  readonly reg: number;
  readonly wallet: Wallet;
  /** The address that was asked: that of the wallet, or its hybrid or post-quantum one. */
  readonly address: string;
  /** Undefined for this node itself. */
  readonly peerId: string | undefined;
  readonly text: Uint8Array;
}

/** Answers a subject. It may be called by anybody who may read the register, so it trusts nothing of the text. */
export type SubjectAnswer = (question: WalletQuestion) => Promise<Result<Uint8Array>>;
