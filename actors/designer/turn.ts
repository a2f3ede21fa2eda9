// A turn of a conversation: the words of a provider and the tools that it calls, within the bounds, until it is done or
// the signal is aborted. A provider that does not listen to the signal is left where it stands. It knows no store.
import type { Json } from '../../core/base/json.js';
import {
  CHAT_ANSWER_MAX,
  CHAT_CHUNK_MAX,
  CHAT_MEMORY_MAX,
  CHAT_PARTS_AT_ONCE,
  CHAT_PARTS_MAX,
  CHAT_TOOL_CALLS_MAX,
} from '../../core/base/limits/node/designs.js';
import type { ChatMessage, DesignProvider, TurnAnswer, TurnPart } from '../../core/designer/provider.js';
import type { Bench, ToolOutcome } from '../../core/designer/tools/define.js';
import type { ToolCall } from '../../core/designer/tools/table.js';

export interface TurnStart {
  readonly messages: readonly ChatMessage[];
  readonly bench: Bench;
  readonly memory: Json | undefined;
}

export interface TurnPorts {
  runTool(bench: Bench, call: ToolCall): ToolOutcome | Promise<ToolOutcome>;
  /** At most CHAT_CHUNK_MAX characters of the answer. */
  onText(chunk: string): void;
  /** Resolves when the bench of it is kept; the turn waits. */
  onTool(call: ToolCall, outcome: ToolOutcome): void | Promise<void>;
  /** Resolves in a later turn of the loop. */
  pause(): Promise<void>;
  /** Ends the turn. */
  readonly signal: AbortSignal;
}

export interface TurnEnd {
  /** `failed`: the provider threw `error`. */
  readonly ending: 'complete' | 'cancelled' | 'failed';
  readonly error?: unknown;
  readonly text: string;
  readonly bench: Bench;
  readonly memory: Json | undefined;
}

export const CANCELLED = Symbol('cancelled');

/** Resolves when the signal is aborted. */
export function awaitCancellation(signal: AbortSignal): Promise<typeof CANCELLED> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(CANCELLED);
    else signal.addEventListener('abort', () => resolve(CANCELLED), { once: true });
  });
}

export async function runTurn(provider: DesignProvider, start: TurnStart, ports: TurnPorts): Promise<TurnEnd> {
  const { signal } = ports;
  const turn = new Turn(start, ports);
  const parts = provider.turn({ ...start, draft: start.bench.draft }, signal);
  try {
    return turn.end((await turn.take(parts)) === CANCELLED ? 'cancelled' : 'complete');
  } catch (error) {
    return signal.aborted ? turn.end('cancelled') : { ...turn.end('failed'), error };
  } finally {
    // Not awaited: it comes when the provider next looks, which may be never.
    parts.return().catch(() => undefined);
  }
}

class Turn {
  private text = '';
  private bench: Bench;
  private memory: Json | undefined;
  private toolCalls = 0;
  /** Text that was said and not told yet. */
  private untold = '';
  private isToBeTold = false;
  private readonly aborted: Promise<typeof CANCELLED>;

  constructor(
    start: TurnStart,
    private readonly ports: TurnPorts,
  ) {
    this.bench = start.bench;
    this.memory = start.memory;
    this.aborted = awaitCancellation(ports.signal);
  }

  end(ending: TurnEnd['ending']): TurnEnd {
    this.tellText();
    return { ending, text: this.text, bench: this.bench, memory: this.memory };
  }

  async take(parts: AsyncGenerator<TurnPart, void, TurnAnswer | undefined>): Promise<typeof CANCELLED | undefined> {
    let answer: TurnAnswer | undefined;
    for (let count = 1; ; count++) {
      const next = await Promise.race([parts.next(answer), this.aborted]);
      if (next === CANCELLED) return CANCELLED;
      if (next.done) return undefined;
      const part = next.value;
      answer = undefined;
      if (part.kind === 'text') this.say(part.text);
      else if (part.kind === 'memory') this.keep(part.memory);
      else if (this.toolCalls >= CHAT_TOOL_CALLS_MAX) return this.cut(`after ${CHAT_TOOL_CALLS_MAX} tools`);
      else {
        const called = await Promise.race([this.call(part), this.aborted]);
        if (called === CANCELLED) return CANCELLED;
        answer = called;
      }
      if (this.text.length >= CHAT_ANSWER_MAX || count >= CHAT_PARTS_MAX) return this.cut('here');
      if (count % CHAT_PARTS_AT_ONCE === 0) await this.ports.pause();
    }
  }

  private cut(where: string): undefined {
    const note = `\n(The answer ends ${where}: write on to have it continued.)`;
    this.text += note;
    this.untold += note;
  }

  private say(said: string): void {
    const text = said.slice(0, CHAT_ANSWER_MAX - this.text.length);
    this.text += text;
    this.untold += text;
    if (this.isToBeTold) return;
    this.isToBeTold = true;
    // The words of one turn of the loop are told as one: a provider may say them by letters.
    this.ports.pause().then(() => {
      this.isToBeTold = false;
      this.tellText();
    });
  }

  private tellText(): void {
    const text = this.untold;
    this.untold = '';
    for (const chunk of chunksOf(text)) this.ports.onText(chunk);
  }

  /** A longer one is not kept: the provider goes on with what it kept before. */
  private keep(memory: Json): void {
    if (JSON.stringify(memory).length <= CHAT_MEMORY_MAX) this.memory = memory;
  }

  private async call({ name, input }: ToolCall): Promise<TurnAnswer> {
    this.toolCalls++;
    this.tellText();
    const outcome = await this.ports.runTool(this.bench, { name, input });
    // It was abandoned meanwhile: nothing of it counts.
    if (this.ports.signal.aborted) return { ok: false, words: '', draft: this.bench.draft };
    this.bench = outcome.bench;
    await this.ports.onTool({ name, input }, outcome);
    const { ok, words, data } = outcome;
    return { ok, words, draft: this.bench.draft, ...(data !== undefined && { data }) };
  }
}

/** No character that takes two places is cut in two. */
function* chunksOf(text: string): Iterable<string> {
  for (let from = 0; from < text.length; ) {
    const isHalf = (text.charCodeAt(from + CHAT_CHUNK_MAX - 1) & 0xfc00) === 0xd800;
    const to = Math.min(text.length, from + CHAT_CHUNK_MAX - (isHalf ? 1 : 0));
    yield text.slice(from, to);
    from = to;
  }
}
