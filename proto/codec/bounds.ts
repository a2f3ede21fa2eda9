// Walks the raw bytes of a protobuf message along its shape before anything is allocated for it. It refuses what is too
// large, too many, broken or ambiguous. It reads lengths and counts only; what the fields mean is never judged here.
import { type Issue, issue } from '../../core/base/issue.js';
import { UNKNOWN_BYTES_MAX, UNKNOWN_FIELDS_MAX } from './limits.js';

/** A field by its number. Without `bytesMax` it is a number on the wire; with `of` its bytes are a message. */
export interface FieldBound {
  readonly name: string;
  readonly bytesMax?: number;
  /** How often it may occur: once unless stated. */
  readonly count?: number;
  readonly of?: Shape;
  /** Members of one oneof share the number of the first, so that only one of them may occur. */
  readonly slot?: number;
}

/** Fields by number; a number without a field is unknown here and skipped. */
export type Shape = readonly (FieldBound | undefined)[];

/** The shape of a message whose fields have the numbers of the keys. */
export function shapeOf(fields: Readonly<Record<number, FieldBound>>): Shape {
  const shape: (FieldBound | undefined)[] = [];
  for (const [number, field] of Object.entries(fields)) shape[Number(number)] = field;
  return Array.from(shape);
}

/**
 * FRAME_TOO_LARGE when the bytes exceed `bytesMax`, or a field its own bound or count; FRAME_INVALID when they are not
 * a protobuf message (lengths beyond the end, groups, a field of another wire type); undefined when they may be
 * decoded. Time and memory are linear in the bytes at worst, and lists stop at their bound. Encoding:
 * protobuf.dev/programming-guides/encoding.
 */
export function boundsProblem(bytes: Uint8Array, shape: Shape, bytesMax: number): Issue | undefined {
  if (bytes.length > bytesMax) return tooLarge('', `A message of this kind has at most ${bytesMax} bytes.`);
  return walk({ bytes, at: 0 }, bytes.length, shape);
}

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

function walk(cursor: Cursor, end: number, shape: Shape): Issue | undefined {
  const counts = new Uint16Array(shape.length);
  let unknown = 0;
  while (cursor.at < end) {
    const tag = short(cursor, end);
    if (tag < 8) return boundIssue();
    const number = tag >>> 3;
    const field = shape[number];
    if (field === undefined) {
      if (++unknown > UNKNOWN_FIELDS_MAX)
        return tooLarge('', 'The message has too many fields that are not known here.');
    } else {
      const slot = field.slot ?? number;
      counts[slot] = (counts[slot] as number) + 1;
      if ((counts[slot] as number) > (field.count ?? 1)) return tooLarge(field.name, 'The field occurs too often.');
      if ((field.bytesMax === undefined ? 0 : 2) !== (tag & 7)) return boundIssue(field.name);
    }
    const problem = passValue(cursor, end, { wire: tag & 7, field });
    if (problem) return problem;
  }
  return undefined;
}

function passValue(
  cursor: Cursor,
  end: number,
  { wire, field }: { readonly wire: number; readonly field: FieldBound | undefined },
): Issue | undefined {
  if (wire === 2) return passBytes(cursor, end, field);
  // Groups (3 and 4) are of the past, and the nesting of what they hold has no bound.
  if (wire === 0) return passVarint(cursor, end) ? undefined : boundIssue(field?.name);
  if (wire !== 1 && wire !== 5) return boundIssue(field?.name);
  cursor.at += wire === 1 ? 8 : 4;
  return cursor.at > end ? boundIssue(field?.name) : undefined;
}

function passBytes(cursor: Cursor, end: number, field: FieldBound | undefined): Issue | undefined {
  const length = short(cursor, end);
  if (length < 0 || length > end - cursor.at) return boundIssue(field?.name);
  if (length > (field?.bytesMax ?? UNKNOWN_BYTES_MAX)) return tooLarge(field?.name ?? '', 'The field is too long.');
  if (field?.of === undefined) {
    cursor.at += length;
    return undefined;
  }
  const problem = walk(cursor, cursor.at + length, field.of);
  return problem && { ...problem, path: `/${field.name}${problem.path}` };
}

/**
 * A tag or a length: at most four bytes, so that every reader takes it for the same number; -1 when it is longer or
 * cut.
 */
function short(cursor: Cursor, end: number): number {
  let value = 0;
  for (let shift = 0; shift < 28; shift += 7) {
    if (cursor.at >= end) return -1;
    const byte = cursor.bytes[cursor.at++] as number;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
  return -1;
}

function passVarint(cursor: Cursor, end: number): boolean {
  for (let i = 0; i < 10 && cursor.at < end; i++) if ((cursor.bytes[cursor.at++] as number) < 0x80) return true;
  return false;
}

function tooLarge(name: string, message: string): Issue {
  return issue('FRAME_TOO_LARGE', name === '' ? '' : `/${name}`, message);
}

function boundIssue(name?: string): Issue {
  return issue('FRAME_INVALID', name === undefined ? '' : `/${name}`, 'The bytes are not a message of this kind.');
}
