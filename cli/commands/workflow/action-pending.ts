// Items that wait for the caller's wallets, and faults of what was encrypted to them, over the registers in which they
// take part; a role that they may claim waits also where they take part in nothing yet.
import type { Client } from '../../../api/client/client.js';
import { PAGE_SIZE_MAX } from '../../../core/base/limits/node/requests.js';
import type { Command, Context } from '../../command/command.js';
import { table } from '../../command/output.js';
import { PAGE_OPTIONS, pageIn } from '../../command/pages.js';
import { connect, type Remote } from '../../remote/session.js';
import { ownWallets, WALLET_OPTION, walletIn } from '../../workflow/acting.js';
import { thenText, votingText } from '../../workflow/place.js';

type Pending = Awaited<ReturnType<Client['listPendingActions']>>['items'][number];

/** Instances that are looked through for the registers of a wallet. */
const INSTANCES_MAX = 1000;
/**
 * Registers of the caller that are asked too, the first ones: a role may wait there for a wallet that takes part in
 * nothing yet.
 */
const OTHERS_ASKED_MAX = 20;

const OPTIONS: Command['options'] = [
  { ...WALLET_OPTION, description: 'for this wallet only, by address or name (default: all of yours)' },
  { flags: '--register <id>', description: 'on this register only' },
  ...PAGE_OPTIONS,
];

const pending: Command = {
  name: 'action pending',
  summary: 'list what waits for your wallets, newest first',
  canWatch: true,
  examples: ['quorate action pending', 'quorate action pending --wallet Planner --register 0d9c…'],
  options: OPTIONS,
  async run(context) {
    const { out } = context;
    const {
      found: entries,
      names,
      next,
      takesPart,
    } = await gatherPage(context, {
      states: ['Active', 'Disputed'],
      list: (client, params, query) => client.listPendingActions({ params, query }),
    });
    entries.sort((a, b) => (a.since < b.since ? 1 : a.since > b.since ? -1 : 0));
    out.show({ items: entries, hasMore: next !== undefined }, () => {
      const isSuspect = entries.some(({ suspectCount = 0 }) => suspectCount > 0);
      const isTimed = entries.some(({ timer }) => timer !== undefined);
      const isClosed = entries.some(({ notBefore }) => notBefore !== undefined);
      const isVoted = entries.some(({ voting }) => voting !== undefined);
      const rows = entries.map((item) => [
        ...(isSuspect ? [item.suspectCount || ''] : []),
        ...[item.blueprintTitle, item.actionId, titleOf(item)],
        item.participantId,
        ...[names.get(item.walletAddress) ?? item.walletAddress, item.since],
        ...(isClosed ? [item.notBefore] : []),
        item.deadline,
        ...(isTimed ? [item.timer && thenText(item.timer)] : []),
        ...(isVoted ? [item.voting && votingText(item.voting)] : []),
        item.instanceId,
      ]);
      return table(
        [
          ...(isSuspect ? ['SUSPECT'] : []),
          'WORKFLOW',
          'ACTION',
          'TITLE',
          'ROLE',
          'WALLET',
          'SINCE',
          ...(isClosed ? ['OPENS AFTER'] : []),
          'UNTIL',
          ...(isTimed ? ['THEN'] : []),
          ...(isVoted ? ['VOTES'] : []),
          'INSTANCE',
        ],
        rows,
      );
    });
    if (next !== undefined) out.note(`There are more: --page ${next}.`);
    for (const note of notesOn(entries, takesPart)) out.note(note);
  },
};

