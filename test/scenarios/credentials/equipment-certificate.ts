// Medical equipment refurbishment, by the template of the program: its last action issues the certificate, a credential
// of 365 days, to the technician of a hospital at another node.
import { expect } from 'chai';
import { introduce, newPlayer } from '../../../cli/harness/cast.js';
import { Course } from '../../../cli/harness/course.js';
import { fromTemplate, publishDraft } from '../../../cli/harness/publishing.js';
import { newHolder, receive, showTo, textOf } from './holder.js';
import { issuedByRun, offerOfRun, revoke } from './issuing.js';
import { type Office, openOffice } from './office.js';
import { partsOf } from './sd-jwt-parts.js';
import type { CredentialStage } from './stage.js';
import { ask, outcomeOf } from './verifying.js';

const DAY_SECONDS = 24 * 60 * 60;
const HOUR_SECONDS = 60 * 60;

export async function equipmentCertificate({ members, first, desks }: CredentialStage): Promise<void> {
  const { registerId } = first;
  const [acme, bolt, crux] = members;
  const [workshop, technician, department, regulator] = await Promise.all([
    openOffice(acme, 'Workshop'),
    newHolder(bolt, 'Technician'),
    newPlayer({ name: 'Department', organisation: 'Hospital', at: bolt }),
    newPlayer({ name: 'Regulator', organisation: 'Regulator', at: crux }),
  ]);
  const parties = { workshop, technician, department, regulator };
  await introduce(registerId, Object.values(parties), members);
  const wallets = Object.fromEntries(Object.entries(parties).map(([role, { address }]) => [role, address]));
  const id = 'equipment-certificate';
  const blueprint = await fromTemplate(acme, 'equipment-refurbishment', { id, parameters: { wallets } });
  await publishDraft({ registerId, members }, blueprint);

  const course = new Course(registerId, id);
  const fault = { fault: 'The defibrillator gives no shock.', safetyFailure: true, incident: 'Nobody was hurt.' };
  await course.act(technician, 1, { serialNumber: 'SN-9120-K', deviceClass: 'III', ward: 'Ward A1', ...fault });
  await course.act(department, 2, { costCentre: 'C-4100', budget: '6000.00' });
  const quoted = await course.act(workshop, 3, { partsCost: '1200.00', labourHours: 10 });
  expect(quoted.calculations).to.include({ riskCategory: 'safety-critical' });
  await course.act(regulator, 4, { conditions: ['A second test after a month.'] });
  await course.act(workshop, 5, { testReport: 'All shocks within 2 percent.', passed: true });
  const certificate = await issuedByRun(workshop, course);
  const held = await receive(technician, await offerOfRun(certificate, technician));
  const { clear, shown } = partsOf(await textOf(held));
  const type = `urn:quorate:${registerId}:RefurbishmentCertificateCredential:1`;
  expect(clear).to.include({ vct: type });
  expect(shown).to.include({ testReport: 'All shocks within 2 percent.' });
  // To the hour, so that its end tells it from no other one.
  const leftSeconds = Number(clear['exp']) - Date.now() / 1000;
  expect(leftSeconds).to.be.within(365 * DAY_SECONDS - HOUR_SECONDS, 365 * DAY_SECONDS);

  const answered = async (desk: Office) => {
    const asked = await ask(desk, { credentialType: type, requiredClaims: [{ claimName: 'testReport' }] });
    await showTo(asked, held);
    return outcomeOf(desk, asked);
  };
  const [insurer, , inspector] = desks;
  expect(await answered(inspector)).to.include({ state: 'Verified', status: 'Valid' });
  await revoke(workshop, certificate, await textOf(held));
  expect(await answered(insurer)).to.include({ state: 'Refused', status: 'NotValid' });
}
