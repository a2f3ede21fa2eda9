// Takes a credential into the wallet of a person who comes back from its issuer. The node gives it to the person who
// asked for it, and to no other person who is signed in here.
import { CallRefusal, sentence } from '../parts/calls.js';
import { setText, show, warn } from '../parts/elements.js';
import { say } from '../parts/say.js';
import { callOwn, page, type ReceiptGoal, showSignIn } from './session.js';

/** The answer stays in the page while it waits for its person: another sign-in brings it again. */
export async function takeReceipt({ answer }: ReceiptGoal): Promise<void> {
  try {
    const { credentials, pending = [] } = await callOwn('answerCredentialReceipt', { body: answer });
    const names = [...credentials, ...pending].map(({ type }) => type).join(', ');
    if (credentials.length > 0) tellEnd('Taken', say('Your wallet has: {names}.', { names }));
    else tellEnd('It comes later', say('Your wallet waits for: {names}.', { names }));
  } catch (error) {
    if (!(error instanceof CallRefusal)) throw error;
    if (error.code === 'AUTHORIZATION_NOT_FOUND') askForAnother(error);
    else tellEnd('Nothing was taken', `${sentence(error)} ${say('Ask the issuer for another offer.')}`);
  }
}

function tellEnd(title: string, text: string): void {
  page.goal = { kind: 'account' };
  setText('done-title', say(title));
  setText('done-text', text);
  show('done');
}

function askForAnother(error: CallRefusal): void {
  page.session = undefined;
  showSignIn();
  warn(`${sentence(error)} ${say('If another account of yours asked for it, sign in with that one.')}`);
}
