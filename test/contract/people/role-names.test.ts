// Roles with names that every object of the platform has: the holder of one is asked for alike at every door that takes
// a role.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import type { JsonObject } from '../../../core/base/json.js';
import { step } from '../../support/register/people.js';
import { ask, buyer } from '../ledger/fixtures.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import { worldOfAll } from '../world/world-of.js';
import { BLUEPRINT, draftRegister, said } from './draft-register.js';

const WALLET = EXAMPLE.walletAddress;

/** The buyer asks, and an open role of that name answers, sends back, and says it again. */
const talkWith = (role: string) =>
  ({
    ...{ language: 2, title: 'Talk', description: 'One asks and another answers.' },
    participants: [{ id: 'buyer', walletAddress: buyer.address }, { id: role }],
    actions: [
      step(1, 'buyer', [2], { isStartingAction: true }),
      step(2, role, [3], { rejectionConfig: { targetActionId: 1, requireReason: true } }),
      step(3, role, []),
    ],
  }) as unknown as JsonObject;

describe('a role over HTTP', () => {
  const world = worldOfAll();
  before(async () => {
    await seedExampleWallet(world.deps);
  });

  for (const role of ['constructor', '__proto__', 'toString', 'hasOwnProperty'])
    it(`is held by who takes it where it is called ${role}`, async () => {
      const at = await draftRegister(world, talkWith(role));
      const query = { registerId: at.registerId };
      const opening = at.move(1, buyer);
      expect(said(await at.submit(opening))).to.equal('200 sealed');
      const instanceId = opening.instanceId as string;
      const params = { instanceId, actionId: '2' };
      const of = async (id: string, body: object, actionId = '2') =>
        said(
          await ask(world, id, { params: { instanceId, actionId }, query, body: { senderWallet: WALLET, ...body } }),
        );
      const holders = async () => (await ask(world, 'getInstance', { params, query })).json.participantWallets;
      expect(Object.keys(await holders()), 'it is free').to.deep.equal(['buyer']);
      expect(await of('claimRole', { role })).to.equal('200 sealed');
      expect(await of('releaseRole', { role })).to.equal('200 sealed');
      const rejected = await ask(world, 'rejectAction', {
        body: {
          ...{ registerAddress: at.registerId, senderWallet: WALLET, transactionHash: opening.transactionId },
          reason: 'Say more.',
        },
      });
      expect(said(rejected)).to.equal('200 sealed');
      const again = at.move(1, buyer, {
        after: { ...opening, transactionId: rejected.json.transactionId },
        instanceId,
      });
      expect(said(await at.submit(again))).to.equal('200 sealed');
      expect(await of('rejectInstanceAction', { reason: 'And more.' })).to.equal('200 sealed');
      const last = (await ask(world, 'getInstance', { params, query })).json.lastTransactionId;
      const third = at.move(1, buyer, { after: { ...opening, transactionId: last }, instanceId });
      expect(said(await at.submit(third))).to.equal('200 sealed');
      expect(await of('executeInstanceAction', { payloadData: { n: 7 } })).to.equal('200 sealed');
      const held = await holders();
      expect(Object.hasOwn(held, role) && held[role]).to.equal(WALLET);
      expect(await of('confirmRun', { accept: true, role })).to.match(/^4.. VAL_CONF_002/);
      expect(await of('resolveInstance', { outcome: 'uphold', role })).to.match(/^4.. (VAL_RES_001|BODY_INVALID)/);
      expect(await of('challengeInstance', { txId: opening.transactionId, role })).to.match(/^4.. VAL_/);
      expect(await of('deliverInstance', { role })).to.equal('200 undefined');
      const done = await ask(world, 'submitAction', {
        body: {
          ...{
            blueprintId: BLUEPRINT,
            actionId: '3',
            senderWallet: WALLET,
            registerAddress: at.registerId,
            instanceId,
          },
          payloadData: { n: 8 },
        },
      });
      expect(done.json, done.text).to.include({ status: 'sealed', isComplete: true });
    });
});
