// Webhooks of an organisation: programs that are told of its events. For its administrators. A secret is shown once, on
// standard output alone.
import type { Client } from '../../../api/client/client.js';
import { EVENT_KIND_NAMES, EVENT_KINDS, type EventKindName } from '../../../core/webhooks/kinds.js';
import { type Command, CommandError, type Context, EXIT } from '../../command/command.js';
import { confirm, YES_OPTION } from '../../command/confirm.js';
import { pickStated } from '../../command/input.js';
import { fields, table } from '../../command/output.js';
import { timeOption } from '../../command/times.js';
import { ORGANISATION, organisationOf } from '../../remote/organisation.js';
import { connect } from '../../remote/session.js';

const WEBHOOK = { name: '<webhook>', description: 'id of the webhook' };
const EVENT_OPTION = {
  flags: '--event <kind>',
  description: 'a kind of event that it takes (repeat); quorate webhook kinds lists them',
  repeat: true,
};
const REGISTER_OPTION = {
  flags: '--register <id>',
  description: 'a register of the organisation whose events it takes (repeat; default: all of them)',
  repeat: true,
};
const ABOUT_OPTION = { flags: '--description <text>', description: 'what it is for' };
const KEEP = 'Keep the secret now: it is not shown again. The program checks the signature with it (docs/webhooks.md).';

interface Reached {
  readonly client: Client;
  readonly params: { readonly organizationId: string; readonly webhookId: string };
}

async function reach(context: Context): Promise<Reached> {
  const { client } = await connect(context);
  const organizationId = await organisationOf(context, client);
  return { client, params: { organizationId, webhookId: context.input.arg('webhook') } };
}

/** Undefined where none is named. */
function eventsIn({ input }: Context): EventKindName[] | undefined {
  const named = input.list('event');
  const unknown = named.find((name) => !(EVENT_KIND_NAMES as readonly string[]).includes(name));
  if (unknown !== undefined) throw unknownEvents(`"${unknown}" is not a kind of event`);
  return named.length === 0 ? undefined : ([...named] as EventKindName[]);
}

function unknownEvents(message: string): CommandError {
  return new CommandError(message, { exit: EXIT.usage, hint: 'See the kinds for --event: quorate webhook kinds' });
}

const add: Command = {
  name: 'webhook add',
  summary: 'tell a program of events at its URL, and show the secret, once',
  examples: [
    'quorate webhook add https://hooks.example.org/quorate --event docket.sealed --event workflow.completed',
    'quorate webhook add https://hooks.example.org/audit --event audit.recorded',
  ],
  args: [{ name: '<url>', description: 'https, at a public address' }],
  options: [ORGANISATION, EVENT_OPTION, REGISTER_OPTION, ABOUT_OPTION],
  async run(context) {
    const { input, out } = context;
    const events = eventsIn(context);
    if (events === undefined) throw unknownEvents('Say which events it takes');
    const { client } = await connect(context);
    const made = await client.createWebhook({
      params: { organizationId: await organisationOf(context, client) },
      body: {
        ...{ url: input.arg('url'), events, registers: [...input.list('register')] },
        ...pickStated({ description: input.text('description') }),
      },
    });
    out.show(made, () =>
      fields({ webhook: made.id, url: made.url, events: made.events.join(' '), secret: made.secret }),
    );
    out.warn(KEEP);
    out.note(`It is sent nothing before its URL was verified: quorate webhook verify ${made.id}`);
  },
};

const kinds: Command = {
  name: 'webhook kinds',
  summary: 'list the kinds of events that a webhook may take',
  async run({ out }) {
    const rows = Object.entries(EVENT_KINDS).map(([name, { summary, data }]) => [name, summary, data.join(' ')]);
    out.show(EVENT_KINDS, () => table(['KIND', 'WHEN', 'DATA'], rows));
  },
};

const list: Command = {
  name: 'webhook list',
  summary: 'list the webhooks of the organisation',
  options: [ORGANISATION],
  async run(context) {
    const { client } = await connect(context);
    const page = await client.listWebhooks({ params: { organizationId: await organisationOf(context, client) } });
    context.out.show(page, () => {
      const rows = page.webhooks.map(({ id, url, state, deliveries: { behind, waiting, dead } }) => [
        ...[id, url, state, behind, waiting, dead],
      ]);
      return table(['ID', 'URL', 'STATE', 'BEHIND', 'WAITING', 'DEAD'], rows);
    });
  },
};

