// A place of a status list is given once, also by a store that forgot some that it gave.
import { crc32 } from 'node:zlib';
import { expect } from 'chai';
import { loadOpenList, openList } from '../../../../actors/credentials/open-list.js';
import type { KvOp } from '../../../../storage/engine/kv.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { defineTable, RowTable } from '../../../../storage/engine/table.js';
import { IssuedCredentials } from '../../../../storage/tables/credentials/issued.js';
import { CredentialIssuers } from '../../../../storage/tables/credentials/issuers.js';
import {
  type LoadedList,
  type PlaceTally,
  type StatusListRow,
  StatusLists,
} from '../../../../storage/tables/credentials/status-lists.js';

const LIST = { wallet: 'w', trustAnchor: 'register', entries: 8, quarter: '1970-1' } as const;
const WANTED = { organisationId: 'o', issuerWallet: 'w', trustAnchor: 'register', validUntilMs: 0 } as const;

describe('actors/credentials/open-list', () => {
  const kv = memoryKv();
  let drawn = 0;
  const random = (length: number) => new Uint8Array(length).fill(++drawn);
  const HERE = 'https://node.example';
  const portsAt = (losses: number, origin = HERE) => ({
    credentials: {
      issuers: new CredentialIssuers(kv, kv),
      lists: new StatusLists(kv, kv, { losses, origin }),
      settings: { statusListEntries: 8 },
    },
    random: { bytes: random },
  });

  /** The list that gives a place, and the place, durable. */
  async function give(ports: ReturnType<typeof portsAt>): Promise<readonly [listId: string, place: number]> {
    const open = openList(ports, WANTED, await loadOpenList(ports, WANTED));
    if (open === undefined) return give(ports);
    const { place, ops } = open.list.give(random);
    await kv.write([...open.ops, ...ops]);
    return [open.list.row.id, place];
  }

  it('goes on with its list after a start, and closes it at half full', async () => {
    const first = await give(portsAt(0));
    const ports = portsAt(0);
    const more = [await give(ports), await give(ports), await give(ports)];
    expect(new Set(more.map(([id]) => id))).to.deep.equal(new Set([first[0]]));
    expect(new Set([first, ...more].map(([, place]) => place)).size).to.equal(4);
    expect((await give(ports))[0]).to.not.equal(first[0]);
  });

  it('takes another list once the store lost writes, and keeps the statuses of the one before', async () => {
    const [before, place] = await give(portsAt(0));
    const ports = portsAt(1);
    const [after] = await give(ports);
    expect(after).to.not.equal(before);
    expect((await give(ports))[0]).to.equal(after);
    expect(await ports.credentials.lists.count()).to.equal(3);
    const list = await ports.credentials.lists.loadNamed(before);
    expect([list.isForgetful, list.isClosed]).to.deep.equal([true, true]);
    await kv.write(list.set([place], 1));
    expect((await portsAt(1).credentials.lists.loadNamed(before)).bits().bytes.some((byte) => byte > 0)).to.equal(true);
  });

  it('knows a loss from the one before it', async () => {
    const [before] = await give(portsAt(1));
    expect((await give(portsAt(2)))[0]).to.not.equal(before);
  });

  it('takes another list once the node has another address, and keeps that of the one before', async () => {
    const [before] = await give(portsAt(2));
    const moved = portsAt(2, 'https://other.example');
    const [after] = await give(moved);
    expect(after).to.not.equal(before);
    const { lists } = moved.credentials;
    expect([before, after].map((id) => lists.originOf(id))).to.deep.equal([HERE, 'https://other.example']);
    expect(lists.originOf('of an offer that has none yet')).to.equal('https://other.example');
  });

  describe('of a store that lost writes', () => {
    /** The bits of two of a place. */
    const statusAt = (list: LoadedList, place: number): number =>
      ((list.bits().bytes[place >> 2] ?? 0) >> (2 * (place & 3))) & 3;

    async function damaged(write: (listId: string, place: number, op: KvOp) => readonly KvOp[], losses: number) {
      const ports = portsAt(40);
      const { list, ops } = await openDamaged(ports);
      const { place, ops: given } = list.give(random);
      const [op] = given as [KvOp];
      await kv.write([...ops, ...given, ...write(list.row.id, place, op)]);
      return { place, list: await portsAt(losses).credentials.lists.loadNamed(list.row.id) };
    }

    async function openDamaged(ports: ReturnType<typeof portsAt>) {
      const wanted = { ...WANTED, organisationId: 'damaged' };
      return openList(ports, wanted, await loadOpenList(ports, wanted)) as NonNullable<ReturnType<typeof openList>>;
    }

    const placeOp = (listId: string, place: number, status: number): KvOp =>
      new RowTable(kv, defineTable<readonly [string, number], number>('status-places')).put([listId, place], status);
    const listOp = (listId: string, tally: PlaceTally): KvOp => {
      const table = new RowTable(kv, defineTable<string, StatusListRow>('status-lists'));
      const row = { ...LIST, id: listId, organisationId: 'damaged', losses: 40, tally };
      return table.put(listId, row);
    };
    const sumOf = (place: number, status: number) => crc32(`${place} ${status}`);

    const gone = (_: string, __: number, { key }: KvOp): readonly KvOp[] => [{ key, value: undefined }];
    const revokedElsewhere = (listId: string, place: number): readonly KvOp[] => [
      new IssuedCredentials(kv, kv).put({
        id: `of ${listId}`,
        organisationId: 'damaged',
        listId,
        copies: [{ place }],
        state: 'Revoked',
      } as never),
    ];

    it('says of no place without a row that it is valid', async () => {
      const { list, place } = await damaged(gone, 41);
      expect(statusAt(list, place)).to.equal(1);
    });

    it('takes the word of the credential where the row of its place is of before', async () => {
      const { list, place } = await damaged(revokedElsewhere, 41);
      expect(statusAt(list, place)).to.equal(1);
    });

    it('keeps the places whose rows and credentials say valid', async () => {
      const { list, place } = await damaged(() => [], 41);
      expect(statusAt(list, place)).to.equal(0);
    });

    for (const [what, write] of [
      ['is gone', gone],
      [
        'is of another place',
        (listId: string, place: number, op: KvOp) => [...gone(listId, place, op), placeOp(listId, (place + 1) % 8, 0)],
      ],
    ] as const)
      it(`says the same of a store that lost none, where the row of a place ${what}`, async () => {
        const { list, place } = await damaged(write, 40);
        expect([list.isForgetful, list.isClosed, statusAt(list, place)]).to.deep.equal([true, true, 1]);
      });

    it('says the same where the row of a place is one of before, and its credential knows better', async () => {
      const { list, place } = await damaged(
        (listId, at) => [listOp(listId, { count: 1, sum: sumOf(at, 1) }), ...revokedElsewhere(listId, at)],
        40,
      );
      expect([list.isForgetful, statusAt(list, place)]).to.deep.equal([true, 1]);
    });

    it('knows its places after changes of their statuses, and that it lost one for good', async () => {
      const ports = portsAt(40);
      const { list, ops } = await openDamaged(ports);
      const [one, other] = [list.give(random), list.give(random)];
      await kv.write([
        ...ops,
        ...one.ops,
        ...other.ops,
        ...list.set([one.place], 2),
        ...list.set([one.place, other.place], 1),
      ]);
      const again = await portsAt(40).credentials.lists.loadNamed(list.row.id);
      expect([again.isForgetful, statusAt(again, one.place), statusAt(again, other.place)]).to.deep.equal([
        false,
        1,
        1,
      ]);
      await kv.write([{ key: (one.ops[0] as KvOp).key, value: undefined }]);
      const lossy = await portsAt(40).credentials.lists.loadNamed(list.row.id);
      await kv.write(lossy.set([other.place], 1));
      expect((await portsAt(40).credentials.lists.loadNamed(list.row.id)).isForgetful).to.equal(true);
    });

    it('is another one than a whole store, whose free places tell nothing', async () => {
      const { list } = await damaged(() => [], 40);
      expect(list.bits().bytes.every((byte) => byte === 0)).to.equal(true);
    });
  });
});
