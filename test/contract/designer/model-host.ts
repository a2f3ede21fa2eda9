// A host of models on this machine that speaks either wire: each question is answered by the next script, a list of
// pieces or what else comes over the line.
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ScriptedCall {
  readonly name: string;
  readonly input: unknown;
}
/** Texts and calls of one answer. */
export type ScriptedAnswer = readonly (string | ScriptedCall)[] | ((response: ServerResponse) => void);
export type WireName = 'anthropic' | 'openai-compatible';

export interface Question {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model: string;
    readonly system?: string;
    readonly messages: readonly { readonly role: string; readonly content: unknown }[];
    readonly tools: readonly object[];
  };
}

export class ModelHost {
  readonly questions: Question[] = [];
  private answers: ScriptedAnswer[] = [];

  private constructor(private readonly server: Server) {}

  static async open(): Promise<ModelHost> {
    const server = createServer();
    const host = new ModelHost(server);
    server.on('request', (request, response) => {
      let text = '';
      request.on('data', (bytes: Buffer) => {
        text += bytes.toString();
      });
      request.on('end', () => {
        const path = request.url ?? '';
        host.questions.push({ path, headers: request.headers, body: JSON.parse(text) });
        const answer = host.answers.shift() ?? [];
        if (typeof answer === 'function') answer(response);
        else streamed(response, path.endsWith('/messages') ? anthropicEvents(answer) : openaiEvents(answer));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return host;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  script(...answers: readonly ScriptedAnswer[]): void {
    this.questions.length = 0;
    this.answers = [...answers];
  }

  /** Resolves when no connection is open: whoever asked has gone. */
  async isLeft(): Promise<void> {
    const open = () => new Promise<number>((resolve) => this.server.getConnections((_, count) => resolve(count)));
    while ((await open()) > 0) await new Promise((resolve) => setImmediate(resolve));
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

export function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

/** In pieces that keep to no event: whoever reads puts them together. */
function streamed(response: ServerResponse, events: readonly unknown[]): void {
  begin(response);
  const text = events
    .map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\r\n\r\n`)
    .join('');
  for (let at = 0; at < text.length; at += 97) response.write(text.slice(at, at + 97));
  response.end();
}

export function anthropicEvents(answer: readonly (string | ScriptedCall)[]): readonly unknown[] {
  const blocks = answer.flatMap((part, index) => {
    const isText = typeof part === 'string';
    const block = isText ? { type: 'text', text: '' } : { type: 'tool_use', id: `toolu_${index}`, name: part.name };
    const written = isText ? part : typeof part.input === 'string' ? part.input : JSON.stringify(part.input);
    const half = Math.ceil(written.length / 2);
    const delta = (text: string) =>
      isText ? { type: 'text_delta', text } : { type: 'input_json_delta', partial_json: text };
    return [
      { type: 'content_block_start', index, content_block: block },
      { type: 'content_block_delta', index, delta: delta(written.slice(0, half)) },
      { type: 'ping' },
      { type: 'content_block_delta', index, delta: delta(written.slice(half)) },
      { type: 'content_block_stop', index },
    ];
  });
  return [
    { type: 'message_start', message: { usage: { input_tokens: 7 } } },
    ...blocks,
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  ];
}

export function openaiEvents(answer: readonly (string | ScriptedCall)[]): readonly unknown[] {
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    choices: [{ index: 0, delta, finish_reason }],
  });
  let index = -1;
  const parts = answer.flatMap((part) => {
    if (typeof part === 'string') return [chunk({ content: part })];
    index++;
    const written = typeof part.input === 'string' ? part.input : JSON.stringify(part.input);
    const half = Math.ceil(written.length / 2);
    const call = { index, id: `call_${index}`, type: 'function', function: { name: part.name, arguments: '' } };
    return [
      chunk({ tool_calls: [call] }),
      chunk({ tool_calls: [{ index, function: { arguments: written.slice(0, half) } }] }),
      chunk({ tool_calls: [{ index, function: { arguments: written.slice(half) } }] }),
    ];
  });
  return [...parts, chunk({}, 'stop'), { choices: [], usage: { prompt_tokens: 7, completion_tokens: 5 } }, '[DONE]'];
}
