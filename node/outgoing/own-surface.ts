// Requests to issuers and verifiers that people name. The own public listener answers what is for the address of this
// node, in this process: the guard of outgoing requests would refuse it wherever that address is a private one. An
// issuer here is like others. Nothing is answered so that the public listener would not answer anybody.
import { issue } from '../../core/base/issue.js';
import { fail, type Result } from '../../core/base/result.js';
import type { Outgoing, OutgoingAnswer, OutgoingCall } from '../../core/outgoing/ports.js';

/** The public listener, as far as requests are put to it. */
export interface Surface {
  inject(request: {
    readonly method: NonNullable<OutgoingCall['method']>;
    readonly url: string;
    readonly headers: Record<string, string>;
    readonly payload?: string | Buffer;
  }): Promise<{ readonly statusCode: number; readonly headers: object; readonly rawPayload: Uint8Array }>;
}

const BYTES_MAX = 1024 * 1024;

export class OwnSurface implements Pick<Outgoing, 'request'> {
  private surface: Surface | undefined;
  private readonly origin: string;

  constructor(
    private readonly outgoing: Pick<Outgoing, 'request'>,
    publicUrl: string,
  ) {
    this.origin = new URL(publicUrl).origin;
  }

  /** From now on requests to the node itself are put to it. */
  attach(surface: Surface): void {
    this.surface = surface;
  }

  async request(call: OutgoingCall): Promise<Result<OutgoingAnswer>> {
    const url = URL.canParse(call.url) ? new URL(call.url) : undefined;
    if (this.surface === undefined || url?.origin !== this.origin) return this.outgoing.request(call);
    const { body } = call;
    const answer = await this.surface.inject({
      method: call.method ?? 'GET',
      url: url.pathname + url.search,
      headers: { ...call.headers, host: url.host, 'accept-encoding': 'identity' },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : Buffer.from(body) }),
    });
    if (answer.rawPayload.length > (call.bytesMax ?? BYTES_MAX))
      return fail(issue('OUTGOING_ANSWER_REFUSED', '', 'The answer of this node has too many bytes.'));
    const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    return {
      ...{ status: answer.statusCode, headers: Object.fromEntries(headers), body: answer.rawPayload },
      ...{ url: url.href, address: '127.0.0.1' },
    };
  }
}
