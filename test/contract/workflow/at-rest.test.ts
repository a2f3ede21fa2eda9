// Writes of a node while actions are submitted, answered, repeated, read and rejected: nothing of what they say, in
// no spelling, on no row.
import { expect } from 'chai';
import { DEFINITION, LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { UNREHEARSED } from '../../../cli/harness/unrehearsed.js';
import { ask, exampleOrders } from '../ledger/fixtures.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import { worldOfAll } from '../world/world-of.js';

const SAID = 'kingfisher 4711';
const REASON = 'moorhen 0815';
const [order, confirm] = DEFINITION.actions;
const NOTED = {
  ...DEFINITION,
  id: 'noted-order',
  participants: [
    { id: 'buyer', name: 'Buyer' },
    { id: 'seller', name: 'Seller', walletAddress: EXAMPLE.walletAddress },
  ],
  actions: [
    {
      ...order,
      dataSchemas: [{ type: 'object', required: ['note'], properties: { note: { type: 'string' } } }],
      disclosures: [{ participantAddress: 'seller', dataPointers: ['/note'] }],
      calculations: { copied: { cat: [{ var: 'note' }, '!'] } },
    },
    { ...confirm, rejectionConfig: { targetActionId: 0 } },
  ],
};

/** The text and its base64 at each of the three places that it may have among other bytes. */
function spellings(text: string): readonly string[] {
  const coded = ['', 'a', 'ab'].map((before) => Buffer.from(before + text).toString('base64'));
  return [text, ...coded.map((base64, i) => base64.slice(i === 0 ? 0 : 4, -4))];
}

describe('everything that is written of actions', () => {
  const world = worldOfAll();
  const written: string[] = [];
  before(async () => {
    await exampleOrders(world);
    await seedExampleWallet(world.deps);
    const body = { blueprintId: NOTED.id, override: UNREHEARSED, blueprintJson: NOTED };
    const published = await ask(world, 'publishBlueprint', { params: { registerId: LEDGER.registerId }, body });
    expect(published.status, published.text).to.equal(200);
    const write = world.kv.write.bind(world.kv);
    world.kv.write = (ops) => {
      for (const { key, value } of ops)
        written.push(Buffer.from(key).toString('latin1'), Buffer.from(value ?? []).toString('latin1'));
      return write(ops);
    };
  });

  const submit = (payloadData: object, headers: Record<string, string>) =>
    ask(
      world,
      'submitAction',
      {
        body: {
          blueprintId: NOTED.id,
          actionId: '0',
          senderWallet: EXAMPLE.walletAddress,
          registerAddress: LEDGER.registerId,
          payloadData,
        },
      },
      { headers },
    );

  /** Rows with the text; the writes are looked at once everything is on the disk. */
  const rowsWith = (text: string) =>
    written.filter((row) => spellings(text).some((spelling) => row.includes(spelling))).map((row) => row.slice(0, 80));

  it('would be seen', () => {
    const row = (text: string) => Buffer.from(`{"x":"${text}"}`);
    for (const seen of [
      row(SAID),
      Buffer.from(row(SAID).toString('base64')),
      Buffer.from(`..${row(SAID).toString('base64')}`),
    ])
      expect(spellings(SAID).some((spelling) => seen.toString().includes(spelling))).to.equal(true);
  });

  it('has nothing of an action, of its answer, of a repeat, nor of what a wallet reads', async () => {
    const key = { 'idempotency-key': 'once' };
    const first = await submit({ note: SAID }, key);
    expect([first.status, first.json.calculations], first.text).to.deep.equal([200, { copied: `${SAID}!` }]);
    const again = await submit({ note: SAID }, key);
    expect([again.text, again.headers['idempotency-replayed']]).to.deep.equal([first.text, 'true']);
    const { instanceId } = first.json;
    const state = await ask(world, 'getInstanceState', { params: { instanceId } });
    expect(state.text).to.contain(SAID);
    expect(written.length).to.be.greaterThan(10);
    expect(rowsWith(SAID)).to.deep.equal([]);
  });

  it('has nothing of one that is encrypted in the background, nor of why one was rejected', async () => {
    const accepted = await submit({ note: SAID }, { prefer: 'respond-async', 'idempotency-key': 'later' });
    expect(accepted.status, accepted.text).to.equal(202);
    const { operationId, instanceId } = accepted.json;
    let ended = '';
    for (let turns = 0; turns < 5000 && ended !== 'Completed'; turns++) {
      ended = (await ask(world, 'getOperation', { params: { operationId } })).json.status;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(ended).to.equal('Completed');
    const rejected = await ask(
      world,
      'rejectInstanceAction',
      { params: { instanceId, actionId: '1' }, body: { senderWallet: EXAMPLE.walletAddress, reason: REASON } },
      { headers: { 'idempotency-key': 'no' } },
    );
    expect(rejected.status, rejected.text).to.equal(200);
    expect([rowsWith(SAID), rowsWith(REASON)]).to.deep.equal([[], []]);
  });
});
