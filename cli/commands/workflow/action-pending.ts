// Items that wait for the caller's wallets, and faults of what was encrypted to them, over the registers in which they
// take part.
import type { Client } from '../../../api/client/client.js';
import { PAGE_SIZE_MAX } from '../../../core/base/limits/node/requests.js';
import type { Command, Context } from '../../command/command.js';
import { pickStated } from '../../command/input.js';
import { table } from '../../command/output.js';
import { PAGE_OPTIONS, pageIn } from '../../command/pages.js';
import { connect, type Remote } from '../../remote/session.js';
import { ownWallets, WALLET_OPTION, walletIn } from '../../workflow/acting.js';
import { thenText, votingText } from '../../workflow/place.js';

type Pending = Awaited<ReturnType<Client['listMyWork']>>['items'][number];

/** Instances that are looked through for the registers of a wallet. */
const INSTANCES_MAX = 1000;
const OPTIONS: Command['options'] = [
  { ...WALLET_OPTION, description: 'for this wallet only, by address or name (default: all of yours)' },
  { flags: '--register <id>', description: 'on this register only' },
  ...PAGE_OPTIONS,
];

const pending: Command = {
  name: 'action pending',
  summary: 'list what waits for your wallets, on all registers, what ends first at the top',
  canWatch: true,
  examples: [
    'quorate action pending',
    'quorate action pending --newest',
    'quorate action pending --wallet Planner --register 0d9c…',
  ],
  options: [...OPTIONS, { flags: '--newest', description: 'the newest at the top' }],
  async run(context) {
    const { out } = context;
    const { input } = context;
    const remote = await connect(context);
    const { client } = remote;
    const isOfWallet = input.text('wallet') !== undefined;
    const own = isOfWallet ? [] : await ownWallets(remote);
    const names = new Map(own.map(({ address, name }) => [address, name]));
    const query = pickStated({
      ...pageIn(input),
      registerId: input.text('register'),
      wallet: isOfWallet ? await walletIn(context, remote) : undefined,
      order: input.flag('newest') ? ('newest' as const) : undefined,
    });
    const { items: entries, counts, hasMore } = await client.listMyWork({ query });
    const next = hasMore ? query.page + 1 : undefined;
    const going =
      entries.length > 0
        ? []
        : (await client.listInstances({ query: { page: 1, pageSize: 1, state: 'Active' } })).items;
    out.show({ items: entries, counts, hasMore }, () => {
      const isSuspect = entries.some(({ suspectCount = 0 }) => suspectCount > 0);
      const isTimed = entries.some(({ timer }) => timer !== undefined);
      const isClosed = entries.some(({ notBefore }) => notBefore !== undefined);
      const isNamed = entries.some(({ subject }) => subject !== undefined);
      const isVoted = entries.some(({ voting }) => voting !== undefined);
      const rows = entries.map((item) => [
        ...(isSuspect ? [item.suspectCount || ''] : []),
        ...[item.blueprintTitle, ...(isNamed ? [item.subject ?? ''] : []), item.actionId, titleOf(item)],
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
          ...(isNamed ? ['SUBJECT'] : []),
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
    for (const note of notesOn(entries, going.length > 0)) out.note(note);
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

interface Listing<Row> {
  readonly list: (
    client: Client,
    params: { readonly wallet: string; readonly register: string },
    query: ReturnType<typeof pageIn>,
  ) => Promise<{ readonly items: readonly Row[]; readonly hasMore: boolean }>;
}

/** A page of a list for the wallet that is named, or for all of the caller's; `next` is the page after it, if any. */
async function gatherPage<Row>(context: Context, { list }: Listing<Row>) {
  const { input } = context;
  const remote = await connect(context);
  const page = pageIn(input);
  const isNamed = input.text('wallet') !== undefined;
  const wallets = isNamed
    ? [await walletIn(context, remote)]
    : (await ownWallets(remote)).map(({ address }) => address);
  const rows: Row[] = [];
  let more = false;
  for (const wallet of wallets)
    for (const register of await registersIn(context, remote, wallet)) {
      const { items, hasMore } = await list(remote.client, { wallet, register }, page);
      rows.push(...items);
      more ||= hasMore;
    }
  return { found: rows, next: more ? page.page + 1 : undefined };
}

/** The register that is named, or those with an instance in which the wallet takes part. */
async function registersIn({ input }: Context, { client }: Remote, wallet: string): Promise<readonly string[]> {
  const named = input.text('register');
  if (named !== undefined) return [named];
  const ids = new Set<string>();
  for (let page = 1; page <= INSTANCES_MAX / PAGE_SIZE_MAX; page++) {
    const { items, hasMore } = await client.listInstances({ query: { wallet, page, pageSize: PAGE_SIZE_MAX } });
    for (const { registerId } of items) ids.add(registerId);
    if (!hasMore) break;
  }
  return [...ids];
}

function titleOf({ title, isSentBack, remindedTimes, ...asked }: Pending): string {
  const { confirms, delivers, objects, reminds, resolves, cancels } = asked;
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
  if (isSentBack) return `${title} (sent back)`;
  return confirms === undefined ? title : `confirm: ${title}`;
}

/** An action that can be done now, and nothing that is asked beside one. */
function isToDo({ again, cancels, confirms, delivers, notBefore, objects, reminds, resolves }: Pending): boolean {
  return ![again, cancels, confirms, delivers, notBefore, objects, reminds, resolves].some(Boolean);
}

/**
 * The next things to do. Where nothing waits, but something goes on, it waits for others.
 */
function notesOn(entries: readonly Pending[], isGoing: boolean): readonly string[] {
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
    ...(toAct ? [`Do the first: quorate action submit ${toAct.instanceId} ${toAct.actionId}`] : []),
    ...(closed.length > 0
      ? [`Not to be done yet: ${closed.length}. Each is taken after the time in OPENS AFTER.`]
      : []),
    ...(entries.length === 0 && isGoing
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
