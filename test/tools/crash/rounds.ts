// The crash run: a node under load is killed at a random moment, started again on its folder, and held to everything it
// ever answered. Round after round on one ledger, and at the end the stopped store is judged whole. It repairs nothing
// and forgives nothing.
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../../../api/client/client.js';
import { ChainAudit } from '../../../cli/harness/chain-audit.js';
import { NodeProcess } from '../../../cli/harness/node-process.js';
import { foundRegister, newParty } from '../../../cli/harness/party.js';
import { UNREHEARSED } from '../../../cli/harness/unrehearsed.js';
import { BENCH_BLUEPRINT, benchKeys } from '../../../cli/harness/workload.js';
import { auditStore } from '../store-audit.js';
import { type Ledger, Load } from './load.js';
import { CALLS, CALLS_ID } from './workflow.js';

export interface CrashOptions {
  readonly rounds: number;
  /** 0 to 1. */
  readonly random: () => number;
  /** The time of a round begins once so many are acknowledged in it, however slow the machine is: none when absent. */
  readonly leastAcknowledged?: number;
  readonly onRound?: (round: RoundReport) => void;
}

export interface RoundReport {
  readonly round: number;
  /** From the first submission to SIGKILL. */
  readonly aliveMs: number;
  /** Start until it served again. */
  readonly restartMs: number;
  readonly paused: boolean;
  /** Killed once more while it started. */
  readonly killedAtStart: boolean;
  readonly acknowledged: number;
  readonly unanswered: number;
  readonly dockets: number;
  readonly faults: number;
}

export interface CrashReport {
  readonly rounds: readonly RoundReport[];
  readonly kills: number;
  readonly acknowledged: number;
  /** Answered as pending, sealed later. */
  readonly promisedFirst: number;
  readonly unansweredAtKills: number;
  readonly repeated: number;
  readonly dockets: number;
  readonly transactions: number;
  readonly refusals: Readonly<Record<string, number>>;
  /** Empty, or the run failed. */
  readonly faults: readonly string[];
}

const ALIVE_MS = { least: 50, most: 1200 };
/** Shares of the rounds in which the validator is paused at work, and in which a start is killed as well. */
const PAUSED_SHARE = 0.3;
const KILLED_AT_START_SHARE = 0.2;
const START_MS = 900;
const SETTLE_MS = 60_000;
const OLD_DOCKETS = 5;
const KEYS = 16;
/**
 * Codes of a node that is paused, full or stopping: the submission was not accepted, and no client was told otherwise.
 */
const EXCUSED = new Set(['NODE_UNAVAILABLE', 'NODE_DRAINING', 'POOL_FULL', 'POOL_SENDER_FULL', 'VAL_CHAIN_001']);

export async function crashRounds(options: CrashOptions): Promise<CrashReport> {
  const node = await NodeProcess.create();
  try {
    const token = await node.login();
    const ledger = await foundLedger(node.client(token));
    const run = new CrashRun({ node, token, leastAcknowledged: options.leastAcknowledged ?? 0 }, ledger);
    for (let round = 1; round <= options.rounds; round++) {
      const report = await run.round(round, options.random);
      options.onRound?.(report);
      if (report.faults > 0) break;
    }
    return await run.finish();
  } catch (error) {
    throw error instanceof Error ? node.failure(error.message) : error;
  } finally {
    await node.remove();
  }
}

interface Attacked {
  readonly node: NodeProcess;
  readonly token: string;
  readonly leastAcknowledged: number;
}

class CrashRun {
  private readonly node: NodeProcess;
  private readonly token: string;
  private readonly leastAcknowledged: number;
  private readonly audit: ChainAudit;
  private readonly load: Load;
  private readonly rounds: RoundReport[] = [];
  private readonly faults: string[] = [];
  private kills = 0;
  private unanswered = 0;
  private promisedFirst = 0;

  constructor({ node, token, leastAcknowledged }: Attacked, ledger: Ledger) {
    this.node = node;
    this.token = token;
    this.leastAcknowledged = leastAcknowledged;
    this.audit = new ChainAudit(ledger.registerId);
    this.load = new Load(ledger);
  }

  async round(round: number, random: () => number): Promise<RoundReport> {
    const { record } = this.load;
    const before = record.acknowledged.size;
    const aliveMs = ALIVE_MS.least + random() * (ALIVE_MS.most - ALIVE_MS.least);
    const paused = random() < PAUSED_SHARE;
    const killedAtStart = random() < KILLED_AT_START_SHARE;
    await this.workUntilKilled(aliveMs, paused ? random() * aliveMs : undefined);
    if (killedAtStart) await this.node.killAtStart(random() * START_MS);
    this.kills += killedAtStart ? 2 : 1;
    this.unanswered += record.unanswered.size;
    this.load.settle();
    const restartMs = await this.node.start();
    if (this.node.fence !== undefined) this.faults.push(`Round ${round}: the node fenced itself (${this.node.fence}).`);
    await this.settled(paused);
    const dockets = await this.audit.follow(this.node.client(this.token));
    await this.audit.look(this.node.client(this.token), OLD_DOCKETS, (below) => Math.floor(random() * below));
    this.account(round);
    const report = {
      round,
      aliveMs: Math.round(aliveMs),
      restartMs: Math.round(restartMs),
      paused,
      killedAtStart,
      acknowledged: record.acknowledged.size - before,
      unanswered: record.unanswered.size,
      dockets,
      faults: this.faults.length + this.audit.faults.length,
    };
    this.rounds.push(report);
    return report;
  }

