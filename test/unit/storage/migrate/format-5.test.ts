// A store that the program of 2026-11-27 wrote (format 5: nine entries in an inbox, a grant of a wallet) opens with all
// of them, as far as they were read; and whenever power is lost meanwhile. test/vectors/stores/README.md says how it
// was made.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { STORE_VERSION } from '../../../../core/base/version.js';
import { entriesOf, type InboxEntry } from '../../../../core/tenant/inbox/entry.js';
import type { Wallet } from '../../../../core/wallet/wallet.js';
import type { Kv, KvOp } from '../../../../storage/engine/kv.js';
import { openLevel } from '../../../../storage/engine/level.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { defineTable, RowTable } from '../../../../storage/engine/table.js';
import { openJson } from '../../../../storage/engine/value.js';
import { metaKey } from '../../../../storage/keys/chain-keys.js';
import { migrate } from '../../../../storage/migrate/index.js';
import { rowsOfPeople } from '../../../../storage/migrate/rows-of-people.js';
import { openStore } from '../../../../storage/open.js';
import { WalletStore } from '../../../../storage/tables/accounts/wallets.js';
import { entryId, PersonalInboxes } from '../../../../storage/tables/people/personal-inbox.js';

const STORE = 'test/vectors/stores/format-5';
const quiet = { nowMs: 1, onFatal: (error: Error) => expect.fail(error.message) };
const indexes = defineTable<string, object>('personal-inboxes');
const entries = defineTable<readonly [string, string], InboxEntry>('personal-entries');
const wallets = defineTable<string, Wallet>('wallets');

/** The inbox of the one account, as the API shows it. */
async function inboxIn(kv: Kv) {
  const inboxes = new PersonalInboxes(kv, kv);
  let person = '';
  for await (const [[id]] of new RowTable(kv, entries).range()) person = id;
  const all = [
    ...entriesOf(await inboxes.shown(person), {}),
    ...entriesOf(await inboxes.shown(person), { state: 'Dismissed' }),
  ];
  const read = await inboxes.read(person, all);
  const shown = read.map(({ entry, state }) => [
    entry.type,
    entry.sourceEventId.replace(/.*:1:|[0-9a-f-]{36}/, ''),
    state,
  ]);
  return { person, inboxes, shown, unread: inboxes.unread(person) };
}

describe('a store of format 5', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-format-5-'));
  const copy = (name: string): string => {
    const dir = join(folder, name);
    cpSync(STORE, dir, { recursive: true });
    return dir;
  };
  after(() => rmSync(folder, { recursive: true }));

  /** The rows of the store, in memory. */
  async function rows() {
    const kv = await openLevel(copy('rows'));
    const memory = memoryKv();
    const all: KvOp[] = [];
    for await (const [key, value] of kv.range({ gte: Buffer.of(0), lt: Buffer.of(0xff) })) all.push({ key, value });
    await kv.close();
    await memory.write(all);
    return memory;
  }

  it('opens with its inbox as it was, and goes on with it', async () => {
    const dir = copy('opened');
    for (let start = 0; start < 2; start++) {
      const store = await openStore(dir, quiet);
      expect(openJson(store.kv.getSync(metaKey('format'))!, 'format')).to.deep.equal({ version: STORE_VERSION });
      const { person, inboxes, shown, unread } = await inboxIn(store.kv);
      expect(shown.map(([type, , state]) => [type, state])).to.deep.equal([
        ['PasswordChanged', 'Unread'],
        ...Array.from({ length: 3 }, () => ['told', 'Unread']),
        ['action-available', 'Read'],
        ...Array.from({ length: 3 }, () => ['action-available', 'Unread']),
        ['action-available', 'Dismissed'],
      ]);
      expect(shown.slice(1, 4).map(([, event]) => event)).to.deep.equal([3, 2, 1].map((n) => `credentials/event-${n}`));
      expect(unread).to.deep.equal({ Action: 3, Credential: 2, Membership: 0, Security: 2 });
      for await (const key of new RowTable(store.kv, indexes).keys()) expect.fail(key);
      // Told again, it is the entry that is there.
      const again = { sourceEventId: 'credentials/event-2', producer: 'credentials', category: 'Credential' } as const;
      const notice = { ...again, platformUserId: person, type: 'told', occurredAtMs: 9, details: {} };
      expect(inboxes.add([notice], 9).ops).to.deep.equal([]);
      expect(inboxes.find(person, entryId(person, notice.sourceEventId))?.entry.producer).to.equal('credentials');
      await store.close();
    }
  });

  it('names who was granted the use of a wallet', async () => {
    const store = await openStore(copy('wallets'), quiet);
    const table = new WalletStore(store.kv, store.kv);
    let granted = 0;
    for await (const [, wallet] of new RowTable(store.kv, wallets).range()) {
      expect(table.grantsNow(wallet)).to.deep.equal(await table.grantsOf(wallet));
      granted += table.grantsNow(wallet).length;
    }
    expect(granted).to.equal(1);
    await store.close();
  });

  it('begins an inbox anew whose index is damaged', async () => {
    const kv = await rows();
    const { person } = await inboxIn(kv);
    const table = new RowTable(kv, indexes);
    await kv.write([{ ...table.put(person, {}), value: Buffer.alloc(9, 1) }]);
    await rowsOfPeople.run(kv, (ops) => kv.write(ops));
    for await (const key of new RowTable(kv, entries).keys()) expect.fail(`${key}`);
    const inboxes = new PersonalInboxes(kv, kv);
    const sourceEventId = 'credentials/event-2';
    const notice = { platformUserId: person, sourceEventId, category: 'Action', type: 'told', details: {} } as const;
    await kv.write(inboxes.add([{ ...notice, occurredAtMs: 1 }], 9).ops);
    expect(inboxes.unread(person).Action).to.equal(1);
  });

  it('is migrated to the same rows whenever power is lost meanwhile', async () => {
    const run = async (kv: Kv, commit: (ops: readonly KvOp[]) => Promise<void>) =>
      migrate({
        ...{ kv, commit, from: 5, migrations: [rowsOfPeople] },
        versionOp: (version) => ({ key: metaKey('format'), value: Buffer.of(version) }),
      });
    const whole = await rows();
    let commits = 0;
    await run(whole, (ops) => {
      commits++;
      return whole.write(ops);
    });
    const expected = await inboxIn(whole);
    for (let lost = 0; lost < commits; lost++) {
      const kv = await rows();
      let left = lost;
      const failing = async (ops: readonly KvOp[]) => {
        if (left-- <= 0) throw new Error('power is lost');
        await kv.write(ops);
      };
      await run(kv, failing).then(
        () => expect.fail('it was not lost'),
        () => undefined,
      );
      await run(kv, (ops) => kv.write(ops));
      const { shown, unread } = await inboxIn(kv);
      expect([shown, unread]).to.deep.equal([expected.shown, expected.unread]);
    }
    expect(commits).to.be.greaterThan(2);
  });
});
