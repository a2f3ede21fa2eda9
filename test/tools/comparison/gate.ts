// `npm run bench:gate`: this program beside the commit that docs/load.md names, under every load and number of nodes
// that an issue must not make slower. CONTRIBUTING.md says when it runs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT } from '../../../cli/command/command.js';
import { programOptions } from '../program-options.js';
import { CHECKOUT } from './builds.js';
import { compare } from './compare.js';
import { namedCommit } from './options.js';

const { values } = programOptions(
  'npm run bench:gate --',
  'Compares with the commit that docs/load.md names: plain, batched and actions, at one and three nodes.',
  {
    options: {
      rounds: { type: 'string', default: '8' },
      minutes: { type: 'string', default: '20' },
      json: { type: 'boolean', default: false },
    },
  },
);
const ref = namedCommit(readFileSync(join(CHECKOUT, 'docs/load.md'), 'utf8'));
if (ref === undefined) {
  process.stderr.write('docs/load.md names no commit in a line "Commit of the gate: <40 hex digits>", or two.\n');
  process.exit(EXIT.usage);
}
const given = {
  scenario: 'plain,batched,actions',
  nodes: '1,3',
  // Each program begins one of them; a third one would tell of its start alone.
  pairs: '2',
  delay: '0',
  concurrency: '0',
};
const { json, ...asked } = values;
process.exitCode = await compare({ ref, texts: { ...given, ...asked }, json });
