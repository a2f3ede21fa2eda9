// The tests that a change can reach, on a tree of a few files.
import { expect } from 'chai';
import ts from 'typescript';
import { reachedTests } from '../../tools/touched/reached.js';

/** Each file as its text; `a.ts` is imported as './a.js'. */
function files(texts: Readonly<Record<string, string>>) {
  return Object.entries(texts).map(([path, text]) => ({
    path,
    text,
    tree: ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true),
    imports: ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => ({
      ...{ specifier: fileName, line: 1, isNamed: false },
      target: fileName.replace('./', '').replace(/\.js$/, '.ts'),
    })),
  }));
}

const TREE = files({
  'low.ts': 'export const low = 1;',
  'high.ts': "import { low } from './low.js';\nexport const high = low;",
  'typed.ts': "import type { low } from './low.js';\nexport type Typed = typeof low;",
  'both.ts':
    "import type { low as T } from './low.js';\nimport {\n  low,\n} from './low.js';\nexport const both: T = low;",
  'lazy.ts': "export const lazy = () => import('./low.js');",
  'high.test.ts': "import { high } from './high.js';",
  'typed.test.ts': "import { Typed } from './typed.js';",
  'both.test.ts': "import { both } from './both.js';",
  'lazy.test.ts': "import { lazy } from './lazy.js';",
  'apart.test.ts': '',
  'rows.ts': "export const rows = read('tables/all/rows');",
  'rows.test.ts': "import { rows } from './rows.js';",
  'page.test.ts': "read('texts/page.html');",
});
const reached = (...changed: string[]) => reachedTests(TREE, new Set(changed));

describe('test/tools/touched', () => {
  it('reaches tests through other files, and through an import that is made late', () => {
    expect(reached('low.ts')).to.deep.equal(['both.test.ts', 'high.test.ts', 'lazy.test.ts']);
    expect(reached('high.ts')).to.deep.equal(['high.test.ts']);
  });

  it('reaches none by an import of types alone', () => {
    expect(reached('low.ts')).to.not.include('typed.test.ts');
    expect(reached('typed.ts')).to.deep.equal(['typed.test.ts']);
  });

  it('reaches what names a table or its folder, or a document', () => {
    expect(reached('tables/all/rows/some.tsv')).to.deep.equal(['rows.test.ts']);
    expect(reached('texts/page.html')).to.deep.equal(['page.test.ts']);
    expect(reached('texts/other.html')).to.deep.equal([]);
  });

  it('takes a changed test itself, and nothing for a file that is gone or is no source', () => {
    expect(reached('apart.test.ts', 'README.md', 'gone.test.ts')).to.deep.equal(['apart.test.ts']);
  });
});