  /** Stops the node in peace and judges its store without it. */
  async finish(): Promise<CrashReport> {
    const { code } = await this.node.stop();
    if (code !== 0) this.faults.push(`The node ended with exit code ${code} when it was asked to stop.`);
    const found = await auditStore(this.node.dataDir);
    for (const { code, message } of found.issues) this.faults.push(`Store: ${code} ${message}`);
    if (found.promised > 0)
      this.faults.push(`Store: ${found.promised} promises are kept although everything is sealed.`);
    if (found.strays > 0) this.faults.push(`Store: ${found.strays} stored bodies are named by no docket.`);
    const stored = found.hashes.get(this.audit.registerId) ?? [];
    const same = stored.length === this.audit.hashes.length && stored.every((hash, i) => hash === this.audit.hashes[i]);
    if (!same) this.faults.push('Store: the dockets are not those that were read while the node ran.');
    const { record } = this.load;
    return {
      rounds: this.rounds,
      kills: this.kills,
      acknowledged: record.acknowledged.size,
      promisedFirst: this.promisedFirst,
      unansweredAtKills: this.unanswered,
      repeated: record.repeated,
      dockets: found.dockets,
      transactions: this.audit.places.size,
      refusals: Object.fromEntries(record.refusals),
      faults: [...this.faults, ...this.audit.faults],
    };
  }

  private async workUntilKilled(aliveMs: number, pauseAtMs: number | undefined): Promise<void> {
    const { node, token } = this;
    const { acknowledged } = this.load.record;
    const enough = acknowledged.size + this.leastAcknowledged;
    const working = this.load.run({ host: node.host, port: node.port, token });
    const until = performance.now() + SETTLE_MS;
    while (acknowledged.size < enough && performance.now() < until) await pause(5);
    if (pauseAtMs !== undefined) await pause(pauseAtMs).then(() => this.pauseValidator());
    await pause(aliveMs - (pauseAtMs ?? 0));
    await node.kill();
    await working;
  }

  private async pauseValidator(): Promise<void> {
    const params = { registerId: this.audit.registerId };
    await this.node.client(this.token).pauseValidation({ params });
  }

  /** Waits until everything that the node promised before it died is sealed. */
  private async settled(paused: boolean): Promise<void> {
    const client = this.node.client(this.token);
    const params = { registerId: this.audit.registerId };
    if (paused) await client.resumeValidation({ params });
    const until = performance.now() + SETTLE_MS;
    for (const [txId, place] of this.load.record.acknowledged) {
      if (place) continue;
      for (;;) {
        const receipt = await client.getReceipt({ params: { ...params, txId } });
        if (receipt.status === 'sealed') {
          this.load.record.acknowledged.set(txId, { height: receipt.docketNumber ?? -1, index: receipt.index ?? -1 });
          this.promisedFirst++;
          break;
        }
        if (receipt.status === 'refused' || performance.now() > until) {
          this.faults.push(`Transaction ${txId} was promised and is ${receipt.status}.`);
          return;
        }
        await pause(20);
      }
    }
  }

  /** Every answer of all rounds, against the chain as it is now. */
  private account(round: number): void {
    for (const [txId, place] of this.load.record.acknowledged) {
      const found = this.audit.places.get(txId);
      if (!found) this.faults.push(`Round ${round}: transaction ${txId} was acknowledged and is not sealed.`);
      else if (place && (place.height !== found.height || place.index !== found.index))
        this.faults.push(`Round ${round}: transaction ${txId} is not where the node said it was.`);
    }
    for (const [code, count] of this.load.record.refusals)
      if (!EXCUSED.has(code))
        this.faults.push(`Round ${round}: ${count} honest submissions were refused with ${code}.`);
  }
}

async function foundLedger(client: Client): Promise<Ledger> {
  const { registerId } = await foundRegister(client, 'Crash run', [await newParty(client, 'Owner', 'ED25519')]);
  const publish = async (blueprintId: string, blueprintJson: object) => {
    const named = blueprintJson as { readonly [name: string]: unknown };
    const body = { blueprintId, blueprintJson: named, override: UNREHEARSED };
    return (await client.publishBlueprint({ params: { registerId }, body })).publicationTxId;
  };
  return {
    registerId,
    notesTxId: await publish(BENCH_BLUEPRINT.id, BENCH_BLUEPRINT),
    callsTxId: await publish(CALLS_ID, CALLS),
    keys: benchKeys(KEYS),
  };
}
