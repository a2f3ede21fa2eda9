// Signatures are verified on threads that all share: batches of transactions with many signatures each do not keep a
// stranger's single one from its turn.
import { expect } from 'chai';
import type { SignatureCheck } from '../../../actors/signature-scheduler.js';
import { platformCheck } from '../../../actors/verifier.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { PIECES } from '../../../api/requests/work-scheduler.js';
import { wallet } from '../../support/register/ledger.js';
import { anOrder, ask, exampleOrders } from '../ledger/fixtures.js';
import { VERIFYING_MAX } from '../ledger/part.js';
import { aWorld, type World } from '../world/world.js';
import { aCrowd, until } from './crowd.js';

const TRANSACTIONS = 20;
const SIGNERS = 31;

describe('signatures among organisations', () => {
  let world: World;
  let isHeld = false;
  const begun: (() => void)[] = [];
  /** Verifies when the test says so. */
  const check: SignatureCheck = (task) =>
    isHeld ? new Promise<void>((turn) => begun.push(turn)).then(() => platformCheck(task)) : platformCheck(task);
  before(async () => {
    world = await aWorld({ check });
  });
  after(() => world.close());

  it('are verified in the second turn for a stranger, whatever a citizen brought before', async () => {
    const at = await exampleOrders(world);
    const citizen = (await aCrowd(world, 'a', 1)).tokens[0] as string;
    const signers = Array.from({ length: SIGNERS }, (_, i) => wallet(`signer ${i}`));
    const transactions = Array.from({ length: TRANSACTIONS }, () => anOrder(world, at, {}, signers));
    const { ledger } = world.deps;
    const submit = ledger.submit.bind(ledger);
    let submitted = 0;
    ledger.submit = (...given) => {
      submitted++;
      return submit(...given);
    };
    isHeld = true;
    const batch = ask(world, 'submitBatch', { body: { transactions } }, { token: citizen });
    // As many as begin at once.
    await until(() => begun.length >= VERIFYING_MAX && submitted === TRANSACTIONS);
    const parts = { params: { registerId: at.registerId }, body: anOrder(world, at) };
    const single = ask(world, 'submitTransaction', parts, { as: 'user' });
    await until(() => submitted > TRANSACTIONS);
    // The verifications that were begun, one more of the citizen, and the stranger's.
    let answered = 0;
    const isAccepted = () => ledger.pending(at.registerId).length > 0;
    const isAnswered = () => isAccepted() || answered === VERIFYING_MAX + 2;
    await until(isAnswered, () => {
      const go = isAnswered() ? undefined : begun.shift();
      if (go === undefined) return;
      answered++;
      go();
    });
    await until(isAccepted);
    isHeld = false;
    await until(
      () => begun.length === 0,
      () => begun.shift()?.(),
    );
    expect((await single).status).to.be.oneOf([200, 202]);
    const results = (await batch).json.results as { readonly status: string }[];
    expect(results).to.have.length(TRANSACTIONS);
    expect(results.filter(({ status }) => status === 'refused')).to.deep.equal([]);
  });

  it('comes after a few of a large batch that another organisation sent before, not after all of it', async () => {
    const at = await exampleOrders(world);
    const { tokens } = await aCrowd(world, 'b', 1);
    const transactions = Array.from({ length: 30 * PIECES }, () => anOrder(world, at));
    const { ledger } = world.deps;
    const submit = ledger.submit.bind(ledger);
    const from: (string | undefined)[] = [];
    ledger.submit = (tx, options) => {
      from.push(options.from);
      return submit(tx, options);
    };
    const batch = ask(world, 'submitBatch', { body: { transactions } }, { token: tokens[0] as string });
    await until(() => from.length > 0);
    const begun = from.length;
    const own = await ask(world, 'submitBatch', { body: { transactions: [anOrder(world, at)] } });
    expect((await batch).status).to.equal(200);
    ledger.submit = submit;
    expect(own.status).to.equal(200);
    const place = from.indexOf(`organisation ${EXAMPLE.organisationId}`);
    expect(from).to.have.length(30 * PIECES + 1);
    expect(begun).to.equal(PIECES);
    expect(place, 'its place among those that were taken').to.be.within(PIECES, 29 * PIECES);
  });
});
