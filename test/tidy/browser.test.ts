// Parts that run in a browser: the engine of workflows, which imports nothing of the platform, and the scripts of
// pages, which import each other alone.
import { expect } from 'chai';
import { expectNone, production, sources } from './source.js';

const SCRIPTS = 'api/pages/web/';
/** The console has it too: what a person chose there holds for the pages. */
const KEPT_CHOICE = `${SCRIPTS}parts/kept-choice.ts`;

const ENTRIES = [
  ...['execution/execute', 'definition/definition-hash', 'plan/graph', 'form/judged'].map(
    (name) => `core/blueprint/${name}.ts`,
  ),
  ...['check/check', 'authoring/graph-text', 'authoring/graph-svg'].map((name) => `core/design/${name}.ts`),
  'core/instance/runs/check-run.ts',
];

describe('tidy: browser', () => {
  it('the engine imports no platform module, however far down', () => {
    const byPath = new Map(sources().map((source) => [source.path, source]));
    const seen = new Set<string>();
    const findings: string[] = [];
    const queue = [...ENTRIES];
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      const source = byPath.get(path);
      if (seen.has(path)) continue;
      seen.add(path);
      if (source === undefined) findings.push(`${path} is not there`);
      for (const { specifier, target, line } of source?.imports ?? []) {
        if (specifier.startsWith('node:')) findings.push(`${path}:${line} ${specifier}`);
        if (target !== undefined) queue.push(target);
      }
    }
    expectNone(findings, 'The engine and what it imports are bundled for browsers.');
  });

  it('a script of a page imports parts of its folder alone, and nothing of the program imports it', () => {
    const isScript = (path: string | undefined) => path?.startsWith(SCRIPTS) === true;
    /** Which folder may have it, the table of packages says. */
    const isPackage = (specifier: string) => !specifier.startsWith('.') && !specifier.startsWith('node:');
    const findings = production().flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier, target }) => isScript(path) !== isScript(target) && !isPackage(specifier))
        .filter(({ target }) => !(path.startsWith('console/') && target === KEPT_CHOICE))
        .map(({ specifier, line }) => `${path}:${line} ${specifier}`),
    );
    expect(production().filter(({ path }) => isScript(path)).length).to.be.greaterThan(10);
    expectNone(findings, 'Scripts are bundled for browsers; the program reads the bundle (api/pages/script.ts).');
  });
});
