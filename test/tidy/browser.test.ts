// The engine of workflows runs in a browser as it is: nothing that it imports is of the platform.
import { expectNone, sources } from './source.js';

const ENTRIES = [
  ...['execution/execute', 'definition/definition-hash', 'plan/graph'].map((name) => `core/blueprint/${name}.ts`),
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
});
