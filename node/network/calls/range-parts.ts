// The parts of a range as its giver sends them, whole or in pieces. An announced part takes no memory before it comes;
// a part is as large as one may be, and its pieces follow each other. Nothing of it is verified.
import { issue } from '../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import type { DecodeTransaction } from '../../../proto/codec/docket.js';
import { decodeRangePart, type RangePart, type RangePiece } from '../../../proto/codec/sync.js';

export type ReadPart = Result<Exclude<RangePart, { type: 'piece' }>>;

export class RangeParts {
  readonly #decode: DecodeTransaction;
  #pieces: Uint8Array[] = [];
  #left = 0;

  /**
   * A range is thousands of transactions that never came before and will not come again: they would push out of a cache
   * what is offered now.
   */
  constructor(decode: DecodeTransaction) {
    this.#decode = decode;
  }

  /** The part that these bytes end; undefined while it is not whole. */
  read(bytes: Uint8Array): ReadPart | undefined {
    const part = decodeRangePart(bytes, this.#decode);
    if (isFailure(part)) return part;
    if (part.type !== 'piece') return this.#pieces.length > 0 ? outOfTurn() : part;
    return this.#add(part);
  }

  #add({ bytes, left }: RangePiece): ReadPart | undefined {
    if (this.#pieces.length > 0 && left + bytes.length !== this.#left) return outOfTurn();
    this.#pieces.push(bytes);
    this.#left = left;
    if (left > 0) return undefined;
    const whole = decodeRangePart(Buffer.concat(this.#pieces), this.#decode);
    this.#pieces = [];
    return isFailure(whole) || whole.type !== 'piece' ? whole : outOfTurn();
  }
}

function outOfTurn(): ReadPart {
  return fail(issue('FRAME_INVALID', '/piece', 'The pieces of a part do not follow each other.'));
}
