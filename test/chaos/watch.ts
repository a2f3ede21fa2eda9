// Watches a chaos run from outside while it goes on: what processes take of memory and disk, heights, the longest time
// without a new docket, and nodes that ended by themselves. It changes nothing.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ClusterMember, MeshCluster } from '../../cli/harness/mesh-cluster.js';
import type { Clients } from './clients.js';
import type { Storm } from './storm.js';

export interface ChaosProgress {
  readonly second: number;
  readonly submitted: number;
  readonly acknowledged: number;
  readonly reads: number;
  readonly kills: number;
  /** Of all kinds that the storm has drawn, kills among them. */
  readonly drawn: number;
  readonly faults: number;
  readonly running: number;
  /** Highest that was shown, of each register. */
  readonly heights: readonly number[];
  /** MiB of this process and of the largest node. */
  readonly ownMiB: number;
  readonly largestMiB: number;
}

/** Of one process. */
export interface NodeUsage {
  readonly name: string;
  /** Before the storm, at most, and at rest after it. */
  readonly beganMiB: number;
  readonly mostMiB: number;
  readonly residentMiB: number;
  readonly files: number;
  /** Of its data folder at rest. */
  readonly diskMiB: number;
}

export interface Watched {
  readonly cluster: MeshCluster;
  readonly clients: Clients;
  readonly storm: Storm;
  readonly registerIds: readonly string[];
}

const MIB = 1024 ** 2;

export class Watch {
  /** Nodes that ended although the run did not end them, as sentences. */
  readonly faults: string[] = [];
  private readonly watched: Watched;
  private readonly began = new Map<number, number>();
  private readonly most = new Map<number, number>();
  private readonly grew = new Map<string, { readonly height: number; readonly second: number }>();
  private longest = 0;
  private ownMost = 0;

  constructor(watched: Watched) {
    this.watched = watched;
    for (const member of watched.cluster.members) this.began.set(member.index, residentMiB(member));
  }

  /** Longest time in seconds in which a register got no docket. */
  get longestStall(): number {
    return this.longest;
  }

  /** MiB that this process took at most. */
  get ownMiB(): number {
    return this.ownMost;
  }

  /** To be called each second. */
  look(second: number): ChaosProgress {
    const { cluster, clients, storm, registerIds } = this.watched;
    for (const member of cluster.members) this.node(member);
    const { heights } = clients.witness;
    for (const [registerId, height] of heights) this.height(registerId, height, second);
    const own = Math.round(process.memoryUsage.rss() / MIB);
    this.ownMost = Math.max(this.ownMost, own);
    const counted = (names: readonly string[]) => names.reduce((sum, name) => sum + (storm.counts.get(name) ?? 0), 0);
    return {
      second,
      submitted: clients.stories.size,
      acknowledged: clients.acknowledged,
      reads: clients.witness.reads,
      kills: storm.kills,
      drawn: counted([...storm.counts.keys()]),
      faults: clients.witness.faults.length + storm.faults.length + this.faults.length,
      running: cluster.members.filter(({ node }) => node.isRunning && !node.fallen).length,
      heights: registerIds.map((registerId) => heights.get(registerId) ?? 0),
      ownMiB: own,
      largestMiB: Math.max(0, ...cluster.members.map(residentMiB)),
    };
  }

  /** Of each node that is still there. */
  usage(): readonly NodeUsage[] {
    return this.watched.cluster.members.flatMap((member) => {
      const used = member.node.isRunning ? member.node.usage() : undefined;
      if (!used) return [];
      const now = Math.round(used.residentBytes / MIB);
      return [
        {
          name: member.name,
          beganMiB: this.began.get(member.index) ?? 0,
          mostMiB: Math.max(now, this.most.get(member.index) ?? 0),
          residentMiB: now,
          files: used.files,
          diskMiB: Math.round(diskBytes(member.node.dataDir) / MIB),
        },
      ];
    });
  }

  private node(member: ClusterMember): void {
    const { index, name, node } = member;
    this.most.set(index, Math.max(residentMiB(member), this.most.get(index) ?? 0));
    if (!node.fallen) return;
    const sentence = `${name} ended by itself (${node.fallen.signal ?? `exit code ${node.fallen.code}`}).`;
    if (!this.faults.includes(sentence)) this.faults.push(sentence);
  }

  private height(registerId: string, height: number, second: number): void {
    const before = this.grew.get(registerId);
    if (before && before.height === height) this.longest = Math.max(this.longest, second - before.second);
    else this.grew.set(registerId, { height, second });
  }
}

export function residentMiB({ node }: ClusterMember): number {
  const used = node.isRunning ? node.usage() : undefined;
  return Math.round((used?.residentBytes ?? 0) / MIB);
}

function diskBytes(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += diskBytes(path);
    else bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}
