// Open proposals over all registers of a node with many: others have their turn while they are looked for.
import { expect } from 'chai';
import { listMyProposals } from '../../../../../../api/groups/ledger/governance/waiting.js';

describe('api/groups/ledger/governance/waiting', () => {
  it('looks at some registers in each turn of the loop', async () => {
    const all = Array.from({ length: 500 }, (_, reg) => ({ reg, id: `r${reg}`, tenantId: 't' }));
    let looked = 0;
    const view = () => {
      looked++;
      return { state: () => undefined };
    };
    const call = { deps: { ledger: { registers: () => all }, chain: { view } }, caller: {} };
    const turns: number[] = [];
    const listed = listMyProposals(call as never, { page: 1, pageSize: 20 });
    while (looked < all.length) {
      turns.push(looked);
      await new Promise(setImmediate);
    }
    await listed;
    const most = Math.max(...turns.slice(1).map((count, i) => count - (turns[i] as number)));
    expect(turns[0]).to.be.lessThan(100);
    expect(most).to.be.lessThan(100);
  });
});
