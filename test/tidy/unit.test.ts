// The quick run leaves out the slow unit tests by their names, which move with the tree.
import { existsSync, readFileSync } from 'node:fs';
import { expectNone } from './source.js';

describe('tidy: the quick run', () => {
  it('leaves out files that exist', () => {
    const { ignore } = JSON.parse(readFileSync('test/mocha/unit.json', 'utf8')) as { ignore: readonly string[] };
    const gone = ignore.filter((path) => !existsSync(path.replace(/^dist\//, '').replace(/\.js$/, '.ts')));
    expectNone(gone, 'Name the file where it is now in test/mocha/unit.json.');
  });
});
