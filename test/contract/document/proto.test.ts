// The wire format is what the .proto files say: the committed generated code is exactly what they generate, and they
// pass `buf lint`. Offline; it starts the pinned tools from node_modules, which is why it is not among the tidy tests.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';

const run = promisify(execFile);
const BUF = join(process.cwd(), 'node_modules/.bin/buf');

describe('the .proto files', () => {
  it('generate the committed code', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quorate-proto-'));
    try {
      await run(BUF, ['generate', '--output', folder]);
      const generated = join(folder, 'proto/gen');
      expect(filesOf('proto/gen'), 'run `npm run proto` and commit').to.deep.equal(filesOf(generated));
      for (const name of filesOf(generated))
        expect(
          readFileSync(join('proto/gen', name), 'utf8') === readFileSync(join(generated, name), 'utf8'),
          `${name} differs: run \`npm run proto\` and commit`,
        ).to.equal(true);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('pass buf lint', async () => {
    const { stdout } = await run(BUF, ['lint']);
    expect(stdout).to.equal('');
  });
});

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort();
}
