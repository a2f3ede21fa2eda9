// The script of /login and /enrol: a session lives in one document, so that signing in and all that follows are one
// page. Begins it with the ways to sign in that the node or the organisation has.
import { addProviders, endSignIn, isReturn } from './account/providers.js';
import { goalInAddress, hasPasskeysHere, page, showSignIn } from './account/session.js';
import { query, restOfLink, secretOfLink } from './parts/address.js';
import { call, sentence } from './parts/calls.js';
import { at, link, setText, show, tell, warn } from './parts/elements.js';
import './parts/theme.js';

const REASONS = new Map([
  ['pairing-resumption', 'Sign in to go on pairing your device.'],
  ['resumption-expired', 'That link was used or is too old. Sign in, and ask for another one.'],
]);

/** The page of a loopback address is another site than that of its name: passkeys and providers know the latter. */
const isOfAddress = (): boolean => /^(127\.|\[::1\]$)/.test(location.hostname);

/** The same page under the name; nothing comes after it. */
function leaveForName(): Promise<never> {
  const host = `localhost${location.port && `:${location.port}`}`;
  location.replace(`${location.protocol}//${host}${location.pathname}${restOfLink}`);
  return new Promise(() => {});
}

/** The names after the first one. */
const parentOf = (host: string): string => host.split('.').slice(1).join('.');

async function readOptions(): Promise<void> {
  const ask = () => call('getSignInOptions', { query: page.org ? { orgSubdomain: page.org } : {} });
  page.options = await ask();
  if (isOfAddress() && page.options.publicHost === 'localhost') return leaveForName();
  const parent = parentOf(location.hostname);
  if (page.org === undefined && parent !== '' && parent === page.options.publicHost) {
    page.org = location.hostname.split('.')[0];
    page.options = await ask();
  }
  drawOptions();
  addProviders();
}

function drawOptions(): void {
  const { org, options } = page;
  setText('organisation', options.organizationName ?? '');
  setText('tagline', options.tagline ?? '');
  at('to-sign-up').hidden = !options.takesPeople;
  at('sign-up-with-passkey').hidden = org !== undefined && org !== 'public';
  const [site] = options.passkeyOrigins;
  if (site === undefined || hasPasskeysHere()) return;
  at('passkey').hidden = true;
  at('passkey-or').hidden = true;
  at('passkey-elsewhere').hidden = false;
  at('passkey-only-at').hidden = false;
  const here = location.pathname + goalInAddress();
  const paths = { 'passkey-site': here, 'factor-site': here, 'enrol-site': '/enrol' };
  for (const [id, path] of Object.entries(paths)) {
    setText(id, site);
    if (/^https?:/.test(site)) link(id).href = site + path;
  }
}

async function begin(): Promise<void> {
  try {
    await readOptions();
    if (isReturn()) return await endSignIn();
  } catch (error) {
    showSignIn();
    return warn(sentence(error));
  }
  if (location.pathname === '/enrol' && secretOfLink !== '') return show('enrol-device');
  showSignIn();
  const reason = REASONS.get(query.get('reason') ?? '');
  if (reason) tell(reason);
  else if (page.goal.kind === 'program') tell('A program on this computer asks you to sign in.');
  else if (page.goal.kind === 'invitation') tell('Sign in to accept the invitation.');
  else if (page.goal.kind === 'request') tell('A program asks you to sign in.');
  else if (page.goal.kind === 'wallet') tell('Sign in to take the credential into your wallet.');
  else if (page.goal.kind === 'receipt') tell('Sign in to take the credential into your wallet.');
  else if (page.goal.kind === 'console') tell('Sign in to the console.');
  else if (page.goal.kind === 'device') tell('Sign in to let a program on another computer in.');
}

void begin();
