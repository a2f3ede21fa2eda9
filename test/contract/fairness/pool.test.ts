// The pool of a register while its validator is paused: what one organisation brings leaves places to a stranger,
// nothing that was promised leaves, and the next docket has something of both. The actions of the surface count like
// transactions that come signed.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { wallet } from '../../support/register/ledger.js';
import { anOrder, ask, exampleOrders, type Orders, sealedDocket } from '../ledger/fixtures.js';
import { anOperation, aStarted } from '../workflow/fixtures.js';
import { worldOfEach } from '../world/world-of.js';
import { aCrowd, until } from './crowd.js';

const PLACES = 40;
/**
 * A paused register holds two pools of submissions: this is the half of them, and more than the pool takes of one
 * organisation at once.
 */
const HALF = PLACES;

describe('the pool among organisations', () => {
  const world = worldOfEach();
  let at: Orders;
  beforeEach(async () => {
    at = await exampleOrders(world);
    const settings = world.deps.validatorSettings.current();
    world.deps.validatorSettings.apply({
      memPool: { ...settings.memPool, maxSize: PLACES },
      docketBuild: { ...settings.docketBuild, maxTransactionsPerDocket: 4 },
    });
    world.deps.applyValidatorSettings();
    await ask(world, 'pauseValidation', { params: { registerId: at.registerId } });
  });

  const submitted = (name: string, token: string | undefined) => {
    const body = anOrder(world, at, {}, wallet(name));
    const parts = { params: { registerId: at.registerId }, body };
    return ask(world, 'submitTransaction', parts, token === undefined ? {} : { token });
  };

  it('has places for a stranger whatever one organisation brings, and seals in turns', async () => {
    const crowd = await aCrowd(world, 'a', 2);
    let accepted = 0;
    let refused: string | undefined;
    for (let i = 0; i <= HALF; i++) {
      const { status, json } = await submitted(`crowd ${i}`, crowd.tokens[i % 2]);
      if (status === 202) accepted++;
      else refused = `${status} ${json.code}: ${json.detail}`;
    }
    expect(accepted).to.equal(HALF);
    expect(refused).to.equal(
      '503 POOL_FULL: Your organisation has as much in the pool of this register as is free for others. Wait for some of it to be sealed.',
    );
    const stranger = await submitted('stranger', undefined);
    expect(stranger.status, stranger.text).to.equal(202);
    expect(world.deps.ledger.pending(at.registerId).length).to.equal(HALF + 1);
    await ask(world, 'resumeValidation', { params: { registerId: at.registerId } });
    await until(() => world.deps.ledger.pending(at.registerId).length === 0);
    const senders: (readonly string[])[] = [];
    // Genesis, the publication and the first order come before.
    for (let height = 3; height < 3 + (HALF + 4) / 4; height++) {
      const { docket } = await sealedDocket(world, at.registerId, height);
      senders.push(docket.transactions.map(({ header }) => header.senderWallet));
    }
    expect(senders.map((one) => one.includes(wallet('stranger').address)).indexOf(true)).to.equal(0);
    expect(senders.flat()).to.have.length(HALF + 1);
  });

  it('counts the actions of the surface for the organisation of the sender', async () => {
    await ask(world, 'resumeValidation', { params: { registerId: at.registerId } });
    const { ledger } = world.deps;
    const submit = ledger.submit.bind(ledger);
    const from: (string | undefined)[] = [];
    ledger.submit = (tx, options) => {
      if (tx.header.instanceId !== undefined) from.push(options.from);
      return submit(tx, options);
    };
    await aStarted(world);
    expect((await anOperation(world)).status).to.equal(202);
    await until(() => from.length === 2);
    const own = `organisation ${EXAMPLE.organisationId}`;
    expect(from).to.deep.equal([own, own]);
  });
});
