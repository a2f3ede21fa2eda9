// A program that uses the types of the published client as its users do. It is compiled by the test, beside the
// package: each line that has to be refused says so, and one that is not refused is an error.
export const TYPED = `
import * as signalR from '@microsoft/signalr';
import { ClientError, isFailure, QuorateClient, sessionRefresh } from '@quorate/client';
import type { NodeOperations, OperationCalls, OperationInput } from '@quorate/client';
import { checkBlueprint, execute } from '@quorate/client/engine';
import { verifyEvidence } from '@quorate/client/evidence';
import { openHub } from '@quorate/client/hubs';

const refresh = sessionRefresh({ url: 'https://node.example', refreshToken: 'r' });
const node = new QuorateClient({ url: 'https://node.example', refresh, retry: { attemptsMax: 2 } });
const status: string = (await node.health.getHealth()).status;
const height: string | null = (await node.health.getHealth.answered()).headers.get('register-height');
const params = { organizationId: 'x' };
const page = await node.users.listUsers({ params, query: { pageSize: 1 } });
for await (const user of node.users.listUsers.all({ params })) user.email.toUpperCase();
for await (const docket of node.dockets.listDockets.all({ params: { registerId: 'x' } })) docket.number.toFixed();
const place = { wallet: 'w', register: 'r', tx: 't', fileId: 'f' };
const file: NodeOperations['files']['downloadActionFile'] = node.files.downloadActionFile;
for await (const bytes of file.stream({ params: place })) bytes.length.toFixed();
const calls: OperationCalls = node;
const input: OperationInput<'listUsers'> = { params, query: { pageSize: 1 } };
const called = await calls.call('listUsers', input, { token: 't' });
const healthy = await calls.call('getHealth');
if (isFailure(healthy)) healthy.issue.code.trim();
else healthy.status.trim();
// @ts-expect-error a value that may be a failure
called.items;
// @ts-expect-error an operation that is not there
await calls.call('listNothing');
// @ts-expect-error without its input
await calls.call('listUsers');
// @ts-expect-error a parameter of another name
await calls.call('listUsers', { params: { organisationId: 'x' } });
// @ts-expect-error a parameter of another name
await node.users.listUsers({ params: { organisationId: 'x' } });
// @ts-expect-error a member of the query that is not there
await node.users.listUsers({ params, query: { sizeOfPage: 1 } });
// @ts-expect-error without its input
await node.users.listUsers();
// @ts-expect-error a member of the answer that is not there
page.nothing;
// @ts-expect-error a value of another type
await node.auth.login({ body: { email: 1, password: 'x' } });
// @ts-expect-error no list
node.health.getHealth.all;
// @ts-expect-error an operation that is not of this door
node.internal;

const hub = await openHub(signalR, { client: node, hub: 'register' });
hub.on('DocketSealed', ({ docketNumber, registerId }) => registerId.padStart(docketNumber));
// @ts-expect-error an event of another hub
hub.on('ActionAvailable', () => undefined);
// @ts-expect-error no hub
await openHub(signalR, { client: node, hub: 'weather' });
hub.connection.stream('FollowDockets', 'x', 0);

const found = verifyEvidence('{}', { head: 'x@1' });
if (found.verdict === 'valid') found.anchor.height.toFixed();
else if (found.verdict === 'consistent') found.trusted.validatorKeys.join();
else found.issues[0]?.message.trim();
// @ts-expect-error a verdict that says nothing of an anchor
found.anchor;
const code: string = new ClientError('X', 0, '', { path: '', issues: [], problem: {}, retryAfterSeconds: undefined }).code;
export { checkBlueprint, code, execute, height, status };
`;
