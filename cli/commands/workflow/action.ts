// Actions of workflows: what a wallet may begin, what was done, and the acts themselves, with a payload from a file or
// asked for field by field.
import type { Client } from '../../../api/client/client.js';
import type { JsonObject } from '../../../core/base/json.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import { VOTES } from '../../../core/blueprint/plan/approval.js';
import { readingOf } from '../../../core/blueprint/schemas/schema-check.js';
import { type Command, CommandError, type Context, EXIT, type Option } from '../../command/command.js';
import { confirm, YES_OPTION } from '../../command/confirm.js';
import { objectIn, readDocument } from '../../command/documents.js';
import { pickStated } from '../../command/input.js';
import { fields, jsonText, table } from '../../command/output.js';
import { retryCorrected } from '../../form/correcting.js';
import { fillIn } from '../../form/fill.js';
import { previewOf, previewText } from '../../form/preview.js';
import { connect } from '../../remote/session.js';
import { WALLET_OPTION, walletIn } from '../../workflow/acting.js';
import { AttachedFiles } from '../../workflow/attached.js';
import { GATE_OPTIONS, isPresenting, submitAtGates } from '../../workflow/gates.js';
import { awaitedText } from '../../workflow/onwards.js';
import {
  ACTION_ARGUMENT,
  INSTANCE_ARGUMENT,
  instanceIn,
  placeIn,
  REGISTER_OPTION,
  type ShownInstance,
  votersIn,
  type WorkflowPlace,
} from '../../workflow/place.js';
import { PREVIOUS, pending, WAIT, waiting } from '../../workflow/sending.js';
import { REGISTER_ARGUMENT } from '../ledger/register.js';
import { followOperation } from './operation.js';

type Result = Awaited<ReturnType<Client['executeInstanceAction']>>;
type Next = Result['nextActions'][number];

/** Seconds that an operation is followed which the node began of its own accord. */
const FOLLOW_SECONDS = 60;
const IN_BACKGROUND: Option = {
  flags: '--async',
  description: 'let the node encrypt in the background; with --wait, follow it',
};
const ACCEPT_SUSPECT: Option = {
  flags: '--accept-suspect <txId>',
  description: 'act although something in this transaction is suspect, without it (repeat)',
  repeat: true,
};

const startable: Command = {
  name: 'action startable',
  summary: 'list what a wallet may begin on a register',
  args: [REGISTER_ARGUMENT],
  options: [WALLET_OPTION],
  async run(context) {
    const remote = await connect(context);
    const wallet = await walletIn(context, remote);
    const params = { wallet, register: context.input.arg('register') };
    const page = await remote.client.listStartingActions({ params });
    context.out.show(page, () => {
      const rows = page.blueprints.flatMap(({ blueprintId, title, version, availableActions }) =>
        availableActions.map((item) => [
          title,
          version,
          item.actionId,
          item.title,
          item.isAvailable ? 'yes' : 'another wallet',
          blueprintId,
        ]),
      );
      return table(['WORKFLOW', 'VERSION', 'ACTION', 'TITLE', 'YOURS', 'BLUEPRINT'], rows);
    });
    const [own] = page.blueprints.filter(({ availableActions }) => availableActions.some((item) => item.isAvailable));
    const register = context.input.arg('register');
    if (page.blueprints.length === 0)
      context.out.note(`No workflow is published there: quorate blueprint publish BLUEPRINT --register ${register}`);
    else if (own) context.out.note(`Begin one: quorate instance start ${own.blueprintId} --register ${register}`);
    else
      context.out.note(
        'Each of them is begun by another wallet. To see the actions that wait for yours: quorate action pending',
      );
  },
};

const show: Command = {
  name: 'action show',
  summary: 'show an action with the fields that a wallet sees of it',
  examples: ['quorate action show 0d9c… 3f0e… --wallet Planner'],
  args: [REGISTER_ARGUMENT, { name: '<txId>', description: 'TxId of the action' }],
  options: [WALLET_OPTION],
  async run(context) {
    const { input, out } = context;
    const remote = await connect(context);
    const wallet = await walletIn(context, remote);
    const params = { wallet, register: input.arg('register'), tx: input.arg('txId') };
    const action = await remote.client.getAction({ params });
    out.show(action, () => {
      const files = action.files.map(({ fileName, contentType, size, fileId }) => [
        fileName,
        contentType,
        size,
        fileId,
      ]);
      const head = fields({
        transaction: action.transactionHash,
        instance: action.instanceId,
        action: action.actionId,
        type: action.type === 'Action' ? undefined : action.type,
        by: action.senderWallet,
        time: action.timestamp,
        previous: action.previousTransactionHash,
      });
      const listed = files.length === 0 ? [] : [`Files\n${table(['NAME', 'TYPE', 'BYTES', 'ID'], files)}`];
      return [head, jsonText(action.payloadData), ...listed].join('\n\n');
    });
  },
};

