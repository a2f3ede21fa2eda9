// What a phone does with credentials, whoever wrote its wallet.
import type { aKey } from '../../../contract/credentials/phone.js';

export type Key = ReturnType<typeof aKey>;

export interface OnPhone {
  /** As the issuer gave it: an SD-JWT VC, or an mdoc as base64url. */
  readonly text: string;
  readonly key: Key;
}

export interface Taking {
  readonly txCode?: string;
  /** The person signs in on the page of the issuer, and allows it: the address to which the browser goes on. */
  readonly signIn?: (requestUri: string) => Promise<string>;
}

/** What a verifier answered to the wallet. */
export interface Answered {
  readonly status: number;
  /** Where the browser goes on, of a request on one device. */
  readonly redirectUri?: string;
}

/** What a verifier answered, and the presentation that it was given. */
export interface Shown extends Answered {
  readonly presentation: string;
}

export interface PhoneFamily {
  readonly name: string;
  /** Takes the credential of an offer by its URI: with its code, or over the page of the issuer. */
  take(offerUri: string, taking?: Taking): Promise<OnPhone>;
  /** Shows the claims that a request asks for, to who asks. */
  show(authorizationRequestUri: string, credential: OnPhone): Promise<Shown>;
  /** Tells a verifier that its holder shows nothing. */
  decline(authorizationRequestUri: string): Promise<Answered>;
}

/** The one query of a request for a presentation. */
export interface AskedQuery {
  readonly id: string;
  readonly format: string;
  readonly meta: { readonly doctype_value?: string };
  readonly claims?: readonly { readonly path: readonly string[] }[];
}

export const REDIRECT_URI = 'https://wallet.example/taken';
