// A client that was away, one that listens to wallets, and one that waits for a receipt: what hubs tell and REST shows
// together leaves nothing out, and hubs tell nothing that REST would not show.
import type { HubConnection } from '@microsoft/signalr';
import { expect } from 'chai';
import type { Announcement } from '../../../actors/ports.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { PLATFORM_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import { anOrder, aRegister, ask, ordersOf, WAIT } from '../ledger/fixtures.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import { tokenOfService } from '../world/personas.js';
import { worldOfAll } from '../world/world-of.js';
import { hubClientsOf } from './clients.js';

describe('hubs beside REST', () => {
  const world = worldOfAll({ mayFail: true });
  const hubs = hubClientsOf(world);

  before(() => seedExampleWallet(world.deps));

  const client = async (path: string, token?: string): Promise<HubConnection> =>
    hubs.make(path, token ?? (await world.token('administrator')));

  it('a client that subscribes again reads from its last docket to the height of the answer, and misses nothing', async () => {
    const orders = await ordersOf(world);
    const { registerId } = orders;
    const submit = async () => {
      const parts = { params: { registerId }, body: anOrder(world, orders) };
      expect((await ask(world, 'submitTransaction', parts, { headers: WAIT })).status).to.equal(200);
    };
    const hub = await client('/hubs/register');
    const known = new Set<number>();
    hub.on('DocketSealed', (_register: string, number: number) => void known.add(number));
    const resume = async () => {
      await hub.start();
      const { height } = (await hub.invoke('SubscribeToRegister', registerId)) as { height: number };
      const { json } = await ask(world, 'listDockets', { params: { registerId }, query: { page: 1, pageSize: 100 } });
      const read = (json as { number: number }[]).map(({ number }) => number).filter((number) => number < height);
      expect(read).to.have.length(height);
      for (const number of read) known.add(number);
      return height;
    };
    const first = await resume();
    await submit();
    await hub.stop();
    await submit();
    // While it comes back.
    const [second] = await Promise.all([resume(), submit(), submit()]);
    await submit();
    expect(second).to.be.at.least(first + 2);
    const { height } = (await ask(world, 'getRegister', { params: { registerId } })).json;
    for (let turns = 0; known.size < Number(height) && turns < 2000; turns++)
      await new Promise((resolve) => setTimeout(resolve, 1));
    expect([...known].sort((a, b) => a - b)).to.deep.equal(Array.from({ length: Number(height) }, (_, i) => i));
  });

  it('a wallet hears of its own transactions in registers that the caller sees, and of no others', async () => {
    const registerId = await aRegister(world);
    const hub = await client('/hubs/wallet');
    const heard: unknown[][] = [];
    for (const event of ['TransactionConfirmed', 'TransactionReceipted', 'TransactionReceived', 'EncryptionComplete'])
      hub.on(event, (...args: unknown[]) => void heard.push([event, ...args.slice(0, -2)]));
    await hub.start();
    const own = EXAMPLE.walletAddress;
    expect(await hub.invoke('SubscribeToWallet', 'qr1nobody').catch((error: Error) => error.message)).to.contain(
      'WALLET_NOT_FOUND',
    );
    await hub.invoke('SubscribeToWallet', own);
    const tx = (digit: string, senderWallet: string, recipients?: readonly string[]) => ({
      txId: digit.repeat(64),
      header: { senderWallet, ...(recipients && { recipients }) },
    });
    const transactions = [
      tx('1', own, ['qr1other']),
      tx('2', 'qr1other', ['qr1third', own]),
      tx('3', 'qr1other'),
      tx('4', own, [own]),
    ] as never;
    const sealed = { type: 'docket-sealed', height: 7, hash: 'd'.repeat(64), transactions, timestampMs: 0 } as const;
    world.deps.announcements.announce({ ...sealed, registerId: 'not-to-be-seen' });
    world.deps.announcements.announce({ ...sealed, registerId });
    const operation = { operationId: 'op', wallet: own, percentComplete: 100, atMs: 0 };
    world.deps.announcements.announce({ ...operation, type: 'operation-completed' });
    await hub.invoke('UnsubscribeFromWallet', own);
    world.deps.announcements.announce({ ...sealed, registerId });
    await hub.invoke('SubscribeToWallet', own);
    expect(heard).to.deep.equal([
      ['TransactionConfirmed', own, '1'.repeat(64)],
      ['TransactionReceipted', own, '1'.repeat(64), '1'.repeat(64)],
      ['TransactionReceived', own, '2'.repeat(64)],
      ['TransactionConfirmed', own, '4'.repeat(64)],
      ['TransactionReceipted', own, '4'.repeat(64), '4'.repeat(64)],
      ['TransactionReceived', own, '4'.repeat(64)],
      ['EncryptionComplete', 'op'],
    ]);
  });

  it('a client that knows a TxId hears of that one, also of a register that it does not see, and of nothing else', async () => {
    const { registerId, order } = await ordersOf(world);
    const { transactionId } = order;
    const elsewhere = {
      clientId: 'other',
      serviceName: 'Other',
      scope: ['registers:read'],
      organisationId: PLATFORM_ORGANISATION_ID,
    };
    const token = await tokenOfService(world.deps, elsewhere);
    const connection = await client('/hubs/register', token);
    const heard: unknown[][] = [];
    for (const event of ['TransactionRefused', 'TransactionAbandoned', 'TransactionReceipt', 'TransactionConfirmed'])
      connection.on(event, (...args: unknown[]) => void heard.push([event, ...args.slice(0, -1)]));
    await connection.start();
    const failure = (call: Promise<unknown>) => call.then(String, (error: Error) => error.message);
    const announce = (fact: Announcement): void => world.deps.announcements.announce(fact);
    expect(await failure(connection.invoke('SubscribeToRegister', registerId))).to.contain('REGISTER_NOT_FOUND');
    const unknown = connection.invoke('SubscribeToReceipt', registerId, 'ab'.repeat(32));
    expect(await failure(unknown)).to.contain('RECEIPT_NOT_FOUND');
    for (const id of [transactionId.toUpperCase(), 'x', `${transactionId}/`])
      expect(await failure(connection.invoke('SubscribeToReceipt', registerId, id))).to.contain('HUB_ARGUMENTS');
    const standing = await connection.invoke('SubscribeToReceipt', registerId, transactionId);
    expect(standing).to.deep.equal({ status: 'sealed' });
    const ends = { registerId, code: 'VAL_TIME_003' };
    const sealed = { type: 'docket-sealed', registerId, height: 7, hash: 'ab'.repeat(32), timestampMs: 0 } as const;
    const transactions = [{ txId: 'cd'.repeat(32) }, { txId: transactionId }] as never;
    const tellAll = (): void => {
      announce({ ...ends, type: 'transaction-refused', txId: 'cd'.repeat(32) });
      announce({ ...ends, type: 'transaction-refused', txId: transactionId });
      announce({ ...ends, type: 'transaction-abandoned', txId: transactionId });
      announce({ ...sealed, transactions });
    };
    // Many may wait at once for transactions of one docket, which is large.
    const { chain } = world.deps;
    const whole = chain.docket;
    let read = 0;
    const docket = (...at: Parameters<typeof whole>) => {
      read++;
      return whole.apply(chain, at);
    };
    Object.assign(chain, { docket });
    expect(await connection.invoke('SubscribeToReceipt', registerId, transactionId)).to.deep.equal({
      status: 'sealed',
    });
    tellAll();
    await connection.invoke('UnsubscribeFromReceipt', registerId, transactionId);
    Object.assign(chain, { docket: whole });
    expect(read).to.equal(0);
    tellAll();
    await connection.invoke('UnsubscribeFromReceipt', registerId, transactionId);
    const now = new Date(world.deps.clock.now()).toISOString();
    expect(heard).to.deep.equal([
      ['TransactionRefused', registerId, transactionId, 'VAL_TIME_003', now],
      ['TransactionAbandoned', registerId, transactionId, 'VAL_TIME_003', now],
      ['TransactionReceipt', transactionId, registerId, 7, transactionId, '1970-01-01T00:00:00.000Z'],
    ]);
  });
});