const submit: Command = {
  name: 'action submit',
  summary: 'do an action of an instance, with a payload from a file or asked for field by field',
  examples: [
    'quorate action submit 3b9d… --payload application.json',
    'quorate action submit 3b9d… 2 --wallet Engineer',
    'quorate action submit 3b9d… --payload application.json --file drawings=plans.pdf',
    'echo \'{"inspector":"Lee"}\' | quorate action submit 3b9d… --payload -',
    'quorate action submit 3b9d… 2 --vote yes --wallet Engineer --payload score.json',
    'quorate action submit 3b9d… 1 --payload yes.json --present',
    'quorate action submit 3b9d… 1 --payload yes.json --credential 019a… --holder qr1…',
  ],
  args: [INSTANCE_ARGUMENT, ACTION_ARGUMENT],
  options: [
    WALLET_OPTION,
    {
      flags: '--vote <vote>',
      description: 'of an action that several roles decide: yes, no or abstain',
      choices: VOTES,
    },
    { flags: '--role <role>', description: 'the role that votes (default: the one of the wallet)' },
    { flags: '--payload <file>', description: 'the fields as JSON, - is standard input (default: asks for each)' },
    {
      flags: '--file <field=file>',
      description: 'a file that goes with it, named by this field (repeat)',
      repeat: true,
    },
    { flags: '--uploaded <field=manifest>', description: 'a file that "file upload" has sent (repeat)', repeat: true },
    ...GATE_OPTIONS,
    PREVIOUS,
    ACCEPT_SUSPECT,
    IN_BACKGROUND,
    WAIT,
    REGISTER_OPTION,
    YES_OPTION,
  ],
  async run(context) {
    const { input } = context;
    const remote = await connect(context);
    const place = await placeIn(context, remote);
    const vote = input.text('vote') as (typeof VOTES)[number] | undefined;
    const holders = vote && place.definition ? votersIn(place, input.text('role')) : place.holders;
    const senderWallet = await walletIn(context, remote, holders);
    const attached = new AttachedFiles(context, remote.client);
    await attached.readStated();
    const { params, query } = instanceIn(context);
    const body = {
      senderWallet,
      vote,
      role: input.text('role'),
      previousTransactionHash: input.text('previous'),
      acceptSuspect: readAccepted(input.list('accept-suspect')),
    };
    const made = await retryCorrected(context, async (before) => {
      const payloadData = await payloadIn(context, place, { attached, before });
      const files = await attached.submittedFiles();
      const action = pickStated({ ...body, payloadData, files: files.length === 0 ? undefined : [...files] });
      const sent = isPresenting(context)
        ? submitAtGates(context, remote.client, { params, query, body: { actionId: place.actionId, ...action } })
        : remote.client.executeInstanceAction(
            { params: { ...params, actionId: place.actionId }, query, body: action },
            input.flag('async') ? { idempotencyKey: true, headers: { prefer: 'respond-async' } } : waiting(input),
          );
      return { payload: payloadData, sent };
    });
    await showResult(context, place, made);
  },
};

function readAccepted(txIds: readonly string[]): string[] | undefined {
  return txIds.length === 0 ? undefined : [...txIds];
}

export const actionCommands: readonly Command[] = [startable, show, submit];

/** From --payload, or asked for at the terminal by the schema of the action and confirmed. */
async function payloadIn(
  context: Context,
  place: WorkflowPlace,
  { attached, before }: { readonly attached: AttachedFiles; readonly before: JsonObject | undefined },
): Promise<JsonObject> {
  const file = context.input.text('payload');
  if (file !== undefined) return objectIn(await readDocument(context, file)) as JsonObject;
  if (!place.action)
    throw new CommandError('the definition of the instance cannot be read here, so nothing can be asked for', {
      exit: EXIT.usage,
      hint: 'State the payload: --payload FILE',
    });
  const { title, description } = place.action;
  context.out.note(`${title ?? `Action ${place.actionId}`}.${description === undefined ? '' : ` ${description}`}`);
  const { action, actionId, definition } = place;
  const reading = definition && readingOf(definition);
  const attach = (file: string) => attached.answerOf(file);
  const payload = await fillIn(context, { action, attach, before, ...(reading && { reading }) });
  const more = definition ? previewText(previewOf(definition, actionId, payload)) : '';
  context.out.warn(`${jsonText(payload)}${more === '' ? '' : `\n${more}`}`);
  await confirm(context, `Submit this as action ${place.actionId}?`);
  return payload;
}

