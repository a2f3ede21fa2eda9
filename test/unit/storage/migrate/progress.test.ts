// Migrations run in order, each once; one that takes long says how far it is.
import { expect } from 'chai';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { migrate } from '../../../../storage/migrate/index.js';
import type { Migration } from '../../../../storage/migrate/migration.js';

const rowOf = (n: number) => ({ key: Buffer.of(n), value: Buffer.of(n) });

/** Commits so often, and each takes `ms`. */
function world(ms: number) {
  let now = 0;
  const lines: (readonly [string, object])[] = [];
  const versions: number[] = [];
  const run = (from: number, migrations: readonly Migration[]) =>
    migrate({
      kv: memoryKv(),
      commit: async () => {
        now += ms;
      },
      from,
      migrations,
      versionOp: (version) => {
        versions.push(version);
        return rowOf(version);
      },
      log: { info: (fields, message) => lines.push([message, fields]) },
      now: () => now,
    });
  return { lines, versions, run };
}

const migration = (to: number, commits: number): Migration => ({
  to,
  name: `to ${to}`,
  run: async (_, commit) => {
    for (let n = 0; n < commits; n++) await commit([rowOf(1), rowOf(2)]);
  },
});

describe('storage/migrate', () => {
  it('runs what follows the version of the store, in order, and names the last', async () => {
    const { run, versions, lines } = world(1);
    expect(await run(2, [migration(2, 1), migration(3, 1), migration(4, 0)])).to.equal(4);
    expect(versions).to.deep.equal([3, 4]);
    expect(lines).to.deep.equal([]);
    expect(await run(4, [migration(4, 1)])).to.equal(4);
  });

  it('says after a second how far it is, then every ten, and its end', async () => {
    const { run, lines } = world(500);
    await run(1, [migration(2, 44), migration(3, 1)]);
    const at = (rows: number, seconds: number) => ({ to: 2, name: 'to 2', rows, seconds });
    expect(lines).to.deep.equal([
      ['Store migration is running.', at(4, 1)],
      ['Store migration is running.', at(44, 11)],
      ['Store migration is running.', at(84, 21)],
      ['Store migration is complete.', at(88, 23)],
    ]);
  });
});
