// One node of waiting-cost.ts: the production ledger, mesh driver and links over a store on disk, without API and
// metrics. A silent one links and takes what is sent to it, and says nothing. It tells its parent what it used: CPU
// time of the whole process, frames, bytes and memory.

import { MeshDriver } from '../../../actors/mesh/driver.js';
import { PeerBook } from '../../../actors/mesh/peers/peer-book.js';
import type { PeerService } from '../../../actors/mesh/ports.js';
import { reachableIn } from '../../../actors/mesh/reach.js';
import { claimsVerifier } from '../../../actors/verifier.js';
import { BENCH_BLUEPRINT } from '../../../cli/harness/workload.js';
import { issue } from '../../../core/base/issue.js';
import type { Json } from '../../../core/base/json.js';
import type { Log } from '../../../core/base/ports.js';
import { fail } from '../../../core/base/result.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { TransactionCache } from '../../../node/network/links/transaction-cache.js';
import { Network } from '../../../node/network/network.js';
import type { NetworkMetrics } from '../../../node/network/network-ports.js';
import { systemClock, systemRandom } from '../../../node/platform/clock.js';
import { openLevel } from '../../../storage/engine/level.js';
import { memoryKv } from '../../../storage/engine/memory.js';
import { loadIdentity } from '../../../storage/pki/identity.js';
import { PeerStore } from '../../../storage/tables/node/peers.js';
import { good } from '../../support/base/good.js';
import { VirtualClock } from '../../support/base/virtual-clock.js';
import { noFiles } from '../../support/mesh/no-files.js';
import { keyOf, keysOf, type LedgerWorld, ledgerWorld, signedTransaction } from '../../support/node/ledger-world.js';

/** The clock of the machine where a ledger of the tests expects its own. */
export function wallClock(): VirtualClock {
  return Object.assign(new VirtualClock(), {
    now: () => systemClock.now(),
    steady: () => systemClock.steady(),
    setTimer: (run: () => void, delayMs: number) => systemClock.setTimer(run, delayMs) as { cancel(): undefined },
  });
}

export interface NodeOrder {
  /** Its consensus key, and the name of its folders. */
  readonly name: string;
  readonly identityDir: string;
  /** Undefined for a silent one. */
  readonly storeDir: string | undefined;
  readonly seeds: readonly string[];
}

export interface Used {
  readonly cpuMs: number;
  readonly atMs: number;
  readonly frames: { readonly in: number; readonly out: number };
  readonly bytes: { readonly in: number; readonly out: number };
  readonly byKind: Readonly<Record<string, number>>;
  readonly dropped: number;
  readonly residentMib: number;
  readonly links: number;
}

export type Order = 'use' | 'submit' | 'logs';

const SILENT = issue('NODE_UNAVAILABLE', '', 'It says nothing.');

export const idOf = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

class Gauge {
  private readonly frames = { in: 0, out: 0 };
  private readonly bytes = { in: 0, out: 0 };
  private readonly byKind: Record<string, number> = {};
  private dropped = 0;
  readonly said = new Map<string, number>();
  readonly metrics: NetworkMetrics = {
    frame: (direction, kind, bytes) => {
      this.frames[direction]++;
      this.bytes[direction] += bytes;
      const key = `${direction} ${kind}`;
      this.byKind[key] = (this.byKind[key] ?? 0) + 1;
    },
    onDropped: (direction, kind) => {
      this.dropped++;
      this.note(`dropped ${direction} ${kind}`);
    },
    onAsked: () => undefined,
    onFailed: () => undefined,
  };

  note(what: string): void {
    this.said.set(what, (this.said.get(what) ?? 0) + 1);
  }

  log(): Log {
    const log: Log = {
      debug: () => undefined,
      info: () => undefined,
      warn: (_, message) => this.note(message),
      error: (_, message) => this.note(message),
      child: () => log,
    };
    return log;
  }

  used(links: number): Used {
    const { user, system } = process.cpuUsage();
    const { frames, bytes, byKind, dropped } = this;
    return {
      ...{ frames: { ...frames }, bytes: { ...bytes }, byKind: { ...byKind }, dropped, links },
      cpuMs: (user + system) / 1000,
      atMs: performance.now(),
      residentMib: Math.round(process.memoryUsage.rss() / 1024 / 1024),
    };
  }
}

