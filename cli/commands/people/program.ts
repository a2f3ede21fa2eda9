// Programs that people let in: registered by an administrator, and those that the own account let in. A secret is shown
// once, on standard output alone.

import { isObject, type JsonObject } from '../../../core/base/json.js';
import { SCOPES_OF_OTHERS } from '../../../core/tenant/programs/clients.js';
import { PROGRAM_SCOPES, type ProgramScope } from '../../../core/tenant/programs/scopes.js';
import { type Command, CommandError, type Context, EXIT } from '../../command/command.js';
import { confirm, YES_OPTION } from '../../command/confirm.js';
import { readDocument } from '../../command/documents.js';
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
    { flags: '--keys <file>', description: 'public keys (JWK set) by one of which it proves itself: no secret' },
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
    const keys = await keysIn(context);
    const made = await client.createProgramClient({
      body: {
        ...{ name: input.arg('name'), redirectUris, hasSecret: input.flag('secret'), isForAll: input.flag('for-all') },
        ...pickStated({ clientId: input.text('client-id'), keys, scopes: scopes.length > 0 ? scopes : undefined }),
      },
    });
    out.show(made, () =>
      fields(pickStated({ 'client id': made.clientId, secret: made.clientSecret, scopes: made.scopes.join(' ') })),
    );
    if (made.clientSecret !== undefined) out.warn('Keep the secret now: it is not shown again.');
  },
};

/** Of a JWK set, or of one key. */
async function keysIn(context: Context): Promise<Record<string, unknown>[] | undefined> {
  const file = context.input.text('keys');
  if (file === undefined) return undefined;
  const { value, source } = await readDocument(context, file);
  const keys = isObject(value) && Array.isArray(value.keys) ? value.keys : [value];
  if (keys.every((key): key is JsonObject => isObject(key))) return keys.map((key) => ({ ...key }));
  throw new CommandError(`${source} has no keys`, { exit: EXIT.usage, hint: 'Give a JWK set: {"keys": [...]}.' });
}

const list: Command = {
  name: 'program list',
  summary: 'list the programs that the people of your organisation may let in',
  async run(context) {
    const { client } = await connect(context);
    const page = await client.listProgramClients();
    context.out.show(page, () =>
      table(
        ['CLIENT ID', 'NAME', 'FOR', 'PROVES ITSELF BY', 'SCOPES', 'ANSWERS GO TO'],
        page.programs.map((program) => [
          ...[program.clientId, program.name, program.isForAll ? 'all' : 'your organisation'],
          ...[
            program.endsAt === undefined ? provenBy(program) : 'nothing: it registered itself',
            program.scopes.join(' '),
            program.redirectUris.join(' '),
          ],
        ]),
      ),
    );
  },
};

function provenBy({
  hasSecret,
  keys,
}: {
  readonly hasSecret: boolean;
  readonly keys?: readonly object[] | undefined;
}): string {
  if (keys !== undefined) return keys.length === 1 ? 'a key' : `${keys.length} keys`;
  return hasSecret ? 'a secret' : 'nothing';
}

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
    out.show(page, () => {
      const consents = table(
        ['ID', 'PROGRAM', 'CLIENT ID', 'SINCE', 'ORGANISATION', 'MAY'],
        page.consents.map((item) => [
          ...[item.id, item.name, item.clientId, item.grantedAt, item.organizationName],
          item.scopes.map(({ scope }) => scope).join(' '),
        ]),
      );
      const grants = page.consents.flatMap(({ name, standingGrants }) =>
        standingGrants.map(({ id, leftToday, says }) => [id, name, String(leftToday), says]),
      );
      if (grants.length === 0) return consents;
      return `${consents}\n\n${table(['STANDING GRANT', 'PROGRAM', 'LEFT TODAY', 'DOES WITHOUT ASKING'], grants)}`;
    });
  },
};

const STATED = ['register', 'blueprint', 'wallet', 'per-day', 'until'] as const;

const grant: Command = {
  name: 'program grant',
  summary: 'let a program that you let in act without asking you, within limits; or end that',
  examples: [
    'quorate program grant CONSENT --register REGISTER --blueprint BLUEPRINT --action 2 --wallet WALLET --per-day 5 --until 2026-12-20T00:00:00Z --rule rule.json',
    'quorate program grant CONSENT --end GRANT',
  ],
  args: [{ name: '<consent>', description: 'id of your word to the program: quorate session programs' }],
  options: [
    { flags: '--register <id>', description: 'the register on which it acts' },
    { flags: '--blueprint <id>', description: 'the workflow in which it acts' },
    { flags: '--publication <transaction>', description: 'the version of the workflow (default: the newest)' },
    { flags: '--action <id>', description: 'an action that it does (repeat)', repeat: true },
    { flags: '--wallet <wallet>', description: 'the wallet with which it signs' },
    { flags: '--per-day <number>', description: 'acts of one day (UTC)' },
    { flags: '--until <time>', description: 'when it ends, within 31 days (ISO 8601)' },
    { flags: '--rule <file>', description: 'a rule (JSON) that is true of the data of each act (default: any data)' },
    { flags: '--end <grant>', description: 'ends this one, in the place of stating one' },
  ],
  async run(context) {
    const { input, out } = context;
    const consentId = input.arg('consent');
    const grantId = input.text('end');
    if (grantId !== undefined) {
      const { client } = await connect(context);
      await client.endStandingGrant({ params: { consentId, grantId } });
      out.show({ ended: grantId }, 'The program asks you from now on.');
      return;
    }
    const body = statedGrant(context);
    const file = input.text('rule');
    const rule = file === undefined ? undefined : (await readDocument(context, file)).value;
    const { client } = await connect(context);
    const stated = await client.stateStandingGrant({
      params: { consentId },
      body: { ...body, ...pickStated({ rule }) },
    });
    out.show(stated, () => fields({ 'standing grant': stated.id, 'does without asking': stated.says }));
  },
};

function statedGrant({ input }: Context) {
  const missing = STATED.filter((name) => input.text(name) === undefined);
  const actions = input.list('action').map(Number);
  if (missing.length > 0 || actions.length === 0 || !actions.every(Number.isSafeInteger))
    throw new CommandError('state what the program may do', {
      exit: EXIT.usage,
      hint: `Use --action NUMBER${missing.map((name) => `, --${name}`).join('')}.`,
    });
  const [registerId = '', blueprintId = '', walletAddress = '', perDay, until = ''] = STATED.map((name) =>
    input.text(name),
  );
  const publicationTxId = input.text('publication');
  return {
    ...{ registerId, blueprintId, walletAddress, perDay: Number(perDay), until, actions },
    ...pickStated({ publicationTxId }),
  };
}

export const programCommands: readonly Command[] = [add, list, remove, grant, sessionPrograms];
