// Requests of wallets that wait for a person, and the codes that the page gives for them. In memory, bounded, each good
// once and for minutes: after a restart the wallet asks again. A code that comes a second time ends what the first gave
// (RFC 6749 section 4.1.2).
import { LRUCache } from 'lru-cache';
import { growing } from '../../core/base/growing.js';
import { sha256Hex } from '../../core/base/hash.js';
import { AUTHORIZATION_CODE_MS, AUTHORIZATION_MS, AUTHORIZATIONS_MAX } from '../../core/base/limits/node/wallets.js';
import type { AuthorizationAsk } from '../../core/credentials/issuing/authorization.js';
import { OneTimeSecrets, type SecretPorts } from './one-time-secrets.js';

/** A request that was pushed. */
export interface PushedRequest extends AuthorizationAsk {
  readonly organisationId: string;
  /** Identifier of the issuer that was asked. */
  readonly issuer: string;
  /** Its maker vouched for the wallet, so it does at the token endpoint again. */
  readonly isAttested: boolean;
}

/** As the address of the page names it. */
export interface AskedAuthorization {
  readonly requestUri: string;
  readonly clientId?: string | undefined;
}

/** A person said yes to a request, for an offer. */
export interface GrantedRequest extends PushedRequest {
  readonly offerId: string;
}

const URN = 'urn:ietf:params:oauth:request_uri:';

export class WalletAuthorizations {
  private readonly pushed: OneTimeSecrets<PushedRequest>;
  private readonly codes: OneTimeSecrets<GrantedRequest>;
  /** Offers by the hashes of codes that were spent. */
  private readonly spent = new LRUCache<string, string>(growing(AUTHORIZATIONS_MAX));

  constructor(ports: SecretPorts) {
    const bounds = { max: AUTHORIZATIONS_MAX, attempts: 1 };
    this.pushed = new OneTimeSecrets(ports, { ...bounds, lifetimeMs: AUTHORIZATION_MS });
    this.codes = new OneTimeSecrets(ports, { ...bounds, lifetimeMs: AUTHORIZATION_CODE_MS });
  }

  /** The request_uri for the page. */
  push(request: PushedRequest, address: string): string {
    return URN + this.pushed.open(request, address);
  }

  /** Of the client that pushed it, where one is named (RFC 9126 section 2.2). */
  find({ requestUri, clientId }: AskedAuthorization): PushedRequest | undefined {
    const request = requestUri.startsWith(URN) ? this.pushed.peek(requestUri.slice(URN.length)) : undefined;
    return clientId === undefined || clientId === request?.clientId ? request : undefined;
  }

  /** Ends a request: of two answers the second one finds none. */
  take(asked: AskedAuthorization): PushedRequest | undefined {
    return this.find(asked) && this.pushed.take(asked.requestUri.slice(URN.length));
  }

  /** The code for the wallet. */
  grant(request: GrantedRequest, address: string): string {
    return this.codes.open(request, address);
  }

  /** The offer of a code that was not spent. */
  offerOf(code: string): string | undefined {
    return this.codes.peek(code)?.offerId;
  }

  /** The grant of a code, which is spent whatever comes of it. */
  redeem(code: string): GrantedRequest | undefined {
    const grant = this.codes.take(code);
    if (grant !== undefined) this.spent.set(sha256Hex(code), grant.offerId);
    return grant;
  }

  /** The offer of a code that was spent before. */
  offerOfSpent(code: string): string | undefined {
    return this.spent.get(sha256Hex(code));
  }
}
