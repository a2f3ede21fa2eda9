// Service principals: programs that get tokens of their own. For the platform administrator. A secret is shown once, on
// standard output alone.
import { SCOPE_WORDS, SCOPES_EXPLAINED } from '../../../core/tenant/services/principal.js';
import type { Command, Context } from '../../command/command.js';
import { confirm, YES_OPTION } from '../../command/confirm.js';
import { pickStated } from '../../command/input.js';
import { fields, table } from '../../command/output.js';
import { PAGE_OPTIONS, pageIn, pageNote } from '../../command/pages.js';
import { UUID } from '../../remote/ids.js';
import { connect, type Remote } from '../../remote/session.js';

const SERVICE = { name: '<service>', description: 'client id of the service, or the id of its principal' };
const SCOPE_OPTION = {
  flags: '--scope <scope>',
  description: `what it may do, and nothing else (repeat): ${SCOPES_EXPLAINED}`,
  choices: SCOPE_WORDS,
  repeat: true,
};
const NO_RIGHTS = 'none: no rights';
const KEEP = 'Keep the secret now: it is not shown again.';

const create: Command = {
  name: 'service create',
  summary: 'make a service and show its secret, once',
  examples: ['quorate service create "Docket courier" --client-id docket-courier --scope dockets:write'],
  args: [{ name: '<name>', description: 'name for people' }],
  options: [
    SCOPE_OPTION,
    { flags: '--client-id <id>', description: 'claim sub of its tokens (default: one is made)' },
    { flags: '--organisation <id>', description: 'the organisation that it works for (default: for all of them)' },
  ],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const made = await client.createServicePrincipal({
      body: {
        ...{ serviceName: input.arg('name'), scopes: [...input.list('scope')] },
        ...pickStated({ clientId: input.text('client-id'), organizationId: input.text('organisation') }),
      },
    });
    out.show(made, () =>
      fields(
        pickStated({
          service: made.id,
          'client id': made.clientId,
          secret: made.clientSecret,
          scopes: made.scopes.join(' ') || NO_RIGHTS,
        }),
      ),
    );
    out.warn(made.clientSecret === undefined ? 'It has no secret: it proves itself by a certificate.' : KEEP);
  },
};

const list: Command = {
  name: 'service list',
  summary: 'list services, deleted ones too',
  options: [
    { flags: '--status <status>', description: 'only these', choices: ['Active', 'Suspended', 'Revoked'] },
    ...PAGE_OPTIONS,
  ],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const place = pageIn(input);
    const status = input.text('status') as 'Active' | 'Suspended' | 'Revoked' | undefined;
    const page = await client.listServicePrincipals({ query: { ...place, ...pickStated({ status }) } });
    out.show(page, () => {
      const rows = page.servicePrincipals.map((item) => [
        ...[item.clientId, item.serviceName, item.status, item.scopes.join(' ') || NO_RIGHTS, item.secretSetAt ?? '-'],
        item.organizationId ?? 'all',
      ]);
      const head = ['CLIENT ID', 'NAME', 'STATUS', 'SCOPES', 'SECRET SINCE', 'ORGANISATION'];
      return table(head, rows) + pageNote(place, page.totalCount);
    });
  },
};

const rotate: Command = {
  name: 'service rotate',
  summary: 'give a service another secret and show it, once; its tokens end',
  args: [SERVICE],
  options: [YES_OPTION],
  async run(context) {
    const { out } = context;
    const remote = await connect(context);
    const id = await idOf(context, remote);
    await confirm(context, `End the secret and the tokens of ${context.input.arg('service')}?`);
    const rotated = await remote.client.rotateServicePrincipalSecret({ params: { id } });
    out.show(rotated, () => fields({ 'client id': rotated.clientId, secret: rotated.clientSecret }));
    out.warn(KEEP);
  },
};

const scopes: Command = {
  name: 'service scopes',
  summary: 'give a service these scopes in the place of those it has',
  examples: ['quorate service scopes docket-courier --scope dockets:write'],
  args: [SERVICE],
  options: [
    {
      flags: '--scope <scope>',
      description: 'what it may do, as with service create (repeat; none takes all away)',
      choices: SCOPE_WORDS,
      repeat: true,
    },
    YES_OPTION,
  ],
  async run(context) {
    const { input, out } = context;
    const remote = await connect(context);
    // A call without the option may be meant as a question for the scopes.
    if (input.list('scope').length === 0) await confirm(context, `Take all scopes of ${input.arg('service')} away?`);
    const params = { id: await idOf(context, remote) };
    const changed = await remote.client.setServiceScopes({ params, body: { scopes: [...input.list('scope')] } });
    out.show(changed, () => `${changed.clientId} has the scopes: ${changed.scopes.join(' ') || NO_RIGHTS}.`);
  },
};

type Change = 'suspendServicePrincipal' | 'reactivateServicePrincipal' | 'deleteServicePrincipal';

function changing(word: string, summary: string, operation: Change, question?: string): Command {
  return {
    name: `service ${word}`,
    summary,
    args: [SERVICE],
    ...(question !== undefined && { options: [YES_OPTION] }),
    async run(context) {
      const { input, out } = context;
      const remote = await connect(context);
      const id = await idOf(context, remote);
      if (question !== undefined) await confirm(context, question.replace('%', input.arg('service')));
      await remote.client[operation]({ params: { id } });
      out.show({ id, done: word }, `Done: ${word} ${input.arg('service')}.`);
    },
  };
}

/** The id of the principal that is meant: a client id is not a UUID. */
async function idOf({ input }: Context, { client }: Remote): Promise<string> {
  const named = input.arg('service');
  if (UUID.test(named)) return named;
  return (await client.getServicePrincipalByClient({ params: { clientId: named } })).id;
}

export const serviceCommands: readonly Command[] = [
  create,
  list,
  scopes,
  changing('suspend', 'suspend a service: its tokens end at once', 'suspendServicePrincipal'),
  changing('reactivate', 'end the suspension of a service', 'reactivateServicePrincipal'),
  rotate,
  changing(
    ...(['delete', 'delete a service for good: its client id is not given again'] as const),
    'deleteServicePrincipal',
    'Delete % for good?',
  ),
];
