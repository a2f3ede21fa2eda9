// Kills a committing process with SIGKILL and damages what it left: every acknowledged commit is there, whole, and no
// loss goes unnoticed.
import { spawn } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { StoreError } from '../../../storage/engine/fault.js';
import { lastRingSeq, ringGap } from '../../../storage/engine/ring.js';
import type { Store } from '../../../storage/open.js';
import { openStore } from '../../../storage/open.js';
import { folderOfAll } from '../../support/base/folders.js';

const ROUNDS = 3;
const options = { nowMs: 1, onFatal: () => undefined };

/** Runs the child until it has acknowledged `count` commits, kills it, and gives all numbers that it acknowledged. */
async function killed(dir: string, first: number, count: number): Promise<number[]> {
  const extension = extname(fileURLToPath(import.meta.url));
  const script = fileURLToPath(new URL(`../../support/node/torture-child${extension}`, import.meta.url));
  const child = spawn(
    process.execPath,
    [...(extension === '.ts' ? ['--import', 'tsx'] : []), script, dir, String(first)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const acknowledged: number[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(Number(line));
    if (acknowledged.length === count) child.kill('SIGKILL');
  }
  return acknowledged;
}

/** Rows present for each commit number. */
async function presentRows(store: Store): Promise<Map<number, number>> {
  const rows = new Map<number, number>();
  for await (const [key] of store.kv.range({ gte: Buffer.from('z'), lt: Buffer.from('{') })) {
    const n = Number(Buffer.from(key).toString().slice(1).split('/')[0]);
    rows.set(n, (rows.get(n) ?? 0) + 1);
  }
  return rows;
}

describe('a killed store', () => {
  const root = folderOfAll();
  const dir = join(root, 'store');
  const acknowledged: number[] = [];

  for (let round = 0; round < ROUNDS; round++) {
    it(`keeps every acknowledged commit whole, round ${round + 1}`, async () => {
      const first = (acknowledged.length === 0 ? 0 : Math.max(...acknowledged)) + 1000;
      acknowledged.push(...(await killed(dir, first, 150 + 100 * round)));
      const copy = join(root, `copy${round}`);
      cpSync(dir, copy, { recursive: true });
      const store = await openStore(copy, options);
      try {
        const rows = await presentRows(store);
        expect(acknowledged.filter((n) => rows.get(n) !== 3)).to.deep.equal([]);
        expect(
          [...rows.values()].filter((count) => count !== 3),
          'a commit in parts',
        ).to.deep.equal([]);
        expect(await ringGap(store.kv, 0, await lastRingSeq(store.kv))).to.equal(undefined);
        expect([store.cleanStart, store.voteMemoryLost]).to.deep.equal([false, false]);
      } finally {
        await store.close();
      }
    });
  }

  function logFile(of: string): string {
    const logs = readdirSync(of).filter((name) => name.endsWith('.log'));
    return join(of, logs.sort((a, b) => statSync(join(of, b)).size - statSync(join(of, a)).size)[0]!);
  }

  /** The result of opening the damaged copy: the fence, the code of the refusal, or 'silent'. */
  async function verdict(copy: string): Promise<string> {
    try {
      const store = await openStore(copy, options);
      await store.close();
      return store.fence ?? 'silent';
    } catch (error) {
      if (error instanceof StoreError) return error.issue.code;
      throw error;
    }
  }

  const DETECTED = ['journal-gap', 'journal-tail', 'STORE_DAMAGED'];

  it('never hides a flipped byte of the log', async () => {
    const seen: string[] = [];
    for (const share of [0.02, 0.2, 0.4, 0.6, 0.8, 0.95]) {
      const copy = join(root, `flip${share}`);
      cpSync(dir, copy, { recursive: true });
      const file = logFile(copy);
      const bytes = readFileSync(file);
      bytes[Math.floor(bytes.length * share)]! ^= 0x10;
      writeFileSync(file, bytes);
      seen.push(await verdict(copy));
    }
    for (const found of seen) expect(found).to.be.oneOf(DETECTED);
  });

  it('never hides a log that was cut or taken away', async () => {
    const seen: string[] = [];
    for (const share of [0, 0.3, 0.7, 0.97]) {
      const copy = join(root, `cut${share}`);
      cpSync(dir, copy, { recursive: true });
      truncateSync(logFile(copy), Math.floor(statSync(logFile(copy)).size * share));
      seen.push(await verdict(copy));
    }
    const without = join(root, 'without');
    cpSync(dir, without, { recursive: true });
    rmSync(logFile(without));
    seen.push(await verdict(without));
    for (const found of seen) expect(found).to.be.oneOf(DETECTED);
  });

  it('does not cry wolf over an untouched copy', async () => {
    const copy = join(root, 'untouched');
    cpSync(dir, copy, { recursive: true });
    expect(await verdict(copy)).to.equal('silent');
  });
});
