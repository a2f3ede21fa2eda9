// Large answers in br or gzip, for clients that take one (RFC 9110 section 12.5.3). The work is done by the threads
// that write the store too, so few answers are compressed at once; the others go out as they are, which is never wrong.
import { pipeline, type Readable } from 'node:stream';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { ACCEPT_LENGTH_MAX } from '../../../core/base/limits/node/requests.js';
import type { CallOutcome } from '../../requests/outcome.js';
import { isWhole } from './body.js';

/** Bytes below which an answer fits few packets, and compressing it costs more than it saves. */
const COMPRESSED_BYTES_MIN = 4096;
/** Of the four threads that a process of Node has for this, for files and for the store. */
const AT_ONCE_MAX = 2;

type Encoding = 'br' | 'gzip';
const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 5 };

/** Texts; what is encrypted or compressed already gets no smaller. */
const TEXT = /^(?:text\/|application\/(?:[a-z0-9.-]+\+)?(?:json|xml|ndjson|jsonl|n-quads|yaml)\b)/;

export class Compression {
  private underWay = 0;

  constructor(private readonly atOnceMax = AT_ONCE_MAX) {}

  /** True for an answer that has another form on the wire for some clients. */
  applies({ status, headers, body, compressed }: CallOutcome): boolean {
    if (status !== 200 || body === undefined || 'content-encoding' in headers) return false;
    if (compressed !== undefined) return true;
    if (!TEXT.test(String(headers['content-type']))) return false;
    return !isWhole(body) || body.length >= COMPRESSED_BYTES_MIN;
  }

  /**
   * Gives the answer as the client takes it: the same one where it takes no encoding, or where too many are being
   * compressed. A form that is there already costs nothing. `acceptEncoding` is the header. `give` is called once.
   */
  compress(outcome: CallOutcome, acceptEncoding: string | undefined, give: (outcome: CallOutcome) => void): void {
    const encoding = encodingFor(acceptEncoding);
    const ready = encoding && outcome.compressed?.[encoding];
    if (encoding !== undefined && ready !== undefined) {
      give(compress(outcome, encoding, ready));
      return;
    }
    if (encoding === undefined || this.underWay >= this.atOnceMax) {
      give(outcome);
      return;
    }
    this.underWay++;
    const { body } = outcome;
    if (isWhole(body)) this.whole(outcome, body, { encoding, give });
    else give(compress(outcome, encoding, this.stream(body as Readable, encoding)));
  }

  private whole(
    outcome: CallOutcome,
    body: string | Uint8Array,
    { encoding, give }: { readonly encoding: Encoding; readonly give: (outcome: CallOutcome) => void },
  ): void {
    const finish = (error: Error | null, bytes: Buffer): void => {
      this.underWay--;
      give(error === null ? compress(outcome, encoding, bytes) : outcome);
    };
    if (encoding === 'br') brotliCompress(body, BROTLI, finish);
    else gzip(body, GZIP, finish);
  }

  /** An error of the source reaches the reader as a connection that ends too early, as it does without compression. */
  private stream(source: Readable, encoding: Encoding): Readable {
    const compressing = encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip(GZIP);
    return pipeline(source, compressing, () => this.underWay--);
  }
}

function compress({ status, headers }: CallOutcome, encoding: Encoding, body: CallOutcome['body']): CallOutcome {
  const { etag } = headers;
  // Other bytes need another tag (RFC 9110 section 8.8.3.3); a weak one says that the content is the same.
  const tag = typeof etag === 'string' && !etag.startsWith('W/') ? { etag: `W/${etag}` } : {};
  return { status, headers: { ...headers, ...tag, 'content-encoding': encoding }, body };
}

function encodingFor(header: string | undefined): Encoding | undefined {
  if (header === undefined || header.length > ACCEPT_LENGTH_MAX) return undefined;
  // Among those that the client likes alike, ours decides: browsers name gzip first and br last. Its types lack this.
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } }) as unknown as {
    encodings(available: readonly string[], options: { readonly preferred: readonly string[] }): readonly string[];
  };
  const liked = negotiator.encodings([...ENCODINGS, 'identity'], { preferred: ENCODINGS })[0];
  return ENCODINGS.find((encoding) => encoding === liked);
}
