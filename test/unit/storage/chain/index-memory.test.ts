// The memory of sealing: never more than the journal says, bounded, and nothing of a docket whose rows are not written.
import { expect } from 'chai';
import type { Docket } from '../../../../core/model/register.js';
import { AbsentTransactions, GroupMemory, noGroups } from '../../../../storage/chain/index-memory.js';
import { emptyTail } from '../../../../storage/chain/index-rows.js';

const hash = (n: number) => n.toString(16).padStart(64, '0');
const docket = (n: number, ...txIds: string[]) =>
  ({ hash: hash(n), transactions: txIds.map((txId) => ({ txId })) }) as unknown as Docket;
const group = (total: number) => ({ bytes: new Uint8Array(16), total, sent: 0, received: 0, tail: emptyTail() });

describe('storage/chain/index-memory', () => {
  describe('GroupMemory', () => {
    it('gives counters for exactly the head that they belong to, once', () => {
      const memory = new GroupMemory();
      const groups = noGroups();
      groups.wallet.set('w', group(3));
      memory.keep(1, hash(7), groups);
      expect(memory.take(2, hash(7)).wallet.size).to.equal(0);
      expect(memory.take(1, hash(7)).wallet.get('w')?.total).to.equal(3);
      expect(memory.take(1, hash(7)).wallet.size).to.equal(0);
      for (const other of [hash(8), undefined]) {
        memory.keep(1, hash(7), groups);
        expect(memory.take(1, other).wallet.size).to.equal(0);
      }
    });

    it('keeps a bounded number of registers and counters', () => {
      const memory = new GroupMemory();
      for (let reg = 0; reg < 20; reg++) {
        const groups = noGroups();
        groups.wallet.set('w', group(reg));
        memory.keep(reg, hash(reg), groups);
      }
      const kept = Array.from({ length: 20 }, (_, reg) => memory.take(reg, hash(reg)).wallet.size);
      expect(kept.reduce((a, b) => a + b)).to.equal(8);
      expect(kept[19]).to.equal(1);
      const many = noGroups();
      for (let i = 0; i < 3000; i++) many.instance.set(String(i), group(1));
      many.wallet.set('w', group(1));
      memory.keep(1, hash(1), many);
      const after = memory.take(1, hash(1));
      expect([after.instance.size, after.wallet.size]).to.deep.equal([0, 1]);
      memory.keep(1, hash(1), after);
      memory.clear();
      expect(memory.take(1, hash(1)).wallet.size).to.equal(0);
    });
  });

  describe('AbsentTransactions', () => {
    it('forgets what is sealed, and learns nothing until the journal has the seal', () => {
      const absent = new AbsentTransactions();
      let head = hash(0);
      const add = (txId: string) => absent.add(1, txId, () => head);
      add('a');
      add('b');
      expect([absent.has(1, 'a'), absent.has(2, 'a')]).to.deep.equal([true, false]);
      absent.sealing(1, docket(1, 'a', 'c'));
      expect(absent.has(1, 'a')).to.equal(false);
      // The rows of `c` are made and not in the journal: a look finds nothing, and that must not be kept.
      add('c');
      expect([absent.has(1, 'b'), absent.has(1, 'c')]).to.deep.equal([true, false]);
      absent.add(2, 'c', () => undefined);
      expect(absent.has(2, 'c')).to.equal(true);
      head = hash(1);
      add('d');
      add('e');
      expect([absent.has(1, 'd'), absent.has(1, 'e')]).to.deep.equal([true, true]);
      absent.clear();
      expect(absent.has(1, 'd')).to.equal(false);
    });

    it('keeps the latest, a bounded number, and forgets what is sealed', () => {
      const absent = new AbsentTransactions();
      for (let i = 0; i < 50_000; i++) absent.add(1, `t${i}`, () => undefined);
      const kept = Array.from({ length: 50_000 }, (_, i) => absent.has(1, `t${i}`));
      expect(kept.filter(Boolean).length).to.equal(20_000);
      expect([kept[29_999], kept[30_000], kept[49_999]]).to.deep.equal([false, true, true]);
      absent.sealing(1, docket(1, 't30000', 't49999'));
      expect([absent.has(1, 't30000'), absent.has(1, 't49999'), absent.has(1, 't49998')]).to.deep.equal([
        false,
        false,
        true,
      ]);
    });
  });
});
