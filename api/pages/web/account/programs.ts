// Hands a session over to a program, after the person said so: on this computer by a code to its loopback address, on
// another one by the code that it shows.
import { at, createElement, field, setText, show } from '../parts/elements.js';
import { say } from '../parts/say.js';
import { comparisonOf } from './comparison.js';
import { callOwn, type ProgramGoal, page } from './session.js';
import { onSession } from './step-up.js';

async function ownName(): Promise<string> {
  const { email, displayName, organizationName } = await callOwn('getMe', {});
  return (email || displayName) + (organizationName ? ` (${organizationName})` : '');
}

let waiting: ProgramGoal | undefined;

export async function showProgram(goal: ProgramGoal): Promise<void> {
  waiting = goal;
  setText('program-name', goal.program || say('without a name'));
  setText('program-me', await ownName());
  setText('program-code', comparisonOf(goal.challenge));
  show('program');
}

function showDone(title: string, text: string): void {
  page.session = undefined;
  page.goal = { kind: 'account' };
  setText('done-title', say(title));
  setText('done-text', say(text));
  show('done');
}

function backTo({ port, state }: ProgramGoal, answer: Readonly<Record<string, string>>): void {
  // The address of this computer, and no other: the port is all that the link says of it.
  const url = new URL(`http://127.0.0.1:${port}/`);
  for (const [name, value] of Object.entries({ ...answer, state })) url.searchParams.set(name, value);
  location.replace(url.href);
}

onSession('program-yes', async () => {
  if (waiting === undefined) return;
  const { challenge, program } = waiting;
  const { code } = await callOwn('grantProgram', { body: { codeChallenge: challenge, program } });
  backTo(waiting, { code });
});

onSession('program-no', async () => {
  if (waiting === undefined) return;
  await callOwn('logout', {});
  backTo(waiting, { error: 'access_denied' });
});

let userCode = '';
let isDevice = false;

onSession('user-code-form', async () => {
  userCode = field('user-code').value;
  const { device, program, address, askedAt, scopes } = await callOwn('readDeviceCode', { body: { userCode } });
  isDevice = device !== undefined;
  setText('device-program', device ? say('{name} (a new device of your account)', { name: device.label }) : program);
  setText('device-from', address);
  at('device-scopes').replaceChildren(...(scopes ?? []).map(({ does }) => createElement('li', does)));
  at('device-limits').hidden = scopes === undefined;
  setText('device-when', say('at {time}', { time: new Date(askedAt).toLocaleTimeString() }));
  setText('device-me', await ownName());
  at('user-code-form').hidden = true;
  at('device-asked').hidden = false;
  at('device-no').focus();
});

async function answer(isAllowed: boolean): Promise<void> {
  await callOwn('answerDeviceCode', { body: { userCode, isAllowed } });
  // A session that is handed over ends here when the program has its own.
  if (!isAllowed) await callOwn('logout', {});
  if (isAllowed && isDevice) showDone('Done', 'The device is enrolled. Go back to it; you can close this page.');
  else if (isAllowed) showDone('Done', 'The program is let in. Go back to it; you can close this page.');
  else showDone('Refused', 'The program is not let in. You can close this page.');
}

onSession('device-yes', () => answer(true));
onSession('device-no', () => answer(false));
