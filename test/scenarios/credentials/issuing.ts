// Credentials as an organisation gives them: by an offer of its own, or of a run of a workflow, whose recipient is at
// another node.
import { setTimeout as pause } from 'node:timers/promises';
import { inflateSync } from 'node:zlib';
import { clientOf, type Player } from '../../../cli/harness/cast.js';
import type { Course } from '../../../cli/harness/course.js';
import { FormatFault } from '../../../core/credentials/fault.js';
import { readHeld } from '../../../core/credentials/holding/formats.js';
import type { Office } from './office.js';
import { codeOf } from './refusals.js';

const ISSUED_MS = 30_000;

type Offered = Parameters<ReturnType<typeof clientOf>['createCredentialOffer']>[0]['body'];

export async function offer(office: Office, body: Omit<Offered, 'issuerWalletAddress'>) {
  return clientOf(office).createCredentialOffer({ body: { issuerWalletAddress: office.address, ...body } });
}

/** The credential of the last run of the course, once its issuance is sealed. */
export async function issuedByRun(office: Office, course: Course): Promise<string> {
  const run = course.made.at(-1)?.txId;
  const until = performance.now() + ISSUED_MS;
  for (;;) {
    const { credentials } = await clientOf(office).listIssuedCredentials({ query: { pageSize: 20 } });
    const found = credentials.find((one) => one.run?.transactionId === run);
    if (found?.run?.issuanceTxId !== undefined) return found.id;
    if (performance.now() > until) throw office.at.node.failure(`Nothing is issued for the run ${run}.`);
    await pause(20);
  }
}

/** The recipient opens the offer at its own node, once that has heard of the issuance. */
export async function offerOfRun(credentialId: string, recipient: Player): Promise<string> {
  const until = performance.now() + ISSUED_MS;
  for (;;)
    try {
      return (await clientOf(recipient).offerRunCredential({ params: { credentialId } })).credentialOfferUri;
    } catch (error) {
      if (codeOf(error) !== 'CREDENTIAL_NOT_FOUND' || performance.now() > until) throw error;
      await pause(50);
    }
}

/** The credential that a wallet took of an offer. */
export async function issuedByOffer(office: Office, offerId: string): Promise<string> {
  const { credentialId } = await clientOf(office).getCredentialOffer({ params: { offerId } });
  if (credentialId === undefined) throw office.at.node.failure(`Nobody took ${offerId}.`);
  return credentialId;
}

/** Revokes it, and waits until the status list says so of the copy. */
export async function revoke(office: Office, credentialId: string, copy: string): Promise<void> {
  await clientOf(office).revokeCredential({ params: { credentialId }, body: {} });
  await listed(copy);
}

/** Waits until the status list says of the copy that it does not hold any more. */
export async function listed(copy: string): Promise<void> {
  const until = performance.now() + ISSUED_MS;
  while ((await listedStatus(copy)) === 0) {
    if (performance.now() > until) throw new Error('The status list does not say that the credential ended.');
    await pause(50);
  }
}

/** Its status in the list that it names, two bits a place (Token Status List section 4). */
async function listedStatus(copy: string): Promise<number> {
  const content = readHeld(copy);
  if (content instanceof FormatFault || content.status === undefined) throw new Error('The copy names no status list.');
  const { uri, index } = content.status;
  const answer = await fetch(uri, { headers: { accept: 'application/statuslist+jwt' } });
  const payload = Buffer.from((await answer.text()).split('.')[1] ?? '', 'base64url').toString();
  const bytes = inflateSync(Buffer.from(JSON.parse(payload).status_list.lst, 'base64url'));
  return ((bytes[index >> 2] ?? 0) >> ((index & 3) * 2)) & 3;
}
