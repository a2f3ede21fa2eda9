// Trace-ids of W3C Trace Context (section 3.2.2.3): 32 hexadecimal digits, not all of them zero. Pure.
import { sha256Hex } from './hash.js';

const DIGITS = 32;
const TRACE = /^[0-9a-f]{32}$/;
const NONE = '0'.repeat(DIGITS);
/** Version ff is invalid; later versions may have more members. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/;
/** An id that is a hash begins with as good a trace-id as any. */
const HASH = /^[0-9a-f]{64}$/;

/** The trace-id of a header `traceparent`; undefined for another text, which counts as absent (section 3.2.2). */
export function traceInParent(header: string): string | undefined {
  const trace = TRACEPARENT.exec(header)?.[1];
  return trace === NONE ? undefined : trace;
}

/** The trace-id of what has an id: always the same one, at every node. A trace-id is its own. */
export function traceFrom(id: string): string {
  if (TRACE.test(id) && id !== NONE) return id;
  const digits = HASH.test(id) ? id : sha256Hex(id);
  return digits.slice(0, DIGITS);
}
