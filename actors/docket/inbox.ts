// Messages of other validators on their way to the reducer: verified under the head of the moment, and once more when the head moved before their
// turn came, because what must be verified depends on it. Nothing unverified passes, and a bounded number is under verification.
import { type Issue, isIssue } from '../../core/base/issue.js';
import type { Claim } from '../../core/consensus/certificate.js';
import { claimsOf } from '../../core/consensus/claims.js';
import type { Input } from '../../core/consensus/input.js';
import type { Env, Envelope, Tip } from '../../core/consensus/types.js';

/** What this node itself tells the reducer. */
export type LocalInput = Exclude<Input, { type: 'receive' }>;

/** True if every signature holds. The mesh gives it with each message, so that it may verify on other threads. */
export interface ClaimsVerifier {
  (claims: readonly Claim[]): Promise<boolean>;
  /** The message has nothing that could be verified: its body is not what it says, or its signers have no seat. */
  refused?(problem: Issue): void;
}

/** A verified message that waits for its turn. */
export interface Heard {
  readonly type: 'heard';
  readonly envelope: Envelope;
  readonly verify: ClaimsVerifier;
  /** Height of the head under which it was verified. */
  readonly under: number;
}

export interface InboxPorts {
  head(): { readonly tip: Tip; readonly env: Env };
  deliver(heard: Heard): void;
  dropped(reason: string): void;
}

/** Messages under verification at once; beyond it the newest is dropped (peers repeat what matters). */
const VERIFYING_MAX = 1000;

export class Inbox {
  private readonly ports: InboxPorts;
  private verifying = 0;

  constructor(ports: InboxPorts) {
    this.ports = ports;
  }

  get size(): number {
    return this.verifying;
  }

  receive(envelope: Envelope, verify: ClaimsVerifier): void {
    const { tip, env } = this.ports.head();
    const claims = claimsOf(envelope.message, tip, env);
    if (isIssue(claims)) {
      this.ports.dropped('unverifiable');
      verify.refused?.(claims);
      return;
    }
    if (this.verifying >= VERIFYING_MAX) {
      this.ports.dropped('verifying');
      return;
    }
    this.verifying++;
    verify(claims).then(
      (good) => this.done(good, { type: 'heard', envelope, verify, under: tip.height }),
      () => this.done(false, undefined),
    );
  }

  /** The message as an input, if its verification still says enough; otherwise it is verified again and comes back. */
  open(heard: Heard): Extract<Input, { type: 'receive' }> | undefined {
    const { envelope, verify, under } = heard;
    if (under === this.ports.head().tip.height) return { type: 'receive', ...envelope };
    this.receive(envelope, verify);
    return undefined;
  }

  private done(good: boolean, heard: Heard | undefined): void {
    this.verifying--;
    if (good && heard) this.ports.deliver(heard);
    else this.ports.dropped('signature');
  }
}
