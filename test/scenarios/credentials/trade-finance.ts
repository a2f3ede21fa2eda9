// Trade finance: four organisations and two registers. A verified invoice of the first register unlocks funding on the
// second one, once. Disputes, withdrawals and refused offers end where they should.
import { expect } from 'chai';
import { introduce, newPlayer } from '../../../cli/harness/cast.js';
import type { Course } from '../../../cli/harness/course.js';
import { publishExample } from './definitions.js';
import { type Held, newHolder, receive, showAtGate, textOf } from './holder.js';
import { issuedByRun, listed, offerOfRun } from './issuing.js';
import { openOffice } from './office.js';
import { gatesSeenBy } from './reading.js';
import { refusalOf } from './refusals.js';
import type { CredentialStage } from './stage.js';

const INVOICE = { order: 'PO-8841', amount: '48250.00', dueOn: '2027-02-28' };
const ACCOUNT = 'AT611904300234573201';

export async function tradeFinance({ members, first, second }: CredentialStage): Promise<void> {
  const [acme, bolt, crux] = members;
  const [buyer, supplier, carrier, financier] = await Promise.all([
    openOffice(acme, 'Buyer'),
    newHolder(bolt, 'Supplier'),
    newPlayer({ name: 'Carrier', organisation: 'Spedition GmbH', at: acme }),
    newPlayer({ name: 'Financier', organisation: 'Handelsbank', at: crux }),
  ]);
  await introduce(first.registerId, [supplier, carrier, buyer], members);
  await introduce(second.registerId, [supplier, financier], members);
  const invoice = await publishExample('invoice-verification', {
    ...{ registerId: first.registerId, members },
    wallets: { supplier: supplier.address, carrier: carrier.address, buyer: buyer.address },
  });
  const funding = await publishExample('invoice-funding', {
    ...{ registerId: second.registerId, members: [crux, acme, bolt] },
    wallets: { supplier: supplier.address, financier: financier.address },
  });

  const delivered = async (number: string) => {
    const course = invoice();
    await course.act(supplier, 1, { invoice: number, ...INVOICE, goods: '40 pallets of valves' });
    await course.act(carrier, 2, { consignmentNote: `CMR-${number}`, packages: 40, deliveredOn: '2026-11-28' });
    return course;
  };
  /** The buyer verifies it: the supplier takes the credential. */
  const verified = async (number: string, course?: Course) => {
    const at = course ?? (await delivered(number));
    await at.act(buyer, 3, { decision: 'approved' });
    const { calculations } = await at.act(buyer, 5, { approvedOn: '2026-11-30' });
    expect(calculations).to.deep.equal({ invoice: number, ...INVOICE });
    const id = await issuedByRun(buyer, at);
    return { course: at, held: await receive(supplier, await offerOfRun(id, supplier)) };
  };
  const asks = async (number: string, held: Held) => {
    const course = funding();
    const payload = { invoice: number, account: ACCOUNT };
    await course.takeAtGates(supplier, { actionId: 1, payload }, showAtGate(held));
    return course;
  };

  // A dispute that is not settled ends the invoice, and nothing is issued.
  const disputed = await delivered('INV-2026-100');
  await disputed.act(buyer, 3, { decision: 'disputed', reason: 'Nothing of it was ordered.' });
  await disputed.reject(supplier, 4, 'The invoice is withdrawn.');
  expect((await disputed.everywhere(members)).map(({ state }) => state)).to.deep.equal(Array(3).fill('Rejected'));

  // An invoice that was paid is funded no more.
  const paid = await verified('INV-2026-101');
  await paid.course.act(buyer, 6, { paidOn: '2026-11-30', reference: 'SEPA-1' });
  await listed(await textOf(paid.held));
  expect(await refusalOf(asks('INV-2026-101', paid.held)), 'paid').to.equal('CREDENTIAL_REFUSED status');

  // One is disputed, answered and verified; it is funded once.
  const answered = await delivered('INV-2026-102');
  await answered.act(buyer, 3, { decision: 'disputed', reason: 'Two valves are of another size.' });
  await answered.act(supplier, 4, { answer: 'They were exchanged.', creditNote: 'CN-2026-7' });
  const good = await verified('INV-2026-102', answered);
  const funded = await asks('INV-2026-102', good.held);
  expect(await gatesSeenBy(financier, funded)).to.deep.equal(['invoice verified']);
  expect(await refusalOf(asks('INV-2026-102', good.held)), 'funded twice').to.equal('VAL_GATE_005');
  const { calculations } = await funded.act(financier, 2, { fee: '610.40' });
  expect(calculations).to.deep.equal({ amount: INVOICE.amount, advance: '47639.60' });
  await funded.act(supplier, 3, { acceptedOn: '2026-12-01' });
  await funded.act(financier, 4, { paidOn: '2026-12-02', reference: 'SEPA-2' });
  expect(await funded.isSame(members)).to.equal(true);

  // The financier declines one, and the supplier the offer of another one.
  const [third, fourth] = [await verified('INV-2026-103'), await verified('INV-2026-104')];
  const declined = await asks('INV-2026-103', third.held);
  await declined.reject(financier, 2, 'The limit of the buyer is used up.');
  const dear = await asks('INV-2026-104', fourth.held);
  await dear.act(financier, 2, { fee: '9000.00' });
  await dear.reject(supplier, 3, 'Too dear.');
  for (const course of [declined, dear]) {
    const states = (await course.everywhere(members)).map(({ state }) => state);
    expect(states).to.deep.equal(Array(3).fill('Rejected'));
  }
}
