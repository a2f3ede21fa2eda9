// States of registers that were decoded last: most reads of a state meet the rows that the last one met.
import { LRUCache } from 'lru-cache';
import type { RegisterState } from '../../core/model/register.js';
import { decodeState } from './head-codec.js';

/** A state has a kilobyte for each validator, and a node of more registers decodes some again. */
const STATES_MAX = 64;

interface Decoded {
  readonly head: Uint8Array;
  readonly terms: Uint8Array;
  readonly state: RegisterState;
}

export class DecodedStates {
  private readonly states = new LRUCache<number, Decoded>({ max: STATES_MAX });

  /**
   * The state of these two rows. Equal rows give the same object, whose checksums were verified before. Throws
   * StoreError STORE_DAMAGED like `decodeState`. The rows are kept: the caller must not write to them.
   */
  of(reg: number, head: Uint8Array, terms: Uint8Array): RegisterState {
    const known = this.states.get(reg);
    if (known && isSame(known.head, head) && isSame(known.terms, terms)) return known.state;
    const state = decodeState(head, terms);
    this.states.set(reg, { head, terms, state });
    return state;
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a === b || Buffer.compare(a, b) === 0;
}
