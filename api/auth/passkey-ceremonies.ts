// Ceremonies of passkeys that a browser has begun: a challenge of the node, and whose it is. In memory, for five
// minutes and one answer.
import { toBase64Url } from '../../core/base/bytes.js';
import { issue } from '../../core/base/issue.js';
import { PASSKEY_CEREMONIES_MAX, PASSKEY_CEREMONY_MS } from '../../core/base/limits/node/accounts.js';
import { fail, type Result } from '../../core/base/result.js';
import { OneTimeSecrets, type SecretPorts } from './one-time-secrets.js';

/** The site that passkeys are of, and the pages that may ask for them. */
export interface PasskeySite {
  readonly rpId: string;
  readonly origins: readonly string[];
}

/** The purpose of a ceremony: an answer to one is not an answer to another. */
export type Ceremony =
  | {
      readonly kind: 'enrol';
      readonly platformUserId: string;
      readonly sessionId: string;
      readonly displayName: string;
    }
  | { readonly kind: 'sign-up'; readonly platformUserId: string; readonly displayName: string }
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'second-factor'; readonly platformUserId: string }
  | { readonly kind: 'step-up'; readonly platformUserId: string; readonly sessionId: string };

type Kind = Ceremony['kind'];
export type BegunCeremony<K extends Kind> = Extract<Ceremony, { kind: K }> & { readonly challenge: string };

export class PasskeyCeremonies {
  private readonly begun: OneTimeSecrets<Ceremony & { readonly challenge: string }>;

  constructor(private readonly ports: SecretPorts) {
    const bounds = { max: PASSKEY_CEREMONIES_MAX, attempts: 1, lifetimeMs: PASSKEY_CEREMONY_MS };
    this.begun = new OneTimeSecrets(ports, bounds);
  }

  begin(
    ceremony: Ceremony,
    address: string,
  ): { readonly transactionId: string; readonly challenge: Uint8Array<ArrayBuffer> } {
    const challenge = Uint8Array.from(this.ports.random.bytes(32));
    const transactionId = this.begun.open({ ...ceremony, challenge: toBase64Url(challenge) }, address);
    return { transactionId, challenge };
  }

  /**
   * Ends it, whatever the answer is. PASSKEY_FAILED for one that is not known, is of another kind, was answered or is
   * over.
   */
  take<K extends Kind>(transactionId: string, kind: K): Result<BegunCeremony<K>> {
    const ceremony = this.begun.take(transactionId);
    return ceremony?.kind === kind ? (ceremony as BegunCeremony<K>) : fail(NOT_GOOD);
  }
}

const NOT_GOOD = issue('PASSKEY_FAILED', '/transactionId', 'The transaction is over, or of another kind: begin again.');
