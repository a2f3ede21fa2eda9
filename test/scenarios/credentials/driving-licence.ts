// Assured identity: an identity credential comes over OpenID4VCI, for a person who signs in. It is shown over OpenID4VP
// at the gate of an open role: the first wallet that passes is bound, and another one is refused. The driving licence
// that follows is an mdoc, which a third organisation asks for.
import { expect } from 'chai';
import { clientOf, introduce } from '../../../cli/harness/cast.js';
import { partyOf } from '../../support/certificates/certificates.js';
import { publishExample } from './definitions.js';
import { newHolder } from './holder.js';
import { issuedByOffer, issuedByRun, offer, offerOfRun, revoke } from './issuing.js';
import { type Office, openOffice } from './office.js';
import { OutsideIssuer } from './outside.js';
import { phoneAtGate } from './phones/at-gate.js';
import type { OnPhone } from './phones/family.js';
import { firstFamily } from './phones/first-family.js';
import { secondFamily } from './phones/second-family.js';
import { gatesSeenBy } from './reading.js';
import { refusalOf } from './refusals.js';
import type { CredentialStage } from './stage.js';
import { ask, outcomeOf } from './verifying.js';

const IDENTITY = 'urn:eudi:pid:1';
const PERSON = { family_name: 'Holt', given_name: 'Eve', birthdate: '2001-02-28' };
const IDENTIFIED = { ...PERSON, nationalities: ['AT'], place_of_birth: 'Graz', personal_number: 'AT-8834-1190' };
const SPACE = 'org.iso.18013.5.1';
const LICENCE = {
  ...{ family_name: 'Holt', given_name: 'Eve', birth_date: '2001-02-28', issue_date: '2026-11-30' },
  ...{ expiry_date: '2041-11-30', issuing_country: 'AT', issuing_authority: 'Licensing agency of Styria' },
  ...{ document_number: 'DL-2026-20417', un_distinguishing_sign: 'A' },
};
const APPLICATION = { theoryTest: 'TT-2026-5512', eyesight: true };

export async function drivingLicence({ members, first: { registerId }, desks }: CredentialStage): Promise<void> {
  const [acme, bolt, crux] = members;
  const [registry, agency, eve, other] = await Promise.all([
    openOffice(acme, 'Registry of persons'),
    openOffice(crux, 'Licensing agency'),
    newHolder(bolt, 'Eve'),
    newHolder(bolt, 'Another applicant'),
  ]);
  await introduce(registerId, [registry, agency, eve, other], members);
  const wallets = { agency: agency.address };
  const begin = await publishExample('driving-licence', { registerId, members, wallets });

  const [identity, revoked] = [await identified(registry), await identified(registry)];
  await revoke(registry, revoked.id, revoked.credential.text);
  const printed = await printedIdentity();

  const course = begin();
  await course.act(agency, 1, { office: 'Graz, counter 3', category: 'B' });
  const apply = (by = eve, credential: OnPhone | 'declines' = identity.credential) => {
    const show = phoneAtGate(by, firstFamily, credential);
    return course.takeAtGates(by, { actionId: 2, payload: APPLICATION }, show);
  };
  const bound = async () => (await course.everywhere(members)).map((view) => view.participantWallets['applicant']);
  expect(await refusalOf(apply(other, revoked.credential)), 'revoked').to.equal('Refused status');
  expect(await refusalOf(apply(other, printed)), 'printed').to.equal('Refused issuer');
  expect(await refusalOf(apply(other, 'declines')), 'declined').to.equal('Declined');
  const stolen = { ...identity.credential, key: printed.key };
  expect(await refusalOf(apply(other, stolen)), 'of another holder').to.equal('Refused binding');
  expect(await bound(), 'whom a gate refused is not bound').to.deep.equal([undefined, undefined, undefined]);
  await apply();
  expect(await bound()).to.deep.equal([eve.address, eve.address, eve.address]);
  expect(await gatesSeenBy(agency, course)).to.deep.equal(['identity verified']);
  // Sent back, the role stays hers: another wallet is refused before its credential is asked for.
  await course.reject(agency, 3, 'The eye test is to be done here.');
  expect(await refusalOf(apply(other)), 'a second wallet').to.equal('VAL_BP_002');
  await apply();
  await course.act(agency, 3, LICENCE);
  const licenceId = await issuedByRun(agency, course);
  const licence = await secondFamily.take(await offerOfRun(licenceId, eve));
  expect(await course.isSame(members)).to.equal(true);

  const shown = async (desk: Office) => {
    const names = ['family_name', 'document_number'];
    const requiredClaims = names.map((name) => ({ claimName: JSON.stringify([SPACE, name]) }));
    const question = { credentialType: `${SPACE}.mDL`, format: 'mso_mdoc' as const, requiredClaims };
    const asked = await ask(desk, { ...question, profile: 'haip' });
    await secondFamily.show(asked.authorizationRequestUri, licence);
    return outcomeOf(desk, asked);
  };
  const [rental, , inspector] = desks;
  expect(await shown(rental)).to.deep.equal({
    ...{ state: 'Verified', errors: [], status: 'Valid' },
    claims: {
      [JSON.stringify([SPACE, 'family_name'])]: 'Holt',
      [JSON.stringify([SPACE, 'document_number'])]: 'DL-2026-20417',
    },
  });
  await revoke(agency, licenceId, licence.text);
  expect(await shown(inspector)).to.include({ state: 'Refused', status: 'NotValid' });
}

/** One that an issuer made whose authority is in no list. */
async function printedIdentity(): Promise<OnPhone> {
  const printer = await OutsideIssuer.open(partyOf('Printer of identities'));
  printer.close();
  return printer.issue(IDENTITY, IDENTIFIED, 0);
}

/** An identity on a phone: its person signs in at the issuer, and allows it. */
async function identified(office: Office) {
  const client = clientOf(office);
  const { platformUserId: recipientUserId } = await client.getMe();
  const offered = { credentialType: IDENTITY, claims: IDENTIFIED, recipientUserId };
  const { offerId, credentialOfferUri } = await offer(office, offered);
  const credential = await firstFamily.take(credentialOfferUri, {
    signIn: async (requestUri) =>
      (await client.answerCredentialAuthorization({ body: { requestUri, isAllowed: true } })).location,
  });
  return { id: await issuedByOffer(office, offerId), credential };
}
