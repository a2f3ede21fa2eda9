// Sign-ins that are under way at a provider, and those that are done and wait for their page: in memory and bounded,
// each good once and for a while.
import { HAND_OVER_MS, SIGN_IN_STATE_MS, SIGN_IN_STATES_MAX } from '../../core/base/limits/node/federation.js';
import type { ProviderSlot } from '../../core/tenant/federation/presets.js';
import type { Caller } from './caller.js';
import { OneTimeSecrets, type SecretPorts } from './one-time-secrets.js';

/** The operations that a sign-in was begun by, of which those of the same way end it. */
export type SignInWay = 'oidc' | 'social' | 'public' | 'link';

export interface SignInUnderWay {
  readonly way: SignInWay;
  readonly organisationId: string;
  readonly slot: ProviderSlot;
  /** Of the provider as it was configured then. */
  readonly providerId: string;
  readonly providerVersion: number;
  readonly redirectUri: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** SHA-256 of the secret in the cookie of the browser. */
  readonly browserHash: string;
  /** The page that is led back to; the session is the answer where there is none. */
  readonly returnUrl?: string | undefined;
  /** For the citizen wallet: no account is made or linked. */
  readonly isWallet?: boolean | undefined;
  /** Whose account is linked. */
  readonly linkFor?: Caller | undefined;
}

/** A person who signed in, and gets a session when the page asks for it. */
export interface HandOver {
  readonly platformUserId: string;
  readonly organisationId: string;
  readonly method: 'oidc' | 'social';
  readonly tier?: 'consumer' | undefined;
  readonly isNew: boolean;
}

/** As a revocation finds it: what ends the sessions of the account until its page comes ends it too. */
export interface WaitingHandOver extends HandOver, BrowserMark {
  readonly membershipId: string;
  readonly issuedAtMs: number;
}

/** The browser that a sign-in was begun in: the state that its cookie is named by, and the hash of the secret in it. */
export interface BrowserMark {
  readonly state: string;
  readonly browserHash: string;
}

/** A browser that is led on comes by once or twice. */
const VISITS_MAX = 5;

export class SignInsUnderWay {
  private readonly states: OneTimeSecrets<SignInUnderWay>;
  private readonly handOvers: OneTimeSecrets<WaitingHandOver>;

  constructor(ports: SecretPorts) {
    const bounds = { max: SIGN_IN_STATES_MAX, attempts: VISITS_MAX };
    this.states = new OneTimeSecrets(ports, { ...bounds, lifetimeMs: SIGN_IN_STATE_MS });
    this.handOvers = new OneTimeSecrets(ports, { ...bounds, lifetimeMs: HAND_OVER_MS });
  }

  /** A fresh secret of 256 bits: a state, a nonce, a verifier of PKCE (43 characters, RFC 7636 section 4.1). */
  secret(): string {
    return this.states.draw();
  }

  begin(state: string, address: string, value: SignInUnderWay): void {
    this.states.open(value, address, state);
  }

  /** The page that a sign-in of a social provider leads back to; the state is good for its end afterwards. */
  pageOf(state: string): string | undefined {
    const way = this.states.attempt(state);
    return way?.slot === 'idp' ? undefined : way?.returnUrl;
  }

  /** Ends it, right or wrong as the answer may be: a state that was shown once is of no more use. */
  take(state: string): SignInUnderWay | undefined {
    return this.states.take(state);
  }

  handOver(address: string, value: WaitingHandOver): string {
    return this.handOvers.open(value, address);
  }

  redeem(code: string): WaitingHandOver | undefined {
    return this.handOvers.take(code);
  }
}
