// The documents are true to the tree: paths exist, npm scripts exist, folders have a README that stays short.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expectNone, LAYERS, sources } from './source.js';

const README_LINES_MAX = 40;
/** Of the root: a front page. Everything else has a page under docs/. */
const FRONT_BYTES_MAX = 7168;
const DOCUMENTS = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...['everyday', 'integrations', 'mesh', 'operations', 'people', 'protocol', 'workflows'].map(
    (name) => `docs/${name}.md`,
  ),
  'docs/specification.md',
  ...readdirSync('docs/decisions')
    .filter((name) => name !== 'README.md')
    .map((name) => `docs/decisions/${name}`),
  ...Object.keys(LAYERS).map((folder) => `${folder}/README.md`),
  ...[...Object.keys(LAYERS).filter((folder) => folder !== 'test'), 'test/tools'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('/README.md'))
      .map((name) => `${folder}/${name}`),
  ),
];
const PATH = /^(core|proto|storage|actors|api|node|cli|test|\.ci)\/[\w./<>{},*-]*$/;

function documents(): readonly { readonly path: string; readonly text: string }[] {
  return DOCUMENTS.filter((path) => existsSync(path)).map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

describe('tidy: documents', () => {
  it('exist at the root and in every folder', () => {
    expectNone(
      DOCUMENTS.filter((path) => !existsSync(path) && hasSources(path.slice(0, -'README.md'.length))),
      'Missing documents.',
    );
  });

  it('name only paths that exist', () => {
    const findings = documents().flatMap(({ path, text }) =>
      [...text.matchAll(/`([^`\n]+)`/g)].flatMap((match) => {
        const named = match[1] as string;
        return PATH.test(named) && !leadsSomewhere(named) ? [`${path}: ${named}`] : [];
      }),
    );
    expectNone(findings, 'A recipe that names a missing file has rotted.');
  });

  it('name only npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const findings = documents().flatMap(({ path, text }) =>
      [...text.matchAll(/npm (run [\w:-]+|start|test)/g)].flatMap((match) => {
        const script = (match[1] as string).replace(/^run /, '');
        return script in scripts ? [] : [`${path}: npm run ${script}`];
      }),
    );
    expectNone(findings, 'A command in a document does not exist.');
  });

  it(`of folders stay within ${README_LINES_MAX} lines`, () => {
    const long = documents().filter(
      // Those inside core/ state the rules of their domain as well.
      ({ path, text }) =>
        path.endsWith('/README.md') && !/^core\/.+\//.test(path) && text.split('\n').length > README_LINES_MAX + 1,
    );
    expectNone(
      long.map(({ path }) => path),
      'A folder README is a map, not a book.',
    );
  });
});

describe('tidy: the README', () => {
  const readme = readFileSync('README.md', 'utf8');

  it(`is a front page of at most ${FRONT_BYTES_MAX} bytes`, () => {
    expectNone(Buffer.byteLength(readme) > FRONT_BYTES_MAX ? ['README.md'] : [], 'What is longer has a page in docs/.');
  });

  it('says the command that .ci/run runs', () => {
    expectNone(readme.includes('    npm ci && npm test\n') ? [] : ['README.md'], 'CI runs the tests as it says.');
  });
});

/** The root, and every folder that holds code. */
function hasSources(folder: string): boolean {
  return sources().some(({ path }) => path.startsWith(folder));
}

/** `<name>` stands for any file or folder of that place, `{a,b}` for each of several. */
function leadsSomewhere(named: string): boolean {
  const pattern = named.replace(/<[^>]+>/g, '*').replace(/\/$/, '');
  if (!/[*{]/.test(pattern)) return existsSync(pattern);
  const alternatives = expand(pattern);
  return alternatives.every((one) => (one.includes('*') ? matchesFile(one) : existsSync(one)));
}

function expand(pattern: string): string[] {
  const match = /\{([^}]+)\}/.exec(pattern);
  if (!match) return [pattern];
  return (match[1] as string).split(',').flatMap((part) => expand(pattern.replace(match[0], part)));
}

/** True if some file or folder below the fixed part of the pattern fits; a star stands for anything within one name. */
function matchesFile(pattern: string): boolean {
  const folder = pattern.slice(0, pattern.lastIndexOf('/', pattern.indexOf('*')));
  if (!existsSync(folder)) return false;
  const shape = new RegExp(
    `^${pattern
      .replace(/[.+?^$()|[\]\\]/g, '\\$&')
      .replaceAll('**', '.+')
      .replace(/(?<!\.)\*/g, '[^/]+')}$`,
  );
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((name) => shape.test(`${folder}/${name}`));
}
