// The page shape, and pages that run over several registers: equal to slicing the joined list, whatever the shares.
import { expect } from 'chai';
import fc from 'fast-check';
import { acrossRegisters, type WalletShare } from '../../../../api/groups/ledger/query/wallet.js';
import { pageView, skipOf } from '../../../../api/views/page.js';

describe('api/groups/query', () => {
  it('tells where a page stands', () => {
    const page = { page: 2, pageSize: 10 };
    expect(skipOf(page)).to.deep.equal({ skip: 10, top: 10 });
    expect(pageView(['a'], 11, page)).to.deep.equal({
      items: ['a'],
      ...page,
      totalCount: 11,
      totalPages: 2,
      hasPreviousPage: true,
      hasNextPage: false,
    });
    expect(pageView([], 0, { page: 1, pageSize: 10 })).to.deep.include({ totalPages: 0, hasNextPage: false });
  });

  it('pages over registers as over one list', async () => {
    const asked: number[] = [];
    const chain = {
      byWallet: async (reg: number, _: string, { skip, top }: { skip: number; top: number }) => {
        asked.push(reg);
        const transaction = { bytes: new Uint8Array(1) };
        const items = Array.from({ length: top }, (_, i) => ({ place: `${reg}/${skip + i}`, transaction }));
        return { items, total: 0 } as never;
      },
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(5), { maxLength: 6 }),
        fc.nat(20),
        fc.integer({ min: 1, max: 8 }),
        async (totals, skip, top) => {
          asked.length = 0;
          const shares = totals.map((total, reg) => ({ record: { reg }, total }) as unknown as WalletShare);
          const joined = totals.flatMap((total, reg) => Array.from({ length: total }, (_, i) => `${reg}/${i}`));
          const found = await acrossRegisters(chain, 'a', shares, { skip, top });
          expect(found.map(({ sealed }) => (sealed as unknown as { readonly place: string }).place)).to.deep.equal(
            joined.slice(skip, skip + top),
          );
          expect(new Set(asked).size, 'each register at most once').to.equal(asked.length);
        },
      ),
    );
  });
});
