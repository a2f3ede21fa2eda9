// Instances of workflows: opened, looked at as the ledger has them and as a wallet sees them. Moves are in action.ts.

import type { Client } from '../../../api/client/client.js';
import { countNoun } from '../../../core/base/counted.js';
import { actionOf } from '../../../core/blueprint/definition/conformance.js';
import { parsePointer } from '../../../core/blueprint/definition/pointer.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import { type Command, CommandError } from '../../command/command.js';
import { pickStated } from '../../command/input.js';
import { fields, jsonText, table } from '../../command/output.js';
import { AT_LEAST, PAGE_OPTIONS, pageIn } from '../../command/pages.js';
import { connect } from '../../remote/session.js';
import { again } from '../../remote/watching.js';
import { WALLET_OPTION, walletIn } from '../../workflow/acting.js';
import { describeSentBack, historyOf, isBeside, moveText, type PastMove } from '../../workflow/history.js';
import { awaitedText, followsFields, holderText, onwards } from '../../workflow/onwards.js';
import {
  definitionOf,
  holderOf,
  INSTANCE_ARGUMENT,
  instanceIn,
  REGISTER_OPTION,
  roleIn,
  type ShownInstance,
  timesText,
  votingText,
  waitingWord,
  walletsOf,
} from '../../workflow/place.js';
import { type KnownRecords, recordsOf } from '../../workflow/records.js';
import { namedTexts } from '../ledger/register-founding.js';
import { cancel, cancellingText } from './moves/cancellation.js';
import { owedText, sealedTable } from './moves/delivery.js';
import { disputeText } from './moves/resolution.js';

type Seen = Awaited<ReturnType<Client['getInstanceState']>>;

const STATES = ['Active', 'Disputed', 'Completed', 'Rejected', 'TimedOut', 'Cancelled'] as const;

const start: Command = {
  name: 'instance start',
  summary: 'open an instance of a published blueprint',
  examples: [
    'quorate instance start 6f1b1c8e-… --register 0d9c…',
    'quorate instance start 6f1b1c8e-… --register 0d9c… --metadata project=Riverside',
  ],
  args: [{ name: '<blueprint>', description: 'id of the blueprint' }],
  options: [
    { flags: '--register <id>', description: 'register that it is published on', required: true },
    { flags: '--publication <txId>', description: 'publication to follow (default: the newest)' },
    { flags: '--metadata <name=text>', description: 'a text that stays on this node (repeat)', repeat: true },
  ],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const body = pickStated({
      registerId: input.requiredText('register'),
      blueprintId: input.arg('blueprint'),
      publicationTxId: input.text('publication'),
      metadata: namedTexts(input.list('metadata'), '--metadata'),
    });
    const made = await client.createInstance({ body }, { idempotencyKey: true });
    out.show(made, () => fields(headFields(made)));
    out.note(`It is on the ledger once its first action is sealed. Next: quorate action submit ${made.id}`);
  },
};

const list: Command = {
  name: 'instance list',
  summary: 'list instances, newest first',
  canWatch: true,
  examples: ['quorate instance list --state Active', 'quorate instance list --wallet Planner'],
  options: [
    AT_LEAST,
    { flags: '--register <id>', description: 'on this register only' },
    { flags: '--blueprint <id>', description: 'of this blueprint only' },
    { flags: '--state <state>', description: 'in this state only', choices: STATES },
    { flags: '--wallet <wallet>', description: 'in which this wallet takes part, by address or name' },
    ...PAGE_OPTIONS,
  ],
  async run(context) {
    const { input, out } = context;
    const remote = await connect(context);
    const page = pageIn(input);
    const query = pickStated({
      ...page,
      registerId: input.text('register'),
      blueprintId: input.text('blueprint'),
      state: input.text('state') as (typeof STATES)[number] | undefined,
      wallet: input.text('wallet') === undefined ? undefined : await walletIn(context, remote),
    });
    const value = await remote.client.listInstances({ query });
    out.show(value, () => {
      const named = value.items.some(({ subject }) => subject !== undefined) ? ['SUBJECT'] : [];
      const rows = value.items.map((item) => [
        ...[item.state, waitingWord(item), item.completedActionCount, item.updatedAt],
        ...[...named.map(() => item.subject), item.blueprintId, item.id],
      ]);
      return table(['STATE', 'WAITING', 'DONE', 'CHANGED', ...named, 'BLUEPRINT', 'INSTANCE'], rows);
    });
    if (value.hasMore) out.note(`There are more: --page ${page.page + 1}.`);
  },
};

