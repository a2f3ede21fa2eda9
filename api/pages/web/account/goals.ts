// Leads a person who is signed in to what the person came for.
import { secretOfLink } from '../parts/address.js';
import { call } from '../parts/calls.js';
import { at, field, setText, show, tell } from '../parts/elements.js';
import { on } from '../parts/forms.js';
import type { Session } from '../parts/operations.js';
import { say } from '../parts/say.js';
import { showRequest } from './authorization.js';
import { changeOrganisation, showAccount } from './own-account.js';
import { showProgram } from './programs.js';
import { takeReceipt } from './receipts.js';
import { type ConsoleGoal, callOwn, page } from './session.js';
import { onSession } from './step-up.js';
import { showWallet } from './wallets.js';

/** Shows the part of the page for the goal, in the organisation of the address where the person is a member of it. */
export async function goOn(): Promise<void> {
  const { organizations } = await callOwn('listMyOrganizations', {});
  const wanted = organizations.find(({ subdomain, isCurrent }) => subdomain === page.org && !isCurrent);
  if (wanted) await changeOrganisation(wanted.organizationId);
  const { goal } = page;
  if (goal.kind === 'program') return showProgram(goal);
  if (goal.kind === 'device') return show('device');
  if (goal.kind === 'console') return goToConsole(goal);
  if (goal.kind === 'wallet') return showWallet(goal);
  if (goal.kind === 'receipt') return takeReceipt(goal);
  if (goal.kind === 'request') return showRequest(goal, organizations);
  if (goal.kind === 'invitation') return showInvitation(goal.code);
  return showAccount();
}

/** The browser keeps the session from here on, in a cookie that no script reads. */
async function goToConsole({ path }: ConsoleGoal): Promise<void> {
  const { refreshToken } = page.session as Session;
  await call('openConsoleSession', { body: { refreshToken } });
  location.replace(`/console${path}`);
}

let invitation = '';

async function showInvitation(code: string): Promise<void> {
  page.goal = { kind: 'account' };
  const { invitedBy, organizationName, roles } = await call('readInvitation', { body: { code } });
  setText('offer-by', invitedBy);
  setText('offer-organisation', organizationName);
  setText('offer-roles', roles.join(', '));
  invitation = code;
  show('offer');
}

onSession('offer-yes', async () => {
  const { organizationId } = await callOwn('acceptInvitation', { body: { code: invitation } });
  await changeOrganisation(organizationId);
  await showAccount();
  tell(say('You are a member of {name} now.', { name: at('my-organisation').textContent ?? '' }));
});

onSession('offer-no', showAccount);

on('enrol-device-form', async () => {
  const device = { label: field('device-label').value.trim(), platform: 'web' };
  page.session = await call('redeemEnrolSession', { body: { sessionToken: secretOfLink, device } });
  await goOn();
  tell('This device is enrolled.');
});
