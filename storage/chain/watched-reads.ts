// Reads of the sealed chain that tell when they meet damage, so that the register is looked at whole. The reader gets
// the error all the same: what is damaged is never served.
import type { StateView } from '../../core/model/register.js';
import { isDamage } from '../engine/fault.js';
import type { ChainStore } from './chain-store.js';

const READS = [
  'docketAt',
  'justification',
  'statesUnder',
  'keysFrom',
  'stats',
  'docket',
  'sealedDocket',
  'location',
  'transaction',
  'transactionsPage',
  'byWallet',
  'byBlueprint',
  'byInstance',
  'successors',
  'iterate',
] as const satisfies readonly (keyof ChainStore)[];

type Read = (reg: number, ...rest: unknown[]) => unknown;

/**
 * The same store; `onDamaged` hears of each read of sealed data that met a damaged row, with the local number of the
 * register.
 */
export function watchReads(chain: ChainStore, onDamaged: (reg: number) => void): ChainStore {
  const watched = Object.create(chain) as ChainStore;
  const overlay = watched as unknown as Record<string, Read>;
  const note = (reg: number, error: unknown) => {
    if (isDamage(error)) onDamaged(reg);
    return error;
  };
  for (const name of READS) {
    const read = (chain[name] as Read).bind(chain);
    overlay[name] = (reg, ...rest) => {
      try {
        const value = read(reg, ...rest);
        if (value instanceof Promise) return value.catch((error: unknown) => Promise.reject(note(reg, error)));
        return isIterable(value) ? iterating(value, (error) => note(reg, error)) : value;
      } catch (error) {
        throw note(reg, error);
      }
    };
  }
  watched.view = (reg) => watchedView(chain.view(reg), (error) => note(reg, error));
  return watched;
}

function watchedView(view: StateView, note: (error: unknown) => unknown): StateView {
  const watch =
    <A, R>(read: (of: A) => R) =>
    (of: A): R => {
      try {
        return read(of);
      } catch (error) {
        throw note(error);
      }
    };
  return {
    state: watch(view.state),
    sealOf: watch(view.sealOf),
    transaction: watch(view.transaction),
    docketAt: watch(view.docketAt),
    get people() {
      return view.people;
    },
  };
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

async function* iterating(
  iterable: AsyncIterable<unknown>,
  note: (error: unknown) => unknown,
): AsyncGenerator<unknown> {
  try {
    yield* iterable;
  } catch (error) {
    throw note(error);
  }
}
