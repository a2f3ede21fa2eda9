// Vectors that a program in Python checks, which shares no code with this one.
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';

export interface PythonVectors {
  /** Text of the vectors as they are published. */
  readonly text: string;
  /** The report of the program on other vectors. */
  said(text: string): SpawnSyncReturns<string>;
}

/** A suite whose first test is that the vectors hold; skipped where python3 is not there, and the report says so. */
export function describePython(
  title: string,
  { vectors, script, count }: { readonly vectors: string; readonly script: string; readonly count: number },
  more: (given: PythonVectors) => void,
): void {
  const check = (path: string) => spawnSync('python3', [`test/independent/${script}`, path], { encoding: 'utf8' });
  describe(title, () => {
    before(function () {
      if (spawnSync('python3', ['--version']).status !== 0) this.skip();
    });

    it('hold', () => {
      const { status, stdout, stderr } = check(vectors);
      expect(stderr).to.equal('');
      expect(`${status} ${stdout.trim()}`).to.equal(`0 ${count} vectors hold`);
    });

    more({
      text: readFileSync(vectors, 'utf8'),
      said(text) {
        const folder = mkdtempSync(join(tmpdir(), 'quorate-vectors-'));
        try {
          const path = join(folder, 'vectors.json');
          writeFileSync(path, text);
          return check(path);
        } finally {
          rmSync(folder, { recursive: true });
        }
      },
    });
  });
}
