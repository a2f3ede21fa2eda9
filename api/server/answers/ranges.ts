// Parts of an answer, for a client whose download broke off (RFC 9110 section 14). Single ranges of bytes alone: a
// server may leave all others out. The whole is read for a part, so that a part of full length is of a good whole, as
// the whole itself is.
import { Readable } from 'node:stream';
import { issue } from '../../../core/base/issue.js';
import { Refusal } from '../../define.js';
import { namesTag } from '../../requests/etags.js';
import type { CallOutcome } from '../../requests/outcome.js';
import { isWhole } from './body.js';

interface Asked {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Positions of the first and the last byte. */
interface Range {
  readonly first: number;
  readonly last: number;
}

/**
 * The outcome as it is sent: whole with a word that parts may be asked for, 304 for a client that has it, or 206 with
 * the part. Refusal: RANGE_UNSATISFIABLE. An outcome without a stated length or tag is given back as it is.
 */
export function applyRange(outcome: CallOutcome, { method, headers }: Asked): CallOutcome | Refusal {
  const { status, body } = outcome;
  const { etag, 'content-length': length } = outcome.headers;
  if (status !== 200 || body === undefined || isWhole(body) || etag === undefined || length === undefined)
    return outcome;
  const source = body as Readable;
  const size = Number(length);
  const whole = { ...outcome, headers: { ...outcome.headers, 'accept-ranges': 'bytes' } };
  if (namesTag(String(headers['if-none-match'] ?? ''), String(etag))) {
    source.destroy();
    const { 'content-length': _length, 'content-type': _type, ...kept } = whole.headers as CallOutcome['headers'];
    return { status: 304, headers: kept, body: undefined };
  }
  // Section 13.1.5: the tag in full, or the whole comes. A file has no date to compare with.
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag;
  const range = method === 'GET' && isSame ? rangeIn(String(headers.range ?? ''), size) : undefined;
  if (range === undefined) return whole;
  if (range === 'unsatisfiable') {
    source.destroy();
    const problem = issue('RANGE_UNSATISFIABLE', '/range', `The range begins behind the last of ${size} bytes.`);
    return new Refusal([problem], {}, { 'content-range': `bytes */${size}` });
  }
  const { first, last } = range;
  return {
    status: 206,
    headers: {
      ...whole.headers,
      'content-length': String(last - first + 1),
      'content-range': `bytes ${first}-${last}/${size}`,
    },
    body: Readable.from(partOf(source, range), { objectMode: false }),
  };
}

/** Undefined for a header that is ignored: another unit or form, or several ranges (sections 14.1.1 and 14.2). */
function rangeIn(header: string, size: number): Range | 'unsatisfiable' | undefined {
  const [, from, to] = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header) ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  if (from === '') {
    const length = Math.min(Number(to), size);
    if (length > 0) return { first: size - length, last: size - 1 };
    return size > 0 ? 'unsatisfiable' : undefined;
  }
  const first = Number(from);
  if (to !== '' && Number(to) < first) return undefined;
  return first < size ? { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) } : 'unsatisfiable';
}

/** The last piece leaves when all is read: a source that breaks breaks every part of it. */
async function* partOf(source: AsyncIterable<Uint8Array>, { first, last }: Range): AsyncGenerator<Uint8Array> {
  let at = 0;
  let held: Uint8Array | undefined;
  for await (const bytes of source) {
    const piece = bytes.subarray(Math.max(0, first - at), Math.max(0, last + 1 - at));
    at += bytes.length;
    if (piece.length === 0) continue;
    if (held !== undefined) yield held;
    held = piece;
  }
  if (held !== undefined) yield held;
}
