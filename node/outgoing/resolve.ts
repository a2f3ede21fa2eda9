// Names of outgoing requests: the resolver of the platform, and between it and the socket the judgement of all
// addresses. A socket connects to what was judged here and to nothing else, so that a name that has another address the
// second time gains nothing.
import { lookup as platformLookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import type { Issue } from '../../core/base/issue.js';
import { addressProblem, type Target } from '../../core/outgoing/target.js';

/** All addresses of a name; rejects where it has none. */
export type Resolve = (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

export const systemResolve: Resolve = (host) => platformLookup(host, { all: true, order: 'verbatim' });

/** The reason why a socket was not opened, carried through a library that knows errors only. */
export class TargetRefused extends Error {
  constructor(readonly problem: Issue) {
    super(problem.message);
    this.name = 'TargetRefused';
  }
}

/**
 * The lookup of a socket to the target: as that of node:dns, but with TargetRefused for addresses that it may not have.
 */
export function guardedLookup(target: Target, resolve: Resolve): LookupFunction {
  return (host, options, done) => {
    resolve(host).then(
      (rows) => {
        const problem = addressProblem(
          target,
          rows.map(({ address }) => address),
        );
        const [first] = rows;
        if (problem !== undefined || first === undefined)
          return done(new TargetRefused(problem as Issue), options.all ? [] : '', 0);
        return options.all ? done(null, [...rows]) : done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, options.all ? [] : '', 0),
    );
  };
}
