// The script of /invitation: shows the offer, and accepts with a new account or declines. The code stands behind the #
// of the address and never reaches a server but in the body of a request.
import { secretOfLink as code } from './parts/address.js';
import { CallRefusal, call, sentence } from './parts/calls.js';
import { at, field, link, sameTwice, setText, tell, warn } from './parts/elements.js';
import { on } from './parts/forms.js';
import './parts/theme.js';

function endOffer(text: string): void {
  at('offer').hidden = true;
  tell(text);
}

on(
  'accept',
  async () => {
    const password = sameTwice('password', 'again');
    const takesAddress = field('take').checked;
    const body = { code, displayName: field('name').value, password, ...(takesAddress && { takesAddress }) };
    await call('registerInvited', { body });
    endOffer('You are a member now. Sign in with your e-mail address and the password.');
    at('to-login').hidden = false;
  },
  (error) => {
    at('take-part').hidden = !(error instanceof CallRefusal) || error.code !== 'EMAIL_NOT_PROVEN';
    return false;
  },
);

on('decline', async () => {
  await call('declineInvitation', { body: { code } });
  endOffer('The invitation is declined.');
});

async function begin(): Promise<void> {
  if (code === '') throw new Error('Open the whole link of the mail: the code behind the # is missing.');
  const offer = await call('readInvitation', { body: { code } });
  setText('organizationName', offer.organizationName);
  setText('email', offer.email);
  setText('invitedBy', offer.invitedBy);
  const until = new Date(offer.expiresAt);
  setText('expiresAt', until.toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' }));
  link('to-sign-in').href = `/login?org=${encodeURIComponent(offer.organizationSubdomain)}`;
  setText('roles', offer.roles.join(', '));
  // An inviter who stated no name gave the address in its place.
  field('name').value = offer.displayName === offer.email ? '' : offer.displayName;
  link('with-account').href = `/login#invitation=${encodeURIComponent(code)}`;
  at('offer').hidden = false;
}

begin().catch((error) => warn(sentence(error)));
