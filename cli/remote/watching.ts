// Looks at a node again and again with growing pauses, until something ends or Ctrl-C. Once the node has answered,
// trouble on the way to it ends nothing: it asks on, and says so. It never asks faster than the first pause.
import type { Client } from '../../api/client/client.js';
import { mayPass } from '../../api/client/passing.js';
import { CommandError, type Context } from '../command/command.js';
import { isClientError } from './remote.js';
import { connect } from './session.js';

/** The finding of one look at the node: the end, something new, or nothing. */
export type WatchLook = (client: Client) => Promise<'end' | 'news' | 'nothing'>;

const PAUSE_FIRST_MS = 200;
const PAUSE_LONGEST_MS = 5000;
const PAUSE_GROWTH = 1.5;

/** Looks until the end (true) or Ctrl-C (false); throws when `seconds` have passed. */
export async function again(context: Context, look: WatchLook, seconds?: number): Promise<boolean> {
  const { out, terminal } = context;
  const { signal } = terminal;
  const endMs = seconds === undefined ? Number.POSITIVE_INFINITY : terminal.now() + seconds * 1000;
  // Asked for each time: in a long watch the token of the login is refreshed.
  let pauseMs = PAUSE_FIRST_MS;
  let reached = false;
  let troubled = false;
  while (!signal.aborted) {
    try {
      const { client } = await connect(context);
      const outcome = await look(client);
      if (outcome === 'end') return true;
      if (outcome === 'news') pauseMs = PAUSE_FIRST_MS;
      reached = true;
      troubled = false;
    } catch (error) {
      const pause = pauseBeforeNext(error);
      if (pause === undefined || !reached) throw error;
      if (!troubled) out.note(`${(error as Error).message} Asking on.`);
      troubled = true;
      pauseMs = Math.max(pauseMs, pause);
    }
    if (terminal.now() >= endMs) throw new CommandError(`nothing was decided within ${seconds} seconds`);
    await terminal.pause(Math.min(pauseMs, Math.max(1, endMs - terminal.now())));
    pauseMs = Math.min(PAUSE_LONGEST_MS, pauseMs * PAUSE_GROWTH);
  }
  return false;
}

/** Least milliseconds to wait before asking again, or undefined for an answer that will not change. */
export function pauseBeforeNext(error: unknown): number | undefined {
  return isClientError(error) && mayPass(error) ? (error.details.retryAfterSeconds ?? 1) * 1000 : undefined;
}
