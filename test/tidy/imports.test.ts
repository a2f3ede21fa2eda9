// Imports point one way: from higher layers to lower ones, and to a package only from the folders that CONTRIBUTING.md
// gives it. Within a layer folders.test.ts holds the order.
import { builtinModules } from 'node:module';
import { dependencyTable } from './dependencies.js';
import { expectNone, folderOf, LAYERS, packageOf, production, type Source, sources } from './source.js';

/** The rules of core/ may hash and verify, and touch nothing else of the platform. */
const CORE_BUILTINS = { 'node:crypto': ['core/base/', 'core/crypto/'] } as Readonly<Record<string, readonly string[]>>;
const START = 'cli/commands/node/start.ts';
const DOCUMENTED = 'cli/commands/node/docs.ts';
const LOOPBACK = 'cli/remote/loopback.ts';
/** The lists of groups: every operation is reached through them. */
const GROUP_TABLE = /^api\/groups\/(?:index|routes|[a-z]+\/(?:groups|routes))\.ts$/;
/** The one client, which failures pass by themselves, and the names of what hubs tell. */
const REMOTE: ReadonlySet<string> = new Set([
  ...['api/client/client.ts', 'api/client/passing.ts', 'api/client/hub-events.ts'],
]);
const ACCOUNT_WORK = 'cli/disk/account-work.ts';

type Finding = (source: Source, found: Source['imports'][number]) => string | undefined;

function findings(files: readonly Source[], check: Finding): string[] {
  return files.flatMap((source) =>
    source.imports.flatMap((found) => {
      const reason = check(source, found);
      return reason === undefined ? [] : [`${source.path}:${found.line} imports ${found.specifier}: ${reason}`];
    }),
  );
}

describe('tidy: imports', () => {
  it('lead to a file that exists, with its extension', () => {
    const check: Finding = (_, { specifier, target }) =>
      specifier.startsWith('.') && target === undefined ? 'no such file' : undefined;
    expectNone(findings(sources(), check), 'A relative import names a source file with the extension .js.');
  });

  it('point down', () => {
    const check: Finding = ({ path }, { target }) => {
      if (target === undefined || folderOf(target) === folderOf(path)) return undefined;
      const [from, to] = [LAYERS[folderOf(path)] as number, LAYERS[folderOf(target)]];
      return to === undefined || to >= from ? `${folderOf(path)}/ is below it` : undefined;
    };
    expectNone(findings(production(), check), 'core < proto, storage < actors < api < node < cli.');
  });

  it('of cli/ reach the node through api/client/client.ts; only start.ts imports node/', () => {
    const check: Finding = ({ path }, { target }) => {
      if (folderOf(path) !== 'cli' || target === undefined) return undefined;
      if (folderOf(target) === 'node' && path !== START) return `only ${START} starts a node`;
      if (folderOf(target) === 'actors') return 'the command line has no actors';
      // The node is stopped, and a hash has to be the one that it will check.
      if (path === ACCOUNT_WORK && target === 'api/auth/passwords.ts') return undefined;
      // The last page of a login by browser, which looks like those of the node.
      if (path === LOOPBACK && target === 'api/pages/page.ts') return undefined;
      // The documents of the program, which need no node.
      if (path === DOCUMENTED && target === 'api/server/own-site.ts') return undefined;
      if (folderOf(target) === 'api' && !REMOTE.has(target) && !target.startsWith('api/schemas/'))
        return 'remote commands use api/client/client.ts';
      return undefined;
    };
    expectNone(findings(production(), check), 'Remote commands speak to a node; they are not one.');
  });

  it('of consensus are registers, their types, and what these stand on', () => {
    const check: Finding = ({ path }, { target }) => {
      if (!path.startsWith('core/consensus/') || target === undefined) return undefined;
      return ['base', 'crypto', 'model', 'register', 'consensus'].includes(target.split('/')[1] as string)
        ? undefined
        : 'consensus knows registers only';
    };
    expectNone(findings(production(), check), 'The reducer judges dockets, whatever they hold.');
  });

  it('inside api/ keep groups apart: a part that two of them need stands beside them', () => {
    const groupOf = (path: string) => /^api\/groups\/([^/]+\/[^/]+)\//.exec(path)?.[1];
    const check: Finding = ({ path }, { target }) => {
      const to = target === undefined ? undefined : groupOf(target);
      if (folderOf(path) !== 'api' || to === undefined || to === groupOf(path) || GROUP_TABLE.test(path))
        return undefined;
      return 'a group of operations is known to the tables of groups alone';
    };
    expectNone(
      findings(production(), check),
      'Move it to api/access, views, submission, workflow, examples or schemas.',
    );
  });

  it('of packages come from the folders of the dependency table', () => {
    const table = new Map(dependencyTable().map((row) => [row.name, row.folders]));
    const check: Finding = ({ path }, { specifier }) => {
      if (specifier.startsWith('.') || isBuiltin(specifier)) return undefined;
      const folders = table.get(packageOf(specifier));
      if (folders === undefined) return 'it is not in the dependency table of CONTRIBUTING.md';
      return folders.some((folder) => path.startsWith(folder))
        ? undefined
        : `the table allows it in ${folders.join(', ')}`;
    };
    expectNone(findings(sources(), check), 'A package is imported only where CONTRIBUTING.md says.');
  });

  it('of the platform in core/ are hashing and verification only', () => {
    const check: Finding = ({ path }, { specifier }) => {
      if (folderOf(path) !== 'core' || !isBuiltin(specifier)) return undefined;
      return CORE_BUILTINS[specifier]?.some((folder) => path.startsWith(folder)) ? undefined : 'core/ is pure';
    };
    expectNone(findings(production(), check), 'core/ does no I/O.');
  });

  it('spell platform modules with node:', () => {
    const check: Finding = (_, { specifier }) =>
      builtinModules.includes(specifier) ? `write node:${specifier}` : undefined;
    expectNone(findings(sources(), check), 'Platform modules carry the node: prefix.');
  });
});

function isBuiltin(specifier: string): boolean {
  return specifier.startsWith('node:') || builtinModules.includes(specifier);
}
