// Registers as this node knows them: listed, shown, changed, deleted, published to. Founding one is
// register-founding.ts.

import type { Client } from '../../../api/client/client.js';
import { countNoun } from '../../../core/base/counted.js';
import { checkpointText } from '../../../core/register/checkpoint.js';
import type { GovernanceOperation } from '../../../core/register/governance/operation.js';
import { type Command, CommandError, EXIT } from '../../command/command.js';
import { confirm, YES_OPTION } from '../../command/confirm.js';
import { objectIn, readDocument } from '../../command/documents.js';
import { pickStated } from '../../command/input.js';
import { fields, table } from '../../command/output.js';
import { AT_LEAST, PAGE_OPTIONS, pageIn, pageNote } from '../../command/pages.js';
import { FORMAT_OPTION, showLinked } from '../../remote/linked-form.js';
import { connect } from '../../remote/session.js';
import { JUSTIFICATION_OPTION, proposeAct, SIGNER_OPTIONS, showOutcome } from '../../signing/governing.js';
import { signsHere } from '../../signing/local-key.js';
import { liftText, OVERRIDE_OPTIONS, overrideIn, refusedPublication } from '../../signing/publishing.js';

type Register = Awaited<ReturnType<Client['getRegister']>>;
type Change = Parameters<Client['updateRegister']>[0]['body'];

export const REGISTER_ARGUMENT = { name: '<register>', description: 'id of the register' };
const TIME_HINT = 'Write it as 2026-01-02T03:04:05.678Z.';
/** Seconds that publishing waits for its docket. */
const PUBLISH_WAIT_SECONDS = 10;

const list: Command = {
  name: 'register list',
  summary: 'list registers, oldest first',
  canWatch: true,
  options: [
    { flags: '--tenant <id>', description: 'of this organisation only' },
    { flags: '--sandbox', description: 'the registers of rehearsals, which stand in no other list' },
    ...PAGE_OPTIONS,
  ],
  async run(context) {
    const { input, out } = context;
    const { send } = await connect(context);
    const page = pageIn(input);
    const { body, headers } = await send('listRegisters', {
      query: pickStated({ ...page, tenantId: input.text('tenant'), sandbox: input.flag('sandbox') || undefined }),
    });
    const registers = body as readonly Register[];
    const total = Number(headers.get('x-total-count') ?? registers.length);
    out.show(registers, () => {
      const rows = registers.map((item) => [item.name, item.status, item.height, item.createdAt, item.id]);
      return table(['NAME', 'STATUS', 'DOCKETS', 'CREATED', 'ID'], rows) + pageNote(page, total);
    });
  },
};

const show: Command = {
  name: 'register show',
  summary: 'show a register and its policy',
  canWatch: true,
  args: [REGISTER_ARGUMENT],
  options: [AT_LEAST, FORMAT_OPTION],
  async run(context) {
    const { input, out } = context;
    const { client, send } = await connect(context);
    const params = { registerId: input.arg('register') };
    if (await showLinked(context, { id: 'getRegister', params, send })) return;
    const register = await client.getRegister({ params });
    // The policy is part of the sealed state, which a register that is offline does not show.
    const policy = register.status === 'OFFLINE' ? undefined : (await client.getRegisterPolicy({ params })).policy;
    out.show({ ...register, ...(policy === undefined ? {} : { policy }) }, () => {
      const rules = policy && {
        consensus: `${policy.consensus.mode}, proposer ${policy.consensus.leader}`,
        governance: policy.governance.quorumFormula,
        signatures: policy.crypto.acceptedSignatureAlgorithms.join(' '),
      };
      return fields({ ...registerFields(register), ...rules });
    });
  },
};

const update: Command = {
  name: 'register update',
  summary: 'change what this node says about a register, or take it offline',
  examples: ['quorate register update 0d3c… --name Orders', 'quorate register update 0d3c… --status OFFLINE'],
  args: [REGISTER_ARGUMENT],
  options: [
    { flags: '--name <text>', description: 'name on this node; the genesis keeps its own' },
    { flags: '--description <text>', description: 'description on this node' },
    { flags: '--status <status>', description: 'OFFLINE stops it here', choices: ['ONLINE', 'OFFLINE'] },
    {
      flags: '--advertise <choice>',
      description:
        'offer it to every node, which may then follow it from this one; each node that has it chooses for itself',
      choices: ['yes', 'no'],
    },
  ],
  async run(context) {
    const { input, out } = context;
    const advertise = input.text('advertise');
    const body = pickStated({
      name: input.text('name'),
      description: input.text('description'),
      status: input.text('status') as Change['status'],
      advertise: advertise === undefined ? undefined : advertise === 'yes',
    });
    if (Object.keys(body).length === 0)
      throw new CommandError('nothing is to be changed', {
        exit: EXIT.usage,
        hint: 'Run it with --help to see what can be.',
      });
    const { client } = await connect(context);
    const register = await client.updateRegister({ params: { registerId: input.arg('register') }, body });
    out.show(register, () => fields(registerFields(register)));
  },
};

const remove: Command = {
  name: 'register delete',
  summary: 'delete a register from this node',
  args: [REGISTER_ARGUMENT],
  options: [YES_OPTION],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const params = { registerId: input.arg('register') };
    const register = await client.getRegister({ params });
    const what = `"${register.name}" with its ${countNoun(register.height, 'docket')}`;
    await confirm(context, `Delete the register ${what} from this node? Only a backup or another node has it then.`);
    await client.deleteRegister({ params });
    out.show({ deleted: params.registerId }, `Deleted ${what} from this node.`);
  },
};

