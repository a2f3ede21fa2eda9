// A party names another one its deputy, which signs nothing for that, and delivers nothing to it as such: the other one
// does its own action all the same.
import { expect } from 'chai';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { sha256 } from '../../../../core/base/hash.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { encryptDelivery } from '../../../../core/envelope/delivery/delivery.js';
import { deliveryContext } from '../../../../core/envelope/delivery/delivery-form.js';
import { good } from '../../../support/base/good.js';
import { submission } from '../../../support/register/ledger.js';
import { ask, buyer } from '../../ledger/fixtures.js';
import { seedExampleWallet } from '../../wallets/wallets.js';
import { worldOfAll } from '../../world/world-of.js';
import { BLUEPRINT, draftRegister, said } from '../draft-register.js';
import { officeOf, publishOffice } from '../example-office.js';
import { outsideRun } from './outside-run.js';
import { pricedBetween } from './owed.js';

const OFFICE = EXAMPLE.walletAddress;
const DAY_MS = 86_400_000;
const DEFINITION = pricedBetween(buyer.address, OFFICE);

describe('a deputy against its will', () => {
  const world = worldOfAll();

  before(async () => {
    await seedExampleWallet(world.deps);
  });

  for (const isDelivered of [false, true])
    it(`does its own action after ${isDelivered ? 'a delivery of nothing' : 'the delegation'}`, async () => {
      const at = await draftRegister(world, DEFINITION);
      const { registerId } = at;
      await publishOffice(world, at);
      const record = await at.record('buyer', [buyer]);
      const instanceId = `inst-${isDelivered}`;
      const office = { walletAddress: OFFICE, publicKey: officeOf(world).publicKey };
      const run = outsideRun(world, at, {
        ...{ definition: DEFINITION, instanceId, by: buyer, data: { price: 10, own: 7 }, next: [2] },
        holders: { x: buyer.address, y: OFFICE },
        keys: [{ walletAddress: buyer.address, publicKey: buyer.publicKey }, office],
      });
      expect(said(await at.submit(run))).to.equal('200 sealed');
      const now = world.deps.clock.now();
      const [from, until] = [now - 60_000, now + 30 * DAY_MS].map((ms) => new Date(ms).toISOString());
      const delegations = [{ to: 'office', from: from as string, until: until as string }];
      const after = record.json.transactionId;
      expect(said(await at.record('buyer', [buyer], { version: 2, after, delegations }))).to.equal('200 sealed');
      const place = { blueprintId: BLUEPRINT, instanceId };
      if (isDelivered) {
        const nothing = encryptDelivery({
          ...{ context: deliveryContext(registerId, instanceId), role: 'x', entropy: sha256('nothing') },
          runs: [{ txId: run.transactionId, classes: [], opened: { classes: [], hashes: [], files: [] } }],
          to: { algorithm: 'ED25519', ...office },
        });
        const draft = {
          ...{ registerId, actionId: '1', publicationTxId: at.pin, senderWallet: buyer.address, recipients: [OFFICE] },
          ...{ createdAt: new Date(now).toISOString(), previousTransactionId: run.transactionId },
          ...{ metadata: { type: 'Delivery' }, payload: JSON.parse(JSON.stringify(good(nothing))) as JsonObject },
        };
        expect(said(await at.submit(submission({ ...place, ...draft }, [buyer])))).to.equal('200 sealed');
      }
      const acted = await ask(world, 'submitAction', {
        body: {
          ...{ ...place, actionId: '2', senderWallet: OFFICE, registerAddress: registerId },
          ...{ previousTransactionHash: run.transactionId, payloadData: { qty: 1 } },
        },
      });
      expect(said(acted), acted.text).to.equal('200 sealed');
    });
});
