// The vectors of provable deliveries hold for a program that shares no code with this one, and is of another language.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';

const PATH = 'test/vectors/delivery-proof.json';
const check = (path: string) =>
  spawnSync('python3', ['test/independent/delivery_proof.py', path], { encoding: 'utf8' });

interface Vector {
  receiver: { shared: string };
  carrier: string;
}

describe('vectors of provable deliveries in Python', function () {
  this.timeout(60_000);
  before(function () {
    // Skipped where python3 is not there, and the report says so.
    if (spawnSync('python3', ['--version']).status !== 0) this.skip();
  });

  it('hold', () => {
    const { status, stdout, stderr } = check(PATH);
    expect(stderr).to.equal('');
    expect(`${status} ${stdout.trim()}`).to.equal('0 6 vectors hold');
  });

  it('do not hold with another shared point or carrier', () => {
    const folder = mkdtempSync(join(tmpdir(), 'quorate-proof-'));
    const path = join(folder, 'proof.json');
    const [one, , other] = JSON.parse(readFileSync(PATH, 'utf8')) as [Vector, Vector, Vector];
    for (const [lie, why] of [
      [{ ...one, receiver: { ...one.receiver, shared: other.receiver.shared } }, 'proof of the receiver does not hold'],
      [{ ...one, carrier: other.carrier }, 'proof of the sender does not hold'],
      [{ ...one, carrier: '01'.padEnd(64, '0') }, 'not in the group of prime order'],
    ] as const) {
      writeFileSync(path, JSON.stringify([lie]));
      const { status, stderr } = check(path);
      expect([status, stderr]).to.deep.equal([1, `${stderr.trim()}\n`]);
      expect(stderr).to.include(why);
    }
    rmSync(folder, { recursive: true });
  });
});
