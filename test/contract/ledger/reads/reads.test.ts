// The height of a read over HTTP: each answer says it, and a reader may ask for one. A wrong question, or one about a
// register that is not to be seen, is refused without a word about heights.
import { expect } from 'chai';
import { worldOfAll } from '../../world/world-of.js';
import { ask, exampleOrders, type Orders } from '../fixtures.js';

const UNKNOWN_TX = '0'.repeat(64);
const UNKNOWN_ID = '11111111-2222-4333-8444-555555555555';

describe('the height of a read', () => {
  const world = worldOfAll();
  let at: Orders;
  before(async () => {
    at = await exampleOrders(world);
  });

  const height = () => world.deps.ledger.reads.height(at.registerId);
  const atLeast = (value: string | number) => ({ headers: { 'if-register-height': String(value) } });
  const reads = () =>
    [
      ['getRegister', { params: { registerId: at.registerId } }],
      ['listDockets', { params: { registerId: at.registerId } }],
      ['getDocket', { params: { registerId: at.registerId, docketId: 'latest' } }],
      ['listDocketTransactions', { params: { registerId: at.registerId, docketId: '1' } }],
      ['listTransactions', { params: { registerId: at.registerId } }],
      ['getTransaction', { params: { registerId: at.registerId, txId: at.order.transactionId } }],
      ['getReceipt', { params: { registerId: at.registerId, txId: at.order.transactionId } }],
      ['getEvidence', { params: { registerId: at.registerId, txId: at.order.transactionId } }],
      ['getPublication', { params: { registerId: at.registerId, txId: at.publicationTxId } }],
      ['listParticipants', { params: { registerId: at.registerId } }],
      ['getGovernanceRoster', { params: { registerId: at.registerId } }],
      ['listInstances', { query: { registerId: at.registerId } }],
    ] as const;

  it('is told by every read of a register, and may be asked for', async () => {
    for (const [id, parts] of reads()) {
      for (const how of [{}, atLeast(0), atLeast(height())]) {
        const answer = await ask(world, id, parts, how);
        expect(answer.status, `${id} ${answer.text}`).to.equal(200);
        expect(answer.headers['register-height'], id).to.equal(String(height()));
      }
    }
  });

  it('is waited for a moment, and then refused as not here yet', async () => {
    const { reads: real } = world.deps.ledger;
    const awaited: number[] = [];
    // The clock of these worlds ends no wait by itself.
    const whenReached: typeof real.whenReached = async (id, wanted) =>
      awaited.push(wanted) > 0 && real.height(id) >= wanted;
    const given = { height: real.height.bind(real), surely: real.surely.bind(real), whenReached };
    (world.deps.ledger as { reads: typeof real }).reads = given;
    try {
      for (const [id, parts] of reads()) {
        const answer = await ask(world, id, parts, atLeast(height() + 1));
        expect([answer.status, answer.json.code], id).to.deep.equal([503, 'REGISTER_BEHIND']);
        expect(Number(answer.headers['retry-after']), id).to.be.greaterThan(0);
      }
      expect(awaited).to.deep.equal(reads().map(() => height() + 1));
    } finally {
      (world.deps.ledger as { reads: typeof real }).reads = real;
    }
  });

  it('is refused in any other form', async () => {
    const params = { registerId: at.registerId };
    for (const value of ['-1', '1.5', 'latest', '0x10', '99999999999999999999', '1 2', '9007199254740993']) {
      const answer = await ask(world, 'getRegister', { params }, atLeast(value));
      expect([answer.status, answer.json.code, answer.json.path], value).to.deep.equal([
        400,
        'HEADER_INVALID',
        '/if-register-height',
      ]);
    }
    const lists = await ask(world, 'listInstances', {}, atLeast(1));
    expect([lists.status, lists.json.code]).to.deep.equal([400, 'HEADER_INVALID']);
  });

  it('does not show where the register does not', async () => {
    for (const how of [{}, atLeast(0), atLeast(1_000_000)]) {
      const answer = await ask(world, 'getRegister', { params: { registerId: UNKNOWN_ID } }, how);
      expect([answer.status, answer.json.code]).to.deep.equal([404, 'REGISTER_NOT_FOUND']);
      expect(answer.headers['register-height']).to.equal(undefined);
    }
  });

  it('goes with a miss, which is final on a node that is alone', async () => {
    for (const [id, params, code] of [
      ['getTransaction', { registerId: at.registerId, txId: UNKNOWN_TX }, 'TRANSACTION_NOT_FOUND'],
      ['getReceipt', { registerId: at.registerId, txId: UNKNOWN_TX }, 'RECEIPT_NOT_FOUND'],
      ['getDocket', { registerId: at.registerId, docketId: '4711' }, 'DOCKET_NOT_FOUND'],
    ] as const) {
      const answer = await ask(world, id, { params });
      expect([answer.status, answer.json.code]).to.deep.equal([404, code]);
      expect(answer.headers['register-height']).to.equal(String(height()));
    }
  });

  it('makes no miss final where a part of the register is lost at a node that is alone', async () => {
    const record = world.deps.ledger.register(at.registerId)!;
    const broken = { ...record, status: 'OFFLINE' as const, statusReason: 'The head or the state cannot be read.' };
    const registers = Reflect.get(world.deps.ledger.reads, 'ports').registers;
    const { byId } = registers;
    registers.byId = (id: string) => (id === record.id ? broken : byId.call(registers, id));
    try {
      const params = { registerId: at.registerId, txId: UNKNOWN_TX };
      for (const id of ['getTransaction', 'getReceipt', 'getEvidence', 'getPublication'] as const) {
        const { status, json, headers } = await ask(world, id, { params });
        expect([status, json.code], id).to.deep.equal([503, 'REGISTER_BEHIND']);
        expect(json.detail ?? json.message, id).to.match(/may have lost a part/);
        expect(headers['register-height'], id).to.equal(undefined);
      }
    } finally {
      registers.byId = byId;
    }
  });

  it('keeps a miss open while others may have what is missing', async () => {
    const { reads: real } = world.deps.ledger;
    const asked: string[] = [];
    (world.deps.ledger as { reads: typeof real }).reads = {
      height: (id) => real.height(id),
      whenReached: (id, wanted) => real.whenReached(id, wanted),
      surely: async (id, attempt, isMiss) => {
        asked.push(id);
        const result = await attempt();
        return isMiss(result) ? 'behind' : result;
      },
    };
    try {
      const params = { registerId: at.registerId, txId: UNKNOWN_TX };
      for (const id of ['getTransaction', 'getReceipt', 'getEvidence', 'getPublication'] as const) {
        const answer = await ask(world, id, { params });
        expect([answer.status, answer.json.code], id).to.deep.equal([503, 'REGISTER_BEHIND']);
        expect(Number(answer.headers['retry-after'])).to.be.greaterThan(0);
      }
      const found = { registerId: at.registerId, txId: at.order.transactionId };
      expect((await ask(world, 'getTransaction', { params: found })).status).to.equal(200);
      expect(asked.length).to.equal(4);
    } finally {
      (world.deps.ledger as { reads: typeof real }).reads = real;
    }
  });
});
