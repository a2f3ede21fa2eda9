// Inspection of a property, with photos as files. The inspector has a credential of the job in the middle of the flow.
// Defects are repaired and inspected again, and a certificate stands at the end.
import { expect } from 'chai';
import { introduce } from '../../../cli/harness/cast.js';
import { inlineFile } from '../../../cli/workflow/attachments.js';
import { sha256Hex } from '../../../core/base/hash.js';
import { publishExample } from './definitions.js';
import { newHolder, receive, showTo } from './holder.js';
import { issuedByRun, offerOfRun } from './issuing.js';
import { openOffice } from './office.js';
import { phoneAtGate } from './phones/at-gate.js';
import type { OnPhone } from './phones/family.js';
import { secondFamily } from './phones/second-family.js';
import { gatesSeenBy } from './reading.js';
import { refusalOf } from './refusals.js';
import type { CredentialStage } from './stage.js';
import { ask, outcomeOf } from './verifying.js';

const ORDER = { address: 'Hafengasse 12, 8010 Graz', kind: 'gas', visitFrom: '2026-12-07' };
const PHOTO_BYTES = 60_000;

export async function propertyInspection({ members, first: { registerId }, desks }: CredentialStage): Promise<void> {
  const [acme, bolt, crux] = members;
  const [agency, owner, inspector] = await Promise.all([
    openOffice(acme, 'Inspection agency'),
    newHolder(crux, 'Owner of the house'),
    newHolder(bolt, 'Inspector'),
  ]);
  await introduce(registerId, [agency, owner, inspector], members);
  const wallets = { agency: agency.address, owner: owner.address, inspector: inspector.address };
  const begin = await publishExample('property-inspection', { registerId, members, wallets });

  /** Assigned: the inspector takes the credential of the job on a phone. */
  const assigned = async (job: string) => {
    const course = begin();
    await course.take(owner, { actionId: 1, payload: ORDER, files: [photo('front', 1)] });
    await course.act(agency, 2, { job, visitOn: '2026-12-09' });
    const id = await issuedByRun(agency, course);
    return { course, job: await secondFamily.take(await offerOfRun(id, inspector)) };
  };
  const other = await assigned('JOB-2026-880');
  const { course, job } = await assigned('JOB-2026-881');

  const inspect = (defects: number, summary: string, credential: OnPhone | 'declines' = job) =>
    course.takeAtGates(
      inspector,
      { actionId: 3, payload: { defects, summary }, files: [photo('overview', 2), photo('detail', 3)] },
      phoneAtGate(inspector, secondFamily, credential),
    );
  expect(await refusalOf(inspect(1, 'A leak.', 'declines')), 'declined').to.equal('Declined');
  const stolen = { ...job, key: other.job.key };
  expect(await refusalOf(inspect(1, 'A leak.', stolen)), 'of another job').to.equal('Refused binding');
  const leaking = await inspect(1, 'The tap in the kitchen leaks.');
  expect(leaking.nextActions.map(({ actionId }) => Number(actionId))).to.deep.equal([4]);
  await course.take(owner, {
    ...{ actionId: 4, payload: { repaired: 'A new tap.', repairedOn: '2026-12-10' }, files: [photo('after', 4)] },
  });
  const tight = await inspect(0, 'All is tight.');
  expect(tight.nextActions.map(({ actionId }) => Number(actionId))).to.deep.equal([5]);
  for (const party of [owner, agency])
    expect(await gatesSeenBy(party, course)).to.deep.equal(['job verified', 'job verified']);
  const { overview } = await course.dataOf(agency);
  expect(overview).to.deep.include({ size: PHOTO_BYTES, hash: `sha256:${sha256Hex(photoBytes(2))}` });

  const certified = { certificate: 'SC-2026-4410', inspectedOn: '2026-12-11', nextBy: '2028-12-11' };
  const { calculations } = await course.act(agency, 5, certified);
  expect(calculations).to.deep.equal({ address: ORDER.address, kind: ORDER.kind });
  const id = await issuedByRun(agency, course);
  expect(await course.isSame(members)).to.equal(true);
  const held = await receive(owner, await offerOfRun(id, owner));
  const [, insurer] = desks;
  const asked = await ask(insurer, {
    credentialType: 'urn:quorate:example:service-certificate:1',
    requiredClaims: [{ claimName: 'kind', expectedValue: 'gas' }, { claimName: 'nextBy' }],
  });
  await showTo(asked, held);
  const { state, claims } = await outcomeOf(insurer, asked);
  expect([state, claims]).to.deep.equal(['Verified', { kind: 'gas', nextBy: '2028-12-11' }]);
}

function photoBytes(seed: number): Uint8Array {
  const bytes = new Uint8Array(PHOTO_BYTES);
  for (let i = 0; i < bytes.length; i++) bytes[i] = (i * seed + (i >>> 7)) & 0xff;
  return bytes;
}

function photo(field: string, seed: number) {
  const bytes = photoBytes(seed);
  const attachment = { name: `${field}.jpg`, contentType: 'image/jpeg', bytes, sha256: sha256Hex(bytes) };
  return inlineFile(attachment, field);
}
