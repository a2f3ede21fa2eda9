// Webhooks: loads, asks core/webhooks, commits, shows. An administrator sees those of its own organisation alone.
import { issue } from '../../../../core/base/issue.js';
import { WEBHOOKS_MAX } from '../../../../core/base/limits/node/hubs.js';
import { fail, failIf, isFailure, type Result } from '../../../../core/base/result.js';
import type { AuditEvent } from '../../../../core/tenant/organisations/audit-events.js';
import type { WebhookDelivery } from '../../../../core/webhooks/delivery.js';
import { bodyOf } from '../../../../core/webhooks/event.js';
import { SECRET_BYTES, secretText } from '../../../../core/webhooks/signature.js';
import {
  changeTarget,
  notActive,
  resume,
  rotateSecret,
  suspend,
  type TargetChange,
  verifyTarget,
  type WebhookTarget,
} from '../../../../core/webhooks/target.js';
import { isSandbox, tenantHere } from '../../../../storage/chain/registers.js';
import type { KvOp } from '../../../../storage/engine/kv.js';
import { findAdministered } from '../../../access/organisations.js';
import { type ApiCall, type Handlers, reply } from '../../../define.js';
import { askedPage, LAST_PAGE, nextAt } from '../../../requests/paging.js';
import { attemptView, deliveryListed, webhookView } from '../../../schemas/accounts/webhook.js';
import { newId } from '../../../sign-in/session.js';
import type { PeopleDeps } from '../deps.js';
import type { webhookRoutes } from './routes.js';
import { calledView } from './trying.js';

type Call = ApiCall<PeopleDeps>;

export const webhookHandlers: Handlers<typeof webhookRoutes, PeopleDeps> = {
  async createWebhook({ params, body }, call) {
    const { deps, caller } = call;
    const organisation = findAdministered(call, params.organizationId);
    if (isFailure(organisation)) return organisation;
    const { url, events: kinds, registers = [], description = '' } = body;
    const problem = changeProblem(call, organisation.id, { url, registers });
    if (problem) return problem;
    if (deps.webhooks.targets.of(organisation.id).length >= WEBHOOKS_MAX)
      return fail(issue('WEBHOOKS_FULL', '', `An organisation has ${WEBHOOKS_MAX} webhooks at most.`));
    const id = newId(deps);
    const secret = secretText(deps.random.bytes(SECRET_BYTES));
    const nowMs = deps.clock.now();
    const target: WebhookTarget = {
      ...{ id, organisationId: organisation.id, url, description, kinds, registers, state: 'unverified' },
      ...{ createdAtMs: nowMs, createdBy: caller.subject, changedAtMs: nowMs },
      secrets: [{ sealed: deps.webhooks.targets.sealedSecret(id, secret) }],
    };
    await deps.commit([...deps.webhooks.addTarget(target), recordOf(call, target, { eventType: 'WebhookCreated' })]);
    deps.webhooks.onChanged(target);
    return { ...viewOf(call, target), secret };
  },

  listWebhooks({ params }, call) {
    const organisation = findAdministered(call, params.organizationId);
    if (isFailure(organisation)) return organisation;
    return { webhooks: call.deps.webhooks.targets.of(organisation.id).map((target) => viewOf(call, target)) };
  },

  getWebhook({ params }, call) {
    const target = findTarget(call, params);
    return isFailure(target) ? target : viewOf(call, target);
  },

  async updateWebhook({ params, body }, call) {
    const target = findTarget(call, params);
    if (isFailure(target)) return target;
    const { events: kinds, ...rest } = body;
    const change: TargetChange = { ...rest, kinds };
    const problem = changeProblem(call, target.organisationId, change);
    if (problem) return problem;
    return put(call, changeTarget(target, change, call.deps.clock.now()), { change: 'configured' });
  },

  async deleteWebhook({ params }, call) {
    const target = findTarget(call, params);
    if (isFailure(target)) return target;
    const { webhooks, commit } = call.deps;
    await commit([webhooks.targets.remove(target), recordOf(call, target, { eventType: 'WebhookRemoved' })]);
    webhooks.deleteTarget(target);
    return undefined;
  },

  async verifyWebhook({ params }, call) {
    const target = findTarget(call, params);
    if (isFailure(target)) return target;
    const { webhooks, clock } = call.deps;
    const called = await webhooks.call(target, 'webhook.verification');
    if (isFailure(called)) return called;
    // Read in the turn in which it changes: its URL may be another one by now.
    const now = findTarget(call, params);
    if (isFailure(now)) return now;
    const isVerified = called.hasChallenge && now.url === target.url;
    if (isVerified && now.state === 'unverified')
      await put(call, verifyTarget(now, clock.now()), { change: 'verified' });
    return calledView(called, isVerified);
  },

  async testWebhook({ params }, call) {
    const target = findTarget(call, params);
    if (isFailure(target)) return target;
    if (target.state === 'unverified') return fail(notActive('The webhook was not verified yet.'));
    const called = await call.deps.webhooks.call(target, 'webhook.test');
    return isFailure(called) ? called : calledView(called);
  },

  async suspendWebhook({ params }, call) {
    const target = findTarget(call, params);
    const after = isFailure(target) ? target : suspend(target, call.deps.clock.now());
    return isFailure(after) ? after : put(call, after, { change: 'suspended' });
  },

  async resumeWebhook({ params }, call) {
    const target = findTarget(call, params);
    const after = isFailure(target) ? target : resume(target, call.deps.clock.now());
    return isFailure(after) ? after : put(call, after, { change: 'resumed' });
  },

  async rotateWebhookSecret({ params }, call) {
    const { deps } = call;
    const target = findTarget(call, params);
    if (isFailure(target)) return target;
    const secret = secretText(deps.random.bytes(SECRET_BYTES));
    const sealed = deps.webhooks.targets.sealedSecret(target.id, secret);
    const after = rotateSecret(target, sealed, deps.clock.now());
    await deps.commit([deps.webhooks.targets.put(after), recordOf(call, after, { eventType: 'WebhookSecretRotated' })]);
    return { secret, previousUntil: viewOf(call, after).secretsEnd ?? '' };
  },

  async listWebhookDeliveries({ params, query }, call) {
    const target = findTarget(call, params);
    if (isFailure(target)) return target;
    const asked = askedPage(call, { params, query });
    if (isFailure(asked)) return asked;
    const { state, pageSize } = query;
    const before = asked.place === undefined ? undefined : Number(asked.place);
    const rows = await call.deps.webhooks.deliveries.page(target.id, { state, before, top: pageSize + 1 });
    const shown = rows.slice(0, pageSize);
    const last = shown.at(-1);
    const next = rows.length > pageSize && last ? nextAt(call, { params, query }, String(last.sequence)) : LAST_PAGE;
    return reply(200, { deliveries: shown.map(deliveryListed), ...next.members }, next.headers);
  },

  getWebhookDelivery({ params }, call) {
    const delivery = deliveryOf(call, params);
    return isFailure(delivery) ? delivery : deliveryView(delivery.delivery, params.organizationId);
  },

  async redeliverWebhook({ params }, call) {
    const item = deliveryOf(call, params);
    if (isFailure(item)) return item;
    if (item.target.state === 'unverified') return fail(notActive('The webhook was not verified yet.'));
    const sent = await call.deps.webhooks.again(item.target, item.delivery);
    return deliveryView(sent, params.organizationId);
  },

  async redeliverDeadWebhooks({ params, body }, call) {
    const target = findTarget(call, params);
    if (isFailure(target)) return target;
    if (target.state === 'unverified') return fail(notActive('The webhook was not verified yet.'));
    const sinceMs = body.since === undefined ? 0 : Date.parse(body.since);
    return { count: await call.deps.webhooks.againDead(target, sinceMs) };
  },
};

