// Reminders of a node: its users are told when they are due and as often as they are. An instance that ended reminds of
// nothing, and a node that was down tells once.
import { expect } from 'chai';
import type { Inbox } from '../../../../../actors/workflow/inbox/inbox.js';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import { PARTICIPANT_ACTION, PARTICIPANT_BLUEPRINT } from '../../../../../core/kinds/participant.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { FAMILY_ROWS } from '../../../../../storage/keys/keyspace.js';
import { addressNamed, inboxOn, keysOf, placeOf } from '../../../../support/node/inbox.js';
import {
  genesisTransaction,
  keyOf,
  type LedgerWorld,
  ledgerWorld,
  REGISTER_ID,
  signedTransaction,
  submitted,
} from '../../../../support/node/ledger-world.js';
import type { Wallet } from '../../../../support/register/ledger.js';
import { recordOf } from '../../../../support/register/people.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The office is reminded after two days, five times, and its lead once on the third. */
const DEFINITION = {
  language: 2,
  title: 'Consent',
  participants: [
    { id: 'asks', walletAddress: addressNamed('ann') },
    { id: 'office', walletAddress: addressNamed('olga') },
    { id: 'lead', walletAddress: addressNamed('lea') },
  ],
  actions: [
    { id: 1, sender: 'asks', isStartingAction: true, routes: [{ nextActionIds: [2] }] },
    {
      id: 2,
      title: 'Decide',
      sender: 'office',
      routes: [{ nextActionIds: [3] }],
      timers: [
        { id: 'nudge', after: 'P2D', every: 'P1D', times: 5, remind: ['office'] },
        { id: 'lead', after: 'P3D', remind: ['lead'] },
      ],
    },
    { id: 3, sender: 'lead', routes: [{ nextActionIds: [] }] },
  ],
} as const;

interface Case {
  readonly world: LedgerWorld;
  readonly inbox: Inbox;
  readonly pin: string;
}

async function aCase(definition: object = DEFINITION, records: readonly string[] = []): Promise<Case> {
  const world = await ledgerWorld();
  const genesis = { transaction: genesisTransaction(world.clock.now(), REGISTER_ID), advertise: false };
  await world.ledger.genesis.found(genesis);
  for (const name of records) {
    const { publicKey } = keyOf(name);
    const own = { address: addressNamed(name), publicKey, algorithm: 'ED25519' } as unknown as Wallet;
    const header = { registerId: REGISTER_ID, blueprintId: PARTICIPANT_BLUEPRINT, actionId: PARTICIPANT_ACTION };
    const createdAt = new Date(world.clock.now()).toISOString();
    const record = signedTransaction(keyOf(name), { ...header, createdAt }, recordOf(name, [own]) as unknown as Json);
    expect((await submitted(world, record)).status).to.equal('sealed');
  }
  const publication = signedTransaction(
    keyOf('owner'),
    {
      ...{ registerId: REGISTER_ID, blueprintId: 'consent', actionId: 'blueprint-publish' },
      createdAt: new Date(world.clock.now()).toISOString(),
      metadata: { Type: 'Control', transactionType: 'BlueprintPublish', publishedBy: 'owner' },
    },
    definition as unknown as JsonObject,
  );
  expect((await submitted(world, publication)).status).to.equal('sealed');
  return { world, inbox: await inboxOn(world), pin: publication.txId };
}

async function moved(
  { world, pin }: Case,
  by: string,
  actionId: string,
  more: object = {},
  payload: JsonObject = {},
): Promise<Transaction> {
  const at = { registerId: REGISTER_ID, blueprintId: 'consent', actionId, publicationTxId: pin, instanceId: 'one' };
  const tx = signedTransaction(
    keyOf(by),
    { ...at, createdAt: new Date(world.clock.now()).toISOString(), ...more },
    payload,
  );
  expect((await submitted(world, tx)).status).to.equal('sealed');
  await world.clock.advance(1000);
  return tx;
}

/** The reminders that were told, by timer and whom. */
function told({ world }: Case): readonly string[] {
  const names = new Map(['ann', 'olga', 'lea'].map((name) => [addressNamed(name), name]));
  return world.told.flatMap((fact) =>
    fact.type === 'action-reminder'
      ? [`${fact.timer} ${fact.actionId} ${fact.wallets.map((one) => names.get(one)).join()}`]
      : [],
  );
}

async function waiting({ world, inbox }: Case, name: string) {
  const found = await inbox.pending(placeOf(world), addressNamed(name), { skip: 0, top: 100 });
  if (isFailure(found)) throw new Error(found.issue.message);
  return found.items.map(
    ({ action, reminds, remindedTimes = 0 }) => `${action.title} ${reminds ?? '-'} ${remindedTimes}`,
  );
}

