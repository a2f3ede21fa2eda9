// Whether the node answers. While it does not, pages keep what they have, and say so.
import { useSyncExternalStore } from 'react';
import { ClientError } from '../../api/client/client-error.js';
import { PROXY_ANSWERED } from '../../api/client/passing.js';

/** Pages whose data are kept; the oldest goes. */
const KEPT_MAX = 50;
/** Between two questions whether it answers again. */
const ASKED_EVERY_MS = 5000;

/** A proxy in place of it says no more than a closed port. */
const AWAY: ReadonlySet<string> = new Set(['NODE_UNAVAILABLE', PROXY_ANSWERED]);

const kept = new Map<string, unknown>();
const listeners = new Set<() => void>();
let away = false;

interface Place {
  readonly location: { readonly href: string };
}

/** The data of the page of this address: those of before where the node does not answer. */
export async function keepingOld<T>({ location: { href } }: Place, load: () => Promise<T>): Promise<T> {
  try {
    const data = await load();
    keep(href, data);
    setAway(false);
    return data;
  } catch (error) {
    if (!(error instanceof ClientError && AWAY.has(error.code))) throw error;
    setAway(true);
    if (!kept.has(href)) throw error;
    return kept.get(href) as T;
  }
}

function keep(href: string, data: unknown): void {
  kept.delete(href);
  kept.set(href, data);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
}

function setAway(to: boolean): void {
  if (away === to) return;
  away = to;
  for (const tell of listeners) tell();
}

function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useIsAway(): boolean {
  return useSyncExternalStore(onChange, () => away);
}

/** Asks until it answers, then calls `then`. Gives the function that ends it. */
export function untilBack(then: () => void): () => void {
  const timer = setInterval(() => {
    fetch('/alive', { cache: 'no-store' }).then(
      ({ ok }) => {
        if (ok) then();
      },
      () => {},
    );
  }, ASKED_EVERY_MS);
  return () => clearInterval(timer);
}
