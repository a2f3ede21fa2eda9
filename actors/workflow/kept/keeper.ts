// Keeps evidence of gates that stands nowhere on the ledger: as its sender makes it, before the run is submitted, and
// as the nodes of its readers fetch it. It is encrypted, and deleted when its time is over. It judges nothing.

import { LRUCache } from 'lru-cache';
import { issue } from '../../../core/base/issue.js';
import { PROOF_MAX_AGE_MOST_MS } from '../../../core/base/limits/ledger/credentials.js';
import {
  KEPT_FETCHES_MAX,
  KEPT_FETCHES_SENDER_MAX,
  KEPT_FETCHES_WAITING_MAX,
  KEPT_REST_MS,
  KEPT_RESTS_MAX,
  KEPT_UNSEALED_MS,
} from '../../../core/base/limits/node/wallets.js';
import type { Clock, Log } from '../../../core/base/ports.js';
import { type TaskOptions, TaskScheduler } from '../../../core/base/queues/task-scheduler.js';
import { isFailure, type Result } from '../../../core/base/result.js';
import { type KeptGates, readKept } from '../../../core/envelope/cells/kept.js';
import type { ChainStore } from '../../../storage/chain/chain-store.js';
import type { KvOp } from '../../../storage/engine/kv.js';
import type { TextCipher } from '../../../storage/tables/accounts/identity-providers.js';
import type { KeptEvidenceRows, KeptKey, KeptRow } from '../../../storage/tables/credentials/kept-evidence.js';
import type { Ledger } from '../../ledger-port.js';
import type {
  AskedEvidence,
  EvidenceInRun,
  EvidenceState,
  GateContent,
  KeptFetches,
  KeptGate,
  KeptReads,
  KeptWrites,
} from './ports.js';

export interface KeeperPorts {
  readonly clock: Pick<Clock, 'now' | 'steady'>;
  readonly log: Pick<Log, 'warn'>;
  readonly rows: KeptEvidenceRows;
  readonly secrets: TextCipher;
  readonly chain: Pick<ChainStore, 'transaction'>;
  readonly ledger: Pick<Ledger, 'register'>;
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
  /** Asks the node of the sender. */
  readonly ask: (asked: AskedEvidence) => Promise<Result<KeptGates>>;
  /** The run can be judged, whose evidence was away. */
  readonly onCame: (registerId: string, txId: string) => void;
  readonly metrics: KeptMetrics | null;
}

const FETCHES: TaskOptions = {
  atOnce: KEPT_FETCHES_MAX,
  atOnceKey: 1,
  waiting: { all: KEPT_FETCHES_WAITING_MAX, key: KEPT_FETCHES_SENDER_MAX },
};

export interface KeptMetrics {
  /** An ask of the node of a sender. `false`: it gave other evidence than what is sealed. */
  countEvidence(outcome: 'fetched' | 'away' | 'false'): void;
}

export class KeptEvidence implements KeptReads, KeptWrites, KeptFetches {
  private readonly ports: KeeperPorts;
  /** Runs whose evidence was not had, and when they are asked for again, by the steady clock. */
  private readonly resting = new LRUCache<string, number>({ max: KEPT_RESTS_MAX });
  /** Runs whose evidence is asked for now. */
  private readonly asking = new Set<string>();
  private readonly turns = new TaskScheduler(FETCHES);
  private stopped = false;

  constructor(ports: KeeperPorts) {
    this.ports = ports;
  }

  find(registerId: string, txId: string, gates: readonly string[]): KeptGates | undefined {
    const kept = gates.flatMap((gate) => {
      const row = this.inForce([registerId, txId, gate]);
      const content = row && this.open([registerId, txId, gate], row);
      return content === undefined ? [] : [[gate, content] as const];
    });
    return kept.length === 0 ? undefined : Object.fromEntries(kept);
  }

  /**
   * Of a run that is never sealed it stays for a day; from the seal on it has its term (`sweep`). No gate is sealed
   * later than PROOF_MAX_AGE_MOST_MS, so that a shorter term is over behind that, whatever this node has of the run.
   */
  async keep({ registerId, txId }: Parameters<KeptWrites['keep']>[0], gates: readonly GateContent[]): Promise<void> {
    const nowMs = this.ports.clock.now();
    const ops = gates.flatMap((gate) => {
      const endsMs = nowMs + Math.min(KEPT_UNSEALED_MS, gate.keptForMs + PROOF_MAX_AGE_MOST_MS);
      return this.putOps([registerId, txId, gate.id], { ...gate, endsMs });
    });
    await this.ports.commit(ops);
  }

  /**
   * Whether this node has what gives the sealed hashes. A caller waits for no other node: the sender's is asked behind
   * it, and `onCame` tells when the evidence came.
   */
  async ensure(asked: AskedEvidence): Promise<EvidenceState> {
    const { at, run, sealedAtMs } = asked;
    const { clock } = this.ports;
    const absent = asked.gates.filter(({ id }) => this.inForce([at.registerId, run.txId, id]) === undefined);
    if (absent.length === 0) return 'here';
    const missing = absent.filter(({ keptForMs }) => sealedAtMs + keptForMs > clock.now());
    if (missing.length === 0) return 'over';
    const name = nameOfRun(asked);
    const opened = await asked.open();
    if (opened === undefined) return 'here';
    const gates = await this.take({ ...asked, gates: missing }, opened.delivered);
    if (gates.length === 0) return 'here';
    if (this.asking.has(name) || clock.steady() < (this.resting.get(name) ?? 0)) return 'away';
    void this.fetchBehind({ ...asked, gates }, opened);
    return 'away';
  }

