// The audit trail of identity: of an organisation, or of the node.

import type { Client } from '../../../api/client/client.js';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../../../core/base/limits/node/requests.js';
import { AUDIT_EVENTS, type AuditEvent } from '../../../core/tenant/organisations/audit-events.js';
import { type Command, CommandError, type Context, EXIT } from '../../command/command.js';
import { pickStated } from '../../command/input.js';
import { table } from '../../command/output.js';
import { timeOption } from '../../command/times.js';
import { ORGANISATION, organisationOf } from '../../remote/organisation.js';
import { connect } from '../../remote/session.js';

const identity: Command = {
  name: 'audit identity',
  summary: 'read who logged in, failed to, and changed what, newest first',
  canWatch: true,
  examples: [
    'quorate audit identity --failures --since 7d',
    'quorate audit identity --since 2026-11-01 --until 2026-12-01',
    'quorate audit identity --platform --type AccountLockedOut',
  ],
  options: [
    ORGANISATION,
    { flags: '--platform', description: 'every organisation, for a SystemAdmin' },
    { flags: '--type <name>', description: 'only events of this kind', choices: AUDIT_EVENTS },
    { flags: '--actor <id>', description: 'only what this user or service did' },
    { flags: '--about <id>', description: 'only what this user did, and what was done to it' },
    { flags: '--failures', description: 'only what failed' },
    {
      flags: '--since <time>',
      description: 'only from this time on: 2026-11-21, 2026-11-21T10:00:00Z, or 12h or 7d ago',
    },
    { flags: '--until <time>', description: 'only before this time' },
    {
      flags: '--page <number>',
      description: 'page of an organisation, counted from 1',
      integer: { min: 1, max: 1_000_000 },
    },
    { flags: '--before <place>', description: 'go on where a page ended: misses nothing that comes in meanwhile' },
    {
      flags: '--page-size <number>',
      description: 'rows of a page',
      integer: { min: 1, max: PAGE_SIZE_MAX },
      default: PAGE_SIZE_DEFAULT,
    },
  ],
  async run(context) {
    const { input, terminal } = context;
    const [from, to] = (['since', 'until'] as const).map((name) => timeOption(name, input.text(name), terminal.now()));
    const { client } = await connect(context);
    const query = pickStated({
      pageSize: input.integer('page-size') ?? PAGE_SIZE_DEFAULT,
      before: input.text('before'),
      eventType: input.text('type') as AuditEvent | undefined,
      identityId: input.text('actor'),
      about: input.text('about'),
      success: input.flag('failures') ? false : undefined,
      ...{ from, to },
    });
    const page = input.integer('page');
    if (input.flag('platform')) {
      if (page !== undefined)
        throw new CommandError('the events of the node have no numbers', { exit: EXIT.usage, hint: 'Use --before.' });
      return show(context, await client.listPlatformAuditEvents({ query }));
    }
    const organizationId = await organisationOf(context, client);
    const events = await client.listAuditEvents({
      params: { organizationId },
      query: { ...query, ...pickStated({ page }) },
    });
    return show(context, events);
  },
};

type Page = Awaited<ReturnType<Client['listPlatformAuditEvents']>> & { readonly totalCount?: number | null };

function show({ out }: Context, page: Page): void {
  out.show(page, () =>
    table(
      ['TIME', 'EVENT', 'OK', 'WHO', 'ADDRESS', 'DETAILS'],
      page.items.map((item) => [
        ...[item.time, item.eventType, item.success ? 'yes' : 'no', item.identityId ?? '-', item.address],
        JSON.stringify(item.details),
      ]),
    ),
  );
  if (typeof page.totalCount === 'number') out.note(`${page.totalCount} in all.`);
  if (page.next !== null) out.note(`Older ones: --before ${page.next}`);
}

export const auditCommands: readonly Command[] = [identity];
