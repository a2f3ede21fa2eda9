// A fetch that waits where the node asks for a moment: a command makes several calls, and a script many commands. A
// call that a limit of rate refused was not begun, so it is sent again as it is. Longer waits are the caller's.

/** A node asks for a second or two; a longer wait is told as an error. */
const WAIT_SECONDS_MAX = 5;
const TRIES_MAX = 4;

interface FetchPatience {
  readonly send: typeof fetch;
  readonly pause: (ms: number) => Promise<unknown>;
  /** Is told once a call, before it waits. */
  readonly tell: (sentence: string) => void;
}

/** Answers with what `send` gives, but for RATE_LIMITED with a short `Retry-After`, after which it sends again. */
export function patientFetch({ send, pause, tell }: FetchPatience): typeof fetch {
  return (async (url: string | URL, init: RequestInit = {}) => {
    for (let tries = 1; ; tries++) {
      const answer = await send(url, init);
      const seconds = answer.status === 429 ? Number(answer.headers.get('retry-after') ?? Number.NaN) : Number.NaN;
      if (!(seconds <= WAIT_SECONDS_MAX) || tries === TRIES_MAX) return answer;
      const text = await answer.text();
      if (!isRateLimit(text)) return readAgain(answer, text);
      if (tries === 1) tell('The node asks to wait a moment.');
      await pause(seconds * 1000);
      if (init.signal?.aborted) return readAgain(answer, text);
    }
  }) as typeof fetch;
}

function isRateLimit(text: string): boolean {
  try {
    return (JSON.parse(text) as { readonly code?: unknown }).code === 'RATE_LIMITED';
  } catch {
    return false;
  }
}

/** The answer with its text, which was read already. */
function readAgain({ status, ok, headers }: Response, text: string): Response {
  const bytes = async () => new TextEncoder().encode(text).buffer;
  return { status, ok, headers, text: async () => text, arrayBuffer: bytes } as unknown as Response;
}
