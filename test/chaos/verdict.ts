// The end of a chaos run: with all faults gone, everything that any node ever said is held against every replica. It forgives nothing: a transaction that
// was acknowledged is sealed exactly once, in the place that was told, on every node, or was refused for good.
import { setTimeout as pause } from 'node:timers/promises';
import { ChainAudit } from '../../cli/harness/chain-audit.js';
import type { Member, MeshCluster } from '../../cli/harness/mesh-cluster.js';
import { auditStore } from '../../cli/harness/store-audit.js';
import type { Story } from './clients.js';

export interface Verdict {
  readonly faults: readonly string[];
  readonly convergedMs: number;
  readonly height: number;
  readonly transactions: number;
  readonly acknowledged: number;
  readonly promised: number;
  readonly unknown: number;
  /** Refusals for good by code. */
  readonly refused: Readonly<Record<string, number>>;
}

const CONVERGE_MS = 180_000;
/** Refusals that say that nothing was accepted and that the caller may ask again. */
const AGAIN = new Set([
  'NODE_UNAVAILABLE',
  'NODE_DRAINING',
  'POOL_FULL',
  'POOL_SENDER_FULL',
  'RATE_LIMITED',
  'QUORUM_UNREACHABLE',
  'REGISTER_OFFLINE',
]);

export async function judge(
  cluster: MeshCluster,
  registerId: string,
  stories: ReadonlyMap<string, Story>,
): Promise<Verdict> {
  const faults: string[] = [];
  const started = performance.now();
  await settled(cluster, { registerId, stories, faults });
  await level(cluster.members, registerId, faults);
  const convergedMs = performance.now() - started;
  const audits: ChainAudit[] = [];
  for (const { node, token, name } of cluster.members) {
    const audit = new ChainAudit(registerId);
    await audit.follow(node.client(token));
    for (const fault of audit.faults) faults.push(`${name}: ${fault}`);
    audits.push(audit);
  }
  const [first, ...others] = audits as [ChainAudit, ...ChainAudit[]];
  for (const [i, other] of others.entries())
    if (other.hashes.join() !== first.hashes.join())
      faults.push(`${cluster.members[i + 1]?.name} holds another chain than ${cluster.members[0]?.name}.`);
  for (const [txId, story] of stories) hold(txId, story, first, faults);
  await cluster.stop();
  for (const { node, name } of cluster.members) {
    const found = await auditStore(node.dataDir);
    for (const { code, message } of found.issues) faults.push(`${name}: store: ${code} ${message}`);
    if (found.promised > 0) faults.push(`${name}: store: ${found.promised} promises are kept at rest.`);
  }
  return { faults, convergedMs, height: first.height, transactions: first.places.size, ...totals(stories) };
}

/** Waits until every promise has its end. */
async function settled(
  cluster: MeshCluster,
  given: { readonly registerId: string; readonly stories: ReadonlyMap<string, Story>; readonly faults: string[] },
): Promise<void> {
  const until = Date.now() + CONVERGE_MS;
  for (const [txId, story] of given.stories)
    for (const index of story.promisedBy) {
      const { node, token, name } = cluster.members[index] as Member;
      for (;;) {
        const receipt = await node
          .client(token)
          .getReceipt({ params: { registerId: given.registerId, txId } })
          .catch(() => undefined);
        if (receipt?.status === 'sealed') {
          story.sealed.push({ height: receipt.docketNumber ?? -1, index: receipt.index ?? -1 });
          break;
        }
        if (receipt?.status === 'refused') {
          story.refusals.push(`FINAL ${receipt.code}`);
          break;
        }
        if (Date.now() > until) {
          given.faults.push(`${name} promised ${txId} and says ${receipt?.status ?? 'nothing'} at the end.`);
          return;
        }
        await pause(50);
      }
    }
}

async function level(members: readonly Member[], registerId: string, faults: string[]): Promise<void> {
  const until = Date.now() + CONVERGE_MS;
  for (;;) {
    const heights = await Promise.all(
      members.map(async ({ node, token }) => {
        const register = await node
          .client(token)
          .getRegister({ params: { registerId } })
          .catch(() => undefined);
        return register ? Number(register.height) : -1;
      }),
    );
    if (new Set(heights).size === 1) return;
    if (Date.now() > until) {
      faults.push(`The replicas do not become equal: heights ${heights.join(', ')}.`);
      return;
    }
    await pause(200);
  }
}

function hold(txId: string, story: Story, chain: ChainAudit, faults: string[]): void {
  const found = chain.places.get(txId);
  for (const place of story.sealed)
    if (!found) faults.push(`Transaction ${txId} was told sealed at ${place.height}/${place.index} and is nowhere.`);
    else if (found.height !== place.height || found.index !== place.index)
      faults.push(
        `Transaction ${txId} was told sealed at ${place.height}/${place.index}; it is at ${found.height}/${found.index}.`,
      );
  const final = story.refusals.filter((code) => code.startsWith('FINAL '));
  if (final.length > 0) faults.push(`Transaction ${txId} was promised and then refused: ${final.join(', ')}.`);
  const odd = story.refusals.filter((code) => !AGAIN.has(code) && !code.startsWith('FINAL '));
  if (odd.length > 0) faults.push(`Transaction ${txId} is honest and was refused: ${odd.join(', ')}.`);
}

function totals(
  stories: ReadonlyMap<string, Story>,
): Pick<Verdict, 'acknowledged' | 'promised' | 'unknown' | 'refused'> {
  const refused: Record<string, number> = {};
  let acknowledged = 0;
  let promised = 0;
  let unknown = 0;
  for (const story of stories.values()) {
    if (story.sealed.length > 0 || story.promisedBy.size > 0) acknowledged++;
    if (story.promisedBy.size > 0) promised++;
    unknown += story.unknown;
    for (const code of story.refusals) refused[code] = (refused[code] ?? 0) + 1;
  }
  return { acknowledged, promised, unknown, refused };
}
