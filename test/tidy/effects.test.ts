// The changes of an operation and the subject of a read stand in its definition: no rule guesses them from an address
// or a list of codes. The compiler asks for the changes too.
import type { AnyRoute } from '../../api/define.js';
import { namesRegister } from '../../api/dispatch/reads.js';
import { groupRoutes } from '../../api/groups/routes.js';
import { expectNone, sources } from './source.js';

/** Transports, which find the operation of an address, and clients, which write addresses. */
const OF_ADDRESSES = /^api\/(client|hubs|server|site)\/|^api\/requests\/aliases\.ts$/;
const LOOKS = /\burl\.(?:startsWith|endsWith|includes|match)\(|\.test\(url\)/;

describe('tidy: the effects of operations', () => {
  const routes = Object.values(groupRoutes).flatMap((group) =>
    Object.entries(group as Readonly<Record<string, AnyRoute>>),
  );
  const named = (isAtFault: (route: AnyRoute) => boolean) =>
    routes.filter(([, route]) => isAtFault(route)).map(([id]) => id);

  it('are stated by each that writes', () => {
    const silent = named(({ method, writes }) => method !== 'GET' && writes === undefined);
    expectNone(silent, 'State what it writes.');
  });

  it('are stated by each read of a register, and by no other', () => {
    const odd = named((route) => (route.reads !== undefined) !== (route.method === 'GET' && namesRegister(route)));
    expectNone(odd, 'A GET whose path or query names a register states what it reads of it.');
  });

  it('are a transaction for a pool where a full one may refuse it', () => {
    const odd = named(({ errors, writes }) => errors.includes('POOL_FULL') && writes !== 'register');
    expectNone(odd, "State writes: 'register', so that a caller without room is told when to come back.");
  });

  it('are asked of the definition, and not of its address', () => {
    const judged = sources().filter(({ path }) => path.startsWith('api/') && !OF_ADDRESSES.test(path));
    const lines = judged.flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, i) => (LOOKS.test(line) ? [`${path}:${i + 1}`] : [])),
    );
    expectNone(lines, 'Make it a member of the definition.');
  });
});
