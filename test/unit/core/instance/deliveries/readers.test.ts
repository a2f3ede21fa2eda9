// Who can open what of a sealed move: by role, as candidate or deputy, as the definition and the row of the run say.
import { expect } from 'chai';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import type { RunRow } from '../../../../../core/blueprint/state/run-row.js';
import { type ReadMove, readersOf } from '../../../../../core/instance/deliveries/readers.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { asks, definitionOf, shows, to } from '../../../../support/definitions/short-definitions.js';
import { alice, bob, wallet as named } from '../../../../support/register/ledger.js';

const [carol, dave] = [named('carol'), named('dave')];

const num = { type: 'integer' };
const DEFINITION = definitionOf(
  [
    { ...asks({ price: num, own: num }), ...shows({ y: ['price'], z: ['price'] }), ...to(2) },
    { sender: 'y', ...asks({ qty: num }), ...to() },
  ],
  { participants: [{ id: 'x', walletAddress: alice.address }, { id: 'y', walletAddress: bob.address }, { id: 'z' }] },
) as unknown as Definition;
const ENCRYPTED = { payload: { v: 1, groups: [], wallets: [] } };

function moved(recipients: readonly string[], metadata: object = {}): Transaction {
  const header = { actionId: '1', senderWallet: alice.address, recipients, metadata, instanceId: 'i' };
  return { txId: 'aa'.repeat(32), header, ...ENCRYPTED } as unknown as Transaction;
}

function readers(tx: Transaction, row: Partial<RunRow> = {}, more: Partial<ReadMove> = {}) {
  const instance = { participants: {}, since: {}, opener: dave.address };
  const { groups } = readersOf({
    ...{ definition: DEFINITION, instance, tx, moves: [], row: { action: 1, n: 0, ...row } as RunRow },
    ...more,
  });
  return groups.map(({ members, wallets }) => [
    members.join(' '),
    ...wallets.map(({ wallet, readsAs, roles }) => `${nameOf(wallet)} ${readsAs} ${roles.join()}`),
  ]);
}

/** Those who read the price alone. */
const onPrice = (groups: readonly (readonly string[])[]) =>
  groups.flatMap(([members, ...wallets]) => (members === '/price' ? wallets : []));

const PEOPLE = { alice, bob, carol, dave };
const nameOf = (wallet: string) => Object.entries(PEOPLE).find(([, { address }]) => address === wallet)?.[0];
const all = Object.values(PEOPLE).map(({ address }) => address);

describe('core/instance/deliveries/readers', () => {
  it('are the sender of all, and the holder of a role of what that reads', () => {
    const groups = readers(moved([alice.address, bob.address]));
    expect(groups).to.have.deep.members([
      ['/own /price', 'alice sender x'],
      ['/price', 'bob holder y'],
    ]);
  });

  it('are candidates of a role that nobody holds, and deputies of one that is held', () => {
    const also = { z: [carol.address], y: [dave.address] };
    expect(onPrice(readers(moved(all), { also }))).to.have.members([
      'bob holder y',
      'carol candidate z',
      'dave deputy y',
    ]);
    const held = { z: carol.address };
    expect(onPrice(readers(moved(all), { held, also: { z: [dave.address] } }))).to.have.members([
      'bob holder y',
      'carol holder z',
      'dave deputy z',
    ]);
  });

  it('are none that the envelope does not name', () => {
    expect(readers(moved([alice.address]))).to.deep.equal([['/own /price', 'alice sender x']]);
  });

  it('are all whom a move names that is encrypted as a whole, each by what it is in the instance', () => {
    const rejection = moved([alice.address, bob.address, carol.address, dave.address], { type: 'Rejection' });
    const instance = { participants: { z: carol.address }, since: { z: 0 }, opener: dave.address };
    expect(readers(rejection, {}, { instance })).to.deep.equal([
      ['', 'alice sender x', 'bob holder y', 'carol holder z', 'dave opener '],
    ]);
    expect(readers(rejection)).to.deep.equal([['', 'alice sender x', 'bob holder y', 'carol named ', 'dave opener ']]);
  });
});
