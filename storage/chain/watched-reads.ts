// Reads of the sealed chain that tell when they meet damage, so that the register is looked at whole. The reader gets
// the error all the same: what is damaged is never served.
import type { StateView } from '../../core/model/register.js';
import { isDamage } from '../engine/fault.js';
import type { ChainStore } from './chain-store.js';

const READS = [
  'docketAt',
  'justification',
  'statesUnder',
  'stats',
  'docket',
  'sealed',
  'docketTransactions',
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
 * The same store; `damaged` hears of each read of sealed data that met a damaged row, with the local number of the
 * register.
 */
export function watchReads(chain: ChainStore, damaged: (reg: number) => void): ChainStore {
  const watched = Object.create(chain) as ChainStore;
  const overlay = watched as unknown as Record<string, Read>;
  const met = (reg: number, error: unknown) => {
    if (isDamage(error)) damaged(reg);
    return error;
  };
  for (const name of READS) {
    const read = (chain[name] as Read).bind(chain);
    overlay[name] = (reg, ...rest) => {
      try {
        const found = read(reg, ...rest);
        if (found instanceof Promise) return found.catch((error: unknown) => Promise.reject(met(reg, error)));
        return isIterable(found) ? iterating(found, (error) => met(reg, error)) : found;
      } catch (error) {
        throw met(reg, error);
      }
    };
  }
  watched.view = (reg) => watchedView(chain.view(reg), (error) => met(reg, error));
  return watched;
}

function watchedView(view: StateView, met: (error: unknown) => unknown): StateView {
  const told =
    <A, R>(read: (of: A) => R) =>
    (of: A): R => {
      try {
        return read(of);
      } catch (error) {
        throw met(error);
      }
    };
  return {
    state: told(view.state),
    sealedAt: told(view.sealedAt),
    transaction: told(view.transaction),
    docketAt: told(view.docketAt),
    get people() {
      return view.people;
    },
  };
}

function isIterable(found: unknown): found is AsyncIterable<unknown> {
  return typeof found === 'object' && found !== null && Symbol.asyncIterator in found;
}

async function* iterating(found: AsyncIterable<unknown>, met: (error: unknown) => unknown): AsyncGenerator<unknown> {
  try {
    yield* found;
  } catch (error) {
    throw met(error);
  }
}
