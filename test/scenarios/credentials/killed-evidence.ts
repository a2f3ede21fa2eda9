// Kept evidence whose reader or sender is away when the action is sealed. The node of a reader that comes back fetches
// it. A sender that was killed is challenged meanwhile: when it is back its node puts the evidence on the ledger.
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { clientOf, introduce } from '../../../cli/harness/cast.js';
import { nameIssuer } from './cyber-access.js';
import { publishExample } from './definitions.js';
import { newHolder, receive, showAtGate } from './holder.js';
import { offer } from './issuing.js';
import { introduceOffices, openOffice } from './office.js';
import type { CredentialStage } from './stage.js';

const CLAIMS = { organisation: 'Delta', scheme: 'IEC 62443-2-4', level: 'SL 3', validUntil: '2027-11-30' };
const REQUEST = { system: 'Boiler control, line 4', purpose: 'Update of the firmware', until: '2026-12-24' };
const TRIES_MAX = 300;
const WAIT_SECONDS = 20;

export async function killedEvidence(stage: CredentialStage): Promise<void> {
  const { members, second } = stage;
  const { registerId } = second;
  const [acme, bolt, crux] = members;
  const [certifier, operator, supplier] = await Promise.all([
    openOffice(acme, 'Certifier of absent nodes'),
    openOffice(crux, 'Plant that is away'),
    newHolder(bolt, 'Supplier that is killed'),
  ]);
  await introduce(registerId, [certifier, supplier], members);
  await introduceOffices(registerId, { offices: [operator], members });
  const did = await nameIssuer(stage, certifier);
  const begin = await publishExample('cyber-access', {
    ...{ registerId, members, as: 'cyber-access-away' },
    wallets: { operator: operator.address, supplier: supplier.address },
    names: {
      'did:web:certifier.example': did,
      '"id": "certificate",': '"id": "certificate", "evidence": "kept",',
      '"verifiedBy": "operator",': '',
    },
  });
  const { credentialOfferUri } = await offer(certifier, {
    credentialType: 'urn:quorate:example:cyber-certificate:1',
    claims: CLAIMS,
  });
  const show = showAtGate(await receive(supplier, credentialOfferUri));
  /** An action that is sealed while the node of its reader is away. */
  const sealed = async () => {
    await crux.node.kill();
    const course = begin();
    const { transactionId: txId } = await course.takeAtGates(supplier, { actionId: 1, payload: REQUEST }, show);
    return { instanceId: course.instanceId, txId };
  };
  const read = async ({ instanceId }: { readonly instanceId: string }) => {
    const query = { wallet: operator.address };
    const { facts = [] } = await clientOf(operator).getInstanceState({ params: { instanceId }, query });
    return facts.flatMap(({ runs }) => runs.flatMap(({ gates = [] }) => gates.map(({ verdict }) => verdict)));
  };
  /** At the node of the reader, where the register may not be heard of yet. */
  const seen = async (at: { readonly instanceId: string }, verdict: string): Promise<void> => {
    let last: unknown;
    for (let tries = 0; tries < TRIES_MAX; tries++, await pause(100)) {
      last = await read(at).catch((error: unknown) => error);
      if (Array.isArray(last) && last[0] === verdict) return;
    }
    throw crux.node.failure(`The reader does not see ${verdict}, but ${String(last)}.`);
  };

  const first = await sealed();
  await crux.node.start();
  await seen(first, 'verified');

  const next = await sealed();
  await bolt.node.kill();
  await crux.node.start();
  await seen(next, 'absent');
  const { instanceId, txId } = next;
  const body = { senderWallet: operator.address, txId, gate: 'certificate' };
  const asked = await clientOf(operator).challengeInstance(
    { params: { instanceId }, body },
    { waitSeconds: WAIT_SECONDS },
  );
  expect(asked.status).to.equal('sealed');
  await bolt.node.start();
  await seen(next, 'verified');
}