const show: Command = {
  name: 'webhook show',
  summary: 'show a webhook, and how it does',
  args: [WEBHOOK],
  options: [ORGANISATION],
  async run(context) {
    const { client, params } = await reach(context);
    const webhook = await client.getWebhook({ params });
    const { deliveries, events, registers, reason, ...rest } = webhook;
    context.out.show(webhook, () =>
      fields(
        pickStated({
          ...{ webhook: rest.id, url: rest.url, description: rest.description || undefined, state: rest.state, reason },
          ...{ events: events.join(' '), registers: registers.join(' ') || 'all', 'created at': rest.createdAt },
          ...{
            behind: deliveries.behind,
            waiting: deliveries.waiting,
            dead: deliveries.dead,
            missed: deliveries.missed,
          },
          ...{ 'failing since': deliveries.failingSince, 'rests until': deliveries.restsUntil },
          ...{ 'last delivered at': deliveries.lastDeliveredAt, 'old secret until': rest.secretsEnd },
        }),
      ),
    );
  },
};

const change: Command = {
  name: 'webhook change',
  summary: 'change what a webhook takes, or its URL, which is verified anew then',
  examples: ['quorate webhook change ID --event docket.sealed --event register.created'],
  args: [WEBHOOK],
  options: [
    ORGANISATION,
    { flags: '--url <url>', description: 'another URL' },
    EVENT_OPTION,
    REGISTER_OPTION,
    ABOUT_OPTION,
  ],
  async run(context) {
    const { input, out } = context;
    const { client, params } = await reach(context);
    const some = (name: string) => (input.list(name).length === 0 ? undefined : [...input.list(name)]);
    const body = pickStated({
      ...{ url: input.text('url'), description: input.text('description') },
      ...{ events: eventsIn(context), registers: some('register') },
    });
    const changed = await client.updateWebhook({ params, body });
    out.show(changed, `The webhook ${changed.id} is ${changed.state} and takes: ${changed.events.join(' ')}.`);
  },
};

function trying(word: 'verify' | 'test', summary: string): Command {
  return {
    name: `webhook ${word}`,
    summary,
    args: [WEBHOOK],
    options: [ORGANISATION],
    async run(context) {
      const { client, params } = await reach(context);
      const tried = await client[`${word}Webhook`]({ params });
      const { success, message, outcome, status, milliseconds, excerpt } = tried;
      context.out.show(tried, () => fields(pickStated({ success, message, outcome, status, milliseconds, excerpt })));
      if (!success) throw new CommandError(message, { hint: 'docs/webhooks.md shows a receiver.' });
    },
  };
}

const rotate: Command = {
  name: 'webhook rotate',
  summary: 'give a webhook another secret and show it, once; for a day both sign',
  args: [WEBHOOK],
  options: [ORGANISATION, YES_OPTION],
  async run(context) {
    const { client, params } = await reach(context);
    await confirm(context, `Give the webhook ${params.webhookId} another secret?`);
    const rotated = await client.rotateWebhookSecret({ params });
    context.out.show(rotated, () => fields({ secret: rotated.secret, 'old secret until': rotated.previousUntil }));
    context.out.warn(KEEP);
  },
};

