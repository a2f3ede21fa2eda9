// A store that the program of 2026-11-27 wrote (format 4: a node with a workflow half done, a rehearsal, an upload,
// an invitation) opens with every byte as it was but for what format 5 says of accounts and sessions; each key is
// that of one row of the key table, and its chains are whole. test/vectors/stores/README.md says how it was made.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { RefreshFamily } from '../../../../core/tenant/session.js';
import type { PlatformUser } from '../../../../core/tenant/user.js';
import type { Kv } from '../../../../storage/engine/kv.js';
import { openLevel } from '../../../../storage/engine/level.js';
import { defineTable, RowTable } from '../../../../storage/engine/table.js';
import { openJson } from '../../../../storage/engine/value.js';
import { regOf, rowRange } from '../../../../storage/keys/chain-keys.js';
import { CHAIN_ROWS } from '../../../../storage/keys/chain-rows.js';
import { decodeParts, encodeKey } from '../../../../storage/keys/family-keys.js';
import { FAMILY_ROWS } from '../../../../storage/keys/keyspace.js';
import { codeOf, type FamilyRow, type KeyspaceRow, prefixCode } from '../../../../storage/keys/row.js';
import { openStore } from '../../../../storage/open.js';
import { deepCheck } from '../../../../storage/repair/check.js';

const STORE = 'test/vectors/stores/format-4';
/** Rows that a start writes: that it began, and the groups of its journal. */
const OF_STARTS: readonly number[] = [CHAIN_ROWS.meta, CHAIN_ROWS.ring].map(({ prefix }) => prefixCode(prefix));
/** Rows that format 5 says more in: accounts and sessions. */
const CHANGED: readonly number[] = [FAMILY_ROWS.users, FAMILY_ROWS['refresh-families']].map(({ prefix }) =>
  prefixCode(prefix),
);
const TOUCHED = 3;
const isUntouched = ([key]: readonly [string, string]): boolean => !CHANGED.includes(codeOf(Buffer.from(key, 'hex')));
const users = defineTable<string, PlatformUser>('users');
const families = defineTable<string, RefreshFamily>('refresh-families');
const quiet = { nowMs: 1, onFatal: (error: Error) => expect.fail(error.message) };

async function rowsOf(kv: Kv): Promise<readonly (readonly [string, string])[]> {
  const rows: (readonly [string, string])[] = [];
  for await (const [key, value] of kv.range({ gte: Buffer.of(0), lt: Buffer.of(0xff) }))
    if (!OF_STARTS.includes(codeOf(key)))
      rows.push([Buffer.from(key).toString('hex'), Buffer.from(value).toString('hex')]);
  return rows;
}

describe('a store of format 4', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-format-4-'));
  const copy = (name: string): string => {
    const dir = join(folder, name);
    cpSync(STORE, dir, { recursive: true });
    return dir;
  };
  after(() => rmSync(folder, { recursive: true }));

  it('opens as its program left it, byte for byte but for accounts and sessions', async () => {
    const kv = await openLevel(copy('before'));
    const before = await rowsOf(kv);
    await kv.close();
    const dir = copy('opened');
    for (let start = 0; start < 2; start++) {
      const store = await openStore(dir, quiet);
      expect([store.cleanStart, store.newStore, store.voteMemoryLost]).to.deep.equal([true, false, false]);
      const opened = await rowsOf(store.kv);
      expect(opened.filter(isUntouched)).to.deep.equal(before.filter(isUntouched));
      expect(opened.map(([key]) => key)).to.deep.equal(before.map(([key]) => key));
      for await (const [, user] of new RowTable(store.kv, users).range()) {
        expect(user.emailVerifiedAt).to.equal(user.createdAt);
        expect(user.passwordHash).to.match(/^\$argon2id\$/);
      }
      for await (const [, family] of new RowTable(store.kv, families).range())
        expect([family.method, family.signedInAtMs]).to.deep.equal(['pwd', family.createdAtMs]);
      await store.close();
    }
    expect(before).to.have.length(220);
    expect(before.filter((row) => !isUntouched(row))).to.have.length(TOUCHED);
  });

  it('has keys of the table alone, and values that their rows read', async () => {
    const rows = new Map(
      [...Object.entries(CHAIN_ROWS), ...Object.entries(FAMILY_ROWS)].map(
        ([name, row]: [string, KeyspaceRow]) => [prefixCode(row.prefix), { name, row }] as const,
      ),
    );
    const kv = await openLevel(copy('decoded'));
    const seen = new Set<string>();
    for await (const [key, value] of kv.range({ gte: Buffer.of(0), lt: Buffer.of(0xff) })) {
      const { name, row } = rows.get(codeOf(key)) ?? expect.fail(`no row has the key ${Buffer.from(key)}`);
      seen.add(name);
      if (!('key' in row)) continue;
      const family = row as FamilyRow;
      expect(Buffer.compare(encodeKey(family, decodeParts(family.key, key)), key), name).to.equal(0);
      if (family.value === 'json') expect(openJson(value, name)).not.to.equal(undefined);
    }
    await kv.close();
    expect(seen.size).to.equal(53);
  });

  it('holds chains that are whole from their genesis on', async () => {
    const kv = await openLevel(copy('checked'));
    const regs: number[] = [];
    for await (const [key] of kv.range(rowRange('head'))) regs.push(regOf(key));
    expect(regs).to.have.length(2);
    for (const reg of regs) expect(await deepCheck({ kv, reg })).to.deep.equal([]);
    await kv.close();
  });
});