const suspects: Command = {
  name: 'action suspects',
  summary: 'list sealed actions in which something is wrong for your wallets, and how to object',
  canWatch: true,
  examples: ['quorate action suspects', 'quorate action suspects --wallet Planner --register 0d9c…'],
  options: OPTIONS,
  async run(context) {
    const { out } = context;
    const { found: entries, next } = await gatherPage(context, {
      list: (client, params, query) => client.listSuspectRuns({ params, query }),
    });
    entries.sort((a, b) => (a.sealedAt < b.sealedAt ? 1 : a.sealedAt > b.sealedAt ? -1 : 0));
    out.show({ items: entries, hasMore: next !== undefined }, () =>
      table(
        ['ACTION', 'TITLE', 'VERDICT', 'GROUNDS', 'BY', 'SEALED', 'OBJECT UNTIL', 'INSTANCE', 'TRANSACTION'],
        entries.map((item) => [
          ...[item.actionId, item.actionTitle, item.verdict],
          item.faults.map(({ ground, at }) => `${ground} ${at}`.trim()).join(', '),
          ...[item.senderWallet, item.sealedAt, untilText(item)],
          ...[item.instanceId, item.transactionHash],
        ]),
      ),
    );
    if (next !== undefined) out.note(`There are more: --page ${next}.`);
    const [first] = entries;
    if (first) out.note(`See the values: quorate instance data ${first.instanceId} --wallet ${first.walletAddress}`);
    const wrong = entries.find(({ canObject }) => canObject);
    if (wrong)
      out.note(
        `Prove it: quorate instance object ${wrong.instanceId} --tx ${wrong.transactionHash} --wallet ${wrong.walletAddress}`,
      );
    const disputed = entries.find(({ isDisputed }) => isDisputed);
    if (disputed)
      out.note(`A dispute comes first, and its end is said there: quorate instance show ${disputed.instanceId}`);
  },
};

type SuspectRun = Awaited<ReturnType<Client['listSuspectRuns']>>['items'][number];

/** Until when an objection is taken. A stop has no end that is known, and the silence of a sender has none. */
function untilText({ canObject, isDisputed, objectUntil }: SuspectRun): string {
  if (canObject) return objectUntil ?? 'no end';
  if (!isDisputed) return '';
  return objectUntil === undefined ? 'after the dispute' : `after the dispute, to ${objectUntil}`;
}

export const actionPendingCommands: readonly Command[] = [pending, suspects];

type State = 'Active' | 'Disputed' | undefined;

interface Listing<Row> {
  /** Only registers with an instance in one of these states. */
  readonly states?: readonly State[];
  readonly list: (
    client: Client,
    params: { readonly wallet: string; readonly register: string },
    query: ReturnType<typeof pageIn>,
  ) => Promise<{ readonly items: readonly Row[]; readonly hasMore: boolean }>;
}

/** A page of a list for the wallet that is named, or for all of the caller's; `next` is the page after it, if any. */
async function gatherPage<Row>(context: Context, { states = [undefined], list }: Listing<Row>) {
  const { input } = context;
  const remote = await connect(context);
  const page = pageIn(input);
  const isNamed = input.text('wallet') !== undefined;
  const own = isNamed ? [] : await ownWallets(remote);
  const names = new Map(own.map(({ address, name }) => [address, name]));
  const wallets = isNamed ? [await walletIn(context, remote)] : [...names.keys()];
  const rows: Row[] = [];
  let more = false;
  let takesPart = false;
  const others = states.length > 1 && input.text('register') === undefined ? await firstRegisters(remote) : [];
  for (const wallet of wallets) {
    const own = await registersIn(context, remote, { wallet, states });
    takesPart ||= own.length > 0;
    for (const register of new Set([...own, ...others])) {
      const { items, hasMore } = await list(remote.client, { wallet, register }, page);
      rows.push(...items);
      more ||= hasMore;
    }
  }
  return { found: rows, names, next: more ? page.page + 1 : undefined, takesPart };
}

async function firstRegisters({ client }: Remote): Promise<readonly string[]> {
  const registers = await client.listRegisters({ query: { page: 1, pageSize: OTHERS_ASKED_MAX } });
  return registers.map(({ id }) => id);
}

/** The register that is named, or those with an instance in which the wallet takes part. */
async function registersIn(
  { input }: Context,
  { client }: Remote,
  { wallet, states }: { readonly wallet: string; readonly states: readonly State[] },
): Promise<readonly string[]> {
  const named = input.text('register');
  if (named !== undefined) return [named];
  const ids = new Set<string>();
  for (const state of states)
    for (let page = 1; page <= INSTANCES_MAX / PAGE_SIZE_MAX; page++) {
      const of = { wallet, ...(state && { state }), page, pageSize: PAGE_SIZE_MAX };
      const { items, hasMore } = await client.listInstances({ query: of });
      for (const { registerId } of items) ids.add(registerId);
      if (!hasMore) break;
    }
  return [...ids];
}

