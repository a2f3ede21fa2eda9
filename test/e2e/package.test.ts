// The package of `npm pack`, unpacked elsewhere: it is whole without a source, a compiler or a package that only
// developers install.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'chai';
import { folderOfAll } from '../support/base/folders.js';

const IMPORTED =
  /(?:^\s*(?:import|export)\b[^;'"]*|\b(?:import|__require\d*)\()\s*['"]([.@\w][\w@./:-]*)['"]|new URL\(['"](\.[\w./-]+\.js)['"]/gm;
/** The package of web sockets looks for them and does without. */
const OPTIONAL = ['bufferutil', 'utf-8-validate'];

describe('the package', function () {
  this.timeout(120_000);
  const home = folderOfAll();
  const root = join(home, 'package');
  const inPackage = (path: string) => join(root, path);
  const files = () => readdirSync(root, { recursive: true, encoding: 'utf8' });

  before(() => {
    // The tests run from what was compiled, so that is not done again here.
    const args = ['pack', '--ignore-scripts', '--pack-destination', home];
    execFileSync('npm', args, { stdio: 'pipe' });
    const packed = readdirSync(home).find((name) => name.endsWith('.tgz')) as string;
    execFileSync('tar', ['-xzf', join(home, packed), '-C', home]);
  });

  it('holds what runs, and neither sources nor tests nor data', () => {
    expect(files()).to.include.members(['package.json', 'README.md', 'dist/run/quorate.js', 'docs/hashes.md']);
    expect(files().filter((path) => /\.(ts|map)$|^(dist\/)?test\/|^data\//.test(path))).to.deep.equal([]);
  });

  it('holds the versions that were tested, and what watches a node', () => {
    expect(files()).to.include.members(['deploy/quorate.service', 'deploy/monitoring/alerts.yml']);
    const locked = readFileSync(inPackage('npm-shrinkwrap.json'), 'utf8');
    expect(locked).to.equal(readFileSync('npm-shrinkwrap.json', 'utf8'));
    const { dependencies } = JSON.parse(readFileSync(inPackage('package.json'), 'utf8'));
    expect(JSON.parse(locked).packages[''].dependencies).to.deep.equal(dependencies);
  });

  it('holds whatever its modules import, and names every package among its dependencies', () => {
    const { dependencies } = JSON.parse(readFileSync(inPackage('package.json'), 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    const modules = files().filter((path) => path.endsWith('.js'));
    expect(modules.length).to.be.greaterThan(100);
    const missing = modules.flatMap((path) =>
      importedBy(readFileSync(inPackage(path), 'utf8')).filter((name) => {
        if (name.startsWith('.')) return !existsSync(join(root, dirname(path), name));
        if (name.startsWith('node:') || builtinModules.includes(name) || OPTIONAL.includes(name)) return false;
        return !(packageOf(name) in dependencies);
      }),
    );
    expect(missing).to.deep.equal([]);
  });

  it('runs as it is', () => {
    symlinkSync(resolve('node_modules'), inPackage('node_modules'));
    const run = (...words: string[]) =>
      spawnSync(process.execPath, [inPackage('dist/run/quorate.js'), ...words], { encoding: 'utf8', cwd: home });
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
    expect(run('--version').stdout).to.equal(`${version}\n`);
    expect(run('settings', '--json').status).to.equal(0);
    // It finds the documents beside it, as a node does for its site.
    const { stdout, stderr } = run('docs', 'export', '--out', 'site', '--json');
    expect(JSON.parse(stdout || '{}'), stderr)
      .to.have.property('files')
      .greaterThan(200);
    expect(existsSync(join(home, 'site/tutorials/first-register.html'))).to.equal(true);
  });
});

function importedBy(text: string): readonly string[] {
  const code = text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  return [...code.matchAll(IMPORTED)].map((match) => (match[1] ?? match[2]) as string);
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
