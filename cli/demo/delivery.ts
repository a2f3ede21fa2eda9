// The second act of the demo: one delivery from dispatch to confirmation, then four attempts to cheat and one honest
// repetition.

import { canonical, type JsonObject } from '../../core/base/json.js';
import type { Submission } from '../../core/model/transaction.js';
import { headerOf, payloadHashOf, txIdOf } from '../../core/transaction/encode.js';
import type { Narrator } from './narrator.js';
import { CONFIRM, DISPATCH, RECEIVE } from './workflow.js';
import { action, refusalOf, type SignedBody, short, submit, type World } from './world.js';

const CRATES = 40;

interface DemoDelivery {
  readonly dispatched: SignedBody;
  readonly received: SignedBody;
  readonly confirmed: SignedBody;
}

export function deliver(tell: Narrator, world: World): Promise<DemoDelivery> {
  return tell.step(async (step) => {
    const { mill, shop } = world;
    const seal = async (body: SignedBody, sentence: string) => {
      const { status, docketNumber } = await submit(world, body);
      step.expect(status === 'sealed', `${sentence} Sealed in docket ${docketNumber} (${short(body.transactionId)}).`);
      return body;
    };
    step.say('Each transaction is signed by its party and names the one before it.');
    const note = 'DN-2001';
    const goods = { goods: 'Rye flour, 25 kg', crates: CRATES };
    const dispatched = await seal(
      await action(world, mill, { note, actionId: DISPATCH, payload: goods }),
      `The mill dispatches ${CRATES} crates.`,
    );
    const received = await seal(
      await action(world, shop, {
        note,
        actionId: RECEIVE,
        payload: { cratesCounted: CRATES, remark: 'Two labels wet.' },
        follows: dispatched.transactionId,
      }),
      `The shop counts ${CRATES} crates.`,
    );
    const confirmed = await seal(
      await action(world, mill, {
        note,
        actionId: CONFIRM,
        payload: { settled: true },
        follows: received.transactionId,
      }),
      'The mill confirms.',
    );
    return { dispatched, received, confirmed };
  });
}

export function cheat(tell: Narrator, world: World): Promise<SignedBody> {
  return tell.step(async (step) => {
    const { mill, shop } = world;
    const goods = { goods: 'Oat flakes, 10 kg', crates: CRATES };
    const dispatch = { note: 'DN-2002', actionId: DISPATCH, payload: goods };
    const honest = await action(world, mill, dispatch);
    const expectRefusal = async (body: SignedBody, expected: string, sentence: string) => {
      const refusal = await refusalOf(world, body);
      step.expect(refusal?.code === expected, `${sentence} Refused: ${expected} (${refusal?.message ?? 'accepted'})`);
    };
    step.say(`The mill signs a dispatch of ${CRATES} crates; somebody on the way would rather have it say 400.`);
    const forged = { ...goods, crates: 400 };
    await expectRefusal({ ...honest, payload: forged }, 'VAL_HASH_001', 'The payload is changed.');
    await expectRefusal(
      rehash(honest, forged),
      'VAL_SIG_002',
      'The payload is changed and all hashes are made to fit.',
    );
    await expectRefusal(await action(world, shop, dispatch), 'VAL_BP_002', 'The shop signs a dispatch of its own.');
    await expectRefusal(
      await action(world, mill, { ...dispatch, payload: { ...goods, crates: -1 } }),
      'VAL_SCHEMA_004',
      'The mill signs a dispatch of -1 crates.',
    );
    const { totalTransactions } = await world.node.client(world.token).getMemPool({
      params: { registerId: world.registerId },
    });
    step.expect(totalTransactions === 0, 'Nothing of it waits or was stored.');
    return honest;
  });
}

export function replay(tell: Narrator, world: World, honest: SignedBody): Promise<void> {
  return tell.step(async (step) => {
    step.say(
      'A client that got no answer asks again. The honest dispatch is submitted, and then the same bytes twice more.',
    );
    const first = await submit(world, honest);
    const again = await Promise.all([submit(world, honest), submit(world, honest)]);
    step.expect(first.status === 'sealed', `The first is sealed in docket ${first.docketNumber}.`);
    const same = again.every(({ docketHash, index }) => docketHash === first.docketHash && index === first.index);
    step.expect(same, `The others are told the same place, docket ${first.docketNumber}, and nothing is sealed twice.`);
    const receipt = (cratesCounted: number) =>
      action(world, world.shop, {
        note: 'DN-2002',
        actionId: RECEIVE,
        payload: { cratesCounted },
        follows: honest.transactionId,
      });
    await submit(world, await receipt(CRATES));
    const refusal = await refusalOf(world, await receipt(CRATES - 1));
    step.expect(
      refusal?.code === 'VAL_CHAIN_FORK',
      `A second, different receipt of the same delivery is refused: VAL_CHAIN_FORK (${refusal?.message ?? 'accepted'})`,
    );
  });
}

/** The forgery that is possible without the key: everything but the signature. */
function rehash(body: SignedBody, payload: JsonObject): SignedBody {
  const text = canonical(payload);
  const payloadHash = payloadHashOf(payload, text);
  const header = headerOf({ ...(body as unknown as Submission), payloadHash }, String(body.senderWallet));
  return { ...body, payload, payloadHash, transactionId: txIdOf(header, text) };
}
