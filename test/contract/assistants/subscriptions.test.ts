// Subscriptions of assistants: a client hears the address of what changed, while it may read it, and no more clients
// listen than there are places for live connections.
import type { Client, McpSubscription } from '@modelcontextprotocol/client';
import { expect } from 'chai';
import { HUB_CONNECTIONS_SUBJECT_MAX } from '../../../core/base/limits/node/hubs.js';
import { MCP_SUBSCRIBED_MAX } from '../../../core/base/limits/node/requests.js';
import { anOrder, ask, exampleOrders, WAIT } from '../ledger/fixtures.js';
import { aStarted } from '../workflow/fixtures.js';
import { worldOfAll } from '../world/world-of.js';
import { connected, listening, MODERN, post } from './clients.js';

const UNKNOWN = 'quorate://registers/00000000-0000-4000-8000-00000000dead';

describe('subscriptions of assistants', () => {
  const world = worldOfAll();
  const clients: Client[] = [];

  after(() => Promise.all(clients.map((client) => client.close())));

  /** A client that listens, and a promise of the next address that it hears. */
  async function listeningTo(uris: readonly string[], how: Parameters<typeof connected>[1] = {}) {
    const client = await connected(world, how);
    clients.push(client);
    const heard: string[] = [];
    let wake = (): void => undefined;
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      heard.push(params.uri);
      wake();
    });
    const subscription: McpSubscription = await client.listen({ resourceSubscriptions: [...uris] });
    const next = async (): Promise<string> => {
      while (heard.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return heard.shift() as string;
    };
    return { client, subscription, heard, next };
  }

  async function seal(registerId: string): Promise<void> {
    const { publicationTxId } = await exampleOrders(world);
    const body = anOrder(world, { registerId, publicationTxId });
    const { status } = await ask(world, 'submitTransaction', { params: { registerId }, body }, { headers: WAIT });
    expect(status).to.equal(200);
  }

  it('tell the address of a register that changed, and of an instance', async () => {
    const { registerId } = await exampleOrders(world);
    const { instanceId } = await aStarted(world);
    const register = `quorate://registers/${registerId}`;
    const instance = `quorate://instances/${instanceId}`;
    const of = await listeningTo([register, UNKNOWN, 'quorate://docs/language', 'file:///etc/passwd']);
    const ofInstance = await listeningTo([instance]);
    expect(of.subscription.honoredFilter.resourceSubscriptions).to.deep.equal([register]);
    await seal(registerId);
    expect(await of.next()).to.equal(register);
    const walletAddress = (await ask(world, 'listWallets', { query: {} })).json[0].address;
    await ask(world, 'cancelInstance', { params: { instanceId }, query: {}, body: { senderWallet: walletAddress } });
    expect(await ofInstance.next()).to.equal(instance);
    await of.subscription.close();
    await ofInstance.subscription.close();
  });

  it('tell of the own inbox, and of nobody else', async () => {
    const own = await listeningTo(['quorate://inbox']);
    const other = await listeningTo(['quorate://inbox'], { as: 'user' });
    const { platformUserId } = (await world.deps.tokens.verify(await world.token('administrator'))) as never as {
      readonly platformUserId: string;
    };
    world.deps.announcements.announce({ type: 'inbox-unread-count', platformUserId, unread: 1 });
    expect(await own.next()).to.equal('quorate://inbox');
    expect(other.heard).to.deep.equal([]);
    await own.subscription.close();
    await other.subscription.close();
  });

  it('end with the token', async () => {
    const { registerId } = await exampleOrders(world);
    const { accessToken: token } = await world.session('user');
    const response = await open(token, [`quorate://registers/${registerId}`]);
    expect(response.headers.get('content-type')).to.contain('text/event-stream');
    await ask(world, 'endAllSessions', {}, { token });
    const text = await response.text();
    expect(text).to.contain('notifications/subscriptions/acknowledged').and.to.contain('"resultType":"complete"');
  });

  async function open(token: string, uris: readonly string[]): Promise<Response> {
    const params = {
      notifications: { resourceSubscriptions: uris },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': MODERN,
        'io.modelcontextprotocol/clientInfo': { name: 'contract', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    };
    return fetch(`${await listening(world)}/mcp`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...{ accept: 'application/json, text/event-stream', 'mcp-protocol-version': MODERN },
        'mcp-method': 'subscriptions/listen',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params }),
    });
  }

  const codeIn = (problem: unknown) => (problem as { readonly code: string }).code;

  it('of a caller that may read none of them end at once', async () => {
    const token = await world.token('administrator');
    const text = await (await open(token, [UNKNOWN])).text();
    expect(text).to.match(/"notifications":(\{\}|\{"resourceSubscriptions":\[\]\})/);
    expect(text).to.contain('"resultType":"complete"');
    const sent = { method: 'subscriptions/listen', params: { notifications: { toolsListChanged: true } }, token };
    expect((await post(world, sent)).text).to.contain('"resultType":"complete"');
  });

  it('are as many as a subject may have live connections, and give their places back', async () => {
    const { registerId } = await exampleOrders(world);
    const { accessToken: token } = await world.session('user');
    const uris = [`quorate://registers/${registerId}`];
    const answers = [];
    for (let n = 0; n < HUB_CONNECTIONS_SUBJECT_MAX; n++) answers.push(await open(token, uris));
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 200));
    const refused = await open(token, uris);
    expect([refused.status, codeIn(await refused.json())]).to.deep.equal([429, 'RATE_LIMITED']);
    await Promise.all(answers.map(({ body }) => body?.cancel()));
    // A client that went away is noticed when its socket closes.
    for (;;) {
      const again = await open(token, uris);
      await again.body?.cancel();
      if (again.status === 200) break;
    }
  });

  it('name a bounded number of resources', async () => {
    const uris = Array.from({ length: MCP_SUBSCRIBED_MAX + 1 }, (_, i) => `${UNKNOWN}${i}`);
    const refused = await open(await world.token('administrator'), uris);
    expect(codeIn(await refused.json())).to.equal('HUB_LIMIT');
  });
});
