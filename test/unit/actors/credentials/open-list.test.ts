// A place of a status list is given once, also by a store that forgot some that it gave.
import { expect } from 'chai';
import { loadOpenList, openList } from '../../../../actors/credentials/open-list.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { CredentialIssuers } from '../../../../storage/tables/credentials/issuers.js';
import { StatusLists } from '../../../../storage/tables/credentials/status-lists.js';

const WANTED = { organisationId: 'o', issuerWallet: 'w', trustAnchor: 'register', validUntilMs: 0 } as const;

describe('actors/credentials/open-list', () => {
  const kv = memoryKv();
  let drawn = 0;
  const random = (length: number) => new Uint8Array(length).fill(++drawn);
  const portsAt = (losses: number) => ({
    credentials: {
      issuers: new CredentialIssuers(kv, kv),
      lists: new StatusLists(kv, kv, losses),
      settings: { statusListEntries: 8 },
    },
    random: { bytes: random },
  });

  /** The list that gives a place, and the place, durable. */
  async function give(ports: ReturnType<typeof portsAt>): Promise<readonly [listId: string, place: number]> {
    const open = openList(ports, WANTED, await loadOpenList(ports, WANTED));
    if (open === undefined) return give(ports);
    const { place, op } = open.list.give(random);
    await kv.write([...open.ops, op]);
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
    const list = await ports.credentials.lists.loadNamed(before);
    expect([list.isForgetful, list.isClosed]).to.deep.equal([true, true]);
    await kv.write(list.set([place], 1));
    expect((await portsAt(1).credentials.lists.loadNamed(before)).bits().bytes.some((byte) => byte > 0)).to.equal(true);
  });

  it('knows a loss from the one before it', async () => {
    const [before] = await give(portsAt(1));
    expect((await give(portsAt(2)))[0]).to.not.equal(before);
  });
});
