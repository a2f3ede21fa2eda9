// Dependencies: exact versions, a reason for each, none unused, and none that needs a script or a download when it is
// installed.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { dependencyTable } from './dependencies.js';
import { expectNone, generated, packageOf, sources } from './source.js';

interface Locked {
  readonly hasInstallScript?: boolean;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly engines?: { readonly node?: string };
}

/**
 * Packages whose install script does nothing that we need: they carry prebuilt files, or only count installations.
 * Tried with --ignore-scripts.
 */
const SCRIPTS_NOT_NEEDED: Readonly<Record<string, string>> = {
  'classic-level': 'prebuilt binaries in the package',
  'cbor-extract': 'optional and of tests alone: what a library of others reads CBOR faster with',
  '@bufbuild/buf':
    'a launcher finds the binary, an optional dependency; its script fetches it only where that is missing',
  esbuild: 'the binary comes as an optional dependency',
  '@scarf/scarf': 'counts installations',
  protobufjs: 'warns about loose version ranges of its dependents',
  fsevents: 'macOS only, prebuilt',
};

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
};
const declared = { ...manifest.dependencies, ...manifest.devDependencies };
const lock = JSON.parse(readFileSync('npm-shrinkwrap.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked & { readonly dependencies?: Readonly<Record<string, string>> }>>;
};

type Version = readonly number[];

const versionOf = (text: string): Version => text.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : 0));

function compare(a: Version, b: Version): number {
  const place = [0, 1, 2].find((i) => (a[i] ?? 0) !== (b[i] ?? 0)) ?? 0;
  return (a[place] ?? 0) - (b[place] ?? 0);
}

/** True if a version is in a range as npm reads it, as far as the ranges of the lock file go. */
function takes(range: string, version: Version): boolean {
  return range.split('||').some((one) =>
    one
      .replaceAll(/([<>=^~])\s+/g, '$1')
      .trim()
      .split(/\s+/)
      .every((comparator) => holds(comparator, version)),
  );
}

function holds(comparator: string, version: Version): boolean {
  const [, operator = '', text = ''] = /^([<>=^~]*)(.*)$/.exec(comparator) ?? [];
  if (text === '*' || text === '') return true;
  const order = compare(version, versionOf(text));
  if (operator === '>=') return order >= 0;
  if (operator === '>') return order > 0;
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  // `^1.2`, and `1`, `1.x` and `1.2`, which leave open what they do not name.
  return version[0] === versionOf(text)[0] && order >= 0;
}

describe('tidy: packages', () => {
  it('are pinned to exact versions', () => {
    const loose = Object.entries(declared).filter(
      ([, version]) => !/^(npm:[@\w/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expectNone(
      loose.map(([name, version]) => `${name}: ${version}`),
      'package.json states exact versions.',
    );
  });

  it('are each listed in CONTRIBUTING.md with a reason, and nothing else is', () => {
    const rows = dependencyTable();
    const listed = new Set(rows.map(({ name }) => name));
    const missing = Object.keys(declared).filter((name) => !listed.has(name));
    const stale = rows.filter(({ name }) => !(name in declared)).map(({ name }) => `${name} (not in package.json)`);
    const bare = rows.filter(({ reason }) => reason.length < 8).map(({ name }) => `${name} (no reason)`);
    expectNone([...missing, ...stale, ...bare], 'The dependency table equals package.json.');
  });

  it('are all used', () => {
    const imported = new Set(
      [...sources(), ...generated()].flatMap((source) => source.imports.map(({ specifier }) => packageOf(specifier))),
    );
    const tools = new Set(
      dependencyTable()
        .filter(({ folders }) => folders.length === 0)
        .map(({ name }) => name),
    );
    const unused = Object.keys(declared).filter((name) => !imported.has(name) && !tools.has(name));
    expectNone(unused, 'A package that nothing imports is removed, or is a tool without folders in the table.');
  });

  it('keep tests and tools out of what a node loads', () => {
    const findings = sources()
      .filter(({ path }) => !path.startsWith('test/') && !path.startsWith('console/'))
      .flatMap((source) =>
        source.imports
          .filter(({ specifier }) => packageOf(specifier) in manifest.devDependencies)
          .map(({ specifier, line }) => `${source.path}:${line} ${specifier}`),
      );
    expectNone(findings, 'Product code imports dependencies, never devDependencies.');
  });

  it('need no install script', () => {
    const scripted = Object.entries(lock.packages).filter(([, entry]) => entry.hasInstallScript);
    const unknown = scripted
      .map(([path]) => path.split('node_modules/').at(-1) as string)
      .filter((name) => !(name in SCRIPTS_NOT_NEEDED));
    expectNone(unknown, 'Nothing may need a compiler, a script or a download at installation.');
  });

  it('take the oldest Node.js that the program runs on, so that npm ci warns of none', () => {
    expect([takes('^20.19.0 || >=22.12.0', [20, 18, 9]), takes('>= 22', [20, 19, 0])]).to.deep.equal([false, false]);
    const oldest = versionOf(manifest.engines.node.replace('>=', ''));
    const newer = Object.entries(lock.packages).filter(([, { engines }]) => !takes(engines?.node ?? '*', oldest));
    expectNone(
      newer.map(([path, { engines }]) => `${path} wants ${engines?.node}`),
      `Choose versions that run on Node.js ${oldest.join('.')}.`,
    );
  });

  it('come from the registry with a checksum', () => {
    const odd = Object.entries(lock.packages).filter(
      ([path, { resolved, integrity, link }]) =>
        path !== '' &&
        !link &&
        (!integrity || (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'))),
    );
    expectNone(
      odd.map(([path]) => path),
      'The lock file names the public registry and a checksum for each package.',
    );
  });
});
