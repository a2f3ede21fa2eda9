// A provider of the designer over a model at some host: it is sent the conversation, the draft and the answers of
// tools, and nothing else. Requests go through the guard of outgoing requests. The model calls tools by name; this
// runs none.
import { isObject, parseJsonText } from '../../core/base/json.js';
import { MODEL_ANSWER_BYTES_MAX, MODEL_ROUNDS_MAX, MODEL_TIMEOUT_MS } from '../../core/base/limits/node/designs.js';
import { isFailure } from '../../core/base/result.js';
import type { DesignProvider, TurnAnswer, TurnContext, TurnPart } from '../../core/designer/provider.js';
import type { ToolName } from '../../core/designer/tools/define.js';
import { TOOL_ROWS } from '../../core/designer/tools/table.js';
import type { Outgoing } from '../../core/outgoing/ports.js';
import { ModelEvents } from './event-stream.js';
import { INSTRUCTIONS, standingOf } from './instructions.js';
import type { ModelCall, ModelPiece, ModelTurn, ModelWire } from './wires/wire.js';

export interface ModelMetrics {
  countRequest(provider: string, outcome: 'answered' | 'failed'): void;
  countTokens(provider: string, direction: 'in' | 'out', count: number): void;
}

export interface ModelSettings {
  readonly wire: ModelWire;
  readonly model: string;
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
}

export interface ModelPorts {
  readonly outgoing: Outgoing;
  readonly metrics: ModelMetrics | null;
}

export function modelProvider(settings: ModelSettings, ports: ModelPorts): DesignProvider {
  return {
    id: settings.wire.id,
    sendsTo: new URL(settings.baseUrl).host,
    turn: (context, signal) => answer({ settings, ports, signal }, context),
  };
}

interface Asking {
  readonly settings: ModelSettings;
  readonly ports: ModelPorts;
  readonly signal: AbortSignal;
}

async function* answer(
  asking: Asking,
  { messages, draft }: TurnContext,
): AsyncGenerator<TurnPart, void, TurnAnswer | undefined> {
  const turns: ModelTurn[] = turnsOf(messages);
  turns.push({ from: 'person', text: standingOf(draft) });
  for (let round = 0; round < MODEL_ROUNDS_MAX; round++) {
    const calls = new Map<number, ModelCall>();
    let text = '';
    for await (const piece of piecesOf(asking, turns)) {
      if (piece.kind === 'text') {
        text += piece.text;
        yield piece;
      } else if (piece.kind === 'call') calls.set(piece.at, withPiece(calls.get(piece.at), piece));
    }
    if (calls.size === 0) return;
    const answers: { id: string; text: string }[] = [];
    for (const { id, name, input } of calls.values()) {
      const value = parseJsonText(input === '' ? '{}' : input);
      const done = yield { kind: 'tool', name: name as ToolName, input: isFailure(value) ? null : value };
      const { ok, words, data } = done ?? { ok: false, words: '', data: undefined };
      answers.push({ id, text: JSON.stringify({ ok, words, ...(data !== undefined && { data }) }) });
    }
    turns.push({ from: 'model', text, calls: [...calls.values()] }, { from: 'tools', answers });
  }
}

/** A conversation begins with its person: what was said before that is not of the model. */
function turnsOf(messages: TurnContext['messages']): ModelTurn[] {
  const first = messages.findIndex(({ from }) => from === 'person');
  return messages.slice(Math.max(first, 0)).map(({ from, text }): ModelTurn => {
    // No host takes an empty text.
    const said = text === '' ? '...' : text;
    return from === 'person' ? { from, text: said } : { from: 'model', text: said, calls: [] };
  });
}

function withPiece(before: ModelCall | undefined, piece: ModelPiece & { readonly kind: 'call' }): ModelCall {
  const { id = before?.id ?? `call-${piece.at}`, name = before?.name ?? '' } = piece;
  return { id, name, input: (before?.input ?? '') + (piece.input ?? '') };
}

