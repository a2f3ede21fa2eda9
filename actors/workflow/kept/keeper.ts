// Keeps evidence of gates that stands nowhere on the ledger: as its sender makes it, before the run is submitted, and
// as the nodes of its readers fetch it. It is encrypted, and deleted when its time is over. It judges nothing.

import { LRUCache } from 'lru-cache';
import { issue } from '../../../core/base/issue.js';
import { KEPT_REST_MS, KEPT_RESTS_MAX, KEPT_UNSEALED_MS } from '../../../core/base/limits/node/wallets.js';
import type { Clock, Log } from '../../../core/base/ports.js';
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
  readonly metrics: KeptMetrics | null;
}

export interface KeptMetrics {
  /** An ask of the node of a sender. `false`: it gave other evidence than what is sealed. */
  countEvidence(outcome: 'fetched' | 'away' | 'false'): void;
}

export class KeptEvidence implements KeptReads, KeptWrites, KeptFetches {
  private readonly ports: KeeperPorts;
  /** Runs whose evidence was not had, and when they are asked for again, by the steady clock. */
  private readonly resting = new LRUCache<string, number>({ max: KEPT_RESTS_MAX });

  constructor(ports: KeeperPorts) {
    this.ports = ports;
  }

  find(registerId: string, txId: string, gates: readonly string[]): KeptGates | undefined {
    const kept = gates.flatMap((gate) => {
      const row = this.ports.rows.find([registerId, txId, gate]);
      const content = row && this.open([registerId, txId, gate], row);
      return content === undefined ? [] : [[gate, content] as const];
    });
    return kept.length === 0 ? undefined : Object.fromEntries(kept);
  }

  /** Of a run that is never sealed it stays for a day; from the seal on it has its term (`sweep`). */
  async keep({ registerId, txId }: Parameters<KeptWrites['keep']>[0], gates: readonly GateContent[]): Promise<void> {
    const endsMs = this.ports.clock.now() + KEPT_UNSEALED_MS;
    await this.ports.commit(gates.flatMap((gate) => this.putOps([registerId, txId, gate.id], { ...gate, endsMs })));
  }

  /** Has what gives the sealed hashes. A false answer counts as none: it is not kept, and asked for again. */
  async ensure(asked: AskedEvidence): Promise<EvidenceState> {
    const { at, run, sealedAtMs } = asked;
    const { clock, rows, commit } = this.ports;
    const absent = asked.gates.filter(({ id }) => rows.find([at.registerId, run.txId, id]) === undefined);
    if (absent.length === 0) return 'here';
    const missing = absent.filter(({ keptForMs }) => sealedAtMs + keptForMs > clock.now());
    if (missing.length === 0) return 'over';
    const name = `${at.registerId} ${run.txId}`;
    if (clock.steady() < (this.resting.get(name) ?? 0)) return 'away';
    const opened = await asked.open();
    if (opened === undefined) return 'here';
    const isIn = (gates: KeptGates) => missing.every(({ id }) => Object.hasOwn(gates, id));
    const fetched = isIn(opened.delivered) ? {} : await this.fetch({ ...asked, gates: missing }, opened);
    const evidence = { ...fetched, ...opened.delivered };
    const came = missing.flatMap((gate): readonly (GateContent & { readonly endsMs: number })[] => {
      const content = Object.hasOwn(evidence, gate.id) ? evidence[gate.id] : undefined;
      return content === undefined ? [] : [{ ...gate, content, endsMs: sealedAtMs + gate.keptForMs }];
    });
    if (came.length > 0) await commit(came.flatMap((gate) => this.putOps([at.registerId, run.txId, gate.id], gate)));
    if (came.length === missing.length) return 'here';
    this.resting.set(name, clock.steady() + KEPT_REST_MS);
    return 'away';
  }

  /** The true part of what the node of the sender gives. */
  private async fetch(asked: AskedEvidence, { findSealed }: EvidenceInRun): Promise<KeptGates> {
    const { ask, log, metrics } = this.ports;
    const answer = await ask(asked);
    const given = isFailure(answer) ? {} : answer;
    const sealed = findSealed(given);
    const isFalse = asked.gates.some(({ id }) => Object.hasOwn(given, id) && !Object.hasOwn(sealed, id));
    const { at, run } = asked;
    const of = { registerId: at.registerId, txId: run.txId, wallet: run.header.senderWallet };
    if (isFalse)
      log.warn(of, 'The node of a sender gave other evidence of a gate than what is sealed: it is not taken.');
    const isWhole = asked.gates.every(({ id }) => Object.hasOwn(sealed, id));
    metrics?.countEvidence(isFalse ? 'false' : isWhole ? 'fetched' : 'away');
    return sealed;
  }

  /** The operations by which what is over goes. Evidence of a run that was sealed since stays for its term. */
  sweep(nowMs: number): Promise<readonly KvOp[]> {
    return this.ports.rows.due(nowMs).then((keys) => keys.flatMap((key) => this.endOps(key, nowMs)));
  }

  private endOps(key: KeptKey, nowMs: number): readonly KvOp[] {
    const { rows, chain, ledger } = this.ports;
    const row = rows.find(key);
    if (row === undefined) return [];
    const [registerId, txId] = key;
    const reg = ledger.register(registerId)?.reg;
    const sealed = reg === undefined ? undefined : chain.transaction(reg, txId);
    const endsMs = (sealed?.timestampMs ?? Number.NEGATIVE_INFINITY) + row.keptForMs;
    return endsMs > nowMs ? rows.put(key, { ...row, endsMs }) : rows.remove(key, row);
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

/** Encrypted under its own place. */
function nameOf(key: KeptKey): string {
  return `kept-evidence/${key.join('/')}`;
}

export function evidenceGone() {
  return issue('GATE_NOT_FOUND', '', 'This node has no such evidence, or no longer.');
}
