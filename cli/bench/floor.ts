// The best that this machine can do, measured in the same run as the node: every figure of the bench is also a ratio to
// these, so that a busy or slow machine does not decide its meaning.
import { generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Level } from 'level';

export interface Floor {
  /** Native Ed25519 verifications a second of one core. */
  readonly verifyPerSecondCore: number;
  /** Synced LevelDB batches of one 1 KiB value a second, one at a time. */
  readonly syncedBatchesPerSecond: number;
}

export async function measureFloor(seconds = 1): Promise<Floor> {
  return { verifyPerSecondCore: verifications(seconds), syncedBatchesPerSecond: await syncedBatches(seconds) };
}

/** Best of five windows: what the core does while nothing else takes it. */
function verifications(seconds: number): number {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const digest = randomBytes(32);
  const signature = sign(null, digest, privateKey);
  let best = 0;
  for (let window = 0; window < 5; window++) {
    const started = process.hrtime.bigint();
    const until = started + BigInt(Math.round((seconds * 1e9) / 5));
    let done = 0;
    while (process.hrtime.bigint() < until) {
      for (let i = 0; i < 20; i++) verify(null, digest, publicKey, signature);
      done += 20;
    }
    best = Math.max(best, done / (Number(process.hrtime.bigint() - started) / 1e9));
  }
  return Math.round(best);
}

async function syncedBatches(seconds: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-floor-'));
  const db = new Level<string, Buffer>(folder, { valueEncoding: 'buffer' });
  try {
    await db.open();
    const value = randomBytes(1024);
    const started = performance.now();
    let done = 0;
    while (performance.now() - started < seconds * 1000) await db.put(String(done++), value, { sync: true });
    return Math.round(done / ((performance.now() - started) / 1000));
  } finally {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