const watch: Command = {
  name: 'instance watch',
  summary: 'follow an instance until it has ended',
  args: [INSTANCE_ARGUMENT],
  options: [
    { flags: '--timeout <seconds>', description: 'give up after this long', integer: { min: 1, max: 1_000_000 } },
    REGISTER_OPTION,
  ],
  async run(context) {
    const { input, out } = context;
    let known = '';
    const ended = await again(
      context,
      async (client) => {
        const instance = await client.getInstance(instanceIn(context));
        const { state, completedActionCount, lastTransactionId, updatedAt } = instance;
        const waits = waitingWord(instance);
        const now = JSON.stringify([state, waits, lastTransactionId]);
        if (now === known) return 'nothing';
        known = now;
        const waiting = waits === '' ? '' : `, waiting: ${waits}`;
        out.item(instance, `${updatedAt}  ${state}, ${countNoun(completedActionCount, 'action')} done${waiting}`);
        return state === 'Active' || state === 'Disputed' ? 'news' : 'end';
      },
      input.integer('timeout'),
    );
    if (!ended) throw new CommandError('interrupted before the instance ended');
  },
};

const show: Command = {
  name: 'instance show',
  summary: 'show where an instance stands: what waits for whom, its parties, what was done',
  canWatch: true,
  args: [INSTANCE_ARGUMENT],
  options: [AT_LEAST, REGISTER_OPTION],
  async run(context) {
    const { client } = await connect(context);
    const instance = await client.getInstance(instanceIn(context));
    const definition = await definitionOf(client, instance, instance);
    const history = await historyOf(client, instance);
    const movers = (history ?? []).flatMap(({ timer, senderWallet }) => (timer === undefined ? [senderWallet] : []));
    const held = (definition?.participants ?? []).flatMap(({ id }) => holderOf(instance, definition, id) ?? []);
    // Data has the wallets; names are for people.
    const named = context.input.json ? [] : [...walletsOf(instance), ...held, ...movers];
    const records = await recordsOf(client, instance.registerId, named);
    context.out.show({ ...instance, ...(history === undefined ? {} : { history }) }, () =>
      [
        fields(headFields(instance)),
        ...waitingText(instance, definition),
        ...confirmationTable(instance, definition),
        ...disputeText(instance),
        `Parties\n${partyTable(instance, definition, records)}`,
        ...cancellingText(instance),
        ...(history === undefined || history.length === 0
          ? []
          : [`Done\n${historyTable({ instance, definition, records }, history)}`]),
      ].join('\n\n'),
    );
    for (const sentence of [...describeSentBack(instance, history), ...onwards(instance, definition)])
      context.out.note(sentence);
  },
};

const data: Command = {
  name: 'instance data',
  summary: 'show the fields of an instance that a wallet sees',
  examples: ['quorate instance data 3b9d… --wallet Planner'],
  args: [INSTANCE_ARGUMENT],
  options: [WALLET_OPTION, REGISTER_OPTION],
  async run(context) {
    const remote = await connect(context);
    const { params, query } = instanceIn(context);
    const instance = await remote.client.getInstance({ params, query });
    const wallet = await walletIn(context, remote, walletsOf(instance));
    const seen = await remote.client.getInstanceState({ params, query: { ...query, wallet } });
    context.out.show({ ...seen, wallet }, () =>
      [
        jsonText(seen.data),
        ...apartTable(seen),
        ...factTable(seen.facts),
        ...sealedTable(seen.facts),
        ...suspectTable(seen),
      ].join('\n\n'),
    );
    context.out.note(`As ${roleOf(instance, wallet)} sees it after ${countNoun(seen.actionCount, 'action')}.`);
    const owed = owedText(instance, wallet);
    if (owed !== undefined)
      context.out.note(`${owed} runs are owed to this wallet: quorate instance owed ${instance.id}`);
    const wrong = seen.facts && seen.suspect.find(({ isUndone }) => !isUndone);
    if (wrong) context.out.note(remedyText(wrong, { instance, wallet }));
  },
};

/** Members of a name that several actions state, and no fact joins: no single one is the value of the name. */
function apartTable({ data: shown, facts = [] }: Seen): readonly string[] {
  const newest = facts.flatMap(({ actionId, runs }) =>
    runs
      .filter(({ isInForce }) => isInForce)
      .slice(-1)
      .flatMap(({ members }) => members.map((member) => ({ ...member, actionId, name: nameOf(member.member) }))),
  );
  const rows = newest
    .filter(({ name, value }) => value !== undefined && !name.startsWith('@') && !Object.hasOwn(shown, name))
    .map(({ actionId, member, value }) => [actionId, member, JSON.stringify(value)]);
  const title = 'Of a name that several actions state (a fact of the definition would say which of them counts)';
  return rows.length === 0 ? [] : [`${title}\n${table(['ACTION', 'MEMBER', 'VALUE'], rows)}`];
}