function titleOf({ title, confirms, delivers, objects, reminds, remindedTimes, resolves, cancels }: Pending): string {
  if (cancels) return `${cancels.askedBy} asks to cancel: agree or not`;
  if (resolves !== undefined) return `resolve the dispute about: ${title}`;
  if (reminds !== undefined) return `waits for ${reminds}: ${title}`;
  if (remindedTimes !== undefined)
    return `${title} (reminded ${remindedTimes} ${remindedTimes === 1 ? 'time' : 'times'})`;
  if (objects) return `object, as the evidence of ${objects.gate} was not given: ${title}`;
  if (delivers)
    return delivers.gate === undefined
      ? `deliver to ${delivers.role}: ${title}`
      : `deliver the evidence of ${delivers.gate} to ${delivers.role}: ${title}`;
  return confirms === undefined ? title : `confirm: ${title}`;
}

/** An action that can be done now, and nothing that is asked beside one. */
function isToDo({ again, cancels, confirms, delivers, notBefore, objects, reminds, resolves }: Pending): boolean {
  return ![again, cancels, confirms, delivers, notBefore, objects, reminds, resolves].some(Boolean);
}

/**
 * The next things to do. Where nothing waits, but the wallets take part in something that goes on, it waits for others.
 */
function notesOn(entries: readonly Pending[], takesPart: boolean): readonly string[] {
  const [suspect] = entries.filter(({ suspectCount = 0 }) => suspectCount > 0);
  const toConfirm = entries.find(({ confirms }) => confirms !== undefined);
  const toDeliver = entries.find(({ delivers }) => delivers !== undefined);
  const toObject = entries.find(({ objects }) => objects !== undefined);
  const toResolve = entries.find(({ resolves }) => resolves !== undefined);
  const toCancel = entries.find(({ cancels }) => cancels !== undefined);
  const toSayAgain = entries.find(({ again }) => again !== undefined);
  const toDo = entries.filter(isToDo);
  const closed = entries.filter(({ notBefore }) => notBefore !== undefined);
  const toVote = toDo.find(({ voting }) => voting !== undefined);
  const toAct = toDo.find(({ voting }) => voting === undefined);
  return [
    ...(suspect
      ? [`See what is suspect: quorate instance data ${suspect.instanceId} --wallet ${suspect.walletAddress}`]
      : []),
    ...(toSayAgain?.again
      ? [
          `Say a vote again, so that it decides: quorate action submit ${toSayAgain.instanceId} ${toSayAgain.actionId} --vote ${toSayAgain.again.vote} --role ${toSayAgain.again.role}`,
        ]
      : []),
    ...(toVote ? [`Vote: quorate action submit ${toVote.instanceId} ${toVote.actionId} --vote yes`] : []),
    ...(toConfirm ? [`Confirm a run, or decline it: quorate instance confirm ${toConfirm.instanceId}`] : []),
    ...(toDeliver
      ? [
          `Deliver what others are owed: quorate instance deliver ${toDeliver.instanceId} --wallet ${toDeliver.walletAddress}`,
        ]
      : []),
    ...(toObject
      ? [
          `Object to it: quorate instance object ${toObject.instanceId} --tx ${toObject.previousTransactionHash} --ground undelivered --wallet ${toObject.walletAddress}`,
        ]
      : []),
    ...(toResolve ? [`Say how a dispute ends: quorate instance resolve ${toResolve.instanceId}`] : []),
    ...(toCancel ? [`Agree to a cancellation: quorate instance cancel ${toCancel.instanceId}`] : []),
    ...(toAct ? [`Do the newest: quorate action submit ${toAct.instanceId} ${toAct.actionId}`] : []),
    ...(closed.length > 0
      ? [`Not to be done yet: ${closed.length}. Each is taken after the time in OPENS AFTER.`]
      : []),
    ...(entries.length === 0 && takesPart
      ? [
          'Nothing waits for your wallets. To see the others that are waited for: quorate instance list, then quorate instance show INSTANCE',
          'Whether something is wrong in what others did: quorate action suspects',
        ]
      : []),
    ...(entries.length === 0
      ? ['An instance is listed from its first action on. Do that one: quorate action submit INSTANCE']
      : []),
  ];
}
