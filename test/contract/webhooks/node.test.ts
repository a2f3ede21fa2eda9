// A whole node and a program that receives its webhooks: what is told of a register, over failures, redirects and a
// restart, checked by the verifier of others; and the servers that a hostile one makes.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { type Client, createClient, sessionIn } from '../../../api/client/client.js';
import { isFailure } from '../../../core/base/result.js';
import { PLATFORM_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import { type ComposedNode, composeNode } from '../../../node/compose/compose.js';
import { loadConfig } from '../../../node/config/load.js';
import { folderOfAll } from '../../support/base/folders.js';
import { SILENT } from '../world/world.js';

const PASSWORD = 'seven granite bridges wait';
const ORG = { organizationId: PLATFORM_ORGANISATION_ID };

interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

describe('webhooks of a node', () => {
  const folder = folderOfAll();
  let server: Server;
  let base: string;
  let received: Received[];
  let answer: (one: Received, response: ServerResponse) => void;
  let node: ComposedNode;
  let token: string;

  const read = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const one = { path: request.url ?? '', headers: request.headers as Received['headers'], body };
    received.push(one);
    answer(one, response);
  };
  const start = async () => {
    const flags = {
      'node.dataDir': folder,
      'http.port': '0',
      'limits.standardPerMinute': '0',
      'limits.strictPerMinute': '0',
    };
    const config = loadConfig({
      env: { QUORATE_AUTH__INITIAL_PASSWORD: PASSWORD },
      flags: { ...flags, 'outgoing.allowedHosts': '127.0.0.1' },
    });
    if (isFailure(config)) throw new Error(JSON.stringify(config));
    const onFatal = (error: Error) => {
      throw error;
    };
    node = composeNode(config, { log: SILENT, onFatal });
    await node.lifecycle.start();
  };
  const client = (): Client => createClient(node.address(), { token });
  const until = async (isThere: () => boolean | Promise<boolean>) => {
    for (let i = 0; i < 400 && !(await isThere()); i++) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await isThere(), JSON.stringify(received.map(({ path, body }) => [path, body]))).to.equal(true);
  };
  const types = () => received.map(({ body }) => JSON.parse(body).type as string);
  const added = async (path: string, events: readonly string[]) => {
    const made = await client().createWebhook({ params: ORG, body: { url: `${base}${path}`, events: events as [] } });
    const params = { ...ORG, webhookId: made.id };
    expect(await client().verifyWebhook({ params })).to.include({ success: true });
    return { params, secret: made.secret };
  };

  before(async () => {
    server = createServer((request, response) => void read(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await start();
    const { email, password } = node.firstAdmin()!;
    token = sessionIn(await createClient(node.address()).login({ body: { email, password } })).accessToken;
    await client().createWallet({ body: { title: 'Owner', keyType: 'ED25519' } });
  });
  beforeEach(() => {
    received = [];
    answer = ({ body }, response) => response.end(JSON.parse(body).data.challenge ?? '');
  });
  after(async () => {
    await node.lifecycle.stop();
    server.closeAllConnections();
    server.close();
  });

  it('tell of a register that is founded, signed so that others verify it, and of the audit trail', async () => {
    const { params, secret } = await added('/a', ['register.created', 'docket.sealed', 'audit.recorded']);
    const { registerId } = await client().createRegister({ body: { name: 'Told' } });
    await until(() => types().includes('docket.sealed') && types().includes('audit.recorded'));
    for (const { body, headers } of received) new Webhook(secret).verify(body, { ...headers });
    const founded = received.map(({ body }) => JSON.parse(body)).find(({ type }) => type === 'register.created');
    expect(founded).to.deep.include({ organizationId: ORG.organizationId, data: { registerId } });
    const shown = await client().getWebhook({ params });
    expect(shown.deliveries).to.include({ waiting: 0, dead: 0, failures: 0 });
    await client().deleteWebhook({ params });
  });

  it('arrive after a restart where they waited before it, once', async () => {
    const { params } = await added('/b', ['register.created']);
    await client().suspendWebhook({ params });
    const { registerId } = await client().createRegister({ body: { name: 'Later' } });
    const isTold = () => received.filter(({ body }) => body.includes(registerId)).length;
    await node.lifecycle.stop();
    await start();
    expect(isTold()).to.equal(0);
    await client().resumeWebhook({ params });
    await until(() => isTold() > 0);
    const list = async () => (await client().listWebhookDeliveries({ params, query: { pageSize: 20 } })).deliveries;
    while ((await list()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const id = received.at(-1)?.headers['webhook-id'] ?? '';
    expect((await list()).map((one) => [one.id, one.state])).to.deep.equal([[id, 'delivered']]);
    await client().redeliverWebhook({ params: { ...params, deliveryId: id } });
    await until(() => isTold() === 2);
    expect(received.at(-1)?.headers['webhook-id']).to.equal(id);
    await client().deleteWebhook({ params });
  });

  it('follow no redirect, read no endless answer, and show nothing that a host of the own network said', async () => {
    const { params } = await added('/c', ['register.created']);
    answer = ({ path }, response) => {
      if (path === '/c') response.writeHead(307, { location: `${base}/secret` }).end('inside');
      else response.end('a secret');
    };
    const redirected = await client().testWebhook({ params });
    expect(redirected)
      .to.include({ success: false, status: 307, outcome: 'answered' })
      .and.not.have.property('excerpt');
    expect(received.map(({ path }) => path)).not.to.include('/secret');
    answer = (_, response) => {
      response.on('error', () => undefined);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', more);
      more();
    };
    expect(await client().testWebhook({ params })).to.include({ success: false, outcome: 'answer-refused' });
    await client().deleteWebhook({ params });
  });

  it('end where the receiver says that it is gone, which stands in the audit trail and is told to others', async () => {
    const { params } = await added('/d', ['register.created']);
    const other = await added('/e', ['audit.recorded']);
    answer = ({ path, body }, response) => (path === '/d' ? response.writeHead(410).end() : response.end(body));
    await client().createRegister({ body: { name: 'Gone' } });
    let state = '';
    for (let i = 0; i < 200 && state !== 'disabled'; i++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      ({ state } = await client().getWebhook({ params }));
    }
    expect(state).to.equal('disabled');
    const query = { eventType: 'WebhookDisabled', pageSize: 10 } as const;
    const trail = async () => (await client().listAuditEvents({ params: ORG, query })).items;
    await until(async () => (await trail()).length > 0);
    const [event, ...others] = await trail();
    expect(others).to.deep.equal([]);
    const isTold = ({ path, body }: Received) => path === '/e' && body.includes('"auditEventType":"WebhookDisabled"');
    await until(() => received.some(isTold));
    expect(received.find(isTold)?.body).to.contain(`"auditEventId":"${event?.id}"`);
    for (const one of [params, other.params]) await client().deleteWebhook({ params: one });
  });
});