const publish: Command = {
  name: 'register publish',
  summary: 'publish a blueprint to a register from a file, once it was rehearsed (blueprint push, blueprint rehearse)',
  examples: [
    'quorate register publish 0d3c… --file purchase-order.json',
    'quorate register publish 0d3c… --file purchase-order.json --override --reason "rehearsed by all parties elsewhere"',
  ],
  args: [REGISTER_ARGUMENT],
  options: [
    { flags: '--file <file>', description: 'the definition as JSON; - is standard input', required: true },
    { flags: '--blueprint <id>', description: 'its id (default: the id in the definition)' },
    { flags: '--by <address>', description: "roster wallet that answers for it (default: the caller's)" },
    ...OVERRIDE_OPTIONS,
  ],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const definition = objectIn(await readDocument(context, input.requiredText('file')));
    const registerId = input.arg('register');
    const body = {
      ...pickStated({ blueprintId: input.text('blueprint'), publishedBy: input.text('by') }),
      ...overrideIn(input),
      blueprintJson: definition,
    };
    const made = await client
      .publishBlueprint({ params: { registerId }, body }, { waitSeconds: PUBLISH_WAIT_SECONDS })
      .catch((error: unknown) => {
        const id = String(body.blueprintId ?? definition['id']);
        const again = `quorate register publish ${registerId} --file ${input.requiredText('file')}`;
        throw refusedPublication(error, { id, again }) ?? error;
      });
    out.show(made, () =>
      fields({
        blueprint: made.blueprintId,
        publication: made.publicationTxId,
        version: made.version,
        state: made.alreadyPublished ? 'published before' : made.version === undefined ? 'pending' : 'sealed',
      }),
    );
    for (const line of liftText(made.lift)) out.note(line);
    if (made.version === undefined) out.note(`Follow it: quorate tx watch ${made.registerId} ${made.txId}`);
  },
};

const stats: Command = {
  name: 'register stats',
  summary: 'show the figures of a register',
  args: [REGISTER_ARGUMENT],
  async run(context) {
    const { client } = await connect(context);
    const page = await client.queryStats({ query: { registerId: context.input.arg('register') } });
    context.out.show(page, () =>
      fields({
        transactions: page.totalTransactions,
        bytes: page.totalBytes,
        wallets: page.uniqueWallets,
        senders: page.uniqueSenders,
        recipients: page.uniqueRecipients,
        earliest: page.earliestTransaction,
        latest: page.latestTransaction,
      }),
    );
  },
};

const head: Command = {
  name: 'register head',
  summary: 'print the newest docket as HASH@HEIGHT, to compare it with others or to publish it',
  examples: ['quorate register head 0d3c…', 'quorate verify evidence.json --head "$(quorate register head 0d3c…)"'],
  args: [REGISTER_ARGUMENT],
  options: [
    {
      flags: '--height <number>',
      description: 'an older docket instead',
      integer: { min: 0, max: Number.MAX_SAFE_INTEGER },
    },
  ],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const registerId = input.arg('register');
    const docketId = String(input.integer('height') ?? 'latest');
    const { hash, number, timestamp } = await client.getDocket({ params: { registerId, docketId } });
    const text = checkpointText({ hash, height: number });
    out.show({ registerId, head: text, hash, height: number, timestamp }, text);
  },
};

const resetTime: Command = {
  name: 'register reset-time',
  summary: 'propose to take back the time of a register that a wrong clock dated into the future',
  examples: [
    'quorate register reset-time 0d3c… --wallet main',
    'quorate register reset-time 0d3c… --to 2026-01-02T03:04:05.678Z --wallet main',
  ],
  args: [REGISTER_ARGUMENT],
  options: [
    { flags: '--to <time>', description: 'the next docket is after it, ISO 8601 (default: the present time)' },
    JUSTIFICATION_OPTION,
    ...SIGNER_OPTIONS,
  ],
  async run(context) {
    const { input, terminal } = context;
    const to = input.text('to');
    const ms = to === undefined ? terminal.now() : Date.parse(to);
    if (Number.isNaN(ms)) throw new CommandError(`"${to}" is not a time`, { exit: EXIT.usage, hint: TIME_HINT });
    // Without --to the node that signs says its own time.
    const isLeft = to === undefined && !signsHere(context);
    const timeFloor = isLeft ? undefined : new Date(ms).toISOString();
    const members = pickStated({ operationType: 'reset-time' as const, timeFloor });
    showOutcome(context, await proposeAct(context, input.arg('register'), members as Partial<GovernanceOperation>));
  },
};

export const registerCommands: readonly Command[] = [list, show, head, update, remove, publish, stats, resetTime];

function registerFields(register: Register): Record<string, unknown> {
  return {
    name: register.name,
    id: register.id,
    status: register.status,
    reason: register.statusReason,
    dockets: register.height,
    tenant: register.tenantId,
    purpose: register.purpose,
    description: register.description === '' ? undefined : register.description,
    metadata: Object.keys(register.metadata).length === 0 ? undefined : register.metadata,
    advertised: register.advertise ? 'yes' : 'no',
    created: register.createdAt,
  };
}
