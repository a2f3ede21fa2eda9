// Whether the node answers. While it does not, pages keep what they have, and say so.
import { useSyncExternalStore } from 'react';
import { ClientError } from '../../api/client/client-error.js';
import { mayPass } from '../../api/client/passing.js';
import { hearNodeTime } from '../node-time.js';

/** Pages whose data are kept; the oldest goes. */
const KEPT_MAX = 50;
/** Between two questions whether it answers again. */
const ASKED_EVERY_MS = 5000;

/** A word of a node about itself that takes longer says as much as none. */
const WORD_MS = 5000;

const kept = new Map<string, unknown>();
const listeners = new Set<() => void>();
let away = false;

interface Place {
  readonly location: { readonly href: string };
}

/** Sends a call to the node. Hears what time it is there, and that it does not answer. */
export const askNode: typeof fetch = async (input, init) => {
  try {
    const answer = await fetch(input, init);
    hearNodeTime(answer.headers.get('date'));
    return answer;
  } catch (error) {
    // A page that ends a call by itself learns nothing of the node.
    if ((error as Error).name !== 'AbortError') setAway(true);
    throw error;
  }
};

/** The node's word about itself without a session, at once. Throws where that is not JSON. */
export async function askWord(path: string): Promise<{ readonly ok: boolean; readonly said: unknown }> {
  const answer = await fetch(path, { cache: 'no-store', signal: AbortSignal.timeout(WORD_MS) });
  return { ok: answer.ok, said: await answer.json() };
}

/** The data of the page of this address: those of before where the node does not answer, or asks to come later. */
export async function keepingOld<T>({ location: { href } }: Place, load: () => Promise<T>): Promise<T> {
  try {
    const data = await load();
    keep(href, data);
    setAway(false);
    return data;
  } catch (error) {
    if (!(error instanceof ClientError && mayPass(error))) throw error;
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
    askWord('/alive').then(
      ({ ok }) => {
        if (!ok) return;
        setAway(false);
        then();
      },
      () => {},
    );
  }, ASKED_EVERY_MS);
  return () => clearInterval(timer);
}
