// Broken versions of one process: two of them on one store, a start that outlives its stop, a failure that nobody sees.
import type { Mutant } from './mutant.js';

const LOCK = { file: 'storage/engine/folder-lock', test: 'contract/storage/folder-lock' } as const;
const LIFE = { file: 'node/compose/lifecycle', test: 'unit/node/compose/lifecycle' } as const;

function broken(
  { file, test }: { readonly file: string; readonly test: string },
  { name, from, to, caught }: { readonly [member in 'name' | 'from' | 'to' | 'caught']: string },
): Mutant {
  return { name, edits: [{ file, from, to }], test, caught };
}

export const PROCESS: readonly Mutant[] = [
  broken(LOCK, {
    name: 'the lock of a folder has one name',
    from: 'const isLinked = linkFormat(dir);',
    to: 'const isLinked = false;',
    caught: 'without LOCK and FOLDER-LOCK',
  }),
  broken(LOCK, {
    name: 'the lock of a folder is ended by a second try of the same process',
    from: 'if (held.has(folder))',
    to: 'if (false)',
    caught: 'whose second try ends no lock',
  }),
  broken(LOCK, {
    name: 'a locked file that is replaced is not noticed',
    from: 'found !== null && found !== id',
    to: 'false',
    caught: 'is lost when LOCK is another file',
  }),
  broken(LOCK, {
    name: 'a folder that is moved is not noticed',
    from: 'gone === names.size',
    to: 'false',
    caught: 'when the folder was moved',
  }),
  broken(
    { ...LOCK, file: 'storage/engine/mark' },
    {
      name: 'a mark of another process is not noticed',
      from: '.equals(written)',
      to: '.length > 0',
      caught: 'MARK is gone or not as it was written',
    },
  ),
  broken(LIFE, {
    name: 'a part begins behind a stop',
    from: 'break;',
    to: 'void 0;',
    caught: 'at each wait of the start',
  }),
  broken(LIFE, {
    name: 'a stop does not wait for the part that is coming up',
    from: 'if (await isLate(begun, stopTimeoutMs))',
    to: 'if (false)',
    caught: 'at each wait of the start',
  }),
  broken(
    { file: 'actors/node/machine', test: 'unit/actors/node/machine' },
    {
      name: 'a failure while the node stops is dropped',
      from: "on: { FATAL: { actions: 'keep' } },",
      to: 'on: {},',
      caught: 'keeps a failure that comes while it stops',
    },
  ),
  broken(
    { file: 'node/observe/part-health', test: 'unit/node/observe/part-health' },
    {
      name: 'a node that cannot write is healthy',
      from: 'if (store.journal.hasFailed)',
      to: 'if (false)',
      caught: 'when the store takes no more writes',
    },
  ),
  broken(
    { file: 'node/config/again', test: 'unit/node/config/again' },
    {
      name: 'a running node takes up a setting that waits for a restart',
      from: 'changed.filter(({ isLive }) => isLive)',
      to: 'changed',
      caught: 'leaves it as it is',
    },
  ),
  broken(
    { file: 'storage/engine/reserve', test: 'unit/storage/engine/reserve' },
    {
      name: 'inodes are no room',
      from: 'free.files < RESERVE_FILES * factor',
      to: 'false',
      caught: 'is low below its files',
    },
  ),
  broken(
    { file: 'storage/pki/identity', test: 'unit/storage/pki/identity.slow' },
    {
      name: 'a certificate that ended keeps a node from starting',
      from: 'return loadIdentity(dir, Math.min(Math.max(nowMs, notBeforeMs), notAfterMs));',
      to: 'return found;',
      caught: 'starts with a certificate that is not valid now',
    },
  ),
  broken(
    { file: 'cli/remote/profile-lock', test: 'contract/cli/connection/profile-lock' },
    {
      name: 'a process that got the number of a dead one holds its lock',
      from: ' || startOf(holder.pid) !== holder.start',
      to: '',
      caught: 'takes over the lock of a process that is gone',
    },
  ),
];
