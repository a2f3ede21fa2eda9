// The Messages API of Anthropic, version 2023-06-01: questions, and the events of its streams.
import { isObject, type Json, type JsonObject } from '../../../core/base/json.js';
import { MODEL_TOKENS_MAX } from '../../../core/base/limits/node/designs.js';
import type { ModelPiece, ModelTurn, ModelWire } from './wire.js';

export const anthropicWire: ModelWire = {
  id: 'anthropic',
  path: '/v1/messages',
  headers: (apiKey) => ({
    'anthropic-version': '2023-06-01',
    ...(apiKey !== undefined && { 'x-api-key': apiKey }),
  }),
  body: ({ model, instructions, turns, tools }) => ({
    model,
    max_tokens: MODEL_TOKENS_MAX,
    system: instructions,
    messages: turns.map(messageOf),
    tools: tools.map(({ name, about, input }) => ({ name, description: about, input_schema: input })),
    stream: true,
  }),
  pieces(event) {
    const { type, index, delta, content_block: block, message, usage, error } = event;
    const at = typeof index === 'number' ? index : 0;
    switch (type) {
      case 'message_start':
        return tokensIn(isObject(message) ? message.usage : undefined, 'in');
      case 'content_block_start':
        return isObject(block) && block.type === 'tool_use'
          ? [{ kind: 'call', at, id: String(block.id), name: String(block.name) }]
          : [];
      case 'content_block_delta':
        return isObject(delta) ? pieceOf(delta, at) : [];
      case 'message_delta':
        return tokensIn(usage, 'out');
      case 'message_stop':
        return [{ kind: 'end' }];
      case 'error':
        return [{ kind: 'error', message: isObject(error) ? String(error.type) : 'error' }];
      default:
        return [];
    }
  },
};

function pieceOf({ type, text, partial_json: input }: JsonObject, at: number): readonly ModelPiece[] {
  if (type === 'text_delta' && typeof text === 'string') return [{ kind: 'text', text }];
  if (type === 'input_json_delta' && typeof input === 'string') return [{ kind: 'call', at, input }];
  return [];
}

function tokensIn(usage: Json | undefined, direction: 'in' | 'out'): readonly ModelPiece[] {
  const count = isObject(usage) ? usage[direction === 'in' ? 'input_tokens' : 'output_tokens'] : undefined;
  return typeof count === 'number' ? [{ kind: 'tokens', direction, count }] : [];
}

function messageOf(turn: ModelTurn): JsonObject {
  switch (turn.from) {
    case 'person':
      return { role: 'user', content: turn.text };
    case 'tools':
      return {
        role: 'user',
        content: turn.answers.map(({ id, text }) => ({ type: 'tool_result', tool_use_id: id, content: text })),
      };
    case 'model': {
      const calls = turn.calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input: objectIn(input) }));
      // A block of text must not be empty there.
      return {
        role: 'assistant',
        content: [...(turn.text === '' ? [] : [{ type: 'text', text: turn.text }]), ...calls],
      };
    }
  }
}

/** An input that is not JSON goes back as an empty one: the host takes objects alone. */
function objectIn(input: string): JsonObject {
  try {
    const value = JSON.parse(input) as Json;
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
