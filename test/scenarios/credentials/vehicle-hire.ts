// Hire of a vehicle: a driving licence, an mdoc, at a gate. It is shown by a wallet of a node and by both families on a
// phone; one that was revoked, one of another country and one of another person let nobody in.
import { expect } from 'chai';
import { introduce } from '../../../cli/harness/cast.js';
import type { ActionAtGates } from '../../../cli/harness/course.js';
import { publishExample } from './definitions.js';
import { newHolder, receive, showAtGate } from './holder.js';
import { issuedByOffer, offer, revoke } from './issuing.js';
import { openOffice } from './office.js';
import { phoneAtGate } from './phones/at-gate.js';
import type { OnPhone, PhoneFamily } from './phones/family.js';
import { firstFamily } from './phones/first-family.js';
import { secondFamily } from './phones/second-family.js';
import { gatesSeenBy } from './reading.js';
import { refusalOf } from './refusals.js';
import type { CredentialStage } from './stage.js';

const SPACE = 'org.iso.18013.5.1';
const LICENCE = {
  ...{ family_name: 'Novak', given_name: 'Jana', birth_date: '1994-07-03', document_number: 'DL-2026-33108' },
  ...{ issue_date: '2026-03-01', expiry_date: '2041-03-01', issuing_country: 'AT' },
};
const WISH = { vehicle: 'estate car', from: '2026-12-20', until: '2026-12-27' };

export async function vehicleHire({ members, second: { registerId } }: CredentialStage): Promise<void> {
  const [acme, bolt, crux] = members;
  const [agency, station, customer] = await Promise.all([
    openOffice(crux, 'Agency of licences'),
    openOffice(acme, 'Hire station'),
    newHolder(bolt, 'Customer'),
  ]);
  await introduce(registerId, [station, customer], members);
  const wallets = { customer: customer.address, station: station.address };
  const begin = await publishExample('vehicle-hire', { registerId, members, wallets });

  const offered = (licence = LICENCE) =>
    offer(agency, { credentialType: `${SPACE}.mDL`, format: 'mso_mdoc', claims: { [SPACE]: licence } });
  const onPhone = async (family: PhoneFamily, licence = LICENCE) => {
    const { offerId, credentialOfferUri } = await offered(licence);
    return { offerId, credential: await family.take(credentialOfferUri) };
  };
  const asks = async (show: (prepared: ActionAtGates) => Promise<unknown>) => {
    const course = begin();
    await course.takeAtGates(customer, { actionId: 1, payload: WISH }, show);
    return course;
  };
  const refused = (family: PhoneFamily, credential: OnPhone | 'declines') =>
    refusalOf(asks(phoneAtGate(customer, family, credential)));

  const revoked = await onPhone(secondFamily);
  await revoke(agency, await issuedByOffer(agency, revoked.offerId), revoked.credential.text);
  expect(await refused(secondFamily, revoked.credential), 'revoked').to.equal('Refused status');
  const foreign = await onPhone(firstFamily, { ...LICENCE, issuing_country: 'DE' });
  expect(await refused(firstFamily, foreign.credential), 'of another country').to.match(/^Refused claims.*country/);
  for (const family of [firstFamily, secondFamily]) {
    const { credential } = await onPhone(family);
    const stolen = { ...credential, key: foreign.credential.key };
    expect(await refused(family, stolen), 'of another person').to.equal('Refused binding');
    expect(await refused(family, 'declines')).to.equal('Declined');
    const course = await asks(phoneAtGate(customer, family, credential));
    expect(await gatesSeenBy(station, course)).to.deep.equal(['licence verified']);
    await course.act(station, 2, { plate: 'G-417 QR', kilometres: 20417, deposit: '500.00' });
    expect(await course.isSame(members)).to.equal(true);
  }
  const held = await receive(customer, (await offered()).credentialOfferUri);
  const last = await asks(showAtGate(held));
  await last.reject(station, 2, 'All vehicles are out.');
  expect((await last.everywhere(members)).map(({ state }) => state)).to.deep.equal(Array(3).fill('Rejected'));
}
