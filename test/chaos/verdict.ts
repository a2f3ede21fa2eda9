// The end of a chaos run: with all faults gone, everything that any node ever said is held against every replica. It
// forgives nothing: a transaction that was acknowledged is sealed exactly once on every node, in the place and with the
// bytes that were told; their order is one that the answers allow.
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Client } from '../../api/client/client.js';
import { ChainAudit } from '../../cli/harness/chain-audit.js';
import type { StoreFindings } from '../tools/store-audit.js';
import { LOST } from './clients.js';
import { judgeLines, judgeOrder } from './order.js';
import type { Stories, Story } from './story.js';

/** One node as the verdict sees it. */
export interface Replica {
  readonly index: number;
  readonly name: string;
  client(): Client;
  stop(): Promise<unknown>;
  /** After `stop`. */
  store(): Promise<StoreFindings>;
}

export interface Judged {
  readonly replicas: readonly Replica[];
  readonly registerIds: readonly string[];
  readonly stories: Stories;
  /** How long promises may take to end and replicas to become equal. */
  readonly convergeMs: number;
  /** Nodes whose data is gone for good: their lone promises went with them, those of a quorum did not. */
  readonly gone?: ReadonlySet<number>;
}

export interface Verdict {
  readonly faults: readonly string[];
  /** The report of each node about itself when there were faults: for a reader who looks for the reason. */
  readonly symptoms: readonly string[];
  readonly convergedMs: number;
  readonly height: number;
  readonly transactions: number;
  readonly acknowledged: number;
  readonly promised: number;
  readonly unknown: number;
  /** Refusals by code. */
  readonly refused: Readonly<Record<string, number>>;
}

type Faults = string[];
type Views = Map<string, string>;

const POLL_MS = 50;
const PAGE = 100;
const AHEAD_MS_MAX = 10_000;
/** Receipts asked for at a time. */
const LANES = 16;
/** More of them say nothing new. */
const FAULTS_MAX = 30;
/** Refusals that say that nothing was accepted and that the caller may ask again. */
const AGAIN: ReadonlySet<string> = new Set([
  'NODE_UNAVAILABLE',
  'NODE_DRAINING',
  'POOL_FULL',
  'POOL_SENDER_FULL',
  'RATE_LIMITED',
  'QUORUM_UNREACHABLE',
  'REGISTER_LEFT',
  'REGISTER_OFFLINE',
  'JOURNAL_BACKLOG',
  'STORE_FULL',
  'REGISTER_BEHIND',
]);

export async function judge(given: Judged): Promise<Verdict> {
  const { replicas, registerIds, stories } = given;
  const faults: Faults = [];
  const started = performance.now();
  await settled(given, faults);
  for (const registerId of registerIds) await level(given, registerId, faults);
  const convergedMs = performance.now() - started;
  let height = 0;
  let transactions = 0;
  const hashes = new Map<string, readonly string[]>();
  for (const registerId of registerIds) {
    const chain = await oneChain(replicas, registerId, faults);
    const own = [...stories.values()].filter(({ body }) => body.registerId === registerId);
    for (const story of own) hold(story, { chain, gone: given.gone ?? new Set() }, faults);
    const disorder = [...judgeOrder(own, chain.places), ...judgeLines(own, chain.places)];
    faults.push(...disorder.slice(0, FAULTS_MAX));
    await sameBodies(replicas, { registerId, own, count: chain.places.size }, faults);
    hashes.set(registerId, chain.hashes);
    height += chain.height;
    transactions += chain.places.size;
  }
  const symptoms = faults.length === 0 ? [] : await symptomsOf(replicas, registerIds);
  await judgeStores(replicas, hashes, faults);
  return { faults: faults.slice(0, FAULTS_MAX), convergedMs, height, transactions, symptoms, ...totals(stories) };
}

/** Waits until every promise of a node that is still there has its end. */
async function settled({ replicas, stories, convergeMs }: Judged, faults: Faults): Promise<void> {
  const open = promisesOf(replicas, stories);
  const lanes = Array.from({ length: LANES }, async () => {
    for (const { replica, story } of open) await ended(replica, { story, convergeMs }, faults);
  });
  await Promise.all(lanes);
}

