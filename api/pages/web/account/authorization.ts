// Lets a program in, or not (OAuth 2.1): shows the person which program asks, for what, and where the answer goes.
import { CallRefusal, sentence } from '../parts/calls.js';
import { at, choice, createElement, setText, show } from '../parts/elements.js';
import type { OwnOrganisation, PageOperations } from '../parts/operations.js';
import { say } from '../parts/say.js';
import { changeOrganisation, drawOrganisations } from './own-account.js';
import { callOwn, page, type RequestGoal } from './session.js';
import { onSession } from './step-up.js';

type Shown = PageOperations['readProgramRequest']['answer'];
type AskedRequest = NonNullable<Shown['request']>;

let query: RequestGoal['query'] = {};
let requestUri = '';

export async function showRequest(goal: RequestGoal, organisations: readonly OwnOrganisation[]): Promise<void> {
  query = goal.query;
  drawOrganisations(
    'authorization-for',
    organisations.filter(({ status }) => status === 'Active'),
  );
  await readRequest();
}

async function readRequest(): Promise<void> {
  const shown = await callOwn('readProgramRequest', { body: { query } }).catch(showFault);
  if (shown === undefined) return;
  if (shown.location !== undefined) return leave(shown.location, 'Refused', 'Go back to the program.');
  if (shown.request === undefined || shown.requestUri === undefined) return;
  requestUri = shown.requestUri;
  const { request } = shown;
  // A program that no other one can pass itself off as need not be let in twice.
  if (request.isKnown && request.isVouchedFor) return answer(true);
  drawRequest(request);
  show('authorization');
}

/** A request that no program can be told the fault of ends on this page. */
function showFault(error: unknown): undefined {
  if (!(error instanceof CallRefusal) || error.status === 401) throw error;
  setText('done-title', say('This request cannot be answered'));
  const end = say('Nothing was given to the program; you can close this page.');
  setText('done-text', `${sentence(error)} ${end}`);
  show('done');
}

function drawRequest(request: AskedRequest): void {
  setText('authorization-name', request.name);
  setText('authorization-organisation', request.organizationName);
  setText('authorization-origin', originOf(request));
  setText('authorization-target', request.isOwnComputer ? say('a program on this computer') : request.redirectsTo);
  at('authorization-scopes').replaceChildren(...request.scopes.map(({ does }) => createElement('li', does)));
  drawCode(request);
  at('authorization-mcp').hidden = !request.isForMcp;
  at('authorization-known').hidden = !request.isKnown;
  at('authorization-grants').hidden = request.standingGrants.length === 0;
  at('authorization-acts').replaceChildren(...request.standingGrants.map((says) => createElement('li', says)));
}

/** The command line shows the same code: a program that passes itself off as it has another challenge. */
function drawCode({ isCommandLine, comparison }: AskedRequest): void {
  at('authorization-comparison').hidden = !isCommandLine;
  setText('authorization-code', comparison);
}

/** Whose word the name is. */
function originOf({ describedBy, isRegistered, isSelfRegistered, isCommandLine }: AskedRequest): string {
  if (describedBy !== undefined) return say('{name} says so.', { name: describedBy });
  if (isSelfRegistered)
    return say('The program registered itself: nobody vouches for it, and each program can take this name.');
  if (isCommandLine) return say('The program says so itself: each program on this computer can.');
  return say(isRegistered ? 'An administrator registered it.' : 'The program says so itself.');
}

function leave(address: string, title: string, text: string): void {
  page.session = undefined;
  page.goal = { kind: 'account' };
  setText('done-title', say(title));
  setText('done-text', say(text));
  show('done');
  location.assign(address);
}

async function answer(isAllowed: boolean): Promise<void> {
  const { location: address } = await callOwn('answerProgramRequest', { body: { requestUri, isAllowed } });
  // A session that is handed over ends here when the program has its own.
  if (!isAllowed) await callOwn('logout', {});
  leave(address, isAllowed ? 'Done' : 'Refused', 'Go back to the program; you can close this page.');
}

onSession('authorization-yes', () => answer(true));
onSession('authorization-no', () => answer(false));
onSession('authorization-for', async () => {
  await changeOrganisation(choice('authorization-for').value);
  await readRequest();
});
