// The vectors of stated due times hold for a program that shares no code with this one, and is of another language.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';

const PATH = 'test/vectors/due.json';
const check = (path: string) => spawnSync('python3', ['test/independent/due.py', path], { encoding: 'utf8' });

describe('vectors of stated due times in Python', function () {
  this.timeout(60_000);
  before(function () {
    // Skipped where python3 is not there, and the report says so.
    if (spawnSync('python3', ['--version']).status !== 0) this.skip();
  });

  it('hold', () => {
    const { status, stdout, stderr } = check(PATH);
    expect(stderr).to.equal('');
    expect(`${status} ${stdout.trim()}`).to.equal('0 18 vectors hold');
  });

  it('do not hold with another day or another time', () => {
    const folder = mkdtempSync(join(tmpdir(), 'quorate-due-'));
    const path = join(folder, 'due.json');
    for (const [is, other] of [
      ['"2027-01-31"', '"2027-02-01"'],
      ['3 workdays', '4 workdays'],
      ['2027-03-02T01:29:59.999Z', '2027-03-02T01:30:00.000Z'],
    ] as const) {
      const text = readFileSync(PATH, 'utf8');
      expect(text).to.include(is);
      writeFileSync(path, text.replace(is, other));
      const { status, stderr } = check(path);
      expect(status, other).to.equal(1);
      expect(stderr).to.include('the vector says');
    }
    rmSync(folder, { recursive: true });
  });
});
