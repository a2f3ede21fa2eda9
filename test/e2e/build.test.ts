// What `npm start` and its siblings compile before they run: nothing where nothing changed, and never less than what
// did. A small tree stands for ours.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { folderOfEach } from '../support/base/folders.js';

const SCRIPTS = 'api/pages/web';
const FILES = { include: ['core', 'cli', 'api'], exclude: [SCRIPTS] };

describe('the build', function () {
  this.timeout(120_000);
  const tree = folderOfEach();
  const at = (path: string) => join(tree, path);
  const source = (name: string, text: string) => writeFileSync(at(`core/${name}.ts`), text);
  const script = (text: string) => writeFileSync(at(`${SCRIPTS}/page.ts`), text);
  const compiled = (name: string) => readFileSync(at(`dist/core/${name}.js`), 'utf8');
  const build = (...words: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [at('build.mjs'), ...words], { encoding: 'utf8' });
    return { status, said: stderr };
  };

  beforeEach(() => {
    copyFileSync('build.mjs', at('build.mjs'));
    symlinkSync(resolve('node_modules'), at('node_modules'));
    mkdirSync(at('core'));
    mkdirSync(at(SCRIPTS), { recursive: true });
    copyFileSync(join(SCRIPTS, 'tsconfig.json'), at(`${SCRIPTS}/tsconfig.json`));
    script("document.title = 'one';\n");
    const { compilerOptions } = JSON.parse(readFileSync('tsconfig.json', 'utf8')) as Record<string, object>;
    const options = { ...compilerOptions, types: [], skipLibCheck: true };
    writeFileSync(at('tsconfig.json'), JSON.stringify({ compilerOptions: options, ...FILES }));
    writeFileSync(at('package.json'), '{"type":"module","dependencies":{"level":"*"}}');
    source('one', 'export const one: number = 1;\n');
    source('two', 'export const two: number = 2;\n');
    expect(build()).to.deep.include({ status: 0 });
  });

  it('says what it does, and nothing where nothing changed', () => {
    const writtenMs = statSync(at('dist/core/one.js')).mtimeMs;
    expect(build()).to.deep.equal({ status: 0, said: '' });
    expect(statSync(at('dist/core/one.js')).mtimeMs).to.equal(writtenMs);
    source('one', 'export const one: number = 11;\n');
    expect(build().said).to.match(/^Compiling what changed/);
    expect(compiled('one')).to.contain('11');
  });

  it('sees a change that left size and time alone', () => {
    const { atime, mtime } = statSync(at('core/one.ts'));
    source('one', 'export const one: number = 7;\n');
    utimesSync(at('core/one.ts'), atime, mtime);
    expect(build().status).to.equal(0);
    expect(compiled('one')).to.contain('7');
  });

  it('compiles again what was deleted or written over, whatever the compiler remembers', () => {
    rmSync(at('dist/core/two.js'));
    expect(build().status).to.equal(0);
    expect(compiled('two')).to.contain('2');
    writeFileSync(at('dist/core/two.js'), 'export const two = 22;\n');
    expect(build().status).to.equal(0);
    expect(compiled('two')).not.to.contain('22');
    rmSync(at('dist'), { recursive: true });
    expect(build().said).to.match(/^Compiling everything/);
    expect(compiled('two')).to.contain('2');
  });

  it('bundles the program with the threads that it starts, each under a name beside the others', () => {
    mkdirSync(at('cli'));
    writeFileSync(at('cli/main.ts'), "import { start } from '../core/start.js';\nimport 'level';\nstart();\n");
    const declared =
      'declare const URL: new (path: string, base: string) => object;\ndeclare global { interface ImportMeta { url: string } }\n';
    source('start', `${declared}export const start = () => new URL('./far-thread.js', import.meta.url);\n`);
    source('far-thread', "export { one } from './one.js';\n");
    expect(build()).to.deep.include({ status: 0 });
    expect(readFileSync(at('dist/run/quorate.js'), 'utf8'))
      .to.contain('far-thread.js')
      .and.to.contain('"level"');
    expect(readFileSync(at('dist/run/far-thread.js'), 'utf8')).to.contain('one = 1');
    rmSync(at('dist/run/far-thread.js'));
    expect(build().status).to.equal(0);
    expect(existsSync(at('dist/run/far-thread.js'))).to.equal(true);
  });

  it('bundles the program alone for a start: no tests, no types, one line before and one behind', () => {
    mkdirSync(at('cli'));
    writeFileSync(at('cli/main.ts'), "import { one } from '../core/one.js';\nexport const answer: string = one;\n");
    rmSync(at('dist'), { recursive: true });
    const { status, said } = build('program');
    expect(status).to.equal(0);
    expect(said).to.match(/^Compiling the program[^\n]+\nCompiled, [\d.]+ s\.\n$/);
    expect(existsSync(at('dist/core'))).to.equal(false);
    expect(build('program')).to.deep.equal({ status: 0, said: '' });
    expect(build().said).to.contain('cli/main.ts');
    source('one', "export const one = 'changed';\n");
    expect(build('program').status).to.equal(0);
    expect(readFileSync(at('dist/run/quorate.js'), 'utf8')).to.contain('changed');
    rmSync(at('dist/run/quorate.js'));
    expect(build('program').status).to.equal(0);
    expect(existsSync(at('dist/run/quorate.js'))).to.equal(true);
    // Nothing of it is left for the one after it to start with.
    source('one', 'export const = 1;\n');
    expect(build('program').status).to.equal(1);
    expect(existsSync(at('dist/run/quorate.js'))).to.equal(false);
  });

  it('checks the scripts of pages with the types of a browser, and bundles each', () => {
    mkdirSync(at('cli'));
    writeFileSync(at('cli/main.ts'), "import '../core/one.js';\n");
    expect(build().status).to.equal(0);
    expect(readFileSync(at('dist/run/web/page.js'), 'utf8'))
      .to.match(/^"use strict";/)
      .and.contain('one');
    script('document.title = process.title;\n');
    for (let i = 0; i < 2; i++) expect(build().said).to.contain('process').and.to.contain('Not compiled');
    script("document.title = 'two';\n");
    expect(build().status).to.equal(0);
    expect(readFileSync(at('dist/run/web/page.js'), 'utf8')).to.contain('two');
  });

  it('removes what has no source any more', () => {
    rmSync(at('core/two.ts'));
    expect(build().status).to.equal(0);
    expect(existsSync(at('dist/core/two.js'))).to.equal(false);
    expect(existsSync(at('dist/core/one.js'))).to.equal(true);
  });

  it('fails on an error, each time, until it is repaired', () => {
    source('one', "export const one: number = 'one';\n");
    for (let i = 0; i < 2; i++) {
      const { status, said } = build();
      expect(status).to.equal(1);
      expect(said).to.contain('core/one.ts').and.to.contain('Not compiled');
    }
    source('one', 'export const one: number = 1;\n');
    expect(build().status).to.equal(0);
    expect(build()).to.deep.equal({ status: 0, said: '' });
  });

  it('says what to do where nothing is installed', () => {
    rmSync(at('node_modules'));
    expect(build()).to.deep.equal({ status: 1, said: 'The compiler is not installed: run "npm ci" first.\n' });
  });

  it('builds the console where that changed, and goes on to a start without it', () => {
    mkdirSync(at('console'));
    const page = (text: string) => writeFileSync(at('console/index.html'), text);
    const settings = "export default { root: 'console', build: { outDir: '../dist/console' }, logLevel: 'silent' };\n";
    writeFileSync(at('console/vite.config.ts'), settings);
    page('<p>one</p>');
    expect(build('program').said).to.match(/^Building the console/);
    expect(readFileSync(at('dist/console/index.html'), 'utf8')).to.contain('one');
    expect(build('program')).to.deep.equal({ status: 0, said: '' });
    page('<p>two</p>');
    expect(build('program').said).to.contain('Building the console');
    writeFileSync(at('console/vite.config.ts'), 'throw new Error("no binary here");\n');
    const { status, said } = build('program');
    expect([status, said]).to.eql([0, said]);
    expect(said).to.contain('no binary here').and.to.contain('All else works.');
    expect(existsSync(at('dist/console'))).to.equal(false);
  });
});