/** The result; of one that is encrypted in the background the end, unless the call does not wait for it. */
async function showResult(context: Context, place: WorkflowPlace, made: Result): Promise<void> {
  const { input, out } = context;
  const operationId = 'operationId' in made ? made.operationId : undefined;
  const wait = input.integer('wait') ?? (input.flag('async') ? 0 : FOLLOW_SECONDS);
  const ended = operationId === undefined || wait === 0 ? undefined : await followOperation(context, operationId, wait);
  const { registerId, id } = place.instance;
  const isJoining = made.nextActions.some(({ waitsFor = [] }) => waitsFor.length > 0);
  const instance =
    ended || isJoining
      ? await (await connect(context)).client.getInstance({ params: { instanceId: id }, query: { registerId } })
      : undefined;
  const now = ended
    ? {
        ...made,
        status: 'sealed' as const,
        transactionId: ended.transactionHash,
        isComplete: instance?.completedAt !== undefined,
      }
    : made;
  const confirmers = place.action?.confirm?.by ?? [];
  const isVote = input.text('vote') !== undefined;
  const { definition } = place;
  const whose = (next: Next): string =>
    `${doerOf(next, definition)}${instance ? waitsText(next, instance, definition) : ''}`;
  out.show(now, () => resultText(now, { operation: operationId, isVote, confirmers, whose }));
  if (now.status === 'encrypting')
    out.note(`The node goes on with it. Follow it: quorate operation watch ${operationId}`);
  else if (now.status === 'pending') await pending(context, place, String(now.transactionId));
  else if (now.isComplete)
    out.note(`Proof for anybody: quorate tx evidence ${registerId} ${now.transactionId} --out evidence.json`);
  else out.note(`Where it stands, and who is next: quorate instance show ${id}`);
}

/** Its role, or those that vote on it. */
function doerOf({ actionId, participantId }: Next, definition: Definition | undefined): string {
  const approval = definition?.actions.find(({ id }) => id === actionId)?.approval;
  return approval ? `votes of ${approval.of.map(({ role }) => role).join(', ')}` : participantId;
}

/** The runs that an action that follows waits for, where it does. */
function waitsText({ actionId, waitsFor }: Next, instance: ShownInstance, definition: Definition | undefined): string {
  const branch = instance.activeBranches.find(({ currentActionId }) => currentActionId === actionId);
  const before = (branch?.waitsFor ?? waitsFor ?? []).map((id) => awaitedText(instance, definition, id));
  return before.length === 0 ? '' : `, once others come: ${before.join('; ')}`;
}

function resultText(
  made: Omit<Result, 'transactionId'> & { readonly transactionId?: string | undefined },
  { operation, isVote, confirmers, whose }: ResultOf,
): string {
  const calculated = Object.entries(made.calculations).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  const next = made.nextActions.map((item) => `${item.actionId} ${item.actionTitle} (${whose(item)})`);
  const none = isVote && !('decided' in made && made.decided) ? 'others vote' : 'this branch ends';
  return fields({
    instance: made.instanceId,
    operation,
    transaction: made.transactionId,
    status: made.repeated ? `${made.status}, submitted before` : made.status,
    decided: 'decided' in made ? made.decided : undefined,
    calculated: calculated.length === 0 ? undefined : calculated.join(', '),
    [made.status === 'sealed' ? 'next' : 'next, once sealed']: made.isComplete
      ? 'the workflow has ended'
      : next.length > 0
        ? next.join(', ')
        : none,
    'counts when': confirmers.length === 0 ? undefined : `confirmed by ${confirmers.join(', ')}`,
  });
}

interface ResultOf {
  readonly operation: string | undefined;
  readonly isVote: boolean;
  /** Roles that confirm the run: nothing follows it before. */
  readonly confirmers: readonly string[];
  /** The role that does an action that follows, and the runs that it waits for. */
  readonly whose: (next: Next) => string;
}
