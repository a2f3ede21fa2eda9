// Reads decoded wire fields into core values and keeps the first problem. A field that is wrong gives a placeholder, so
// that codecs read on without branches; `readMessage` then returns the problem instead of the value. Bounds of bytes
// and counts were checked before (bounds.ts).
import { bytesToUuid, toHex } from '../../core/base/bytes.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { ROUND_MAX } from '../../core/base/limits/ledger/consensus.js';
import { fail, type Result } from '../../core/base/result.js';
import { boundsProblem, type Shape } from './bounds.js';

const NO_UUID = '00000000-0000-0000-0000-000000000000';

export class FieldReader {
  #problem: Issue | undefined;

  /** The first problem of all fields read so far. */
  get problem(): Issue | undefined {
    return this.#problem;
  }

  /** `at` is the JSON Pointer of the message, `name` that of the field in it. */
  fail(at: string, name: string, message: string): void {
    this.refuse(issue('FRAME_INVALID', name === '' ? at : `${at}/${name}`, message));
  }

  refuse(problem: Issue): void {
    this.#problem ??= problem;
  }

  hash(bytes: Uint8Array, at: string, name: string): string {
    if (bytes.length !== 32) this.fail(at, name, 'A hash or key has 32 bytes.');
    return toHex(bytes);
  }

  signature(bytes: Uint8Array, at: string, name: string): string {
    if (bytes.length !== 64) this.fail(at, name, 'A signature has 64 bytes.');
    return toHex(bytes);
  }

  registerId(bytes: Uint8Array, at: string, name = 'registerId'): string {
    if (bytes.length === 16) return bytesToUuid(bytes);
    this.fail(at, name, 'A register id has 16 bytes.');
    return NO_UUID;
  }

  /** A u64 that JavaScript carries exactly. */
  safe(value: bigint, at: string, name: string): number {
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) this.fail(at, name, 'The number is outside the safe range.');
    return Number(value);
  }

  /** A round that honest members can reach. */
  round(value: number, at: string, name: string): number {
    if (value > ROUND_MAX) this.fail(at, name, `The round is ${value}; the last one of a height is ${ROUND_MAX}.`);
    return value;
  }

  /** Text of at most `max` UTF-16 units that `pattern`, if there is one, matches. */
  text(value: string, where: Where, rule: { readonly max: number; readonly pattern?: RegExp }): string {
    if (value.length > rule.max || (rule.pattern && !rule.pattern.test(value)))
      this.fail(where.at, where.name, 'The text is too long or has characters that do not belong there.');
    return value;
  }

  /** The name that the wire's enum value stands for here. */
  member<T>(table: Readonly<Record<number, T>>, value: number, where: Where): T | undefined {
    const entry = Object.hasOwn(table, value) ? table[value] : undefined;
    if (entry === undefined) this.fail(where.at, where.name, 'The value is not known here.');
    return entry;
  }

  /** Records that a part which may not be absent is. */
  missing(at: string, name: string): undefined {
    this.fail(at, name, 'The part is missing.');
    return undefined;
  }
}

export interface Where {
  readonly at: string;
  readonly name: string;
}

/** How one message of the wire becomes a core value. `read` gives undefined only after it told the reader a problem. */
export interface MessageCodec<W, T> {
  readonly shape: Shape;
  readonly bytesMax: number;
  readonly parse: (bytes: Uint8Array) => W;
  readonly read: (reader: FieldReader, wire: W) => T | undefined;
}

/**
 * The core value of the bytes, bounds first. FRAME_TOO_LARGE, FRAME_INVALID, DOCKET_RULES_UNKNOWN. Never throws on any
 * bytes.
 */
export function readMessage<W, T>(bytes: Uint8Array, codec: MessageCodec<W, T>): Result<T> {
  const over = boundsProblem(bytes, codec.shape, codec.bytesMax);
  if (over) return fail(over);
  let wire: W;
  try {
    wire = codec.parse(bytes);
  } catch {
    // The generated code throws on what the walk cannot see, such as an overlong number.
    return fail(issue('FRAME_INVALID', '', 'The bytes are not a message of this kind.'));
  }
  const reader = new FieldReader();
  const value = codec.read(reader, wire);
  if (reader.problem) return fail(reader.problem);
  return value ?? fail(issue('FRAME_INVALID', '', 'The message is incomplete.'));
}
