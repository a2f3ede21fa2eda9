// A fetch that waits where the node asks for a moment: a command makes several calls, and a script many commands. A
// call that was refused before it was begun is sent again as it is. Longer waits are the caller's.
import { retryAfterMs } from '../../core/base/time/retry-after.js';

/** A node asks for a second or two; a longer wait is told as an error. */
const WAIT_SECONDS_MAX = 5;
/** Of one call in all: a node that was just linked learns within seconds of what others have sealed. */
const WAITS_SECONDS_MAX = 10;

interface FetchPatience {
  readonly send: typeof fetch;
  readonly pause: (ms: number) => Promise<unknown>;
  /** Is told once a call, before it waits. */
  readonly tell: (sentence: string) => void;
}

/**
 * Answers with what `send` gives, but for a refusal that asks to come again in a short while (`Retry-After`), after
 * which it sends again: RATE_LIMITED, and REGISTER_BEHIND where the call may be repeated.
 */
export function patientFetch({ send, pause, tell }: FetchPatience): typeof fetch {
  return (async (url: string | URL, init: RequestInit = {}) => {
    for (let waited = 0; ; ) {
      const answer = await send(url, init);
      const asked = answer.status === 429 || answer.status === 503 ? answer.headers.get('retry-after') : null;
      // Never 0: a node that asked for that would be called without end.
      const seconds = Math.max(1, (retryAfterMs(asked, Number.NaN) ?? Number.NaN) / 1000);
      if (!(seconds <= WAIT_SECONDS_MAX) || waited + seconds > WAITS_SECONDS_MAX) return answer;
      const text = await answer.text();
      if (!isAgain(codeIn(text), init)) return readAgain(answer, text);
      if (waited === 0) tell('The node asks to wait a moment.');
      await pause(seconds * 1000);
      waited += seconds;
      if (init.signal?.aborted) return readAgain(answer, text);
    }
  }) as typeof fetch;
}

/** Whether a call with this refusal may be sent once more: it did nothing, or its key makes it one with the first. */
function isAgain(code: unknown, { method = 'GET', headers }: RequestInit): boolean {
  if (code === 'RATE_LIMITED') return true;
  return code === 'REGISTER_BEHIND' && (method === 'GET' || new Headers(headers).has('idempotency-key'));
}

function codeIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { readonly code?: unknown } | null)?.code;
  } catch {
    return undefined;
  }
}

/** The answer with its text, which was read already: all members that the client of a node reads. */
function readAgain({ status, ok, headers, type, url }: Response, text: string): Response {
  const bytes = new TextEncoder().encode(text);
  const again: Pick<Response, 'status' | 'ok' | 'headers' | 'type' | 'url' | 'text' | 'arrayBuffer' | 'body'> = {
    ...{ status, ok, headers, type, url },
    text: async () => text,
    arrayBuffer: async () => bytes.buffer,
    body: (async function* body() {
      yield bytes;
    })() as unknown as ReadableStream<Uint8Array<ArrayBuffer>>,
  };
  return again as Response;
}
