// The clients of a chaos run: each submits through whichever node it picks, asks again with the same bytes when it got no answer, and remembers exactly
// what it was told. Readers look at every node all the while: a head that goes back or a sealed transaction that changes is remembered as a fault.
import { setTimeout as pause } from 'node:timers/promises';
import { benchSubmission, type Workload } from '../../cli/bench/workload.js';
import type { Place } from '../../cli/harness/chain-audit.js';
import type { Member, MeshCluster } from '../../cli/harness/mesh-cluster.js';
import type { Submission } from '../../core/transaction/types.js';
import type { Dice } from './random.js';

/** All that was ever said about one transaction. */
export interface Story {
  readonly body: Submission;
  /** Places that some node answered with. */
  readonly sealed: Place[];
  /** Nodes that promised it. */
  readonly promisedBy: Set<number>;
  /** Codes of refusals. */
  readonly refusals: string[];
  unknown: number;
}

const ANSWER_MS = 10_000;
const TRIES_MAX = 6;
const READ_MS = 250;
const SEEN_MAX = 2000;
const FAULTS_MAX = 50;

export class Clients {
  readonly stories = new Map<string, Story>();
  /** What must never be seen. */
  readonly faults: string[] = [];
  readonly latenciesMs: number[] = [];
  reads = 0;
  private readonly cluster: MeshCluster;
  private readonly workload: Workload;
  private readonly dice: Dice;
  private readonly heads = new Map<number, number>();
  private readonly seen = new Map<string, string>();
  private sequence = 0;
  private isOpen = true;

  constructor(cluster: MeshCluster, workload: Workload, dice: Dice) {
    this.cluster = cluster;
    this.workload = workload;
    this.dice = dice;
  }

  /** Runs `count` clients and one reader a node until `stop`. Resolves when all have ended. */
  run(count: number): Promise<unknown> {
    const clients = Array.from({ length: count }, () => this.client());
    return Promise.all([...clients, ...this.cluster.members.map((member) => this.reader(member))]);
  }

  stop(): void {
    this.isOpen = false;
  }

  private async client(): Promise<void> {
    while (this.isOpen) {
      const body = benchSubmission(this.workload, this.sequence++);
      const story: Story = { body, sealed: [], promisedBy: new Set(), refusals: [], unknown: 0 };
      this.stories.set(body.transactionId, story);
      for (let tries = 0; tries < TRIES_MAX && this.isOpen; tries++) {
        const answer = await this.submit(this.dice.pick(this.cluster.members), story);
        if (answer === 'told') break;
        await pause(this.dice.between(20, 400));
      }
      await pause(this.dice.between(0, 60));
    }
  }

  private async submit(member: Member, story: Story): Promise<'told' | 'again'> {
    const { body } = story;
    const started = performance.now();
    const answer = await this.call(member, 'POST', `/api/registers/${body.registerId}/transactions`, {
      body,
      prefer: this.dice.chance(0.5) ? 'wait=5' : this.dice.chance(0.3) ? 'durability=quorum' : undefined,
    });
    if (!answer) {
      story.unknown++;
      return 'again';
    }
    const { status, json } = answer;
    if (json['status'] === 'sealed') {
      story.sealed.push({ height: Number(json['docketNumber']), index: Number(json['index']) });
      this.latenciesMs.push(performance.now() - started);
      return 'told';
    }
    if (json['status'] === 'pending') {
      story.promisedBy.add(member.index);
      return 'told';
    }
    story.refusals.push(String(json['code'] ?? `STATUS_${status}`));
    return 'again';
  }

  private async reader(member: Member): Promise<void> {
    const { registerId } = this.workload;
    while (this.isOpen) {
      await pause(READ_MS);
      const register = await this.call(member, 'GET', `/api/registers/${registerId}`);
      if (register?.status === 200) this.head(member, Number(register.json['height']));
      const told = [...this.stories.values()].filter(({ sealed }) => sealed.length > 0);
      if (told.length === 0) continue;
      await this.look(member, this.dice.pick(told).body.transactionId);
    }
  }

  private head(member: Member, height: number): void {
    this.reads++;
    const before = this.heads.get(member.index) ?? 0;
    if (height < before) this.fault(`${member.name} showed height ${height} after ${before}.`);
    this.heads.set(member.index, Math.max(height, before));
  }

  /** A sealed transaction reads the same wherever and whenever it is read. */
  private async look(member: Member, txId: string): Promise<void> {
    const found = await this.call(member, 'GET', `/api/registers/${this.workload.registerId}/transactions/${txId}`);
    if (found?.status !== 200) return;
    this.reads++;
    const text = JSON.stringify(found.json);
    const before = this.seen.get(txId);
    if (before !== undefined && before !== text) this.fault(`${member.name} shows transaction ${txId} differently.`);
    if (before === undefined && this.seen.size < SEEN_MAX) this.seen.set(txId, text);
  }

  private async call(
    member: Member,
    method: 'GET' | 'POST',
    path: string,
    given: { readonly body?: object; readonly prefer?: string | undefined } = {},
  ): Promise<{ readonly status: number; readonly json: Readonly<Record<string, unknown>> } | undefined> {
    if (!member.node.isRunning) return undefined;
    try {
      const response = await fetch(`${member.node.url}${path}`, {
        method,
        signal: AbortSignal.timeout(ANSWER_MS),
        headers: {
          authorization: `Bearer ${member.token}`,
          ...(given.body && { 'content-type': 'application/json' }),
          ...(given.prefer && { prefer: given.prefer }),
        },
        ...(given.body && { body: JSON.stringify(given.body) }),
      });
      return { status: response.status, json: (await response.json()) as Record<string, unknown> };
    } catch {
      // Dead, frozen or cut off: the client does not know what became of its request, which is what this is about.
      return undefined;
    }
  }

  private fault(sentence: string): void {
    if (this.faults.length < FAULTS_MAX) this.faults.push(sentence);
  }
}
