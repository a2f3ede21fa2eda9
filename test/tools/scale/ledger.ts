// `scale -- ledger`: one register with very many transactions beside one with a thousand. Two nodes run at the same
// time, so that a busy machine slows both. Every figure is a median over rounds that take turns, and a ratio: how much
// worse the large one is.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../../../api/client/client.js';
import { HttpPipe, postBytes } from '../../../cli/bench/http-pipe.js';
import { runLoad, SEALED } from '../../../cli/bench/load.js';
import { NodeProcess } from '../../../cli/harness/node-process.js';
import { foundRegister, newParty } from '../../../cli/harness/party.js';
import { UNREHEARSED } from '../../../cli/harness/unrehearsed.js';
import { BENCH_BLUEPRINT, benchKeys } from '../../../cli/harness/workload.js';
import { fromHex, toBase64 } from '../../../core/base/bytes.js';
import { isFailure } from '../../../core/base/result.js';
import { addressOf } from '../../../core/crypto/keys/address.js';
import { type KeyPair, sign } from '../../../core/crypto/signing/algorithms.js';
import { prepare } from '../../../core/kinds/build.js';
import type { Submission } from '../../../core/model/transaction.js';
import { processFigures } from './process-figures.js';

export interface LedgerOptions {
  readonly count: number;
  readonly onProgress?: (sealed: number, of: number) => void;
}

/** Milliseconds, but for the throughput. */
export interface Figures {
  readonly submitP50: number;
  readonly submitP99: number;
  readonly sealedPerSecond: number;
  readonly firstPage: number;
  readonly middlePage: number;
  readonly lastPage: number;
  readonly receipt: number;
  readonly evidence: number;
  /** The newest rows of a wallet, rows from the middle by docket, and by time, all by OData. */
  readonly odataWallet: number;
  readonly odataDockets: number;
  readonly odataTimes: number;
}

export interface LedgerReport {
  readonly small: { readonly transactions: number } & Figures;
  readonly large: { readonly transactions: number } & Figures;
  /** Above 1 the large register is worse. */
  readonly ratios: Readonly<Record<keyof Figures, number>>;
  readonly restartMs: { readonly small: number; readonly large: number };
  readonly rssMiB: { readonly small: number; readonly large: number };
  readonly fillPerSecond: number;
  readonly bytesPerTransaction: number;
  /** Ratios above the bar. The tail of the latency is told, not judged: a handful of fsyncs decides it. */
  readonly above: readonly string[];
}

const ODATA = ['odataWallet', 'odataDockets', 'odataTimes'] as const;
const SMALL = 1000;
const BAR = 1.2;
const ROUNDS = 5;
const PIPES = 4;
const PER_BATCH = 500;
const SINGLES = 200;
const READS = 60;
const PAGE = 20;
const LOAD_BATCHES = 40;
const LOAD_PER_BATCH = 50;
/** Transactions that each node seals elsewhere before it is measured. */
const WARM = 20_000;
const TOKEN_MS = 20 * 60_000;
const JUDGED_NOT: ReadonlySet<string> = new Set(['submitP99']);

export async function scaleLedger(options: LedgerOptions): Promise<LedgerReport> {
  const [small, large] = await Promise.all([Site.open(), Site.open()]);
  try {
    const big = await large.register();
    const started = performance.now();
    await large.fill(big, options.count, options.onProgress);
    const fillPerSecond = options.count / ((performance.now() - started) / 1000);
    // A restart ends what the filling left behind in the process; the same work elsewhere then makes both as warm as
    // each other.
    const restartMs = { small: await small.restart(), large: await large.restart() };
    for (const site of [small, large]) await site.fill(await site.register(), Math.min(WARM, options.count));
    const rounds: { small: Figures[]; large: Figures[] } = { small: [], large: [] };
    for (let i = 0; i < ROUNDS; i++) {
      const fresh = await small.register();
      await small.fill(fresh, SMALL);
      rounds.small.push(await small.measure(fresh));
      rounds.large.push(await large.measure(big));
    }
    const figures = { small: medians(rounds.small), large: medians(rounds.large) };
    const ratios = ratiosOf(figures.small, figures.large);
    const bytes = folderBytes(large.node.dataDir);
    return {
      small: { transactions: SMALL, ...figures.small },
      large: { transactions: big.sealed, ...figures.large },
      ratios,
      restartMs,
      rssMiB: { small: await small.rssMiB(), large: await large.rssMiB() },
      fillPerSecond: Math.round(fillPerSecond),
      bytesPerTransaction: Math.round(bytes / big.sealed),
      above: Object.entries(ratios).flatMap(([name, ratio]) => (ratio > BAR && !JUDGED_NOT.has(name) ? [name] : [])),
    };
  } finally {
    await Promise.all([small.node.remove(), large.node.remove()]);
  }
}

