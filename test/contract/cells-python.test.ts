// The vectors of cells hold for a program that shares no code with this one, and is of another language.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';

const PATH = 'test/vectors/cells.json';
const check = (path: string) => spawnSync('python3', ['test/independent/cells.py', path], { encoding: 'utf8' });

describe('vectors of cells in Python', function () {
  this.timeout(60_000);
  before(function () {
    // Skipped where python3 is not there, and the report says so.
    if (spawnSync('python3', ['--version']).status !== 0) this.skip();
  });

  it('hold', () => {
    const { status, stdout, stderr } = check(PATH);
    expect(stderr).to.equal('');
    expect(`${status} ${stdout.trim()}`).to.equal('0 3 vectors hold');
  });

  it('do not hold with another value', () => {
    const folder = mkdtempSync(join(tmpdir(), 'quorate-cells-'));
    const path = join(folder, 'cells.json');
    writeFileSync(path, readFileSync(PATH, 'utf8').replace('"value": "2001"', '"value": "2002"'));
    const { status, stderr } = check(path);
    rmSync(folder, { recursive: true });
    expect(status).to.equal(1);
    expect(stderr).to.include('leaves of class 1');
  });
});
