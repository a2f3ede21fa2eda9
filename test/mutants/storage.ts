// Broken versions of the store: a commit that does not wait, a row that is not forgotten, a body that is not what it is
// stored for.
import type { Mutant } from './mutant.js';

export const STORAGE: readonly Mutant[] = [
  {
    name: 'a store of version 0.2 passes for one of a later format',
    edits: [{ file: 'storage/open', from: 'if (kv.getSync(metaKey(EARLIER_FORMAT)) !== undefined)', to: 'if (false)' }],
    test: 'unit/storage/open',
    caught: 'refuses each store of version 0.2 and before, by name',
  },
  {
    name: 'a folder of version 0.2 is called damaged',
    edits: [{ file: 'storage/engine/folder', from: 'if (EARLIER_PATTERN.test(text))', to: 'if (false)' }],
    test: 'unit/cli/commands/node/store.slow',
    caught: 'of version 0.2 is refused by name',
  },
  {
    name: 'a backup of version 0.2 is called damaged',
    edits: [{ file: 'storage/backup/backup-file', from: '.equals(EARLIER))', to: '.equals(MAGIC))' }],
    test: 'unit/cli/commands/node/store.slow',
    caught: 'of version 0.2 is refused by name',
  },
  {
    name: 'a commit resolves before its write',
    edits: [
      { file: 'storage/engine/journal', from: 'await this.kv.write(group.ops);', to: 'void this.kv.write(group.ops);' },
    ],
    test: 'unit/storage/engine/journal',
    caught: 'keeps one write in flight',
  },
  {
    name: 'a queued row is hidden by an older one',
    edits: [
      {
        file: 'storage/engine/journal',
        from: 'for (let i = this.groups.length - 1; i >= 0; i--)',
        to: 'for (let i = 0; i < this.groups.length; i++)',
      },
    ],
    test: 'unit/storage/engine/journal',
    caught: 'newest first',
  },
  {
    name: 'a key of two characters is read from its second one on',
    edits: [{ file: 'storage/keys/row', from: 'return key[0] === TWO_BYTE ? 2 : 1;', to: 'return 1;' }],
    test: 'unit/storage/keys/two-characters',
    caught: 'order tuples as any prefix does',
  },
  {
    name: 'tables behind one first character are taken for one table',
    edits: [
      {
        file: 'storage/keys/row',
        from: 'return first === TWO_BYTE ? (first << 8) | key[1] : first;',
        to: 'return first;',
      },
    ],
    test: 'unit/storage/keys/keyspace',
    caught: 'tells every row by the first bytes of its keys',
  },
  {
    name: 'a decoded row outlives its write',
    edits: [{ file: 'storage/engine/journal', from: 'this.rows.written(name, op);', to: '' }],
    test: 'unit/storage/engine/journal',
    caught: 'decodes a row once until it is written again',
  },
  {
    name: 'a row that is deleted stays decoded',
    edits: [
      {
        file: 'storage/engine/row-cache',
        from: 'if (value && decoded !== undefined)',
        to: 'if (decoded !== undefined)',
      },
    ],
    test: 'unit/storage/engine/row-cache',
    caught: 'written last',
  },
  {
    name: 'a plain key stays in memory after its wallet signed',
    edits: [{ file: 'storage/secrets/keys-in-use', from: '!opened.isUsed || ', to: '' }],
    test: 'unit/storage/secrets/keys-in-use',
    caught: 'within a second after it was used last',
  },
  {
    name: 'a plain key stays in memory as long as its wallet signs',
    edits: [{ file: 'storage/secrets/keys-in-use', from: ' || opened.sweeps >= SWEEPS_MAX', to: '' }],
    test: 'unit/storage/secrets/keys-in-use',
    caught: 'used on and on',
  },
  {
    name: 'files of an action that is submitted again go with its first claim',
    edits: [{ file: 'storage/tables/workflow/file-claims', from: 'return isAgain ?', to: 'return false ?' }],
    test: 'unit/actors/files/keeper.slow',
    caught: 'submitted once more',
  },
  {
    name: 'the journal writes on after a write that failed',
    edits: [
      {
        file: 'storage/engine/journal',
        from: 'if (!group || this.inFlight || this.failure)',
        to: 'if (!group || this.inFlight)',
      },
      { file: 'storage/engine/journal', from: 'this.failure = error;', to: 'this.inFlight = false;' },
    ],
    test: 'unit/storage/engine/journal',
    caught: 'fail',
  },
  {
    name: 'a body is read under a hash that is not its own',
    edits: [
      { file: 'storage/chain/chain-store', from: 'if (!body || docketHash(body.header) !== hash)', to: 'if (!body)' },
    ],
    test: 'unit/storage/chain/chain-store',
    caught: 'gives no body under a hash that only begins',
  },
  {
    name: 'bodies of a height that lost stay without end',
    edits: [{ file: 'storage/chain/candidates', from: 'if (Buffer.compare(body.h8, winner) === 0)', to: 'if (true)' }],
    test: 'unit/storage/chain/chain-store',
    caught: 'keeps candidates until the seal deletes the losers',
  },
  {
    name: 'an answer is repeated after a restore gave up what it names',
    edits: [{ file: 'api/requests/idempotency', from: 'stored.isBeforeFork && ', to: 'false && ' }],
    test: 'unit/api/requests/idempotency',
    caught: 'where what they name is not sealed',
  },
  {
    name: 'a restore that forks leaves answers under a key as they are',
    edits: [
      {
        file: 'storage/backup/take-back',
        from: 'if (plan.some(({ isFork }) => isFork))',
        to: 'if (plan.length === 0)',
      },
    ],
    test: 'unit/cli/commands/node/restore.slow',
    caught: 'of answers under a key',
  },
  {
    name: 'an operation says that it is done after a restore gave up its transaction',
    edits: [{ file: 'storage/tables/workflow/operations', from: 'if (!isSealed(transactionId))', to: 'if (false)' }],
    test: 'unit/cli/commands/node/restore.slow',
    caught: 'of operations',
  },
];
