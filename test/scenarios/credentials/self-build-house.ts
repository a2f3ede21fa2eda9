// Self-build house: six organisations and two registers. The permit of the planning authority, sealed on the first
// register, is the credential with which the works begin on the second one. Stages are inspected one by one, and one is
// built again.
import { expect } from 'chai';
import { introduce, newPlayer } from '../../../cli/harness/cast.js';
import { publishExample } from './definitions.js';
import { newHolder, receive, showAtGate, showTo, textOf } from './holder.js';
import { issuedByRun, offerOfRun, revoke } from './issuing.js';
import { openOffice } from './office.js';
import { gatesSeenBy } from './reading.js';
import { refusalOf } from './refusals.js';
import type { CredentialStage } from './stage.js';
import { ask, outcomeOf } from './verifying.js';

const PLOT = { plot: 'KG 63101, 412/7', storeys: 2, floorArea: '148.5' };
const START = { plot: PLOT.plot, startsOn: '2027-03-01', contractSum: '310000.00' };
const STAGES = ['foundations', 'walls', 'roof', 'completion'];

export async function selfBuildHouse({ members, first, second, desks }: CredentialStage): Promise<void> {
  const [acme, bolt, crux] = members;
  const [authority, control, builder, engineer, contractor, lender] = await Promise.all([
    openOffice(acme, 'Planning authority'),
    openOffice(crux, 'Building control'),
    newHolder(bolt, 'Self-builder'),
    newPlayer({ name: 'Structural engineer', organisation: 'Statik KG', at: acme }),
    newPlayer({ name: 'Contractor', organisation: 'Bau AG', at: bolt }),
    newPlayer({ name: 'Lender', organisation: 'Bausparkasse', at: crux }),
  ]);
  await introduce(first.registerId, [builder, engineer, authority], members);
  await introduce(second.registerId, [builder, contractor, control, lender], members);
  const apply = await publishExample('building-permission', {
    ...{ registerId: first.registerId, members },
    wallets: { builder: builder.address, engineer: engineer.address, authority: authority.address },
  });
  const start = await publishExample('self-build-house', {
    ...{ registerId: second.registerId, members: [crux, acme, bolt] },
    wallets: {
      ...{ builder: builder.address, contractor: contractor.address },
      ...{ control: control.address, lender: lender.address },
    },
  });

  const permitted = async (number: string, plot = PLOT) => {
    const course = apply();
    await course.act(builder, 1, { ...plot, value: '420000.00', heating: 'heat pump' });
    await course.act(engineer, 2, { groundClass: 'B', isSound: true, remarks: 'Strip foundations on gravel.' });
    const { calculations } = await course.act(authority, 3, { number, permittedOn: '2026-11-30' });
    expect(calculations).to.deep.equal(plot);
    const id = await issuedByRun(authority, course);
    return { id, held: await receive(builder, await offerOfRun(id, builder)) };
  };
  const revoked = await permitted('BP-2026-0101');
  await revoke(authority, revoked.id, await textOf(revoked.held));
  const permit = await permitted('BP-2026-0102');

  const works = start();
  const begin = (held = permit.held) => works.takeAtGates(builder, { actionId: 1, payload: START }, showAtGate(held));
  expect(await refusalOf(works.act(builder, 1, START)), 'without a permit').to.equal('CREDENTIAL_REFUSED');
  expect(await refusalOf(begin(revoked.held)), 'revoked').to.equal('CREDENTIAL_REFUSED status');
  await begin();
  for (const party of [control, lender]) expect(await gatesSeenBy(party, works)).to.deep.equal(['permit verified']);
  for (const [i, stage] of STAGES.entries()) {
    const built = (done: string) => works.act(contractor, 2, { stage, done, readyOn: `2027-0${i + 4}-15` });
    await built(`The ${stage} as drawn.`);
    if (stage === 'walls') {
      await works.reject(control, 3, 'The lintel above the door is missing.');
      await built('The lintel is in.');
    }
    const inspected = { inspectedOn: `2027-0${i + 4}-20`, report: `The ${stage} may stay.` };
    const { nextActions } = await works.act(control, 3, inspected);
    expect(nextActions.map(({ actionId }) => Number(actionId))).to.deep.equal([stage === 'completion' ? 5 : 4]);
    if (stage !== 'completion') await works.act(lender, 4, { amount: '77500.00', reference: `SB-${i + 1}` });
  }
  await works.act(control, 5, { certificate: 'FC-2027-0311', plot: PLOT.plot, completedOn: '2027-07-21' });
  const completion = await issuedByRun(control, works);
  expect((await works.everywhere(members)).map(({ state }) => state)).to.deep.equal(Array(3).fill('Completed'));
  expect(await works.isSame(members)).to.equal(true);
  const held = await receive(builder, await offerOfRun(completion, builder));
  const [insurer] = desks;
  const asked = await ask(insurer, {
    credentialType: 'urn:quorate:example:completion-certificate:1',
    requiredClaims: [{ claimName: 'certificate', expectedValue: 'FC-2027-0311' }],
  });
  await showTo(asked, held);
  expect((await outcomeOf(insurer, asked)).state).to.equal('Verified');
}