describe('reminders of a node', () => {
  it('tell who does an action, and who is to know, when they are due and as often', async () => {
    const on = await aCase();
    const first = await moved(on, 'ann', '1');
    await on.world.clock.advance(2 * DAY_MS - HOUR_MS);
    expect([told(on), await waiting(on, 'olga')]).to.deep.equal([[], ['Decide - 0']]);
    await on.world.clock.advance(2 * HOUR_MS);
    expect([told(on), await waiting(on, 'olga')]).to.deep.equal([['nudge 2 olga'], ['Decide - 1']]);
    expect(await waiting(on, 'lea')).to.deep.equal([]);
    await on.world.clock.advance(DAY_MS);
    expect([...told(on)].sort()).to.deep.equal(['lead 2 lea', 'nudge 2 olga', 'nudge 2 olga']);
    expect(await waiting(on, 'lea')).to.deep.equal(['Decide lead 3']);
    await on.world.clock.advance(9 * DAY_MS);
    expect(told(on)).to.have.length(6);
    expect(await waiting(on, 'olga')).to.deep.equal(['Decide - 6']);
    // Nothing is on the ledger, and nothing left in the store.
    expect(await keysOf(on.world.kv, 'inbox-reminders')).to.deep.equal([]);
    await moved(on, 'olga', '2', { previousTransactionId: first.txId });
    expect(await waiting(on, 'lea')).to.deep.equal(['undefined - 0']);
  });

  it('end with the action, and come once to those whose node was down', async () => {
    const on = await aCase();
    const first = await moved(on, 'ann', '1');
    await on.inbox.stop();
    await on.world.clock.advance(4 * DAY_MS + HOUR_MS);
    expect(told(on)).to.deep.equal([]);
    const inbox = await inboxOn(on.world);
    await on.world.clock.advance(1000);
    expect([...told(on)].sort()).to.deep.equal(['lead 2 lea', 'nudge 2 olga']);
    await moved(on, 'olga', '2', { previousTransactionId: first.txId });
    await on.world.clock.advance(5 * DAY_MS);
    expect(told(on)).to.have.length(2);
    expect(await waiting({ ...on, inbox }, 'olga')).to.deep.equal([]);
    expect(await keysOf(on.world.kv, 'inbox-reminders')).to.deep.equal([]);
  });

  it('come where a row of an instance is damaged: it is made again without a request for it', async () => {
    const on = await aCase();
    await moved(on, 'ann', '1');
    const prefix = FAMILY_ROWS['inbox-instances'].prefix.charCodeAt(0);
    for await (const [key, value] of on.world.kv.range({ gte: Buffer.of(prefix), lt: Buffer.of(prefix + 1) })) {
      const spoilt = Buffer.from(value);
      spoilt[spoilt.length >> 1]! ^= 1;
      await on.world.kv.write([{ key, value: spoilt }]);
    }
    await on.world.clock.advance(2 * DAY_MS + HOUR_MS);
    expect(told(on)).to.deep.equal(['nudge 2 olga']);
    expect(await waiting(on, 'olga')).to.deep.equal(['Decide - 1']);
  });

  it('tell of claims: that a candidate reserved a role, gave it back, or let its time pass', async () => {
    const [asks, , lead] = DEFINITION.participants;
    const office = { id: 'office', candidates: ['olga', 'otto'], claimFor: 'PT2H' };
    const on = await aCase({ ...DEFINITION, participants: [asks, office, lead] }, ['olga', 'otto']);
    const first = await moved(on, 'ann', '1');
    const move = (type: 'Claim' | 'Release') =>
      moved(
        on,
        'olga',
        '2',
        { previousTransactionId: first.txId, metadata: { type } },
        { type: type.toLowerCase(), v: 1 },
      );
    const heard = (): readonly string[] =>
      on.world.told.flatMap((fact) =>
        ['role-claimed', 'role-released', 'claim-lapsed'].includes(fact.type) && 'role' in fact
          ? [
              `${fact.type} ${fact.role} ${['ann', 'olga', 'otto'].every((one) => fact.wallets.includes(addressNamed(one)))}`,
            ]
          : [],
      );
    await move('Claim');
    expect(heard()).to.deep.equal(['role-claimed office true']);
    await move('Release');
    await on.world.clock.advance(5 * HOUR_MS);
    const released = ['role-claimed office true', 'role-released office true'];
    expect(heard()).to.deep.equal(released);
    await move('Claim');
    await on.world.clock.advance(HOUR_MS);
    expect(heard()).to.deep.equal([...released, 'role-claimed office true']);
    await on.world.clock.advance(2 * HOUR_MS);
    expect(heard()).to.deep.equal([...released, 'role-claimed office true', 'claim-lapsed office true']);
    await on.world.clock.advance(DAY_MS);
    expect(heard()).to.have.length(4);
  });

  it('tell of claims of a role without candidates, also who made them without a record', async () => {
    const [asks, , lead] = DEFINITION.participants;
    const on = await aCase({ ...DEFINITION, participants: [asks, { id: 'office', claimFor: 'PT2H' }, lead] });
    const first = await moved(on, 'ann', '1');
    const heard = (): readonly string[] =>
      on.world.told.flatMap((fact) =>
        'role' in fact && fact.role === 'office' && 'wallets' in fact
          ? [`${fact.type} ${['ann', 'otto'].every((one) => fact.wallets.includes(addressNamed(one)))}`]
          : [],
      );
    const header = { previousTransactionId: first.txId, metadata: { type: 'Claim' } };
    await moved(on, 'otto', '2', header, { type: 'claim', v: 1 });
    expect(heard()).to.deep.equal(['role-claimed true']);
    // The action is listed for the one that claimed it, in its time and after.
    expect(await waiting(on, 'otto')).to.deep.equal(['Decide - 0']);
    await on.world.clock.advance(3 * HOUR_MS);
    expect(heard()).to.deep.equal(['role-claimed true', 'claim-lapsed true']);
    expect(await waiting(on, 'otto')).to.deep.equal(['Decide - 0']);
    expect(await waiting(on, 'olga')).to.deep.equal([]);
  });
});