const deliveries: Command = {
  name: 'webhook deliveries',
  summary: 'list what was sent to a webhook, newest first, or show one with its attempts',
  examples: ['quorate webhook deliveries ID --state dead', 'quorate webhook deliveries ID --delivery msg_…'],
  args: [WEBHOOK],
  options: [
    ORGANISATION,
    { flags: '--state <state>', description: 'only these', choices: ['waiting', 'delivered', 'dead'] },
    { flags: '--delivery <id>', description: 'this one, by its webhook-id' },
    { flags: '--cursor <cursor>', description: 'go on where a page ended' },
    { flags: '--page-size <number>', description: 'rows of a page', integer: { min: 1, max: 100 }, default: 20 },
  ],
  async run(context) {
    const { input, out } = context;
    const { client, params } = await reach(context);
    const deliveryId = input.text('delivery');
    if (deliveryId !== undefined) {
      const item = await client.getWebhookDelivery({ params: { ...params, deliveryId } });
      out.show(item, () => {
        const rows = item.attempts.map((each) => [
          each.at,
          each.outcome,
          each.status ?? '-',
          each.milliseconds,
          each.excerpt ?? '',
        ]);
        const head = fields(
          pickStated({ id: item.id, event: item.event, state: item.state, next: item.nextAttemptAt, body: item.body }),
        );
        return `${head}\n${table(['AT', 'OUTCOME', 'STATUS', 'MS', 'ANSWER'], rows)}`;
      });
      return;
    }
    const state = input.text('state') as 'waiting' | 'delivered' | 'dead' | undefined;
    const query = {
      pageSize: input.integer('page-size') ?? 20,
      ...pickStated({ state, cursor: input.text('cursor') }),
    };
    const page = await client.listWebhookDeliveries({ params, query });
    out.show(page, () => {
      const rows = page.deliveries.map((item) => [
        ...[item.id, item.event, item.occurredAt, item.state, item.tries, item.lastStatus ?? item.lastOutcome ?? '-'],
        item.nextAttemptAt ?? '-',
      ]);
      return table(['ID', 'EVENT', 'AT', 'STATE', 'TRIES', 'LAST', 'NEXT TRY'], rows);
    });
    if (page.nextCursor !== undefined) out.note(`More: --cursor ${page.nextCursor}`);
  },
};

const redeliver: Command = {
  name: 'webhook redeliver',
  summary: 'send a delivery again, or all dead ones',
  examples: ['quorate webhook redeliver ID msg_…', 'quorate webhook redeliver ID --dead --since 12h'],
  args: [WEBHOOK, { name: '[delivery]', description: 'its webhook-id' }],
  options: [
    ORGANISATION,
    { flags: '--dead', description: 'all dead ones' },
    { flags: '--since <time>', description: 'of events from this time on: 2026-11-21T10:00:00Z, or 12h or 7d ago' },
  ],
  async run(context) {
    const { input, out, terminal } = context;
    const deliveryId = input.optionalArg('delivery');
    if ((deliveryId === undefined) !== input.flag('dead'))
      throw new CommandError('Name one delivery, or say --dead', {
        exit: EXIT.usage,
        hint: 'quorate webhook deliveries ID lists them.',
      });
    const { client, params } = await reach(context);
    if (deliveryId === undefined) {
      const since = timeOption('since', input.text('since'), terminal.now());
      const { count } = await client.redeliverDeadWebhooks({ params, body: pickStated({ since }) });
      out.show({ count }, `${count} deliveries are sent again.`);
      return;
    }
    const sent = await client.redeliverWebhook({ params: { ...params, deliveryId } });
    out.show(sent, `The delivery ${sent.id} is sent again.`);
  },
};

type Change = 'suspendWebhook' | 'resumeWebhook';

function changing(word: string, summary: string, operation: Change): Command {
  return {
    name: `webhook ${word}`,
    summary,
    args: [WEBHOOK],
    options: [ORGANISATION],
    async run(context) {
      const { client, params } = await reach(context);
      const { id, state } = await client[operation]({ params });
      context.out.show({ id, state }, `The webhook ${id} is ${state}.`);
    },
  };
}

const remove: Command = {
  name: 'webhook remove',
  summary: 'remove a webhook with all that waits for it',
  args: [WEBHOOK],
  options: [ORGANISATION, YES_OPTION],
  async run(context) {
    const { client, params } = await reach(context);
    await confirm(context, `Remove the webhook ${params.webhookId}, with what waits for it?`);
    await client.deleteWebhook({ params });
    context.out.show({ id: params.webhookId, done: 'remove' }, `The webhook ${params.webhookId} was removed.`);
  },
};

export const webhookCommands: readonly Command[] = [
  add,
  kinds,
  list,
  show,
  change,
  trying('verify', 'ask the URL of a webhook whether it wants it: it answers with the challenge'),
  trying('test', 'send a webhook.test at once, and show what came back'),
  changing('suspend', 'suspend a webhook: events wait for it', 'suspendWebhook'),
  changing('resume', 'resume a webhook that was suspended or disabled', 'resumeWebhook'),
  rotate,
  deliveries,
  redeliver,
  remove,
];
