// Types of credentials that the organisation issues: how wallets show them, and what a wallet has to show for one. Also
// the keys that the organisation publishes.
import { type Command, CommandError, type Context } from '../../command/command.js';
import { objectIn, readDocument } from '../../command/documents.js';
import { table } from '../../command/output.js';
import { ORGANISATION, organisationOf } from '../../remote/organisation.js';
import { connect } from '../../remote/session.js';

type Client = Awaited<ReturnType<typeof connect>>['client'];
type Shown = Awaited<ReturnType<Client['listCredentialConfigurations']>>;
type Stated = Parameters<Client['setCredentialConfigurations']>[0]['body'];

const LIST = 'List them: quorate credential types';
const TYPE = { name: '<type>', description: 'type of the credential (vct or doctype)' };

async function read(context: Context) {
  const { client } = await connect(context);
  const params = { orgId: await organisationOf(context, client) };
  return { client, params, before: await client.listCredentialConfigurations({ params }) };
}

async function state(context: Context, change: (before: Shown) => Stated): Promise<void> {
  const { client, params, before } = await read(context);
  show(context, await client.setCredentialConfigurations({ params, body: change(before) }));
}

/** As they are stated: without what is only shown. */
function statedTypes({ configurations }: Shown): Stated['configurations'] {
  return configurations.map(({ waitingOffers: _, ...type }) => type) as Stated['configurations'];
}

function show({ out }: Context, shown: Shown): void {
  out.show(shown, () =>
    [
      table(
        ['TYPE', 'FORMAT', 'SHOWN AS', 'KEYS ATTESTED', 'WALLET ATTESTED', 'OFFERS'],
        shown.configurations.map(({ credentialType, format, display = [], ...rules }) => [
          ...[credentialType, format, display[0]?.name ?? credentialType],
          ...[ruleText(rules.keyAttestation), ruleText(rules.clientAttestation), rules.waitingOffers],
        ]),
      ),
      table(
        ['WALLET THAT SIGNS', 'OFFERS', 'NEEDED UNTIL'],
        shown.keys.map((key) => [key.walletAddress, key.waitingOffers, key.neededUntil ?? 'not needed']),
      ),
    ].join('\n'),
  );
}

function ruleText(rule: { readonly trustListId?: string | undefined } | undefined): string {
  return rule === undefined ? 'no' : (rule.trustListId ?? 'by any list');
}

export const credentialTypeCommands: readonly Command[] = [
  {
    name: 'credential types',
    summary: 'list the types of credentials that the organisation issues, with its rules, and its keys',
    options: [ORGANISATION],
    async run(context) {
      show(context, (await read(context)).before);
    },
  },
  {
    name: 'credential set-type',
    summary: 'state how wallets show a type, and what they have to show for it',
    examples: ['quorate credential set-type urn:northwind:member:1 --rules member-type.json'],
    args: [TYPE],
    options: [
      {
        flags: '--rules <file>',
        description: 'JSON or YAML: format, display, keyAttestation, clientAttestation',
        required: true,
      },
      ORGANISATION,
    ],
    async run(context) {
      const credentialType = context.input.arg('type');
      const rules = objectIn(await readDocument(context, context.input.text('rules')));
      await state(context, (before) => {
        const types = statedTypes(before);
        const former = types.find((type) => type.credentialType === credentialType);
        const others = types.filter((type) => type !== former);
        const { format = former?.format ?? 'dc+sd-jwt' } = rules as { readonly format?: 'dc+sd-jwt' | 'mso_mdoc' };
        return { configurations: [...others, { ...rules, credentialType, format }] };
      });
    },
  },
  {
    name: 'credential remove-type',
    summary: 'issue a type no more; credentials that were issued stay',
    args: [TYPE],
    options: [ORGANISATION],
    async run(context) {
      const credentialType = context.input.arg('type');
      await state(context, (before) => {
        const configurations = statedTypes(before).filter((type) => type.credentialType !== credentialType);
        if (configurations.length === before.configurations.length)
          throw new CommandError('The organisation issues no such type.', { hint: LIST });
        return { configurations };
      });
    },
  },
  {
    name: 'credential retire-key',
    summary: 'publish the key of a wallet no more, once nothing that it signed can be in force',
    args: [{ name: '<wallet>', description: 'address of the wallet' }],
    options: [ORGANISATION],
    async run(context) {
      const address = context.input.arg('wallet');
      await state(context, (before) => {
        const keys = before.keys.map((key) => key.walletAddress).filter((each) => each !== address);
        if (keys.length === before.keys.length)
          throw new CommandError('The organisation publishes no such key.', { hint: LIST });
        return { configurations: statedTypes(before), keys };
      });
    },
  },
];
