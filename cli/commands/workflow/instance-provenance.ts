// The origin of an instance and of a member of its data: who did each step, and what proves it, in a file too.
import type { Client } from '../../../api/client/client.js';
import type { Command, Context } from '../../command/command.js';
import { give } from '../../command/documents.js';
import { pickStated } from '../../command/input.js';
import { fields, lineText, table } from '../../command/output.js';
import { AT_LEAST, PAGE_OPTIONS, pageIn, pageNote } from '../../command/pages.js';
import { connect } from '../../remote/session.js';
import { WALLET_OPTION, walletIn } from '../../workflow/acting.js';
import { moveText } from '../../workflow/history.js';
import { INSTANCE_ARGUMENT, instanceIn, REGISTER_OPTION } from '../../workflow/place.js';
import { heightIn } from '../ledger/tx.js';

type Steps = Awaited<ReturnType<Client['getInstanceProvenance']>>;
type Step = Pick<Steps['steps'][number], 'author' | 'senderWallet'>;

const provenance: Command = {
  name: 'instance provenance',
  summary: 'show who did each step of an instance, or stated a member of its data, and what proves it',
  examples: ['quorate instance provenance 3b9d…', 'quorate instance provenance 3b9d… --member /total --wallet Buyer'],
  args: [INSTANCE_ARGUMENT],
  options: [
    { flags: '--member <pointer>', description: 'member of the data, a JSON Pointer: /invoiceNumber' },
    ...[WALLET_OPTION, REGISTER_OPTION, ...PAGE_OPTIONS, AT_LEAST],
  ],
  run: (context) => (context.input.text('member') === undefined ? showSteps(context) : showMember(context)),
};

const evidence: Command = {
  name: 'instance evidence',
  summary: 'write the proof of all moves of an instance as one file, to be checked offline',
  examples: ['quorate instance evidence 3b9d… --out permit.json', 'quorate verify permit.json --head 9f86…@1204'],
  args: [INSTANCE_ARGUMENT],
  options: [
    AT_LEAST,
    {
      flags: '--head <height>',
      description:
        'docket that the verifier knows from elsewhere, HASH@HEIGHT too: the file has the moves up to it (default: the newest)',
    },
    REGISTER_OPTION,
    { flags: '--out <file>', description: 'write it to this new file' },
  ],
  async run(context) {
    const { input } = context;
    const { client } = await connect(context);
    const { params, query } = instanceIn(context);
    const head = heightIn(input.text('head'));
    const value = await client.getInstanceEvidence({ params, query: pickStated({ ...query, head }) });
    const file = input.text('out');
    await give(context, value, {
      file,
      said: `Check it anywhere: quorate verify ${file ?? 'FILE'} --head HASH@HEIGHT, with a head that somebody else gave you.`,
    });
  },
};

export const instanceProvenanceCommands: readonly Command[] = [provenance, evidence];

async function showSteps(context: Context): Promise<void> {
  const { input, out } = context;
  const { client } = await connect(context);
  const { params, query } = instanceIn(context);
  const page = pageIn(input);
  const value = await client.getInstanceProvenance({ params, query: { ...query, ...page } });
  out.show(value, () => stepsText(value) + pageNote(page, value.totalCount));
  if (value.steps.length > 0) out.note(`Prove it to others: quorate instance evidence ${value.instanceId}`);
}

function stepsText({ instanceId, registerId, definition, steps }: Steps): string {
  const head = fields({
    instance: instanceId,
    register: registerId,
    definition:
      definition === undefined ? 'not on this node' : `${definition.blueprintId}, version ${definition.version}`,
    ...(definition && { published: `${definition.sealedAt} by ${publisherText(definition)}` }),
  });
  const rows = steps.map((step) => [
    ...[step.docketNumber, step.sealedAt, moveText(step, step.actionTitle ?? step.actionId)],
    ...[step.timer === undefined ? authorText(step) : `timer ${step.timer}`, step.transactionId],
  ]);
  return `${head}\n\n${table(['DOCKET', 'TIME', 'STEP', 'BY', 'TRANSACTION'], rows)}`;
}

async function showMember(context: Context): Promise<void> {
  const { input, out } = context;
  const remote = await connect(context);
  const { params, query } = instanceIn(context);
  const member = input.requiredText('member');
  const wallet = input.text('wallet') === undefined ? undefined : await walletIn(context, remote);
  const value = await remote.client.getFieldProvenance({ params, query: pickStated({ ...query, member, wallet }) });
  out.show(value, () => {
    const rows = value.statements.map((item) => [
      ...[item.docketNumber, item.actionTitle ?? item.actionId, authorText(item)],
      item.suspicion === undefined ? lineText(item.value) : `not taken: ${item.suspicion}`,
      ...[item.calculatedFrom.join(', '), item.transactionId],
    ]);
    return table(['DOCKET', 'STEP', 'BY', 'VALUE', 'CALCULATED FROM', 'TRANSACTION'], rows);
  });
  const last = value.statements.at(-1);
  if (last)
    out.note(`Prove it: quorate tx evidence ${value.registerId} ${last.transactionId} --open ${member} --out FILE`);
}

/** The member that answers for the publication, and the wallet of a node that sent it where that is another one. */
function publisherText(definition: NonNullable<Steps['definition']>): string {
  const { author, publishedBy, senderWallet } = definition;
  if (publishedBy === undefined) return authorText(definition);
  return `${authorText({ author, senderWallet: publishedBy })}, sent by the system wallet of its node, ${senderWallet}`;
}

function authorText({ author, senderWallet }: Step): string {
  return author === undefined ? senderWallet : `${author.participantName} (${author.organizationName})`;
}