interface Register {
  readonly registerId: string;
  readonly publicationTxId: string;
  /** Transactions of the workload on it. */
  sealed: number;
}

/** A node, who is signed in, and what is submitted to it. */
class Site {
  readonly node: NodeProcess;
  private readonly keys = benchKeys(16);
  private token: string;
  private tokenAt = performance.now();
  private sequence = 0;

  private constructor(node: NodeProcess, token: string) {
    this.node = node;
    this.token = token;
  }

  static async open(): Promise<Site> {
    const node = await NodeProcess.create();
    return new Site(node, await node.login());
  }

  private get client(): Client {
    return this.node.client(this.token);
  }

  async register(): Promise<Register> {
    const owner = await newParty(this.client, 'Owner', 'ED25519');
    const { registerId } = await foundRegister(this.client, 'Scale run', [owner]);
    const body = { blueprintJson: BENCH_BLUEPRINT as unknown as Record<string, unknown>, override: UNREHEARSED };
    const { publicationTxId } = await this.client.publishBlueprint({ params: { registerId }, body });
    return { registerId, publicationTxId, sealed: 0 };
  }

  /** As fast as the node seals. */
  async fill(at: Register, count: number, onProgress?: LedgerOptions['onProgress']): Promise<void> {
    const { host, port } = this.node;
    const pipes = await Promise.all(Array.from({ length: PIPES }, () => HttpPipe.open(host, port)));
    let asked = 0;
    const drive = async (pipe: HttpPipe) => {
      while (asked < count) {
        const size = Math.min(PER_BATCH, count - asked);
        asked += size;
        const { status, body } = await pipe.send(this.request(at, size));
        const sealed = body.toString('latin1').split('"status":"sealed"').length - 1;
        if (status !== 200 || sealed !== size)
          throw this.node.failure(
            `A batch of ${size} got ${status} with ${sealed} sealed: ${body.toString('utf8', 0, 300)}`,
          );
        at.sealed += size;
        onProgress?.(at.sealed, count);
        await this.freshToken();
      }
    };
    await Promise.all(pipes.map(drive));
    for (const pipe of pipes) pipe.close();
  }

  async measure(at: Register): Promise<Figures> {
    await this.freshToken();
    const { host, port } = this.node;
    const first = this.sequence;
    const singles = Array.from({ length: SINGLES }, () => this.request(at, 1));
    const latency = await runLoad({
      host,
      port,
      concurrency: 1,
      requests: singles,
      perRequest: 1,
      sealed: SEALED,
      secondsMax: 60,
    });
    const batches = Array.from({ length: LOAD_BATCHES }, () => this.request(at, LOAD_PER_BATCH));
    const load = {
      host,
      port,
      concurrency: PIPES,
      requests: batches,
      perRequest: LOAD_PER_BATCH,
      sealed: SEALED,
      secondsMax: 60,
    };
    const { sealed, seconds } = await runLoad(load);
    at.sealed += SINGLES + sealed;
    const params = { registerId: at.registerId };
    const page = ($skip: number) => () => this.client.listTransactions({ params, query: { $skip, $top: PAGE } });
    // One of the singles is alone in its docket, so its evidence is of the same size everywhere.
    const txId = this.txIds.get(first) as string;
    this.txIds.clear();
    return {
      submitP50: latency.p50Ms,
      submitP99: latency.p99Ms,
      sealedPerSecond: Math.round(sealed / seconds),
      firstPage: await medianOf(page(0)),
      middlePage: await medianOf(page(Math.floor(at.sealed / 2))),
      lastPage: await medianOf(page(at.sealed - PAGE)),
      receipt: await medianOf(() => this.client.getReceipt({ params: { ...params, txId } })),
      evidence: await medianOf(() => this.client.getEvidence({ params: { ...params, txId } })),
      ...(await this.odata(at, txId)),
    };
  }

