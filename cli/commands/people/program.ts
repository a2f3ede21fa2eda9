// Programs that people let in: registered by an administrator, and those that the own account let in. A secret is shown
// once, on standard output alone.

import { SCOPES_OF_OTHERS } from '../../../core/tenant/programs/clients.js';
import { PROGRAM_SCOPES, type ProgramScope } from '../../../core/tenant/programs/scopes.js';
import { type Command, CommandError, EXIT } from '../../command/command.js';
import { confirm, YES_OPTION } from '../../command/confirm.js';
import { pickStated } from '../../command/input.js';
import { fields, table } from '../../command/output.js';
import { connect } from '../../remote/session.js';

const EXPLAINED = SCOPES_OF_OTHERS.map((scope) => `${scope}: ${PROGRAM_SCOPES[scope]}`).join('; ');

const add: Command = {
  name: 'program add',
  summary: 'register a program, so that people of your organisation may let it in',
  examples: ['quorate program add "Month-end planner" --redirect https://planner.example/callback --scope ledger:read'],
  args: [{ name: '<name>', description: 'name for people' }],
  options: [
    {
      flags: '--redirect <address>',
      description: 'where answers go: https, http://127.0.0.1/ with any port, or a scheme of the program (repeat)',
      repeat: true,
    },
    {
      flags: '--scope <scope>',
      description: `what it may ask for (repeat; default: all of these): ${EXPLAINED}`,
      choices: SCOPES_OF_OTHERS,
      repeat: true,
    },
    { flags: '--client-id <id>', description: 'the name that it calls itself by (default: one is made)' },
    { flags: '--secret', description: 'for a program on a server, which proves itself by a secret' },
    { flags: '--for-all', description: 'for the people of all organisations; for the platform administrator' },
  ],
  async run(context) {
    const { input, out } = context;
    const redirectUris = [...input.list('redirect')];
    if (redirectUris.length === 0)
      throw new CommandError('state where answers go', { exit: EXIT.usage, hint: 'Use --redirect ADDRESS.' });
    const { client } = await connect(context);
    const scopes = [...input.list('scope')] as ProgramScope[];
    const made = await client.createProgramClient({
      body: {
        ...{ name: input.arg('name'), redirectUris, hasSecret: input.flag('secret'), isForAll: input.flag('for-all') },
        ...pickStated({ clientId: input.text('client-id'), scopes: scopes.length > 0 ? scopes : undefined }),
      },
    });
    out.show(made, () =>
      fields(pickStated({ 'client id': made.clientId, secret: made.clientSecret, scopes: made.scopes.join(' ') })),
    );
    if (made.clientSecret !== undefined) out.warn('Keep the secret now: it is not shown again.');
  },
};

const list: Command = {
  name: 'program list',
  summary: 'list the programs that the people of your organisation may let in',
  async run(context) {
    const { client } = await connect(context);
    const page = await client.listProgramClients();
    context.out.show(page, () =>
      table(
        ['CLIENT ID', 'NAME', 'FOR', 'SECRET', 'SCOPES', 'ANSWERS GO TO'],
        page.programs.map((program) => [
          ...[program.clientId, program.name, program.isForAll ? 'all' : 'your organisation'],
          ...[program.hasSecret ? 'yes' : 'no', program.scopes.join(' '), program.redirectUris.join(' ')],
        ]),
      ),
    );
  },
};

const remove: Command = {
  name: 'program remove',
  summary: 'remove a program: its sessions end at once',
  args: [{ name: '<client>', description: 'client id of the program: quorate program list' }],
  options: [YES_OPTION],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const clientId = input.arg('client');
    await confirm(context, `Remove the program ${clientId} and end its sessions?`);
    await client.deleteProgramClient({ params: { clientId } });
    out.show({ removed: clientId }, 'The program is removed, and its sessions are ended.');
  },
};

const sessionPrograms: Command = {
  name: 'session programs',
  summary: 'list the programs that you let in, or take your word back from one',
  examples: ['quorate session programs', 'quorate session programs --end c2Vzc2lvbi1leGFtcGxlLW'],
  options: [{ flags: '--end <id>', description: 'the sessions that it has of you end too' }],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const consentId = input.text('end');
    if (consentId !== undefined) {
      await client.endProgramConsent({ params: { consentId } });
      out.show({ ended: consentId }, 'The program acts for you no more.');
      return;
    }
    const page = await client.listProgramConsents();
    out.show(page, () =>
      table(
        ['ID', 'PROGRAM', 'CLIENT ID', 'SINCE', 'ORGANISATION', 'MAY'],
        page.consents.map((item) => [
          ...[item.id, item.name, item.clientId, item.grantedAt, item.organizationName],
          item.scopes.map(({ scope }) => scope).join(' '),
        ]),
      ),
    );
  },
};

export const programCommands: readonly Command[] = [add, list, remove, sessionPrograms];
