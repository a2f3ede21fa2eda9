// Forestry certification: the passport of a product has twelve claims, nine of which its holder shows or keeps. A buyer
// at a third node asks for three of them, and takes neither a revoked passport nor one of another issuer.
import { expect } from 'chai';
import { introduce } from '../../../cli/harness/cast.js';
import { publishExample } from './definitions.js';
import { type Held, newHolder, receive, showTo, textOf } from './holder.js';
import { issuedByRun, offer, offerOfRun, revoke } from './issuing.js';
import { openOffice } from './office.js';
import { partsOf } from './sd-jwt-parts.js';
import type { CredentialStage } from './stage.js';
import { ask, outcomeOf, trustPolicy } from './verifying.js';

const PASSPORT = 'urn:quorate:example:forest-product-passport:1';
const DECLARED = {
  lot: 'LOT-2026-0417',
  product: 'sawlogs',
  species: 'Picea abies',
  volume: '412.500',
  country: 'AT',
  parcel: '47.2692 N 11.4041 E, parcel 1184/2',
  harvestedOn: '2026-09-14',
};
const CERTIFIED = {
  standard: 'FSC 100%',
  certificate: 'FSC-C104233',
  chainOfCustody: 'NC-COC-004417',
  risk: 'negligible',
  inspectedOn: '2026-10-02',
};
const CLEAR = ['lot', 'product', 'standard'];
const ASKED = ['species', 'volume', 'risk'];

export async function forestry({ members, first: { registerId }, desks: [, , buyer] }: CredentialStage): Promise<void> {
  const [acme, bolt, crux] = members;
  const [certifier, other, owner] = await Promise.all([
    openOffice(acme, 'Certification body'),
    openOffice(crux, 'Another body'),
    newHolder(bolt, 'Forest owner'),
  ]);
  await introduce(registerId, [certifier, owner], members);
  const wallets = { certifier: certifier.address, owner: owner.address };
  const begin = await publishExample('forest-product-passport', { registerId, members, wallets });

  /** A lot is declared, sent back once, declared anew and certified; its owner takes the passport. */
  const certified = async (lot: string) => {
    const course = begin();
    await course.act(owner, 1, { ...DECLARED, lot, volume: '9000.000' });
    await course.reject(certifier, 2, 'The volume is that of three lots.');
    await course.act(owner, 1, { ...DECLARED, lot });
    const { calculations } = await course.act(certifier, 2, CERTIFIED);
    expect(calculations).to.deep.equal({ ...DECLARED, lot });
    const id = await issuedByRun(certifier, course);
    return { id, held: await receive(owner, await offerOfRun(id, owner)) };
  };
  const good = await certified(DECLARED.lot);
  const revoked = await certified('LOT-2026-0418');
  await revoke(certifier, revoked.id, await textOf(revoked.held));

  const { clear, shown } = partsOf(await textOf(good.held));
  expect(clear).to.include.keys(CLEAR).and.include({ vct: PASSPORT, iss: certifier.issuer });
  expect(Object.keys(shown)).to.have.members([
    ...Object.keys({ ...DECLARED, ...CERTIFIED }).filter((name) => !CLEAR.includes(name)),
    'quorate_ledger',
  ]);
  expect(Object.keys(shown), 'nine, and the link to the ledger').to.have.lengthOf(10);

  const requiredClaims = ASKED.map((claimName) => ({ claimName }));
  const answered = async (held: Held, policy = trustPolicy()) => {
    const asked = await ask(buyer, { credentialType: PASSPORT, requiredClaims, trustPolicy: policy });
    expect((await showTo(asked, held)).verdict).to.equal('TrustedListVerified');
    return outcomeOf(buyer, asked);
  };
  const claims = Object.fromEntries(ASKED.map((name) => [name, { ...DECLARED, ...CERTIFIED }[name as 'risk']]));
  expect(await answered(good.held)).to.deep.equal({ state: 'Verified', errors: [], claims, status: 'Valid' });
  expect(await answered(revoked.held)).to.include({ state: 'Refused', status: 'NotValid' });
  const { credentialOfferUri } = await offer(other, { credentialType: PASSPORT, claims });
  const foreign = await receive(owner, credentialOfferUri);
  const named = trustPolicy([certifier.keyHash]);
  expect(await answered(good.held, named)).to.include({ state: 'Verified' });
  const { state, errors } = await answered(foreign, named);
  expect([state, errors], 'of another body').to.deep.equal(['Refused', ['issuer']]);
}
