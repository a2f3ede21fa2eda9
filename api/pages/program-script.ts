// The part of the account page that hands a session over to a program, after the person said so: on this computer by a
// code to its loopback address, on another one by the code that it shows.
export const PROGRAM_SCRIPT = `
async function me() {
  const { email, displayName, organizationName } = await get('/api/auth/me');
  return (email || displayName) + (organizationName ? ' (' + organizationName + ')' : '');
}

/** Eight letters that the program shows too: of the challenge, which another program does not have. */
function comparison(challenge) {
  const text = [...bytesOf(challenge).slice(0, 8)].map((one) => 'BCDFGHJKLMNPQRSTVWXZ'[one % 20]).join('');
  return text.slice(0, 4) + '-' + text.slice(4);
}

async function showProgram() {
  at('program-name').textContent = goal.program || 'without a name';
  at('program-me').textContent = await me();
  at('program-code').textContent = comparison(goal.challenge);
  show('program');
}

function done(title, text) {
  session = undefined;
  goal = { kind: 'account' };
  at('done-title').textContent = title;
  at('done-text').textContent = text;
  show('done');
}

function backTo(members) {
  // The address of this computer, and no other: the port is all that the link says of it.
  const url = new URL('http://127.0.0.1:' + goal.port + '/');
  for (const [name, value] of Object.entries({ ...members, state: goal.state })) url.searchParams.set(name, value);
  location.replace(url.href);
}

onSession('program-yes', 'click', async () => {
  const { code } = await post('/api/auth/program/grant', { codeChallenge: goal.challenge, program: goal.program });
  backTo({ code });
});

onSession('program-no', 'click', async () => {
  await post('/api/auth/logout');
  backTo({ error: 'access_denied' });
});

let userCode;
let isDevice = false;
onSession('user-code-form', 'submit', async () => {
  userCode = at('user-code').value;
  const asked = await post('/api/auth/device-code/read', { userCode });
  isDevice = asked.device !== undefined;
  at('device-program').textContent = isDevice ? asked.device.label + ' (a new device of your account)' : asked.program;
  at('device-from').textContent = asked.address;
  at('device-when').textContent = 'at ' + new Date(asked.askedAt).toLocaleTimeString();
  at('device-me').textContent = await me();
  at('user-code-form').hidden = true;
  at('device-asked').hidden = false;
  at('device-no').focus();
});

async function answer(isAllowed) {
  await post('/api/auth/device-code/answer', { userCode, isAllowed });
  // A session that is handed over ends here when the program has its own.
  if (!isAllowed) await post('/api/auth/logout');
  if (isAllowed && isDevice) done('Done', 'The device is enrolled. Go back to it; you can close this page.');
  else if (isAllowed) done('Done', 'The program is let in. Go back to it; you can close this page.');
  else done('Refused', 'The program is not let in. You can close this page.');
}
onSession('device-yes', 'click', () => answer(true));
onSession('device-no', 'click', () => answer(false));
`;
