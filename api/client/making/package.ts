// The manifest of the package `@quorate/client`.

export interface PackageFacts {
  readonly version: string;
  readonly license: string;
  readonly node: string;
}

/** Each entry has one module for all platforms; the check of evidence has a faster one for Node. */
export const ENTRIES = ['client', 'engine', 'evidence', 'hubs'] as const;

export function manifestOf({ version, license, node }: PackageFacts): object {
  return {
    name: '@quorate/client',
    version,
    description: 'The client of a Quorate node: typed calls, hubs, offline check of evidence, the engine of workflows.',
    license,
    type: 'module',
    sideEffects: false,
    engines: { node },
    exports: Object.fromEntries(
      ENTRIES.map((entry) => [
        entry === 'client' ? '.' : `./${entry}`,
        {
          types: `./types/api/client/published/${entry}.d.ts`,
          ...(entry === 'evidence' && { node: './node/evidence.js' }),
          default: `./${entry}.js`,
        },
      ]),
    ),
    files: ['*.js', '*.txt', 'node', 'types'],
    peerDependencies: { '@microsoft/signalr': '>=8' },
    peerDependenciesMeta: { '@microsoft/signalr': { optional: true } },
  };
}