  /** Refuses what waits; an answer that is under way is not kept any more. */
  stop(): void {
    this.stopped = true;
    this.turns.drain();
  }

  /** In the turn of the wallet that sent the run, so that one whose node is slow delays no other. */
  private async fetchBehind(asked: AskedEvidence, opened: EvidenceInRun): Promise<void> {
    const { log, onCame } = this.ports;
    const { at, run } = asked;
    const name = nameOfRun(asked);
    this.asking.add(name);
    try {
      const fetching = () => this.fetch(asked, opened);
      if (await this.turns.run(run.header.senderWallet, fetching, () => false)) onCame(at.registerId, run.txId);
    } catch (err) {
      log.warn({ registerId: at.registerId, txId: run.txId, err }, 'Kept evidence was not fetched.');
    } finally {
      this.asking.delete(name);
    }
  }

  /** Whether all of it came. A false answer counts as none: it is not kept, and asked for again. */
  private async fetch(asked: AskedEvidence, { findSealed }: EvidenceInRun): Promise<boolean> {
    const { ask, clock, log, metrics } = this.ports;
    const answer = await ask(asked);
    if (this.stopped) return false;
    const given = isFailure(answer) ? {} : answer;
    const sealed = findSealed(given);
    const isFalse = asked.gates.some(({ id }) => Object.hasOwn(given, id) && !Object.hasOwn(sealed, id));
    const { at, run } = asked;
    const of = { registerId: at.registerId, txId: run.txId, wallet: run.header.senderWallet };
    if (isFalse)
      log.warn(of, 'The node of a sender gave other evidence of a gate than what is sealed: it is not taken.');
    const isWhole = (await this.take(asked, sealed)).length === 0;
    metrics?.countEvidence(isFalse ? 'false' : isWhole ? 'fetched' : 'away');
    if (!isWhole) this.resting.set(nameOfRun(asked), clock.steady() + KEPT_REST_MS);
    return isWhole;
  }

  /** Keeps what is there. Gives the gates whose evidence is not. */
  private async take({ at, run, gates, sealedAtMs }: AskedEvidence, evidence: KeptGates): Promise<readonly KeptGate[]> {
    const came = gates.flatMap((gate): readonly (GateContent & { readonly endsMs: number })[] => {
      const content = Object.hasOwn(evidence, gate.id) ? evidence[gate.id] : undefined;
      return content === undefined ? [] : [{ ...gate, content, endsMs: sealedAtMs + gate.keptForMs }];
    });
    const ops = came.flatMap((gate) => this.putOps([at.registerId, run.txId, gate.id], gate));
    if (ops.length > 0) await this.ports.commit(ops);
    return gates.filter(({ id }) => came.every((gate) => gate.id !== id));
  }

  /** The operations by which what is over goes. Evidence of a run that was sealed since stays for its term. */
  sweep(nowMs: number): Promise<readonly KvOp[]> {
    return this.ports.rows.due(nowMs).then((keys) => keys.flatMap((key) => this.endOps(key, nowMs)));
  }

  private endOps(key: KeptKey, nowMs: number): readonly KvOp[] {
    const { rows } = this.ports;
    const row = rows.find(key);
    if (row === undefined) return [];
    const endsMs = this.endOf(key, row) ?? nowMs;
    return endsMs > nowMs ? rows.put(key, { ...row, endsMs }) : rows.remove(key, row);
  }

  /** The row while its time is not over: the sweep deletes it some time later. */
  private inForce(key: KeptKey): KeptRow | undefined {
    const { clock, rows } = this.ports;
    const row = rows.find(key);
    return row !== undefined && (this.endOf(key, row) ?? row.endsMs) > clock.now() ? row : undefined;
  }

  /** By the seal of its run; undefined where that is not sealed, or not here. */
  private endOf([registerId, txId]: KeptKey, { keptForMs }: KeptRow): number | undefined {
    const { chain, ledger } = this.ports;
    const reg = ledger.register(registerId)?.reg;
    const sealed = reg === undefined ? undefined : chain.transaction(reg, txId);
    return sealed && sealed.timestampMs + keptForMs;
  }

  private putOps(
    key: KeptKey,
    { keptForMs, content, endsMs }: Pick<GateContent, 'keptForMs' | 'content'> & { readonly endsMs: number },
  ): readonly KvOp[] {
    const { rows, secrets } = this.ports;
    const sealed = secrets.encrypt(nameOf(key), JSON.stringify({ content }));
    return rows.put(key, { endsMs, keptForMs, sealed });
  }

  /** Throws StoreError for a row that was changed on the disk. */
  private open(key: KeptKey, { sealed }: KeptRow): KeptGates[string] | undefined {
    return readKept(this.ports.secrets.decrypt(nameOf(key), sealed))?.['content'];
  }
}

function nameOfRun({ at, run }: AskedEvidence): string {
  return `${at.registerId} ${run.txId}`;
}

/** Encrypted under its own place. */
function nameOf(key: KeptKey): string {
  return `kept-evidence/${key.join('/')}`;
}

export function evidenceGone() {
  return issue('GATE_NOT_FOUND', '', 'This node has no such evidence, or no longer.');
}
