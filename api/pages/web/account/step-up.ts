// Forms and buttons that take the session, and the proof that some operations ask for again: an operation that writes
// rights or ways to sign in takes a recent sign-in.
import { CallRefusal } from '../parts/calls.js';
import { at, empty, field, show, tell, warn } from '../parts/elements.js';
import { on } from '../parts/forms.js';
import type { PageOperations } from '../parts/operations.js';
import { signWithPasskey } from '../parts/passkeys.js';
import { callOwn, hasPasskeysHere, page, showSignIn } from './session.js';

/** Refusals of a proof, and not of the session. */
const PROOFS: readonly (string | undefined)[] = ['PASSKEY_FAILED', 'SECOND_FACTOR_FAILED', 'LOGIN_FAILED'];

/** The part of the page that a step-up leads back to. */
let before = 'account';

export function onSession(id: string, work: () => unknown): void {
  on(id, work, isSessionOver);
}

function isSessionOver(error: unknown): boolean {
  if (!(error instanceof CallRefusal) || error.status !== 401 || PROOFS.includes(error.code)) return false;
  if (error.code === 'SIGN_IN_NOT_RECENT') showStepUp();
  else {
    page.session = undefined;
    showSignIn();
    warn('You are signed out. Sign in again.');
  }
  return true;
}

function showStepUp(): void {
  before = document.querySelector('[data-part]:not([hidden])')?.id ?? before;
  at('step-up-passkey').hidden = !hasPasskeysHere();
  show('step-up');
  field('step-up-proof').focus();
}

async function stepUp(proof: PageOperations['stepUp']['input']['body']): Promise<void> {
  page.session = await callOwn('stepUp', { body: proof });
  empty('step-up-proof');
  show(before);
  tell('Thank you. Choose once more what you wanted to do.');
}

/** No password is as short as a code. */
onSession('step-up-form', () => {
  const typed = field('step-up-proof').value;
  return stepUp(/^[0-9 ]{6,7}$/.test(typed) ? { code: typed.replace(' ', '') } : { password: typed });
});

onSession('step-up-passkey', async () => {
  const { transactionId, options } = await callOwn('beginStepUp', {});
  await stepUp({ transactionId, assertionResponse: await signWithPasskey(options) });
});

on('step-up-sign-in', () => {
  page.session = undefined;
  showSignIn();
});