function* promisesOf(
  replicas: readonly Replica[],
  stories: Stories,
): Generator<{ readonly replica: Replica; readonly story: Story }> {
  for (const story of stories.values())
    for (const by of new Set(story.promises.map((promise) => promise.by))) {
      const replica = replicas.find(({ index }) => index === by);
      if (replica) yield { replica, story };
    }
}

async function ended(
  replica: Replica,
  { story, convergeMs }: { readonly story: Story; readonly convergeMs: number },
  faults: Faults,
): Promise<void> {
  const { registerId, transactionId: txId } = story.body;
  const params = { registerId, txId };
  // Of a long run there are many to ask for: each has its own time.
  const until = performance.now() + (faults.length < FAULTS_MAX ? convergeMs : 0);
  for (;;) {
    const receipt = await replica
      .client()
      .getReceipt({ params })
      .catch(() => undefined);
    if (receipt?.status === 'sealed') {
      story.sealed.push({ height: receipt.docketNumber ?? -1, index: receipt.index ?? -1, by: replica.index });
      return;
    }
    if (receipt?.status === 'refused') {
      story.ends.push(String(receipt.code));
      return;
    }
    if (performance.now() > until) {
      const what = story.isContended ? `${txId} (which has a rival)` : txId;
      faults.push(`${replica.name} promised ${what} and says ${receipt?.status ?? 'nothing'} at the end.`);
      return;
    }
    await pause(POLL_MS);
  }
}

async function level({ replicas, convergeMs }: Judged, registerId: string, faults: Faults): Promise<void> {
  const until = performance.now() + convergeMs;
  for (;;) {
    const heights = await Promise.all(
      replicas.map((replica) =>
        replica
          .client()
          .getRegister({ params: { registerId } })
          .then(
            ({ height }) => Number(height),
            () => -1,
          ),
      ),
    );
    if (new Set(heights).size === 1 && heights[0] !== -1) return;
    if (performance.now() > until) {
      faults.push(`The replicas of ${registerId} do not become equal: heights ${heights.join(', ')}.`);
      return;
    }
    await pause(POLL_MS);
  }
}

/** Reads the chain of every replica with the ledger's rules. Gives that of the first. */
async function oneChain(replicas: readonly Replica[], registerId: string, faults: Faults): Promise<ChainAudit> {
  let first: ChainAudit | undefined;
  for (const replica of replicas) {
    const audit = new ChainAudit(registerId);
    await audit.follow(replica.client()).catch((error) => faults.push(`${replica.name} cannot be read: ${error}`));
    for (const fault of audit.faults) faults.push(`${replica.name}: ${fault}`);
    // Every clock is right by now: a docket with a later time was dated by a wrong one.
    const aheadMs = audit.newestMs - Date.now();
    if (aheadMs > AHEAD_MS_MAX)
      faults.push(`${replica.name}: a docket of ${registerId} is dated ${Math.round(aheadMs / 1000)} s ahead of now.`);
    first ??= audit;
    if (audit.hashes.join() !== first.hashes.join())
      faults.push(`${replica.name} holds another chain of ${registerId} than ${replicas[0]?.name}.`);
  }
  return first ?? new ChainAudit(registerId);
}

function hold(
  story: Story,
  { chain, gone }: { readonly chain: ChainAudit; readonly gone: ReadonlySet<number> },
  faults: Faults,
): void {
  const { transactionId: txId } = story.body;
  const found = chain.places.get(txId);
  for (const place of story.sealed)
    if (!found) faults.push(`Transaction ${txId} was told sealed at ${place.height}/${place.index} and is nowhere.`);
    else if (found.height !== place.height || found.index !== place.index)
      faults.push(
        `Transaction ${txId} was told sealed at ${place.height}/${place.index}; it is at ${found.height}/${found.index}.`,
      );
  for (const { by, isQuorum } of story.promises)
    if (gone.has(by) && isQuorum && !found && story.ends.length === 0 && !story.isContended)
      faults.push(`Transaction ${txId} was promised by a quorum and is lost with the node that said so.`);
  if (found && story.ends.length > 0)
    faults.push(`Transaction ${txId} was refused for good (${story.ends.join(', ')}) and is sealed.`);
  const odd = [...story.refusals.filter((code) => !AGAIN.has(code)), ...story.ends].filter(
    (code) => !(story.isContended && LOST.has(code)),
  );
  if (odd.length > 0) faults.push(`Transaction ${txId} is honest and was refused: ${odd.join(', ')}.`);
}

