// Takes a credential into the wallet of a person who comes back from its issuer. The node gives it to the person who
// asked for it, and to nobody else who is signed in here.
import { setText, show } from '../parts/elements.js';
import { callOwn, page, type ReceiptGoal } from './session.js';

export async function takeReceipt({ answer }: ReceiptGoal): Promise<void> {
  page.goal = { kind: 'account' };
  const { credentials, pending = [] } = await callOwn('answerCredentialReceipt', { body: answer });
  const names = [...credentials, ...pending].map(({ type }) => type).join(', ');
  setText('done-title', credentials.length > 0 ? 'Taken' : 'It comes later');
  setText('done-text', credentials.length > 0 ? `Your wallet has: ${names}.` : `Your wallet waits for: ${names}.`);
  show('done');
}
