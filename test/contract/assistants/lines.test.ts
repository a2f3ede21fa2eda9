// The official client by lines, as it would speak to `quorate mcp`, against the server of a world.
import { Client, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import { expect } from 'chai';
import { bridge } from '../../../cli/assistants/mcp-bridge.js';
import { exampleOrders } from '../ledger/fixtures.js';
import type { World } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';
import { listening, MODERN, use } from './clients.js';

/** Lines that a client sends, until it closes. */
class Lines {
  private readonly waiting: string[] = [];
  private wake: () => void = () => undefined;
  private isClosed = false;

  push(line: string): void {
    this.waiting.push(line);
    this.wake();
  }

  close(): void {
    this.isClosed = true;
    this.wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    for (;;) {
      while (this.waiting.length > 0) yield this.waiting.shift() as string;
      if (this.isClosed) return;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }
}

async function overLines(world: World, isOlder: boolean): Promise<Client> {
  const url = `${await listening(world)}/mcp`;
  const token = await world.token('administrator');
  const lines = new Lines();
  const transport: Transport = {
    start: async () => {
      bridge({
        lines,
        write: (line) => transport.onmessage?.(JSON.parse(line) as JSONRPCMessage),
        post: (body, { headers, signal }) =>
          fetch(url, {
            ...{ method: 'POST', body, signal },
            headers: {
              ...headers,
              'content-type': 'application/json',
              accept: 'application/json, text/event-stream',
              authorization: `Bearer ${token}`,
            },
          }),
      }).catch((error: Error) => transport.onerror?.(error));
    },
    send: async (message) => lines.push(JSON.stringify(message)),
    close: async () => {
      lines.close();
      transport.onclose?.();
    },
  };
  const client = new Client(
    { name: 'lines', version: '1' },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: isOlder ? 'legacy' : { pin: MODERN } },
    },
  );
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { confirm: true } }));
  await client.connect(transport);
  return client;
}

describe('the MCP server by lines', () => {
  const world = worldOfAll();

  for (const isOlder of [false, true])
    it(`serves a client of ${isOlder ? '2025' : 'the newest revision'}, gates as far as it may`, async () => {
      await exampleOrders(world);
      const client = await overLines(world, isOlder);
      const names = (await client.listTools()).tools.map(({ name }) => name);
      expect(names).to.include.members(['register_create', 'draft_edit', 'action_submit', 'user_manage']);
      const founded = await use(client, 'register_create', { name: 'By lines' });
      expect([founded.status, founded.code]).to.deep.equal(
        isOlder ? ['Refused', 'CONFIRMATION_NEEDED'] : ['Passed', undefined],
      );
      expect((await use(client, 'wallet_info', {})).status).to.equal('Passed');
      await client.close();
    });
});