  /** Filters that an index serves. */
  private async odata({ registerId }: Register, txId: string): Promise<Pick<Figures, (typeof ODATA)[number]>> {
    const { docketNumber, senderWallet } = await this.client.getTransaction({ params: { registerId, txId } });
    const middle = Math.floor((docketNumber ?? 0) / 2);
    const { timestamp } = await this.client.getDocket({ params: { registerId, docketId: String(middle) } });
    const of = `registerId eq '${registerId}'`;
    const rows = (filter: string, order: string) => () => this.rows(`${of} and ${filter}`, order);
    return {
      odataWallet: await medianOf(rows(`senderWallet eq '${senderWallet}'`, 'docketNumber desc')),
      odataDockets: await medianOf(rows(`docketNumber ge ${middle}`, 'docketNumber')),
      odataTimes: await medianOf(rows(`sealedAt ge ${timestamp}`, 'docketNumber')),
    };
  }

  private async rows($filter: string, $orderby: string): Promise<void> {
    const { host, port } = this.node;
    const query = new URLSearchParams({ $filter, $orderby, $top: String(PAGE) });
    const answer = await fetch(`http://${host}:${port}/odata/Transactions?${query}`, {
      headers: { authorization: `Bearer ${this.token}` },
    });
    const { value } = (await answer.json()) as { readonly value?: readonly unknown[] };
    if (value?.length !== PAGE) throw this.node.failure(`OData gave ${answer.status} with ${value?.length} rows.`);
  }

  async restart(): Promise<number> {
    await this.node.stop();
    return Math.round(await this.node.start());
  }

  async rssMiB(): Promise<number> {
    return (await processFigures(this.client)).rssMiB;
  }

  private async freshToken(): Promise<void> {
    if (performance.now() - this.tokenAt < TOKEN_MS) return;
    this.tokenAt = performance.now();
    this.token = await this.node.login();
  }

  /** TxIds of single submissions by sequence, for the reads after them. */
  private readonly txIds = new Map<number, string>();

  private request(at: Register, size: number): Buffer {
    const { host } = this.node;
    const bodies = Array.from({ length: size }, () => this.submission(at));
    if (size === 1) this.txIds.set(this.sequence - 1, bodies[0]?.transactionId ?? '');
    const path = size === 1 ? `/api/registers/${at.registerId}/transactions` : '/api/v1/transactions/batch';
    const json = size === 1 ? bodies[0] : { transactions: bodies };
    return postBytes({ host, path, token: this.token }, Buffer.from(JSON.stringify(json)));
  }

  private submission({ registerId, publicationTxId }: Register): Submission {
    const sequence = this.sequence++;
    const key = this.keys[sequence % this.keys.length] as KeyPair;
    const prepared = prepare({
      registerId,
      publicationTxId,
      blueprintId: BENCH_BLUEPRINT.id,
      actionId: '0',
      senderWallet: addressOf(key.algorithm, key.publicKey),
      createdAt: new Date().toISOString(),
      payload: { sequence, note: 'A short note, because a million of them must fit on a disk.' },
    });
    if (isFailure(prepared)) throw new Error(JSON.stringify(prepared));
    const { submission, digest } = prepared as Exclude<typeof prepared, readonly unknown[]>;
    const signatureValue = toBase64(sign(key.algorithm, key.privateKey, fromHex(digest)));
    return {
      ...submission,
      signatures: [{ publicKey: toBase64(key.publicKey), signatureValue, algorithm: key.algorithm }],
    };
  }
}

async function medianOf(read: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < READS; i++) {
    const started = performance.now();
    await read();
    times.push(performance.now() - started);
  }
  return median(times);
}

function medians(rounds: readonly Figures[]): Figures {
  const names = Object.keys(rounds[0] as Figures) as (keyof Figures)[];
  return Object.fromEntries(names.map((name) => [name, median(rounds.map((one) => one[name]))])) as unknown as Figures;
}

function ratiosOf(small: Figures, large: Figures): LedgerReport['ratios'] {
  const names = Object.keys(small) as (keyof Figures)[];
  const worse = (name: keyof Figures) =>
    name === 'sealedPerSecond' ? small[name] / large[name] : large[name] / small[name];
  return Object.fromEntries(names.map((name) => [name, Math.round(worse(name) * 100) / 100])) as LedgerReport['ratios'];
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 100) / 100;
}

function folderBytes(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    return sum + (entry.isDirectory() ? folderBytes(path) : statSync(path).size);
  }, 0);
}