/** The pieces of one answer. Asked a second time where nothing came of the first. */
async function* piecesOf(asking: Asking, turns: readonly ModelTurn[]): AsyncGenerator<ModelPiece, void> {
  for (let tries = 1; ; tries++) {
    let hasBegun = false;
    try {
      for await (const piece of answerPieces(asking, turns)) {
        hasBegun = true;
        yield piece;
      }
      return;
    } catch (error) {
      if (hasBegun || tries > 1 || asking.signal.aborted || !(error instanceof ModelFault && error.mayPass))
        throw error;
    }
  }
}

class ModelFault extends Error {
  constructor(
    message: string,
    /** The same question may be answered a moment later. */
    readonly mayPass: boolean,
  ) {
    super(message);
  }
}

/** The request ends with its reader, also where that stops in the middle. */
async function* answerPieces(asking: Asking, turns: readonly ModelTurn[]): AsyncGenerator<ModelPiece, void> {
  const left = new AbortController();
  try {
    yield* readAnswer({ ...asking, signal: AbortSignal.any([asking.signal, left.signal]) }, turns);
  } finally {
    left.abort();
  }
}

async function* readAnswer(asking: Asking, turns: readonly ModelTurn[]): AsyncGenerator<ModelPiece, void> {
  const { wire } = asking.settings;
  const queue: ModelPiece[] = [];
  const stream = new ModelEvents();
  let wake: () => void = () => undefined;
  let isOver = false;
  const over = ask(asking, turns, (bytes) => {
    for (const data of stream.push(bytes)) {
      const event = data === '[DONE]' ? undefined : parseJsonText(data);
      if (event !== undefined && !isFailure(event) && isObject(event)) queue.push(...wire.pieces(event));
    }
    wake();
  }).finally(() => {
    isOver = true;
    wake();
  });
  // It is awaited below; until then its failure is not looked at.
  over.catch(() => undefined);
  let isWhole = false;
  for (;;) {
    for (const piece of queue.splice(0)) {
      if (piece.kind === 'error') throw new ModelFault(`The model told of an error: ${piece.message}.`, true);
      if (piece.kind === 'tokens') countTokens(asking, piece);
      else if (piece.kind === 'end') isWhole = true;
      else yield piece;
    }
    if (isOver && queue.length === 0) break;
    if (queue.length === 0)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
  await over;
  if (!isWhole) throw new ModelFault('The answer of the model ended before it was whole.', true);
}

/** A counter throws at a number that is not a count, which would end the answer. */
function countTokens(
  { settings, ports }: Asking,
  { direction, count }: ModelPiece & { readonly kind: 'tokens' },
): void {
  if (Number.isSafeInteger(count) && count >= 0) ports.metrics?.countTokens(settings.wire.id, direction, count);
}

async function ask(
  { settings, ports, signal }: Asking,
  turns: readonly ModelTurn[],
  onBody: (bytes: Uint8Array) => void,
): Promise<void> {
  const { wire, model, baseUrl, apiKey } = settings;
  const tools = TOOL_ROWS.map(({ name, about, input, shown = input }) => ({ name, about, input: shown }));
  const answered = await ports.outgoing.request({
    ...{ purpose: 'designer', from: 'designer', method: 'POST', signal, onBody },
    url: `${baseUrl.replace(/\/+$/, '')}${wire.path}`,
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...wire.headers(apiKey) },
    body: JSON.stringify(wire.body({ model, instructions: INSTRUCTIONS, turns, tools })),
    ...{ bytesMax: MODEL_ANSWER_BYTES_MAX, timeoutMs: MODEL_TIMEOUT_MS },
  });
  const isAnswer = !isFailure(answered) && answered.status === 200;
  if (!signal.aborted) ports.metrics?.countRequest(wire.id, isAnswer ? 'answered' : 'failed');
  if (isFailure(answered)) throw new ModelFault(answered.issue.message, answered.issue.code === 'OUTGOING_FAILED');
  if (answered.status !== 200)
    throw new ModelFault(
      `The host answered with status ${answered.status}.`,
      answered.status === 429 || answered.status >= 500,
    );
}
