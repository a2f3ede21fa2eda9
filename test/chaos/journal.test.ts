// The output of nodes in a chaos run is counted and kept without the greeting, and errors are told apart from warnings.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Journal } from './journal.js';

const line = (level: string, message: string) => `${JSON.stringify({ level, message })}\n`;

describe('chaos journal', () => {
  it('counts lines by message, though they come in pieces', () => {
    const journal = new Journal(undefined);
    const text = line('warn', 'A link broke.').repeat(3);
    for (const piece of text.match(/.{1,7}/gs) ?? []) journal.take(0, piece);
    journal.take(1, line('warn', 'A link broke.'));
    expect(journal.counts.lines).to.deep.equal({ 'warn: A link broke.': 4 });
    expect(journal.counts.bytes).to.equal((text.length * 4) / 3);
    expect(journal.errors).to.deep.equal([]);
  });

  it('tells errors and the stack of a dying process', () => {
    const journal = new Journal(undefined);
    journal.take(2, line('error', 'A register failed.'));
    journal.take(2, 'TypeError: x is not a function\n    at play (game.js:1:1)\n');
    expect(journal.errors.join('\n')).to.contain('A register failed.').and.to.contain('game.js:1:1');
    expect(Object.keys(journal.counts.lines)).to.include('uncaught: TypeError: x is not a function');
  });

  it('keeps a file a node, and never the password of a greeting', () => {
    const folder = mkdtempSync(join(tmpdir(), 'quorate-journal-'));
    try {
      const journal = new Journal(folder);
      journal.take(0, `Quorate serves at http://127.0.0.1:1\n  password: hunter2\n${line('warn', 'Late.')}`);
      expect(readFileSync(join(folder, 'node-0.log'), 'utf8')).to.equal(line('warn', 'Late.'));
      expect(journal.errors).to.deep.equal([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