function nameOf(member: string): string {
  return parsePointer(member)?.[0] ?? '';
}

/** The statements of each member, by run, and the finding of the wallet about each. */
function factTable(facts: Seen['facts'] = []): readonly string[] {
  const rows = facts.flatMap(({ runs }) =>
    runs.flatMap(({ source, isInForce, waits, members }) =>
      members.map(({ member, verdict }) => [
        ...[source.actionId, member, isInForce ? verdict : `${verdict} (${waits ? 'not confirmed' : 'taken back'})`],
        ...[source.senderWallet, source.transactionHash],
      ]),
    ),
  );
  return rows.length === 0 ? [] : [`Facts\n${table(['ACTION', 'MEMBER', 'VERDICT', 'WALLET', 'TRANSACTION'], rows)}`];
}

/** The faults, and whose they are. */
function suspectTable({ suspect, facts }: Seen): readonly string[] {
  if (suspect.length === 0) return [];
  const rows = suspect.map(({ actionId, member, reason, isUndone, senderWallet, transactionHash }) => [
    ...[actionId, member === '' ? 'all' : member, isUndone ? `${reason} (taken back)` : reason],
    ...[senderWallet, transactionHash],
  ]);
  return [
    `${facts ? 'Wrong, and shown as it was stated' : 'Suspect, and left out'}\n${table(['ACTION', 'MEMBER', 'WHY', 'WALLET', 'TRANSACTION'], rows)}`,
  ];
}

/** The command with which a party answers the first thing that is wrong. */
function remedyText(
  { reason, transactionHash }: Seen['suspect'][number],
  { instance, wallet }: { readonly instance: ShownInstance; readonly wallet: string },
): string {
  const of = `${instance.id} --tx ${transactionHash} --wallet ${wallet}`;
  return reason === 'undelivered'
    ? `Ask its sender to deliver it: quorate instance challenge ${of}`
    : `Prove it: quorate instance object ${of}`;
}

const definition: Command = {
  name: 'instance definition',
  summary: 'show which definition an instance follows',
  args: [INSTANCE_ARGUMENT],
  options: [REGISTER_OPTION],
  async run(context) {
    const { client } = await connect(context);
    const value = await client.getInstanceDefinition(instanceIn(context));
    context.out.show(value, () =>
      fields({
        blueprint: value.blueprintId,
        version: value.blueprintVersion ?? undefined,
        publication: value.publicationTxId,
        behaviour: value.blueprintExecDefHash ?? undefined,
        pin: value.pinState,
        newest: value.isPinnedToLatest === null ? undefined : value.isPinnedToLatest ? 'yes' : 'no',
      }),
    );
  },
};

export const instanceCommands: readonly Command[] = [start, list, show, watch, data, definition, cancel];

const STUCK =
  'No action can be done any more: a deadline has passed, an action waits for what no branch leads to, or roles have made all their moves.';

function headFields(instance: ShownInstance): Record<string, unknown> {
  return {
    ...{ instance: instance.id, subject: instance.subject },
    state: instance.state,
    blueprint: instance.blueprintId,
    version: instance.blueprintVersion ?? undefined,
    pin: instance.pinState === 'pinned' ? undefined : instance.pinState,
    register: instance.registerId,
    metadata: instance.metadata,
    done: instance.completedActionCount === 0 ? undefined : `${countNoun(instance.completedActionCount, 'action')}`,
    opened: instance.createdAt,
    changed: instance.updatedAt === instance.createdAt ? undefined : instance.updatedAt,
    ended: instance.completedAt,
    last: instance.lastTransactionId,
    ...followsFields(instance),
  };
}

/** Nothing where the instance has ended, or only waits to be confirmed. */
function waitingText(instance: ShownInstance, definition: Definition | undefined): readonly string[] {
  const { activeBranches, currentActionIds } = instance;
  if (activeBranches.length + currentActionIds.length === 0) return [];
  return [`Waiting\n${waitingTable(instance, definition)}`];
}

