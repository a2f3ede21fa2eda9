// The audit of a stopped node's store, on the real engine: what it counts of a sound one, and the bodies that a disk
// which lost rows left behind.
import { expect } from 'chai';
import { ChainStore } from '../../../storage/chain/chain-store.js';
import { Registers } from '../../../storage/chain/registers.js';
import type { KvOp } from '../../../storage/engine/kv.js';
import { heightKey, regKey } from '../../../storage/keys/chain-keys.js';
import { openStore, type Store } from '../../../storage/open.js';
import { folderOfEach } from '../../support/base/folders.js';
import { AT, act, alice, publish, REGISTER_ID } from '../../support/register/ledger.js';
import { ledgerSteps } from '../../support/register/ledger-steps.js';
import { auditStore } from '../../tools/store-audit.js';

const REG = 1;
const publication = publish();
const start = act({ actionId: '0', publicationTxId: publication.txId }, alice);
const rival = act({ actionId: '0', publicationTxId: publication.txId, payload: { amount: 7 } }, alice);
const steps = ledgerSteps([[publication], [start]]);
const lost = ledgerSteps([[publication], [rival]])[2]!;
const next = ledgerSteps([[publication], [start], [rival]])[3]!;

describe('test/tools/store-audit', () => {
  const data = folderOfEach();
  beforeEach(async () => {
    await change(async (store) => {
      const registers = await Registers.load(store.kv);
      await registers.save(store.journal, {
        ...{ id: REGISTER_ID, reg: REG, name: 'Loans', description: '', tenantId: 't', createdAt: AT, updatedAt: AT },
        ...{ status: 'ONLINE' as const, seat: 'Running' as const, advertise: false, isFullReplica: true },
        genesisHash: steps[0]!.sealed.docket.hash,
      });
      for (const step of steps)
        await store.journal.commit(new ChainStore(store.kv, store.journal).sealOps({ reg: REG, ...step }));
    });
  });

  async function change(work: (store: Store) => Promise<unknown>): Promise<void> {
    const store = await openStore(data, { nowMs: 1, onFatal: () => undefined });
    await work(store);
    await store.close();
  }

  const propose = async ({ kv, journal }: Store) => {
    for (const { sealed } of [lost, next])
      await journal.commit(new ChainStore(kv, journal).bodyOps(REG, sealed.docket));
  };
  const write = (op: KvOp) => change(({ journal }) => journal.commit([op]));

  it('counts what is there, and no body that a list names', async () => {
    await change(({ kv, journal }) => journal.commit(new ChainStore(kv, journal).bodyOps(REG, next.sealed.docket)));
    const { hashes, ...found } = await auditStore(data);
    expect(found).to.deep.equal({ registers: 1, dockets: 3, transactions: 3, promised: 0, strays: 0, issues: [] });
    expect(hashes.get(REGISTER_ID)).to.deep.equal(steps.map(({ sealed }) => sealed.docket.hash));
  });

  it('counts stray bodies, which are no issue of the ledger', async () => {
    await change(propose);
    await write({ key: regKey('candidates', REG), value: undefined });
    expect(await auditStore(data)).to.deep.include({ strays: 2, issues: [] });
  });

  it('takes none for stray where the dockets are damaged', async () => {
    await change(propose);
    await write({ key: heightKey('pointer', REG, 1), value: undefined });
    const { strays, issues } = await auditStore(data);
    expect([strays, issues.length > 0]).to.deep.equal([0, true]);
  });
});
