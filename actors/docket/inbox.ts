// Messages of other validators on their way to the reducer: verified under the tip of the moment, on which it depends
// what must be verified. They are verified once more when the tip moved before their turn came. Nothing unverified
// passes, and a bounded number is under verification. A register that waits hears the same messages for hours: a
// signature that was found good is not verified again, and the message passes all the same, because a repetition asks
// for an answer.
import { toHex } from '../../core/base/bytes.js';
import { isFailure } from '../../core/base/result.js';
import type { SignedClaim } from '../../core/consensus/certificate.js';
import { bodyProblem, claimsOf } from '../../core/consensus/claims.js';
import type { ConsensusInput } from '../../core/consensus/input.js';
import type { Env, Message, ReceivedFrom, Tip } from '../../core/consensus/types.js';
import type { ClaimsVerifier } from '../ports.js';

/** Inputs of the reducer that come from this node itself. */
export type LocalInput = Exclude<ConsensusInput, { type: 'receive' }>;

/** A verified message that waits for its turn. */
export interface ReceivedMessage {
  readonly type: 'heard';
  readonly envelope: ReceivedFrom;
  readonly verify: ClaimsVerifier;
  /** Height of the tip under which it was verified. */
  readonly under: number;
}

export interface ConsensusInboxPorts {
  /** False while messages are not taken: peers repeat what matters. */
  isListening(): boolean;
  head(): { readonly tip: Tip; readonly env: Env };
  deliver(heard: ReceivedMessage): void;
  onDropped(reason: string): void;
}

/** Messages under verification at once; beyond it the newest is dropped (peers repeat what matters). */
const VERIFYING_MAX = 1000;
/**
 * Good signatures of one height that are remembered: a round change of each of 31 members, and the certificate that
 * most of them show.
 */
const GOOD_MAX = 128;

export class ConsensusInbox {
  private readonly ports: ConsensusInboxPorts;
  private verifying = 0;
  /**
   * Key, digest and signature of claims that were found good: what differs in a single byte is another claim. The
   * oldest goes first.
   */
  private readonly good = new Set<string>();
  private goodAt = 0;

  constructor(ports: ConsensusInboxPorts) {
    this.ports = ports;
  }

  get size(): number {
    return this.verifying;
  }

  /**
   * A message on the authenticated link of the validator `from`. The reducer gets it once `verify` held all its
   * signatures good; `isAgain` where it waited for its turn already.
   */
  receive(envelope: ReceivedFrom, verify: ClaimsVerifier, isAgain = false): void {
    if (!isAgain && !this.ports.isListening()) return;
    const { tip, env } = this.ports.head();
    const claims = claimsOf(envelope.message, tip, env);
    if (isFailure(claims)) {
      this.ports.onDropped('unverifiable');
      verify.onRefused?.(claims.issue);
      return;
    }
    const heard: ReceivedMessage = { type: 'heard', envelope, verify, under: tip.height };
    const unknown = this.unknown(claims, heard);
    if (unknown.length === 0 && claims.length > 0) {
      this.pass(heard);
      return;
    }
    if (this.verifying >= VERIFYING_MAX) {
      this.ports.onDropped('verifying');
      return;
    }
    this.verifying++;
    verify(unknown).then(
      (good) => {
        this.verifying--;
        if (!good) return this.ports.onDropped('signature');
        this.remember(unknown, heard);
        this.pass(heard);
      },
      () => {
        this.verifying--;
        this.ports.onDropped('signature');
      },
    );
  }

  /** Claims that are still to be verified. In round 0 nothing is repeated often, and everything is in haste. */
  private unknown(claims: readonly SignedClaim[], { envelope, under }: ReceivedMessage): readonly SignedClaim[] {
    if (roundOf(envelope.message) === 0) return claims;
    if (this.goodAt !== under) this.good.clear();
    this.goodAt = under;
    return claims.filter((claim) => !this.good.has(nameOf(claim)));
  }

  private remember(claims: readonly SignedClaim[], { envelope, under }: ReceivedMessage): void {
    if (roundOf(envelope.message) === 0 || under !== this.goodAt) return;
    for (const claim of claims) this.good.add(nameOf(claim));
    for (const oldest of this.good) {
      if (this.good.size <= GOOD_MAX) return;
      this.good.delete(oldest);
    }
  }

  /** The message as an input, if its verification still says enough; otherwise it is verified again and comes back. */
  open(heard: ReceivedMessage): Extract<ConsensusInput, { type: 'receive' }> | undefined {
    const { envelope, verify, under } = heard;
    if (under === this.ports.head().tip.height) return { type: 'receive', ...envelope };
    this.receive(envelope, verify, true);
    return undefined;
  }

  /** Its signers are known: now its body is worth hashing. */
  private pass(heard: ReceivedMessage): void {
    const { envelope, verify, under } = heard;
    const problem = bodyProblem(envelope.message, { height: under });
    if (!problem) {
      this.ports.deliver(heard);
      return;
    }
    this.ports.onDropped('unverifiable');
    verify.onRefused?.(problem);
  }
}

function nameOf({ publicKey, digest, signature }: SignedClaim): string {
  return `${publicKey} ${toHex(digest)} ${signature}`;
}

function roundOf(message: Message): number {
  if (message.type === 'vote') return message.vote.round;
  if (message.type === 'round-change') return message.change.round;
  return message.type === 'proposal' ? message.proposal.round : message.certificate.round;
}
