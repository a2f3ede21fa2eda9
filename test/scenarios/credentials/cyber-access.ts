// Cyber compliance gate: a supplier is let in with a certificate of an allowed DID alone. It shows four of ten claims,
// and the node of the plant verifies them before the action is sealed.
// Where the status of a certificate cannot be read it counts as revoked.
import { expect } from 'chai';
import { clientOf, introduce, vouchFor } from '../../../cli/harness/cast.js';
import type { ActionAtGates, Course } from '../../../cli/harness/course.js';
import { walletDid } from '../../../core/register/people/did.js';
import { publishExample } from './definitions.js';
import { newHolder, receive, showAtGate, textOf } from './holder.js';
import { issuedByOffer, offer, revoke } from './issuing.js';
import { introduceOffices, type Office, openOffice } from './office.js';
import { OutsideIssuer } from './outside.js';
import { phoneAtGate } from './phones/at-gate.js';
import type { OnPhone, PhoneFamily } from './phones/family.js';
import { secondFamily } from './phones/second-family.js';
import { gatesSeenBy } from './reading.js';
import { refusalOf } from './refusals.js';
import { partsOf } from './sd-jwt-parts.js';
import type { CredentialStage } from './stage.js';

const CERTIFICATE = 'urn:quorate:example:cyber-certificate:1';
const CLAIMS = {
  organisation: 'Delta Controls GmbH',
  scheme: 'IEC 62443-2-4',
  level: 'SL 3',
  validUntil: '2027-11-30',
  certificate: 'CSC-2026-0193',
  auditor: 'R. Lindqvist',
  auditedOn: '2026-11-02',
  site: 'Graz, plant 2',
  findings: 3,
  contact: 'security@delta.example',
};
const SHOWN = ['organisation', 'scheme', 'level', 'validUntil'];
type Show = (prepared: ActionAtGates) => Promise<unknown>;

const REQUEST = { system: 'Boiler control, line 4', purpose: 'Update of the firmware', until: '2026-12-24' };

export async function cyberAccess(stage: CredentialStage): Promise<void> {
  const { members, second } = stage;
  const { registerId } = second;
  const [acme, bolt, crux] = members;
  const [certifier, other, operator, supplier] = await Promise.all([
    openOffice(acme, 'Certifier'),
    openOffice(acme, 'Certifier of another sector'),
    openOffice(crux, 'Plant'),
    newHolder(bolt, 'Supplier'),
  ]);
  await introduce(registerId, [certifier, other, supplier], members);
  await introduceOffices(registerId, { offices: [operator], members });
  const did = await nameIssuer(stage, certifier);
  await nameIssuer(stage, other);
  const begin = await publishExample('cyber-access', {
    ...{ registerId, members },
    wallets: { operator: operator.address, supplier: supplier.address },
    names: { 'did:web:certifier.example': did },
  });

  const certified = async (office: Office, claims: object = CLAIMS) => {
    const made = await offer(office, { credentialType: CERTIFICATE, claims });
    return { offerId: made.offerId, held: await receive(supplier, made.credentialOfferUri) };
  };
  const asks = (show: Show, course = begin()) =>
    course.takeAtGates(supplier, { actionId: 1, payload: REQUEST }, show).then(() => course);
  const refused = (show: Show) => refusalOf(asks(show));

  const [good, revoked] = [await certified(certifier), await certified(certifier)];
  await revoke(certifier, await issuedByOffer(certifier, revoked.offerId), await textOf(revoked.held));
  expect(await refused(showAtGate(revoked.held)), 'revoked').to.equal('CREDENTIAL_REFUSED status');
  const foreign = await certified(other);
  expect(await refused(showAtGate(foreign.held)), 'another DID').to.equal('CREDENTIAL_REFUSED issuer');
  const weaker = await certified(certifier, { ...CLAIMS, scheme: 'ISO 9001' });
  expect(await refused(showAtGate(weaker.held)), 'another scheme').to.equal('CREDENTIAL_REFUSED');
  const course = await asks(showAtGate(good.held));
  expect(await verifiedBy(operator, course)).to.deep.equal([operator.address]);
  await course.act(operator, 2, { account: 'delta-remote', network: 'OT-DMZ' });
  expect(await gatesSeenBy(operator, course)).to.deep.equal(['certificate verified']);
  expect(await course.isSame(members)).to.equal(true);

  // The same certifier, by software of others: its list cannot be had at first.
  const office = await OutsideIssuer.open(stage.guild);
  try {
    await issuesBy(registerId, certifier, [certifier.keyHash, office.keyHash]);
    const phone = await office.issue(CERTIFICATE, CLAIMS, 7);
    const closed = await office.issue(CERTIFICATE, CLAIMS, 8);
    office.revoke(8);
    const presentations: string[] = [];
    const family: PhoneFamily = {
      ...secondFamily,
      show: async (uri, credential) => {
        const done = await secondFamily.show(uri, credential);
        presentations.push(done.presentation);
        return done;
      },
    };
    const shown = (credential: OnPhone) => phoneAtGate(supplier, family, credential);
    expect(await refused(shown(phone)), 'its status cannot be read').to.equal('Refused status');
    office.isServing = true;
    expect(await refused(shown(closed)), 'revoked').to.equal('Refused status');
    const declined = await asks(shown(phone));
    expect(Object.keys(partsOf(phone.text).shown))
      .to.have.members(Object.keys(CLAIMS))
      .and.have.lengthOf(10);
    expect(Object.keys(partsOf(presentations.at(-1) ?? '').shown)).to.have.members(SHOWN);
    await declined.reject(operator, 2, 'No work in December.');
    expect(await declined.isSame(members)).to.equal(true);
    expect((await declined.everywhere(members))[0]?.state).to.equal('Rejected');
  } finally {
    office.close();
  }
}

/** The wallets that verified the gates of the newest action, before it was sealed. */
async function verifiedBy(reader: Office, { registerId, made }: Course) {
  const params = { registerId, txId: made.at(-1)?.txId ?? '' };
  const { metaData } = (await clientOf(reader).getTransaction({ params })) as unknown as Gated;
  return (metaData.trackingData?.gates ?? []).map(({ by }) => by?.wallet);
}

interface Gated {
  readonly metaData: {
    readonly trackingData?: { readonly gates?: readonly { readonly by?: { readonly wallet: string } }[] };
  };
}

/** The record of the office says by which key it issues, and the owner of its organisation vouches for it. */
export async function nameIssuer(
  { second: { registerId, governors } }: CredentialStage,
  office: Office,
): Promise<string> {
  const { address, at } = office;
  await issuesBy(registerId, office, [office.keyHash]);
  const owner = governors.find(({ member }) => member === at);
  await vouchFor(registerId, [office], () => owner);
  return walletDid(address);
}

/** The record of the office names these keys, by which it issues. */
async function issuesBy(registerId: string, office: Office, credentialKeys: string[]): Promise<void> {
  const { address, organisationId } = office;
  const client = clientOf(office);
  const { participantId } = await client.getParticipantByAddress({ params: { registerId, address } });
  const params = { organizationId: organisationId, participantId };
  const body = { registerId, signerWalletAddress: address, credentialKeys };
  const { status } = await client.updateParticipant({ params, body }, { waitSeconds: 20 });
  expect(status).to.equal('sealed');
}