function silence(): PeerService {
  return {
    onLinked: () => undefined,
    onUnlinked: () => undefined,
    frame: () => undefined,
    dockets: () => fail(SILENT),
    heads: async () => [],
    adverts: () => [],
    submit: async () => [],
    attest: async () => fail(SILENT),
    chunk: async () => fail(SILENT),
    askWallet: async () => fail(SILENT),
    requestVote: async () => fail(SILENT),
    validateDocket: async () => ({ status: 'behind', height: 0, issues: [] }),
  };
}

async function started(order: NodeOrder, gauge: Gauge) {
  const identity = good(loadIdentity(order.identityDir, Date.now()));
  const keys = keysOf(order.name);
  const log = gauge.log();
  const ports = { clock: systemClock, random: systemRandom, log };
  const verifyClaims = claimsVerifier(32);
  let driver: MeshDriver | undefined;
  let world: LedgerWorld | undefined;
  if (order.storeDir !== undefined) {
    world = await ledgerWorld({
      ...{ kv: await openLevel(order.storeDir), clock: wallClock(), keys, random: systemRandom, verifyClaims },
      accepted: (registerId, tx, relayed) => driver?.onAccepted(registerId, tx, relayed),
      reachable: (roster) => reachableIn(roster, keys, driver?.parts.net()),
      transport: (registerId) => ({
        send: (to, message) => driver?.parts.consensus.transport(registerId).send(to, message),
        fetch: (wanted) => driver?.parts.consensus.transport(registerId).fetch(wanted),
        serve: (owed) => driver?.parts.consensus.transport(registerId).serve(owed),
        offer: (to, transactions) => driver?.parts.consensus.transport(registerId).offer(to, transactions),
      }),
    });
    const { chain, ledger, announcements } = world;
    driver = new MeshDriver(
      { ...ports, chain, files: noFiles, keys, ledger, announcements, verifyClaims },
      { peerId: identity.peerId, attests: false, sync: 'all' },
    );
  }
  const kv = memoryKv();
  const book = new PeerBook(
    { ...ports, journal: { commit: (ops) => kv.write(ops) }, peers: new PeerStore(kv) },
    {
      ...{ selfPeerId: identity.peerId, admission: 'org', allowedPeers: [] },
      isRosterMember: (peerId) => driver?.parts.rosters.isMember(peerId) ?? true,
    },
  );
  const network = new Network(
    {
      ...{ identity, consensusKey: keys.current.publicKey, host: '127.0.0.1', port: 0, advertise: [], multiaddrs: [] },
      ...{ seeds: order.seeds, admission: 'org', bootId: `boot-${process.pid}`, software: 'waiting' },
    },
    {
      ...{
        ...ports,
        book,
        metrics: gauge.metrics,
        votes: driver?.parts.votes ?? null,
        transactions: new TransactionCache(),
      },
      wantedPeers: () => driver?.parts.rosters.allPeers() ?? [],
      health: () => ({ status: 'healthy', validatorId: null, activeRegisters: 0, lastHeartbeatMs: 1, issues: [] }),
    },
  );
  driver?.start(network);
  await network.start(driver ?? silence());
  return { network, world };
}

/** The waiting transactions: the publication of a blueprint, one in each register. */
function publications(world: LedgerWorld): readonly Transaction[] {
  return world.ledger.registers().map(({ id }) =>
    signedTransaction(
      keyOf('owner'),
      {
        registerId: id,
        blueprintId: BENCH_BLUEPRINT.id,
        actionId: 'blueprint-publish',
        createdAt: new Date().toISOString(),
        metadata: { Type: 'Control', transactionType: 'BlueprintPublish', publishedBy: 'owner' },
      },
      BENCH_BLUEPRINT as unknown as Json,
    ),
  );
}

async function main(order: NodeOrder): Promise<void> {
  // So that a profile is written.
  process.on('SIGTERM', () => process.exit());
  const gauge = new Gauge();
  const { network, world } = await started(order, gauge);
  const tell = (message: unknown) => process.send?.(message as object);
  process.on('message', async (what: Order) => {
    if (what === 'use') tell(gauge.used(network.linksUp));
    if (what === 'logs') tell([...gauge.said]);
    if (what === 'submit' && world) {
      const waiting = publications(world);
      const before = gauge.used(network.linksUp);
      const outcomes = await Promise.all(
        waiting.map((tx) => world.ledger.submit(tx, { priority: 'Normal', waitMs: 0 })),
      );
      const refused = outcomes.find((outcome) => outcome.status === 'refused');
      tell(refused ?? before);
    }
  });
  tell({ address: network.address, used: gauge.used(0) });
}

if (process.argv[1]?.endsWith('waiting-node.js')) await main(JSON.parse(process.argv[2] ?? '{}') as NodeOrder);