function findTarget(
  call: Call,
  params: { readonly organizationId: string; readonly webhookId: string },
): Result<WebhookTarget> {
  const organisation = findAdministered(call, params.organizationId);
  if (isFailure(organisation)) return organisation;
  const target = call.deps.webhooks.targets.find(organisation.id, params.webhookId);
  return target ?? fail(issue('WEBHOOK_NOT_FOUND', '/webhookId', 'The organisation has no such webhook.'));
}

function deliveryOf(
  call: Call,
  params: { readonly organizationId: string; readonly webhookId: string; readonly deliveryId: string },
): Result<{ readonly target: WebhookTarget; readonly delivery: WebhookDelivery }> {
  const target = findTarget(call, params);
  if (isFailure(target)) return target;
  const delivery = call.deps.webhooks.deliveries.ofId(target.id, params.deliveryId);
  if (delivery) return { target, delivery };
  return fail(issue('DELIVERY_NOT_FOUND', '/deliveryId', 'The webhook has no such delivery.'));
}

function changeProblem({ deps }: Call, organisationId: string, { url, registers = [] }: TargetChange) {
  const problem = url === undefined ? undefined : deps.webhooks.urlProblem(url);
  if (problem) return failIf(problem);
  const isForeign = (id: string) => {
    const record = deps.ledger.register(id);
    return !record || record.purging || isSandbox(record) || tenantHere(record) !== organisationId;
  };
  if (!registers.some(isForeign)) return undefined;
  return fail(issue('WEBHOOK_INVALID', '/registers', 'A register of the list is not of this organisation.'));
}

/** The target in its new state, stored. */
async function put(call: Call, target: WebhookTarget, details: { readonly change: string }) {
  const { webhooks, commit } = call.deps;
  await commit([...webhooks.put(target), recordOf(call, target, { eventType: 'WebhookUpdated', ...details })]);
  webhooks.onChanged(target);
  return viewOf(call, target);
}

function recordOf(
  { deps, caller, address }: Call,
  { id, organisationId, url }: WebhookTarget,
  { eventType, ...change }: { readonly eventType: AuditEvent; readonly change?: string },
): KvOp {
  const details = { webhookId: id, host: new URL(url).host, ...change };
  return deps.audit.byCaller({ caller, address }, { eventType, organisationId, details });
}

function viewOf({ deps: { webhooks } }: Call, target: WebhookTarget) {
  return webhookView(target, webhooks.targets.progress(target.id), webhooks.behind(target));
}

function deliveryView(delivery: WebhookDelivery, organisationId: string) {
  const { lastOutcome: _, lastStatus: __, ...listed } = deliveryListed(delivery);
  const { event, sequence, attempts } = delivery;
  return { ...listed, body: bodyOf(event, organisationId, sequence), attempts: attempts.map(attemptView) };
}
