// Pages of issued credentials: the newest first, those that are wanted, and how many one page looks at.
import { expect } from 'chai';
import { ISSUED_LOOKED_MAX } from '../../../../../core/base/limits/node/wallets.js';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { IssuedCredentials } from '../../../../../storage/tables/credentials/issued.js';

const ORGANISATION = 'o';
const idOf = (i: number) => String(i).padStart(6, '0');

describe('storage/tables/credentials/issued', () => {
  /** `count` credentials of which the oldest is revoked. */
  async function kept(count: number): Promise<IssuedCredentials> {
    const kv = memoryKv();
    const issued = new IssuedCredentials(kv, kv);
    const row = (i: number) => ({ id: idOf(i), organisationId: ORGANISATION, state: i === 0 ? 'Revoked' : 'Valid' });
    await kv.write(Array.from({ length: count }, (_, i) => issued.put(row(i) as never)));
    return issued;
  }

  const isRevoked = ({ state }: { readonly state: string }) => state === 'Revoked';

  it('are the newest first, and go on behind the last one', async () => {
    const issued = await kept(4);
    const ids = async (after?: string, skip = 0) => {
      const page = await issued.page(ORGANISATION, { skip, top: 2, after });
      return [page.items.map(({ id }) => Number(id)), page.hasMore, page.last];
    };
    expect(await ids()).to.deep.equal([[3, 2], true, idOf(2)]);
    expect(await ids(idOf(2))).to.deep.equal([[1, 0], false, idOf(0)]);
    expect(await ids(undefined, 1)).to.deep.equal([[2, 1], true, idOf(1)]);
    expect((await issued.page('another', { skip: 0, top: 2, after: undefined })).items).to.deep.equal([]);
  });

  it('have those that are wanted, of as many as a page looks at', async () => {
    const issued = await kept(ISSUED_LOOKED_MAX + 1);
    const first = await issued.page(ORGANISATION, { skip: 0, top: 2, after: undefined }, isRevoked);
    expect([first.items, first.hasMore, first.last]).to.deep.equal([[], true, idOf(1)]);
    const second = await issued.page(ORGANISATION, { skip: 0, top: 2, after: first.last }, isRevoked);
    expect([second.items.length, second.hasMore]).to.deep.equal([1, false]);
  });
});
