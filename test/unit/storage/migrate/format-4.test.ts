// A store that the program of 2026-11-27 wrote (format 4: a node with a workflow half done, a rehearsal, an upload, an invitation) opens with every byte as it was,
// each key is that of one row of the key table, and its chains are whole. test/vectors/stores/README.md says how it was made.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Kv } from '../../../../storage/engine/kv.js';
import { openLevel } from '../../../../storage/engine/level.js';
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

  it('opens as its program left it, with every row byte for byte', async () => {
    const kv = await openLevel(copy('before'));
    const before = await rowsOf(kv);
    await kv.close();
    const dir = copy('opened');
    for (let start = 0; start < 2; start++) {
      const store = await openStore(dir, quiet);
      expect([store.cleanStart, store.newStore, store.voteMemoryLost]).to.deep.equal([true, false, false]);
      expect(await rowsOf(store.kv)).to.deep.equal(before);
      await store.close();
    }
    expect(before).to.have.length(220);
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
