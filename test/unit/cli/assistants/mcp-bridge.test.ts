// Messages of assistants by lines: the headers that go with each, what comes back as lines, and what does not.
import { expect } from 'chai';
import { type BridgePorts, bridge } from '../../../../cli/assistants/mcp-bridge.js';

const MODERN = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };

interface Sent {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function through(lines: readonly string[], answer: (body: string) => Response | Promise<Response>) {
  const sent: Sent[] = [];
  const written: string[] = [];
  const post: BridgePorts['post'] = async (body, { headers }) => {
    sent.push({ body, headers });
    return answer(body);
  };
  async function* given() {
    yield* lines;
  }
  await bridge({ lines: given(), write: (line) => void written.push(line), post });
  return { sent, written: written.map((line) => JSON.parse(line)) };
}

const line = (method: string, params: object = {}, id?: number) =>
  JSON.stringify({ jsonrpc: '2.0', ...(id !== undefined && { id }), method, params });
const json = (value: object, status = 200) =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } });

describe('messages of assistants by lines', () => {
  it('go with the headers of their revision, tool and document', async () => {
    const { sent } = await through(
      [
        line('tools/call', { ...MODERN, name: 'wallet_info' }, 1),
        line('resources/read', { ...MODERN, uri: 'quorate://docs/concepts' }, 2),
        line('tools/list', MODERN, 3),
      ],
      () => json({ jsonrpc: '2.0', id: 1, result: {} }),
    );
    const common = { 'mcp-protocol-version': '2026-07-28' };
    expect(sent.map(({ headers }) => headers)).to.deep.equal([
      { ...common, 'mcp-method': 'tools/call', 'mcp-name': 'wallet_info' },
      { ...common, 'mcp-method': 'resources/read', 'mcp-name': 'quorate://docs/concepts' },
      { ...common, 'mcp-method': 'tools/list' },
    ]);
  });

  it('go by the revision that a client of 2025 agreed on', async () => {
    const { sent } = await through([line('initialize', {}, 1), line('tools/list', {}, 2)], (body) =>
      body.includes('initialize')
        ? new Response('event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18"}}\n\n', {
            headers: { 'content-type': 'text/event-stream' },
          })
        : json({ jsonrpc: '2.0', id: 2, result: {} }),
    );
    expect(sent.map(({ headers }) => headers)).to.deep.equal([{}, { 'mcp-protocol-version': '2025-06-18' }]);
  });

  it('come back as lines, each of a stream too, and notices get none', async () => {
    const stream =
      'data: {"jsonrpc":"2.0","method":"notifications/progress"}\n\n: still here\n\ndata: {"jsonrpc":"2.0","id":7,"result":{}}\n\n';
    const { written } = await through([line('tools/call', MODERN, 7), line('notifications/initialized')], (body) =>
      body.includes('initialized')
        ? new Response(null, { status: 202 })
        : new Response(stream, { headers: { 'content-type': 'text/event-stream' } }),
    );
    expect(written).to.deep.equal([
      { jsonrpc: '2.0', method: 'notifications/progress' },
      { jsonrpc: '2.0', id: 7, result: {} },
    ]);
  });

  it('are answered where the node refuses, is not there, or the line is not one', async () => {
    const problem = { code: 'TOKEN_EXPIRED', error: 'The token has expired.' };
    const refused = await through([line('tools/list', MODERN, 1)], () => json(problem, 401));
    expect(refused.written).to.deep.equal([
      {
        ...{ jsonrpc: '2.0', id: 1 },
        error: { code: -32_000, message: 'The token has expired. Run: quorate login', data: { code: 'TOKEN_EXPIRED' } },
      },
    ]);
    const away = await through([line('tools/list', MODERN, 1), '', '{"jsonrpc"', '[]'], () => {
      throw new Error('connection refused');
    });
    expect(away.written.map(({ id, error }) => [id, error.code])).to.have.deep.members([
      [1, -32_000],
      [null, -32_700],
      [null, -32_700],
    ]);
    const page = await through([line('tools/list', MODERN, 1)], () => new Response('<html>', { status: 502 }));
    expect(page.written[0].error.message).to.equal('The node answered 502.');
  });

  it('end where the client cancels them, and are not answered then', async () => {
    const written: string[] = [];
    let isAborted = false;
    const post: BridgePorts['post'] = (body, { signal }) =>
      body.includes('cancelled')
        ? Promise.resolve(new Response(null, { status: 202 }))
        : new Promise((_, reject) => {
            signal.addEventListener('abort', () => {
              isAborted = true;
              reject(signal.reason);
            });
          });
    async function* given() {
      yield line('tools/call', { ...MODERN, name: 'rehearsal_start' }, 5);
      yield line('notifications/cancelled', { requestId: 5 });
    }
    await bridge({ lines: given(), write: (text) => void written.push(text), post });
    expect([isAborted, written]).to.deep.equal([true, []]);
  });

  it('of a subscription come while it lasts, hold up no other, and end with the lines', async () => {
    const written: string[] = [];
    let pushed: ReadableStreamDefaultController<Uint8Array> | undefined;
    let isAborted = false;
    const post: BridgePorts['post'] = (body, { signal }) => {
      if (!body.includes('listen')) return Promise.resolve(json({ jsonrpc: '2.0', id: 2, result: {} }));
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          pushed = controller;
          signal.addEventListener('abort', () => {
            isAborted = true;
            controller.error(signal.reason);
          });
        },
      });
      return Promise.resolve(new Response(stream, { headers: { 'content-type': 'text/event-stream' } }));
    };
    async function* given() {
      yield line('subscriptions/listen', { ...MODERN, notifications: {} }, 1);
      yield line('tools/list', MODERN, 2);
      const bytes = Buffer.from('data: {"jsonrpc":"2.0","method":"notifications/resources/updated"}\n\ndata: {"half"');
      pushed?.enqueue(bytes);
      while (written.length < 2) await new Promise((resolve) => setImmediate(resolve));
    }
    await bridge({ lines: given(), write: (text) => void written.push(text), post });
    expect(written.map((text) => JSON.parse(text).method ?? JSON.parse(text).id)).to.have.members([
      ...['notifications/resources/updated', 2],
    ]);
    expect(isAborted).to.equal(true);
  });
});