function waitingTable(instance: ShownInstance, definition: Definition | undefined): string {
  const { activeBranches, currentActionIds } = instance;
  const ids = new Set([...currentActionIds, ...activeBranches.map(({ currentActionId }) => currentActionId)]);
  const rows = [...ids].map((id) => {
    const action = definition?.actions.find((item) => item.id === id);
    // A join that several branches lead to is one action.
    const branch = activeBranches.find(({ currentActionId }) => currentActionId === id);
    const until = branch?.state === 'TimedOut' ? `${branch.deadline} (missed)` : branch?.deadline;
    const then = branch && timesText(branch);
    const after = branch?.waitsFor?.map((before) => awaitedText(instance, definition, before)).join('; ');
    const { voting } = branch ?? {};
    const role = voting ? action?.approval?.of.map((voter) => voter.role).join(' ') : action?.sender;
    // Before its first action no branch is there.
    const place = branch ?? { currentActionId: id };
    const holder = voting ? votingText(voting) : (actorsText(branch) ?? holderText(instance, definition, place));
    return [id, action?.title, role, holder, until, then, after];
  });
  const isTimed = rows.some((row) => row[5] !== undefined);
  const head = ['ACTION', 'TITLE', 'ROLE', 'WALLET', 'UNTIL', 'THEN', 'AFTER'];
  const cellsOf = (cells: readonly unknown[]) => cells.filter((_, i) => isTimed || i !== 5);
  const text = table(cellsOf(head) as string[], rows.map(cellsOf));
  return instance.isStuck === true ? `${text}\n${STUCK}` : text;
}

/** Wallets that may act beside a holder who is there, and why; undefined where that is all there is to say. */
function actorsText(branch: ShownInstance['activeBranches'][number] | undefined): string | undefined {
  const actors = branch?.mayAct;
  if (!actors || actors.every(({ why }) => why === 'holder')) return undefined;
  return actors
    .map(({ walletAddress, why, until, max }) => {
      const bound = max ? `, ${max.var} up to ${max.upTo} ${max.currency ?? ''}`.trimEnd() : '';
      return why === 'holder'
        ? walletAddress
        : `${walletAddress} (${why}${until === undefined ? '' : ` until ${until}`}${bound})`;
    })
    .join(', ');
}

/** Runs that count once others have confirmed them. */
function confirmationTable(
  { confirmations = [] }: ShownInstance,
  definition: Definition | undefined,
): readonly string[] {
  if (confirmations.length === 0) return [];
  const rows = confirmations.map(({ actionId, missing, until, otherwise, transactionId }) => {
    const title = definition?.actions.find(({ id }) => id === actionId)?.title;
    const then = otherwise && (otherwise === 'count' ? 'it counts' : 'it is done again');
    return [actionId, title, missing.join(', '), until, then, transactionId];
  });
  return [`To confirm\n${table(['ACTION', 'TITLE', 'BY', 'UNTIL', 'THEN', 'TXID'], rows)}`];
}

/** Every role of the definition, or those that are bound where it cannot be read. */
function partyTable(instance: ShownInstance, definition: Definition | undefined, records: KnownRecords): string {
  const roles = definition?.participants.map(({ id }) => id) ?? Object.keys(instance.participantWallets);
  const rows = roles.map((id) => {
    const role = roleIn(definition, id);
    const wallet = holderOf(instance, definition, id);
    const record = wallet === undefined ? undefined : records.get(wallet);
    return [id, role?.name ?? record?.name, role?.organisation ?? record?.organisation, wallet ?? 'open'];
  });
  return table(['ROLE', 'NAME', 'ORGANISATION', 'WALLET'], rows);
}

interface NamedInstance {
  readonly instance: ShownInstance;
  readonly definition: Definition | undefined;
  readonly records: KnownRecords;
}

function historyTable({ instance, definition, records }: NamedInstance, history: readonly PastMove[]): string {
  const rows = history.map((move) => {
    const { actionId, timer, timestamp, senderWallet, docketNumber, transactionId } = move;
    const title = (definition && actionOf(definition, actionId)?.title) ?? '';
    // No wallet makes a timer: the definition does.
    const by = timer === undefined ? rolesText(instance, senderWallet, records) : `timer ${timer}`;
    const action = isBeside(move) ? undefined : actionId;
    return [action, moveText(move, title), timestamp, by, docketNumber, transactionId];
  });
  return table(['ACTION', 'TITLE', 'TIME', 'BY', 'DOCKET', 'TXID'], rows);
}

/**
 * The roles that the wallet holds now. A confirmation of a deputy, or of who has handed its role over since, by its
 * record, or by its address.
 */
function rolesText({ participantWallets }: ShownInstance, wallet: string, records: KnownRecords): string {
  const roles = Object.entries(participantWallets).flatMap(([role, holder]) => (holder === wallet ? [role] : []));
  const record = records.get(wallet);
  return roles.length > 0 ? roles.join(', ') : record ? `${record.name} (${record.organisation})` : wallet;
}

function roleOf({ participantWallets }: ShownInstance, wallet: string): string {
  const role = Object.entries(participantWallets).find(([, address]) => address === wallet)?.[0];
  return role ?? wallet;
}
