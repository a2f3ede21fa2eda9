// The one reader of text of the command line: bytes as they are, or none.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { CommandError } from '../../../../cli/command/command.js';
import { readText } from '../../../../cli/command/documents.js';
import { linesIn, textOf } from '../../../../cli/command/text.js';

describe('cli/command/text', () => {
  it('gives every text as it is, a byte order mark too', () => {
    for (const text of ['', 'a', '\ufeffa', '\u0000', 'é€😀', '\ufffd'])
      expect(textOf(Buffer.from(text), 'x')).to.equal(text);
  });

  it('refuses bytes that are not UTF-8, in a file and elsewhere, and names the source', () => {
    const folder = mkdtempSync(join(tmpdir(), 'quorate-text-'));
    const file = join(folder, 'x.json');
    for (const bytes of [[0xff], [0x22, 0xc3, 0x22], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80]]) {
      const wrong = Buffer.from(bytes);
      expect(() => textOf(wrong, 'standard input')).to.throw(CommandError, /^standard input is not UTF-8$/);
      writeFileSync(file, wrong);
      expect(() => readText(file)).to.throw(CommandError, `${file} is not UTF-8`);
    }
    rmSync(folder, { recursive: true });
  });

  it('gives lines as they come, whatever pieces they come in, and refuses one that does not end', async () => {
    const linesOf = async (pieces: readonly (readonly number[] | string)[], most = 100) => {
      async function* source() {
        for (const piece of pieces) yield Buffer.from(piece as string);
      }
      const lines: string[] = [];
      for await (const line of linesIn(source(), most)) lines.push(line);
      return lines;
    };
    expect(await linesOf(['a\nb', 'c\r\n', '\n', 'd'])).to.deep.equal(['a', 'bc', '', 'd']);
    expect(await linesOf([[0xc3], [0xa9, 0x0a]])).to.deep.equal(['é']);
    expect(await linesOf([])).to.deep.equal([]);
    for (const pieces of [['12345\n'], ['123', '45']]) {
      const refused = await linesOf(pieces, 4).catch((error: unknown) => error);
      expect(refused).to.be.an.instanceOf(CommandError);
    }
  });
});
