// The audit trail of an organisation or of the node.
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../../../core/base/limits/node/requests.js';
import { type Command, CommandError, EXIT } from '../../command/command.js';
import { stated } from '../../command/input.js';
import { table } from '../../command/output.js';
import { connect } from '../../remote/session.js';

const audit: Command = {
  name: 'audit',
  summary: 'read who logged in, failed to, and changed what, newest first',
  canWatch: true,
  examples: ['quorate audit --failures', 'quorate audit --platform --event AccountLockedOut'],
  options: [
    { flags: '--organisation <id>', description: 'organisation (default: your own)' },
    { flags: '--platform', description: 'every organisation, for a SystemAdmin' },
    { flags: '--event <name>', description: 'only events of this kind' },
    { flags: '--identity <id>', description: 'only what this user did' },
    { flags: '--failures', description: 'only what failed' },
    { flags: '--from <time>', description: 'only from this time on, such as 2026-11-21T10:00:00.000Z' },
    { flags: '--before <place>', description: 'go on where a page ended' },
    {
      flags: '--page-size <number>',
      description: 'rows of a page',
      integer: { min: 1, max: PAGE_SIZE_MAX },
      default: PAGE_SIZE_DEFAULT,
    },
  ],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const query = stated({
      pageSize: input.integer('page-size') ?? PAGE_SIZE_DEFAULT,
      before: input.text('before'),
      eventType: input.text('event'),
      identityId: input.text('identity'),
      success: input.flag('failures') ? false : undefined,
      from: input.text('from'),
    });
    const organizationId = input.text('organisation') ?? (await client.getMe()).organizationId;
    if (organizationId === null)
      throw new CommandError('you act for no organisation', { exit: EXIT.usage, hint: 'State --organisation.' });
    const page = input.flag('platform')
      ? await client.listPlatformAuditEvents({ query })
      : await client.listAuditEvents({ params: { organizationId }, query });
    out.show(page, () =>
      table(
        ['TIME', 'EVENT', 'OK', 'WHO', 'ADDRESS', 'DETAILS'],
        page.items.map((one) => [
          ...[one.time, one.eventType, one.success ? 'yes' : 'no', one.identityId ?? '-', one.address],
          JSON.stringify(one.details),
        ]),
      ),
    );
    if (page.next !== null) out.note(`Older ones: --before ${page.next}`);
  },
};

export const auditCommands: readonly Command[] = [audit];
