// Writes the documentation site to a folder, from the program alone: no node is asked.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Command, CommandError } from '../../command/command.js';
import { withFile } from '../../command/failure.js';

const docsExport: Command = {
  name: 'docs export',
  summary: 'write the documentation site to a folder, to open from there or to give to a web server',
  examples: ['quorate docs export --out site'],
  options: [{ flags: '--out <folder>', description: 'a new or empty folder', required: true }],
  async run({ input, out }) {
    const folder = input.requiredText('out');
    await withFile(folder, () => {
      if (existsSync(folder) && readdirSync(folder).length > 0)
        throw new CommandError(`${folder} is not empty`, { hint: 'Name a new folder, or empty it first.' });
    });
    // The table of operations is large; no other command loads it.
    const { ownSite } = await import('../../../api/server/own-site.js');
    const site = ownSite();
    const paths = site.paths();
    await withFile(folder, async () => {
      for (const path of paths) {
        const file = join(folder, path);
        mkdirSync(dirname(file), { recursive: true });
        const { body } = await site.file(path, async () => undefined);
        writeFileSync(file, body, { flag: 'wx' });
      }
    });
    out.show(
      { folder, files: paths.length },
      () => `${paths.length} files are in ${folder}: open ${join(folder, 'index.html')}.`,
    );
  },
};

export const docsCommands: readonly Command[] = [docsExport];
