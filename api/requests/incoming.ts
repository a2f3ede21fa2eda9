// A call of an operation as a transport hands it over: who calls, what is asked, and the few things that the rules of
// all operations do to a connection. Nothing here knows HTTP. A call without a connection of its own (of a hub method,
// of a program in this process) is a LocalCall.
import type { Issue } from '../../core/base/issue.js';
import type { ClientCertificate } from '../../core/tenant/workload.js';
import { ANONYMOUS, type Caller, type UnaskedActs } from '../auth/caller.js';
import type { BodyType } from '../define.js';

/** Names in lower case, as Node gives them. */
export type CallHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface CallParts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly headers: CallHeaders;
}

export interface CallTarget {
  readonly method: string;
  /** Where clients find this node, with the path as the caller spelled it. */
  readonly url: string;
}

export interface IncomingCall extends CallParts {
  /** Set by the dispatcher from the bytes, once they are counted. */
  body: unknown;
  /** Set by `identify` where the call brings a token; a transport that knows its caller states it. */
  caller: Caller;
  /** Why the token was refused; undefined with a good token or none. */
  denied: Issue | undefined;
  readonly traceId: string;
  /** Remote address. */
  readonly address: string;
  /** Path and query, the aliases resolved: with the body the identity of a repeated request. */
  readonly url: string;
  /** The path as the caller spelled it, which a refusal names. */
  readonly asked: string;
  /** Method and address as a proof of a key names them (RFC 9449); undefined over no connection. */
  readonly target: CallTarget | undefined;
  /** Address of the document that says how to get a token for it (RFC 9728); undefined over no connection. */
  readonly resourceMetadata: string | undefined;
  /** The body as it came; empty without one. */
  readonly rawBody: Uint8Array;
  /** The type of these bytes. */
  readonly bodyType: BodyType;
  /** The certificate that its connection showed and TLS validated; undefined where none was asked for. */
  readonly certificate: ClientCertificate | undefined;
  /** The caller waits for no answer any more. */
  readonly isGone: boolean;
  /** Of a call that a tool makes for a program whose person is not asked. */
  readonly unasked?: UnaskedActs | undefined;
  /** The same for all calls that come over one connection. */
  readonly connection: object;
  /** A header of the answer, whatever that will be. */
  note(name: string, value: string | number): void;
  /** Runs it once, when the answer is out or is not taken any more. */
  onEnd(run: () => void): void;
  /** Reads nothing more from the caller for so long: who does not wait costs no more than who does. */
  rest(seconds: number): void;
}

/** The members of a call that a refusal needs. */
export type TracedCall = Pick<IncomingCall, 'asked' | 'traceId' | 'headers'> &
  Partial<Pick<IncomingCall, 'resourceMetadata'>>;

export const NO_BYTES: Uint8Array = new Uint8Array(0);

/**
 * The path of a request target (RFC 9112 section 3.2), by itself: what else stands in one may be a token or a code.
 * Without its query, and without the scheme, name and password of the absolute form. Without a fragment too, which no
 * target has and the router takes for a query. Empty for the target of CONNECT, which is an authority.
 */
export function pathIn(target: string): string {
  const [, path = ''] = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)/i.exec(target) ?? [];
  return path.startsWith('/') || path === '*' ? path : '';
}

export interface LocalRequest extends Partial<Omit<CallParts, 'body'>> {
  readonly caller?: Caller;
  readonly traceId: string;
  readonly address: string;
  readonly url: string;
  readonly rawBody?: Uint8Array;
  /** JSON when absent. */
  readonly bodyType?: BodyType;
  readonly unasked?: UnaskedActs | undefined;
}

/** A call that comes over no connection of its own. `end` is for the one who made it. */
export class LocalCall implements IncomingCall {
  caller: Caller;
  denied: Issue | undefined;
  readonly traceId: string;
  readonly address: string;
  readonly url: string;
  readonly params: unknown;
  readonly query: unknown;
  body: unknown = undefined;
  readonly headers: CallHeaders;
  readonly rawBody: Uint8Array;
  readonly bodyType: BodyType;
  readonly unasked: UnaskedActs | undefined;
  readonly certificate = undefined;
  readonly target = undefined;
  readonly resourceMetadata = undefined;
  readonly isGone = false;
  /** The notes of the rules of operations about the answer. */
  readonly notes: Record<string, string | number> = {};
  private readonly ends: (() => void)[] = [];

  constructor(
    request: LocalRequest,
    readonly connection: object = request,
  ) {
    this.caller = request.caller ?? ANONYMOUS;
    this.traceId = request.traceId;
    this.address = request.address;
    this.url = request.url;
    // Validation fills in defaults: not in an object of the caller.
    this.params = { ...(request.params as object) };
    this.query = { ...(request.query as object) };
    this.headers = { ...request.headers };
    this.rawBody = request.rawBody ?? NO_BYTES;
    this.bodyType = request.bodyType ?? 'application/json';
    this.unasked = request.unasked;
  }

  get asked(): string {
    return pathIn(this.url);
  }

  note(name: string, value: string | number): void {
    this.notes[name] = value;
  }

  onEnd(run: () => void): void {
    this.ends.push(run);
  }

  /** There is no connection that could be left unread: the answer says when to come back. */
  rest(): void {}

  end(): void {
    for (const run of this.ends.splice(0)) run();
  }
}
