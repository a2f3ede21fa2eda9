// Finding by a beginning over HTTP: what the caller may read, and nothing else.
import { expect } from 'chai';
import { FIND_EACH_MAX } from '../../../../core/base/limits/node/requests.js';
import { call } from '../../world/caller.js';
import { worldOfAll } from '../../world/world-of.js';
import { anOrder, ask, buyer, definitionOf, exampleOrders, type Orders, WAIT } from '../fixtures.js';

const INSTANCE = '7a1d2c33-91a4-4a44-9a7f-1a1f52b1f0aa';

interface Thing {
  readonly kind: string;
  readonly id: string;
  readonly docketNumber?: number;
}

describe('finding by a beginning', () => {
  const world = worldOfAll();
  let at: Orders;
  before(async () => {
    at = await exampleOrders(world);
    for (let i = 0; i <= FIND_EACH_MAX; i++) {
      const body = anOrder(world, at, i === 0 ? { instanceId: INSTANCE } : {});
      const answer = await ask(
        ...([world, 'submitTransaction', { params: { registerId: at.registerId }, body }, { headers: WAIT }] as const),
      );
      expect(answer.status, answer.text).to.equal(200);
    }
  });

  async function found(q: string, as: 'administrator' | 'systemAdmin' = 'administrator') {
    const { status, json, text } = await ask(world, 'findByName', { query: { q } }, { as });
    expect(status, text).to.equal(200);
    return json as { readonly found: readonly Thing[]; readonly isWhole: boolean };
  }
  const names = async (q: string) => (await found(q)).found.map(({ kind, id }) => `${kind} ${id}`);

  it('finds a register by its id, its name, a word of it, in any case, and its DID', async () => {
    for (const q of [
      at.registerId.slice(0, 6),
      'Purchase o',
      'ORDERS',
      ` orders `,
      `did:quorate:register:${at.registerId}`,
    ])
      expect(await names(q), q).to.include(`register ${at.registerId}`);
    expect(await names('urchase')).to.deep.equal([]);
  });

  it('finds a transaction by digits of its TxId, an odd number of them too, and by its DID', async () => {
    const { transactionId: txId = '' } = at.order;
    for (const q of [txId, txId.slice(0, 8), txId.slice(0, 9), txId.slice(0, 9).toUpperCase()])
      expect(await names(q), q).to.include(`transaction ${txId}`);
    expect(await names(`did:quorate:register:${at.registerId}/tx/${txId}`)).to.deep.equal([`transaction ${txId}`]);
    const other = `${txId.slice(0, 8)}${txId[8] === '0' ? '1' : '0'}`;
    expect(await names(other)).to.deep.equal([]);
  });

  it('finds a docket by its hash at its number, and by its DID', async () => {
    const params = { registerId: at.registerId, docketId: '2' };
    const { hash } = (await ask(world, 'getDocket', { params })).json;
    expect((await found(`${hash}@2`)).found).to.deep.include({
      ...{ kind: 'docket', id: '2', title: hash, docketNumber: 2 },
      ...{ registerId: at.registerId, registerName: 'Purchase orders' },
    });
    expect(await names(`did:quorate:register:${at.registerId}/docket/2`)).to.deep.equal(['docket 2']);
    for (const q of [`${hash}@1`, `${'0'.repeat(64)}@2`, `${hash}@99`]) expect(await names(q), q).to.deep.equal([]);
  });

  it('finds instances, blueprints and wallets', async () => {
    expect(await names(INSTANCE.slice(0, 9))).to.deep.equal([`instance ${INSTANCE}`]);
    expect(await names(at.order.blueprintId.slice(0, 4))).to.include(`blueprint ${at.order.blueprintId}`);
    expect(await names(buyer.address)).to.deep.equal([`wallet ${buyer.address}`]);
    expect(await names(`did:quorate:w:${buyer.address}`)).to.deep.equal([`wallet ${buyer.address}`]);
  });

  it('tells some of each, and that there are more', async () => {
    const { chain } = world.deps;
    const own = chain.keysFrom;
    const asked: number[] = [];
    chain.keysFrom = (reg, beginning) => {
      asked.push(beginning.limit);
      return own.call(chain, reg, beginning);
    };
    try {
      expect((await found('zz')).isWhole).to.equal(true);
    } finally {
      chain.keysFrom = own;
    }
    expect(new Set(asked)).to.deep.equal(new Set([FIND_EACH_MAX]));
  });

  it('finds nothing of registers of others, nor for nobody, nor for one character', async () => {
    const { ledger } = world.deps;
    const own = ledger.registers;
    ledger.registers = () =>
      own.call(ledger).map((record) => ({ ...record, tenantId: 'another', ownerTenantId: 'another' }));
    try {
      for (const q of ['orders', at.order.transactionId ?? '', buyer.address, INSTANCE])
        expect(await names(q), q).to.deep.equal([]);
    } finally {
      ledger.registers = own;
    }
    const nobody = await call(world, definitionOf('findByName'), { query: { q: 'orders' } }, {});
    expect([nobody.status, nobody.json.code]).to.deep.equal([401, 'AUTH_REQUIRED']);
    for (const q of ['o', 'x'.repeat(300)]) {
      const odd = await ask(world, 'findByName', { query: { q } });
      expect([odd.status, odd.json.code], q.slice(0, 3)).to.deep.equal([400, 'QUERY_INVALID']);
    }
  });
});
