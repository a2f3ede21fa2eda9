// Cyber compliance gate, with evidence that no ledger has: the node of the supplier gives it to that of the operator,
// which judges it as it would judge what is sealed. A third organisation has a hash.
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { clientOf, introduce } from '../../../cli/harness/cast.js';
import { nameIssuer } from './cyber-access.js';
import { publishExample } from './definitions.js';
import { newHolder, receive, showAtGate } from './holder.js';
import { offer } from './issuing.js';
import { introduceOffices, openOffice } from './office.js';
import { gatesSeenBy } from './reading.js';
import type { CredentialStage } from './stage.js';

const CLAIMS = { organisation: 'Delta', scheme: 'IEC 62443-2-4', level: 'SL 3', validUntil: '2027-11-30' };
const REQUEST = { system: 'Boiler control, line 4', purpose: 'Update of the firmware', until: '2026-12-24' };
const TRIES_MAX = 300;

export async function keptEvidence(stage: CredentialStage): Promise<void> {
  const { members, second } = stage;
  const { registerId } = second;
  const [acme, bolt, crux] = members;
  const [certifier, operator, supplier] = await Promise.all([
    openOffice(acme, 'Certifier of kept evidence'),
    openOffice(crux, 'Plant that keeps evidence'),
    newHolder(bolt, 'Supplier of kept evidence'),
  ]);
  await introduce(registerId, [certifier, supplier], members);
  await introduceOffices(registerId, { offices: [operator], members });
  const did = await nameIssuer(stage, certifier);
  const begin = await publishExample('cyber-access', {
    ...{ registerId, members, as: 'cyber-access-kept' },
    wallets: { operator: operator.address, supplier: supplier.address },
    names: { 'did:web:certifier.example': did, '"id": "certificate",': '"id": "certificate", "evidence": "kept",' },
  });
  const { credentialOfferUri } = await offer(certifier, {
    credentialType: 'urn:quorate:example:cyber-certificate:1',
    claims: CLAIMS,
  });
  const held = await receive(supplier, credentialOfferUri);
  const course = begin();
  await course.takeAtGates(supplier, { actionId: 1, payload: REQUEST }, showAtGate(held));

  let seen: readonly string[] = [];
  for (let tries = 0; seen[0] !== 'certificate verified' && tries < TRIES_MAX; tries++) {
    await pause(100);
    seen = await gatesSeenBy(operator, course);
  }
  expect(seen, 'at the node of the operator').to.deep.equal(['certificate verified']);
  expect(await gatesSeenBy(supplier, course), 'at that of the supplier').to.deep.equal(['certificate verified']);
  const txId = course.made[0]?.txId ?? '';
  const sealed = await clientOf(certifier).getTransaction({ params: { registerId, txId } });
  const ciphertexts = [...JSON.stringify(sealed).matchAll(/"ciphertext":"([^"]*)"/g)].map(
    ([, text = '']) => text.length,
  );
  expect(ciphertexts.length).to.be.greaterThan(0);
  expect(Math.max(...ciphertexts), 'on the ledger, where such evidence has some four kilobytes').to.be.lessThan(2000);
  await course.act(operator, 2, { account: 'delta-remote', network: 'OT-DMZ' });
  expect(await course.isSame(members)).to.equal(true);
}
