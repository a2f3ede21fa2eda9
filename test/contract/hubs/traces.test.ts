// The trace of events: that of the request that caused them, over the pool, the docket and the workflow that follows;
// what no request of this node caused has one that follows from the ledger.
import type { HubConnection } from '@microsoft/signalr';
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { UNREHEARSED } from '../../../cli/harness/unrehearsed.js';
import { aroundEach } from '../../support/base/blocks.js';
import { anOrder, aRegister, ask, ordersOf, WAIT } from '../ledger/fixtures.js';
import { worldOfEach } from '../world/world-of.js';
import { hubClientsOf } from './clients.js';

const trace = (digit: string): string => digit.repeat(32);
const traced = (digit: string) => ({ traceparent: `00-${trace(digit)}-00f067aa0ba902b7-01` });

describe('the trace of events', () => {
  const world = worldOfEach({ mayFail: true });
  const hubs = hubClientsOf(world, aroundEach);
  const heard: [event: string, trace: string][] = [];

  beforeEach(() => {
    heard.length = 0;
  });

  async function listening(path: string, events: readonly string[]): Promise<HubConnection> {
    const made = hubs.make(path, await world.token('administrator'));
    for (const event of events) made.on(event, (...args: string[]) => void heard.push([event, args.at(-1) as string]));
    await made.start();
    return made;
  }

  /** The events that were heard until so many came. */
  async function hears(count: number): Promise<typeof heard> {
    for (let turns = 0; heard.length < count; turns++) {
      if (turns > 2000) throw new Error(`heard ${JSON.stringify(heard)}`);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return heard.splice(0);
  }

  it('is that of the request, from the founding of a register to its end', async () => {
    const hub = await listening('/hubs/register', [
      ...['RegisterCreated', 'RegisterDeleted', 'RegisterStatusChanged'],
      ...['TransactionConfirmed', 'DocketSealed', 'RegisterHeightUpdated'],
    ]);
    await hub.invoke('SubscribeToTenant', EXAMPLE.organisationId);
    const owners = [{ userId: EXAMPLE.administratorId, walletId: EXAMPLE.walletAddress }];
    await aRegister(world);
    await hears(1);
    const made = await ask(world, 'createRegister', { body: { name: 'Traced', owners } }, { headers: traced('a') });
    const { registerId } = made.json;
    expect(await hears(1)).to.deep.equal([['RegisterCreated', trace('a')]]);
    const { publicationTxId } = await ordersOf(world, registerId);
    await hub.invoke('SubscribeToRegister', registerId);
    const parts = { params: { registerId }, body: anOrder(world, { registerId, publicationTxId }) };
    // A correlation id is any text; the trace is that of W3C.
    const headers = { ...WAIT, ...traced('b'), 'x-correlation-id': 'order-17' };
    await ask(world, 'submitTransaction', parts, { headers });
    const sealed = ['DocketSealed', 'RegisterHeightUpdated', 'TransactionConfirmed'];
    expect(await hears(3)).to.deep.equal(sealed.map((event) => [event, trace('b')]));
    await ask(
      world,
      'updateRegister',
      { params: { registerId }, body: { status: 'OFFLINE' } },
      { headers: traced('c') },
    );
    expect(await hears(1)).to.deep.equal([['RegisterStatusChanged', trace('c')]]);
    await ask(world, 'deleteRegister', { params: { registerId } }, { headers: traced('d') });
    expect(await hears(1)).to.deep.equal([['RegisterDeleted', trace('d')]]);
  });

  it('goes with an action that is encrypted in the background, to those who are next and into their inboxes', async () => {
    const registerId = await aRegister(world);
    const step = (id: number, more: object) => ({ id, title: `Step ${id}`, sender: 'clerk', ...more });
    const blueprintJson = {
      ...{ id: 'office', title: 'Office', description: 'A clerk works.' },
      participants: [
        { id: 'clerk', name: 'Clerk', walletAddress: EXAMPLE.walletAddress },
        { id: 'reader', name: 'Reader' },
      ],
      actions: [
        step(0, { isStartingAction: true, routes: [{ id: 'on', nextActionIds: [1], isDefault: true }] }),
        step(1, {}),
      ],
    };
    const publication = { blueprintId: 'office', override: UNREHEARSED, blueprintJson };
    await ask(world, 'publishBlueprint', { params: { registerId }, body: publication });
    const hub = await listening('/hubs/blueprint', ['ActionAvailable', 'ActionConfirmed', 'EncryptionComplete']);
    await listening('/hubs/tenant', ['InboxEntryAdded', 'InboxUnreadCountUpdated']);
    await hub.invoke('SubscribeToWallet', EXAMPLE.walletAddress);
    const place = { registerAddress: registerId, blueprintId: 'office', actionId: '0' };
    const body = { ...place, senderWallet: EXAMPLE.walletAddress, payloadData: {} };
    const headers = { prefer: 'respond-async', ...traced('e') };
    const accepted = await ask(world, 'submitAction', { body }, { headers });
    expect(accepted.status, accepted.text).to.equal(202);
    expect(await hears(1)).to.deep.equal([['EncryptionComplete', trace('e')]]);
    const authorization = `Bearer ${await world.token('administrator')}`;
    heard.length = 0;
    await world.app.inject({ url: `/api/actions/${EXAMPLE.walletAddress}/${registerId}`, headers: { authorization } });
    const told = await hears(4);
    expect(told.toSorted()).to.deep.equal(
      ['ActionAvailable', 'ActionConfirmed', 'InboxEntryAdded', 'InboxUnreadCountUpdated'].map((event) => [
        event,
        trace('e'),
      ]),
    );
    await ask(world, 'markAllEntriesRead', {}, { headers: traced('f') });
    expect(await hears(1)).to.deep.equal([['InboxUnreadCountUpdated', trace('f')]]);
  });

  it('follows from the ledger where no request of this node caused it, and is not that of a refused one', async () => {
    const orders = await ordersOf(world);
    const { registerId } = orders;
    const order = anOrder(world, { registerId, publicationTxId: 'ab'.repeat(32) });
    const parts = { params: { registerId }, body: order };
    const refused = await ask(world, 'submitTransaction', parts, { headers: traced('9') });
    expect(refused.status, refused.text).to.be.within(400, 422);
    expect(world.deps.announcements.traces.of(order.transactionId)).to.equal(order.transactionId.slice(0, 32));
    const hub = await listening('/hubs/register', ['TransactionConfirmed', 'DocketSealed', 'TransactionAbandoned']);
    await hub.invoke('SubscribeToRegister', registerId);
    const { announcements } = world.deps;
    const transactions = ['1', '2'].map((digit) => ({ txId: digit.repeat(64) })) as never;
    const docket = { type: 'docket-sealed', registerId, height: 9, transactions, timestampMs: 0 } as const;
    announcements.traces.note('1'.repeat(64), trace('7'));
    announcements.announce({ ...docket, hash: 'd'.repeat(64) });
    announcements.announce({ type: 'transaction-abandoned', registerId, txId: '2'.repeat(64), code: 'REGISTER_LEFT' });
    expect(await hears(4)).to.deep.equal([
      ['DocketSealed', trace('d')],
      ['TransactionConfirmed', trace('7')],
      ['TransactionConfirmed', trace('2')],
      ['TransactionAbandoned', trace('2')],
    ]);
  });
});
