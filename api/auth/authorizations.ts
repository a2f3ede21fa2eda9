// Requests of wallets and programs that wait for a person (OAuth 2.1), and the codes that the page gives for them. In
// memory, bounded, each good once and for minutes: after a restart the program asks again. A code that comes a second
// time ends what the first gave (RFC 6749 section 4.1.2).
import { LRUCache } from 'lru-cache';
import { growing } from '../../core/base/growing.js';
import { sha256Hex } from '../../core/base/hash.js';
import { AUTHORIZATION_CODE_MS, AUTHORIZATION_MS, AUTHORIZATIONS_MAX } from '../../core/base/limits/node/wallets.js';
import { OneTimeSecrets, type SecretPorts } from './one-time-secrets.js';

const URN = 'urn:ietf:params:oauth:request_uri:';

/** As the address of the page names it. */
export interface AskedAuthorization {
  readonly requestUri: string;
  readonly clientId?: string | undefined;
}

/** `Asked` waits for a person; `Granted` is what its code is good for. */
export class Authorizations<Asked extends { readonly clientId: string }, Granted extends object> {
  private readonly pushed: OneTimeSecrets<Asked>;
  private readonly codes: OneTimeSecrets<Granted>;
  /** By the hashes of codes that were spent: the name of what each gave. */
  private readonly spent = new LRUCache<string, string>(growing(AUTHORIZATIONS_MAX));

  constructor(ports: SecretPorts) {
    const bounds = { max: AUTHORIZATIONS_MAX, attempts: 1 };
    this.pushed = new OneTimeSecrets(ports, { ...bounds, lifetimeMs: AUTHORIZATION_MS });
    this.codes = new OneTimeSecrets(ports, { ...bounds, lifetimeMs: AUTHORIZATION_CODE_MS });
  }

  /** The request_uri for the page (RFC 9126). */
  push(request: Asked, address: string): string {
    return URN + this.pushed.open(request, address);
  }

  /** Of the client that pushed it, where one is named (RFC 9126 section 2.2). */
  find({ requestUri, clientId }: AskedAuthorization): Asked | undefined {
    const request = requestUri.startsWith(URN) ? this.pushed.peek(requestUri.slice(URN.length)) : undefined;
    return clientId === undefined || clientId === request?.clientId ? request : undefined;
  }

  /** Ends a request: of two answers the second one finds none. */
  take(asked: AskedAuthorization): Asked | undefined {
    return this.find(asked) && this.pushed.take(asked.requestUri.slice(URN.length));
  }

  /** The code for the program. */
  grant(granted: Granted, address: string): string {
    return this.codes.open(granted, address);
  }

  /** The grant of a code that was not spent. */
  grantOf(code: string): Granted | undefined {
    return this.codes.peek(code);
  }

  /** The same, once: it is spent whatever comes of it. `gives` names what it gives, for one who comes again. */
  redeem(code: string, gives: (granted: Granted) => string): Granted | undefined {
    const granted = this.codes.take(code);
    if (granted !== undefined) this.spent.set(sha256Hex(code), gives(granted));
    return granted;
  }

  /** The name of what a code gave that was spent before. */
  nameOfSpent(code: string): string | undefined {
    return this.spent.get(sha256Hex(code));
  }
}
