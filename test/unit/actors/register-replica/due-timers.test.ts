// A node fires timers by itself: of an idle register, after a restart, and no timer twice.
import { expect } from 'chai';
import { isIssue } from '../../../../core/base/issue.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { RULES_DRAFT } from '../../../../core/base/version.js';
import { instanceIdOf } from '../../../../core/transaction/kinds/action.js';
import type { Transaction } from '../../../../core/transaction/types.js';
import {
  genesisTransaction,
  keyOf,
  type LedgerWorld,
  ledgerWorld,
  REGISTER_ID,
  signedTransaction,
  submitted,
} from '../../../support/ledger-world.js';

const DAY_MS = 86_400_000;
const DEFINITION: JsonObject = {
  language: 2,
  title: 'Consent',
  participants: [{ id: 'asks' }, { id: 'office' }],
  actions: [
    { id: 1, sender: 'asks', isStartingAction: true, routes: [{ nextActionIds: [2] }] },
    {
      id: 2,
      sender: 'office',
      routes: [{ nextActionIds: [] }],
      // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
      timers: [{ id: 'silence', after: 'P1D', then: { nextActionIds: [] } }],
    },
  ],
};

async function founded(world: LedgerWorld): Promise<string> {
  const genesis = { transaction: genesisTransaction(world.clock.now(), REGISTER_ID), advertise: false };
  const created = await world.ledger.create({ ...genesis, rules: RULES_DRAFT });
  if (Array.isArray(created)) throw new Error(JSON.stringify(created));
  const header = { registerId: REGISTER_ID, blueprintId: 'consent', actionId: 'blueprint-publish' };
  const publication = signedTransaction(
    keyOf('owner'),
    {
      ...header,
      createdAt: new Date(world.clock.now()).toISOString(),
      metadata: { Type: 'Control', transactionType: 'BlueprintPublish', publishedBy: 'owner' },
    },
    DEFINITION,
  );
  expect((await submitted(world, publication)).status).to.equal('sealed');
  return publication.txId;
}

async function opened(world: LedgerWorld, publicationTxId: string): Promise<Transaction> {
  const createdAt = new Date(world.clock.now()).toISOString();
  const header = { registerId: REGISTER_ID, blueprintId: 'consent', actionId: '1', publicationTxId, createdAt };
  const first = signedTransaction(keyOf('asks'), header, {});
  expect((await submitted(world, first)).status).to.equal('sealed');
  return first;
}

function instanceOf({ chain, registers }: LedgerWorld, first: Transaction): JsonObject | undefined {
  const record = registers.byId(REGISTER_ID);
  return record && chain.view(record.reg).state(`inst/${instanceIdOf(first)}`);
}

function heightOf(world: LedgerWorld): number {
  const state = world.ledger.state(REGISTER_ID);
  if (isIssue(state)) throw new Error(state.message);
  return state.height;
}

describe('timers of an open register', () => {
  it('fire in an idle register once, right after they are due', async () => {
    const world = await ledgerWorld();
    const first = await opened(world, await founded(world));
    const height = heightOf(world);
    await world.clock.advance(DAY_MS - 1000);
    expect(instanceOf(world, first)).to.include({ state: 'Active' });
    await world.clock.advance(2000);
    expect(instanceOf(world, first)).to.include({ state: 'Completed' });
    await world.clock.advance(DAY_MS);
    expect(heightOf(world)).to.equal(height + 1);
    expect(world.clock.armed).to.equal(0);
  });

  it('fire after a restart that lasted longer than they ran', async () => {
    const world = await ledgerWorld();
    const first = await opened(world, await founded(world));
    await world.ledger.stop();
    await world.clock.advance(3 * DAY_MS);
    const again = await ledgerWorld({ kv: world.kv, clock: world.clock });
    await again.clock.advance(10_000);
    expect(instanceOf(again, first)).to.include({ state: 'Completed' });
  });
});