/** Every replica shows what was submitted, and all show the same. */
async function sameBodies(
  replicas: readonly Replica[],
  { registerId, own, count }: { readonly registerId: string; readonly own: readonly Story[]; readonly count: number },
  faults: Faults,
): Promise<void> {
  const submitted = new Map(own.map((story) => [story.body.transactionId, story.body]));
  let first: Views | undefined;
  for (const replica of replicas) {
    const views: Views = new Map();
    for (let skip = 0; skip <= count; skip += PAGE) {
      const page = await replica
        .client()
        .listTransactions({ params: { registerId }, query: { $skip: skip, $top: PAGE } })
        .catch(() => undefined);
      for (const view of page?.transactions ?? []) {
        views.set(view.txId, createHash('sha256').update(JSON.stringify(view)).digest('hex'));
        const body = submitted.get(view.txId);
        const [payload] = view.payloads;
        if (body && !(isDeepStrictEqual(payload?.data, body.payload) && view.signature === signatureOf(body)))
          faults.push(`${replica.name} shows other bytes of ${view.txId} than were submitted.`);
      }
    }
    if (views.size !== count) faults.push(`${replica.name} lists ${views.size} of ${count} transactions.`);
    first ??= views;
    for (const [txId, view] of views)
      if (first.has(txId) && view !== first.get(txId))
        faults.push(`${replica.name} shows transaction ${txId} differently.`);
  }
}

function signatureOf(body: Story['body']): string {
  return (body.signatures?.[0] as { readonly signatureValue?: string } | undefined)?.signatureValue ?? '';
}

async function symptomsOf(replicas: readonly Replica[], registerIds: readonly string[]): Promise<readonly string[]> {
  const asked = replicas.map(async (replica) => {
    const client = replica.client();
    const { peersUp, replicas: copies } = await client.getMeshStatus();
    const lines = [`${replica.name}: ${peersUp} peers up`];
    for (const registerId of registerIds) {
      const params = { registerId };
      const { state, reason } = await client.getValidatorStatus({ params });
      const { total } = await client.listPending({ params, query: {} });
      const copy = copies.find((one) => one.registerId === registerId);
      lines.push(
        `  ${registerId}: ${copy?.state} at ${copy?.height} of ${copy?.targetHeight}, ${copy?.lastError ?? 'no error'}; ` +
          `${copy?.providers.length} providers; seat ${state} ${reason ?? ''}; ${total} pending`,
      );
    }
    return lines;
  });
  return (await Promise.allSettled(asked)).flatMap((one) =>
    one.status === 'fulfilled' ? one.value : [`${one.reason}`],
  );
}

/** Every store, whole, after its node has stopped. */
async function judgeStores(
  replicas: readonly Replica[],
  hashes: ReadonlyMap<string, readonly string[]>,
  faults: Faults,
): Promise<void> {
  for (const replica of replicas) {
    await replica.stop();
    const found = await replica.store();
    for (const { code, message } of found.issues) faults.push(`${replica.name}: store: ${code} ${message}`);
    if (found.promised > 0) faults.push(`${replica.name}: store: ${found.promised} promises are kept at rest.`);
    if (found.strays > 0) faults.push(`${replica.name}: store: ${found.strays} stored bodies are named by no docket.`);
    for (const [registerId, told] of hashes)
      if (found.hashes.get(registerId)?.join() !== told.join())
        faults.push(`${replica.name}: store: holds another chain of ${registerId} than was shown.`);
  }
}

function totals(stories: Stories): Pick<Verdict, 'acknowledged' | 'promised' | 'unknown' | 'refused'> {
  const refused: Record<string, number> = {};
  let acknowledged = 0;
  let promised = 0;
  let unknown = 0;
  for (const story of stories.values()) {
    if (story.sealed.length > 0 || story.promises.length > 0) acknowledged++;
    if (story.promises.length > 0) promised++;
    unknown += story.unknown;
    for (const code of [...story.refusals, ...story.ends]) refused[code] = (refused[code] ?? 0) + 1;
  }
  return { acknowledged, promised, unknown, refused };
}
