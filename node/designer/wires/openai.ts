// Chat Completions as OpenAI has them and as servers of models speak it that an organisation runs itself (vLLM,
// llama.cpp, Ollama): questions, and the chunks of streams.
import { isObject, type Json, type JsonObject } from '../../../core/base/json.js';
import { MODEL_TOKENS_MAX } from '../../../core/base/limits/node/designs.js';
import type { ModelPiece, ModelTurn, ModelWire } from './wire.js';

export const openaiWire: ModelWire = {
  id: 'openai-compatible',
  path: '/chat/completions',
  headers: (apiKey): Readonly<Record<string, string>> =>
    apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
  body: ({ model, instructions, turns, tools }) => ({
    model,
    max_tokens: MODEL_TOKENS_MAX,
    messages: [{ role: 'system', content: instructions }, ...turns.flatMap(messagesOf)],
    tools: tools.map(({ name, about, input }) => ({
      type: 'function',
      function: { name, description: about, parameters: input },
    })),
    stream: true,
    stream_options: { include_usage: true },
  }),
  pieces({ choices, usage, error }) {
    if (isObject(error)) return [{ kind: 'error', message: String(error.type ?? error.code ?? 'error') }];
    const [choice] = Array.isArray(choices) ? (choices as readonly Json[]) : [];
    const { delta, finish_reason: reason } = isObject(choice) ? choice : {};
    return [
      ...(isObject(delta) ? piecesOf(delta) : []),
      ...(typeof reason === 'string' ? [{ kind: 'end' } as const] : []),
      ...(isObject(usage) ? tokensIn(usage) : []),
    ];
  },
};

function piecesOf({ content, tool_calls: calls }: JsonObject): readonly ModelPiece[] {
  const text: ModelPiece[] = typeof content === 'string' && content !== '' ? [{ kind: 'text', text: content }] : [];
  const parts = Array.isArray(calls) ? (calls as readonly Json[]) : [];
  return [...text, ...parts.flatMap((part, i) => (isObject(part) ? [callPiece(part, i)] : []))];
}

function callPiece({ index, id, function: called }: JsonObject, i: number): ModelPiece {
  const { name, arguments: input } = isObject(called) ? called : {};
  return {
    kind: 'call',
    at: typeof index === 'number' ? index : i,
    ...(typeof id === 'string' && { id }),
    ...(typeof name === 'string' && { name }),
    ...(typeof input === 'string' && { input }),
  };
}

function tokensIn({ prompt_tokens: asked, completion_tokens: answered }: JsonObject): readonly ModelPiece[] {
  return [
    ...(typeof asked === 'number' ? [{ kind: 'tokens', direction: 'in', count: asked } as const] : []),
    ...(typeof answered === 'number' ? [{ kind: 'tokens', direction: 'out', count: answered } as const] : []),
  ];
}

function messagesOf(turn: ModelTurn): readonly JsonObject[] {
  switch (turn.from) {
    case 'person':
      return [{ role: 'user', content: turn.text }];
    case 'tools':
      return turn.answers.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }));
    case 'model': {
      const calls = turn.calls.map(({ id, name, input }) => ({
        id,
        type: 'function',
        function: { name, arguments: input },
      }));
      return [{ role: 'assistant', content: turn.text, ...(calls.length > 0 && { tool_calls: calls }) }];
    }
  }
}
