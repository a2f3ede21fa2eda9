// Webhooks over the surface: who may see and change them, what is shown once and never again, and what a hostile
// administrator does not learn or reach.
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { EXAMPLE } from '../../../api/examples/values.js';
import { webhookRoutes } from '../../../api/groups/people/webhooks/routes.js';
import { issue } from '../../../core/base/issue.js';
import { WEBHOOKS_MAX } from '../../../core/base/limits/node/hubs.js';
import { fail } from '../../../core/base/result.js';
import type { WebhookEvent } from '../../../core/webhooks/event.js';
import { defineTable, RowTable } from '../../../storage/engine/table.js';
import { call } from '../world/caller.js';
import type { Persona } from '../world/personas.js';
import { worldOfAll } from '../world/world-of.js';
import { DELIVERY_ID, seedWebhook } from './fixtures.js';
import { consent, echo } from './part.js';

type Id = keyof typeof webhookRoutes;
const ORG = { organizationId: EXAMPLE.organisationId };
const GOOD = { url: EXAMPLE.webhookUrl, events: ['docket.sealed', 'audit.recorded'] };

describe('webhooks', () => {
  const world = worldOfAll();
  beforeEach(async () => {
    await seedWebhook(world);
    world.hooks.answer = async ({ url, body }) => consent(url, body);
  });

  const PARAMS = { ...ORG, webhookId: EXAMPLE.webhookId };
  const ask = async (
    id: Id,
    parts: { params?: object; body?: unknown; query?: object } = {},
    persona: Persona = 'administrator',
  ) => {
    const token = await world.token(persona);
    return call(world, webhookRoutes[id], { params: PARAMS, ...parts } as Parameters<typeof call>[2], { token });
  };
  const created = async (body: object = {}) => {
    const answer = await ask('createWebhook', { params: ORG, body: { ...GOOD, ...body } });
    expect(answer.status, answer.text).to.equal(201);
    const params = { ...ORG, webhookId: answer.json.id as string };
    return { params, secret: answer.json.secret as string };
  };

  it('are sent nothing before their URL answers with the challenge', async () => {
    const { params, secret } = await created();
    const sent = world.hooks.calls.length;
    expect((await ask('testWebhook', { params })).json.code).to.equal('WEBHOOK_NOT_ACTIVE');
    expect((await ask('resumeWebhook', { params })).json.code).to.equal('WEBHOOK_NOT_ACTIVE');
    expect(world.hooks.calls).to.have.length(sent);
    world.hooks.answer = async ({ url, body }) => echo(url, body);
    expect((await ask('verifyWebhook', { params })).json.success, 'reflected').to.equal(false);
    world.hooks.answer = async ({ url }) => echo(url, 'welcome');
    const wrong = await ask('verifyWebhook', { params });
    expect([wrong.status, wrong.json.success]).to.deep.equal([200, false]);
    // Its owner did not ask for the call, and need not show what it says to the address of the node.
    expect(wrong.json).to.not.have.property('excerpt');
    expect((await ask('getWebhook', { params })).json.state).to.equal('unverified');
    world.hooks.answer = async ({ url, body }) => consent(url, body);
    const right = await ask('verifyWebhook', { params });
    expect([right.json.success, 'excerpt' in right.json]).to.deep.equal([true, true]);
    expect((await ask('getWebhook', { params })).json.state).to.equal('active');
    const { url, headers = {}, body, redirectsMax, method } = world.hooks.calls.at(-1)!;
    expect([url, redirectsMax, method]).to.deep.equal([GOOD.url, 0, 'POST']);
    const webhook = new Webhook(secret);
    // The clock of this world stands in another year than that of the verifier.
    const stamp = Number(headers['webhook-timestamp']);
    expect(headers['webhook-signature']).to.equal(
      webhook.sign(headers['webhook-id']!, new Date(stamp * 1000), String(body)),
    );
    expect(JSON.parse(String(body))).to.include({
      type: 'webhook.verification',
      organizationId: EXAMPLE.organisationId,
    });
    await ask('deleteWebhook', { params });
  });

  it('show a secret once, keep it encrypted, and sign with both for a day after a rotation', async () => {
    const { params, secret } = await created();
    expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await ask('verifyWebhook', { params });
    const rotation = await ask('rotateWebhookSecret', { params });
    expect(rotation.json.secret)
      .to.match(/^whsec_/)
      .and.not.equal(secret);
    const shown = [
      await ask('getWebhook', { params }),
      await ask('listWebhooks'),
      await ask('updateWebhook', { params, body: {} }),
    ];
    for (const { text } of shown) expect(text).not.to.contain('whsec_');
    const rows = new RowTable(world.kv, defineTable<readonly [string, string], object>('webhook-targets'));
    for await (const [, row] of rows.range()) expect(JSON.stringify(row)).not.to.contain(secret.slice(6, 40));
    const signatures = async () => {
      await ask('testWebhook', { params });
      const { headers = {}, body } = world.hooks.calls.at(-1)!;
      const at = new Date(Number(headers['webhook-timestamp']) * 1000);
      const both = [rotation.json.secret, secret].map((one: string) =>
        new Webhook(one).sign(headers['webhook-id']!, at, String(body)),
      );
      return { sent: headers['webhook-signature']!.split(' '), both };
    };
    const now = await signatures();
    expect(now.sent).to.deep.equal(now.both);
    world.advance(25 * 60 * 60_000);
    const later = await signatures();
    expect(later.sent).to.deep.equal(later.both.slice(0, 1));
    await ask('deleteWebhook', { params });
  });

  it('are of one organisation: another administrator sees none of them, not even that they are', async () => {
    for (const [id, { method }] of Object.entries(webhookRoutes) as [Id, { readonly method: string }][]) {
      const foreign = { ...PARAMS, organizationId: `d${EXAMPLE.organisationId.slice(1)}`, deliveryId: DELIVERY_ID };
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: id === 'createWebhook' ? GOOD : {} };
      const isBare = [
        'verifyWebhook',
        'testWebhook',
        'suspendWebhook',
        'resumeWebhook',
        'rotateWebhookSecret',
        'redeliverWebhook',
      ].includes(id);
      const answer = await ask(id, { params: foreign, ...(isBare ? {} : body) });
      expect([answer.status, answer.json.code], id).to.deep.equal([404, 'ORGANISATION_NOT_FOUND']);
    }
    // By the id of a webhook of another organisation in the path of one's own.
    await world.deps.commit([
      world.deps.webhooks.targets.put({
        ...world.deps.webhooks.targets.find(EXAMPLE.organisationId, EXAMPLE.webhookId)!,
        ...{ id: `e${EXAMPLE.webhookId.slice(1)}`, organisationId: 'another' },
      }),
    ]);
    const stolen = await ask('getWebhook', { params: { ...ORG, webhookId: `e${EXAMPLE.webhookId.slice(1)}` } });
    expect(stolen.json.code).to.equal('WEBHOOK_NOT_FOUND');
  });

  it('go to no URL that is not public, and say of none whether it is there', async () => {
    for (const url of [
      ...['http://a.example/', 'https://user:pass@a.example/', 'https://a.example:22/', 'https://localhost/'],
      ...['https://127.0.0.1/', 'https://[::ffff:169.254.169.254]/', 'https://169.254.169.254/', 'https://10.1.2.3/'],
    ]) {
      const answer = await ask('createWebhook', { params: ORG, body: { ...GOOD, url } });
      expect([answer.status, answer.json.code, answer.json.path], url).to.deep.equal([400, 'WEBHOOK_INVALID', '/url']);
    }
    const { params } = await created();
    const texts: string[] = [];
    for (const code of ['OUTGOING_REFUSED', 'OUTGOING_FAILED'] as const) {
      world.hooks.answer = async () => fail(issue(code, '', 'The host db.corp has an address: 10.1.2.3.'));
      texts.push((await ask('verifyWebhook', { params })).text);
    }
    expect(texts[0]).to.equal(texts[1]).and.not.contain('10.1');
    await ask('deleteWebhook', { params });
  });

  it('take registers of their organisation alone, and events that there are', async () => {
    const foreign = await ask('createWebhook', { params: ORG, body: { ...GOOD, registers: [EXAMPLE.webhookId] } });
    expect([foreign.json.code, foreign.json.path]).to.deep.equal(['WEBHOOK_INVALID', '/registers']);
    for (const events of [[], ['inbox.entry-added'], ['webhook.test'], ['docket.sealed', 'docket.sealed']])
      expect((await ask('createWebhook', { params: ORG, body: { ...GOOD, events } })).json.code).to.equal(
        'BODY_INVALID',
      );
  });

  it(`are ${WEBHOOKS_MAX} of an organisation at most`, async () => {
    const made = [];
    for (let i = world.deps.webhooks.targets.of(EXAMPLE.organisationId).length; i < WEBHOOKS_MAX; i++)
      made.push(await created());
    const more = await ask('createWebhook', { params: ORG, body: GOOD });
    expect([more.status, more.json.code]).to.deep.equal([409, 'WEBHOOKS_FULL']);
    for (const { params } of made) await ask('deleteWebhook', { params });
  });

  it('are told of the audit trail in the commit of each event, and leave no row when they are removed', async () => {
    const { params } = await created({ events: ['audit.recorded'] });
    await ask('verifyWebhook', { params });
    const told = async () => {
      const rows = new RowTable(world.kv, defineTable<readonly [string, number], WebhookEvent>('webhook-events'));
      const found: unknown[] = [];
      for await (const [, { data }] of rows.range({ prefix: EXAMPLE.organisationId })) found.push(data.auditEventType);
      return found.filter((type) => type === 'WebhookUpdated').length;
    };
    const before = await told();
    await ask('suspendWebhook', { params });
    expect(await told()).to.equal(before + 1);
    for (const { id } of world.deps.webhooks.targets.of(EXAMPLE.organisationId))
      await ask('deleteWebhook', { params: { ...ORG, webhookId: id } });
    for (let i = 0; i < 20; i++) await new Promise(setImmediate);
    for (const name of [
      'webhook-targets',
      'webhook-progress',
      'webhook-deliveries',
      'webhook-delivery-ids',
      'webhook-due',
      'webhook-events',
    ] as const) {
      const left: unknown[] = [];
      for await (const key of new RowTable(world.kv, defineTable<readonly string[], object>(name)).keys())
        left.push(key);
      expect(
        left.filter((key) => !JSON.stringify(key).includes('another')),
        name,
      ).to.deep.equal([]);
    }
  });

  it('show deliveries by state, page by page, and send a dead one again under its id', async () => {
    const list = await ask('listWebhookDeliveries', { query: { state: 'dead', pageSize: 1 } });
    expect(list.json.deliveries.map(({ id, state }: { id: string; state: string }) => [id, state])).to.deep.equal([
      [DELIVERY_ID, 'dead'],
    ]);
    expect(
      (await ask('listWebhookDeliveries', { query: { state: 'delivered', pageSize: 1 } })).json.deliveries,
    ).to.deep.equal([]);
    const params = { ...PARAMS, deliveryId: DELIVERY_ID };
    const shown = await ask('getWebhookDelivery', { params });
    expect(shown.json.attempts).to.have.length(1);
    expect(JSON.parse(shown.json.body)).to.include({ type: 'docket.sealed', sequence: 7 });
    const again = await ask('redeliverWebhook', { params });
    expect([again.status, again.json.state, again.json.id]).to.deep.equal([202, 'waiting', DELIVERY_ID]);
    expect((await ask('redeliverDeadWebhooks', { body: {} })).json.count).to.equal(0);
    await seedWebhook(world);
    expect((await ask('redeliverDeadWebhooks', { body: { since: '2030-01-01T00:00:00Z' } })).json.count).to.equal(0);
    expect((await ask('redeliverDeadWebhooks', { body: {} })).json.count).to.equal(1);
    expect((await ask('redeliverDeadWebhooks', { body: { since: 'soon' } })).json.code).to.equal('BODY_INVALID');
    const missing = await ask('getWebhookDelivery', { params: { ...params, deliveryId: `msg_${'0'.repeat(32)}` } });
    expect([missing.status, missing.json.code]).to.deep.equal([404, 'DELIVERY_NOT_FOUND']);
  });

  it('have five days again after they were disabled, or verified at another URL, and not after they were suspended', async () => {
    const { webhooks } = world.deps;
    const failing = { failures: 9, failingSinceMs: 1000, restUntilMs: 2_000_000 };
    const failed = async (state: 'active' | 'disabled') => {
      const target = webhooks.targets.find(EXAMPLE.organisationId, EXAMPLE.webhookId)!;
      const progress = { ...webhooks.targets.progress(target.id), ...failing };
      const ops = [webhooks.targets.put({ ...target, state }), ...webhooks.targets.putProgress(target.id, progress)];
      await world.deps.commit(ops);
    };
    const shown = async () => {
      const { state, deliveries } = (await ask('getWebhook')).json;
      return [state, deliveries.failures, deliveries.failingSince !== undefined, deliveries.restsUntil !== undefined];
    };
    await failed('active');
    await ask('suspendWebhook');
    await ask('resumeWebhook');
    expect(await shown()).to.deep.equal(['active', 9, true, true]);
    await failed('disabled');
    await ask('resumeWebhook');
    // It is still spared: one request at a time until one arrives.
    expect(await shown()).to.deep.equal(['active', 9, false, false]);
    await failed('active');
    await ask('updateWebhook', { body: { url: 'https://other.example/' } });
    expect(await shown()).to.deep.equal(['unverified', 9, true, true]);
    await ask('verifyWebhook');
    expect(await shown()).to.deep.equal(['active', 9, false, false]);
  });

  it('are verified anew after another URL', async () => {
    const answer = await ask('updateWebhook', { body: { url: 'https://other.example/' } });
    expect(answer.json.state).to.equal('unverified');
    expect((await ask('suspendWebhook')).json.code).to.equal('WEBHOOK_NOT_ACTIVE');
  });
});
