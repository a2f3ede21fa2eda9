// Lets a wallet have a credential, or not: shows the person whose credential it is, what it says, and where it goes.
import { setText, show } from '../parts/elements.js';
import { say } from '../parts/say.js';
import { callOwn, page } from './session.js';
import { onSession } from './step-up.js';

interface AskedAuthorization {
  readonly requestUri: string;
  readonly clientId: string;
}

let waiting: AskedAuthorization = { requestUri: '', clientId: '' };

export async function showWallet({ requestUri, clientId }: AskedAuthorization): Promise<void> {
  waiting = { requestUri, clientId };
  const asked = await callOwn('readCredentialAuthorization', { body: waiting });
  setText('wallet-issuer', asked.issuerName);
  setText('wallet-type', asked.credentialType);
  setText('wallet-claims', asked.claims.join(', ') || say('none'));
  setText('wallet-client', asked.clientId);
  setText('wallet-target', asked.redirectsTo);
  show('wallet');
}

async function answer(isAllowed: boolean): Promise<void> {
  const { location: address } = await callOwn('answerCredentialAuthorization', {
    body: { ...waiting, isAllowed },
  });
  page.goal = { kind: 'account' };
  setText('done-title', say(isAllowed ? 'Done' : 'Refused'));
  setText('done-text', say('Go back to your wallet; you can close this page.'));
  show('done');
  location.assign(address);
}

onSession('wallet-yes', () => answer(true));
onSession('wallet-no', () => answer(false));
