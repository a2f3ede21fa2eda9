// A construction permit by talking: the official SignalR client tells the designer of a node, in sentences, and has the
// draft saved. The designer can neither publish nor sign: an assistant publishes it, with a reason that its person
// states, and one at each node plays it.
import { type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { expect } from 'chai';
import { memberOf } from '../stage.js';
import type { Assistant } from './assistant.js';
import { isIssued, type Permit, passed, playByAssistants, rolesOf, SENTENCES } from './permit.js';

export async function permitByHub(permit: Permit): Promise<void> {
  const { stage } = permit;
  const { node, token } = memberOf(stage, 'acme');
  const connection = new HubConnectionBuilder()
    .withUrl(`${node.url}/hubs/chat`, { accessTokenFactory: () => token })
    .configureLogging(LogLevel.None)
    .build();
  await connection.start();
  const blueprintId = await talk(connection).finally(() => connection.stop());
  const designer = permit.assistants.acme as Assistant;
  const { data: draft } = await passed(designer, 'blueprint_get', { blueprintId });
  const edits = { blueprintId, version: draft.version, edits: rolesOf(permit) };
  expect(await passed(designer, 'draft_edit', edits)).to.include({ isValid: true });
  designer.says({ confirm: true, reason: 'Simulated in the conversation.' });
  const target = { blueprintId, registerId: stage.registerId };
  expect(await passed(designer, 'blueprint_publish', target)).to.nested.include({ 'data.overridden': true });
  await isIssued(permit, await playByAssistants(permit, blueprintId));
}

/** The id of the draft that was saved. */
async function talk(connection: HubConnection): Promise<string> {
  let answer = '';
  let isValid = false;
  connection.on('ReceiveChunk', (chunk: string) => {
    answer += chunk;
  });
  connection.on('BlueprintUpdated', (_: object, validation: { readonly isValid: boolean }) => {
    ({ isValid } = validation);
  });
  const session = await connection.invoke<string>('StartSession');
  for (const sentence of SENTENCES) {
    answer = '';
    const isAnswered = new Promise<void>((resolve, reject) => {
      connection.on('MessageComplete', () => resolve());
      connection.on('SessionError', (...told: unknown[]) => reject(new Error(told.join(' '))));
    });
    await connection.invoke('SendMessage', session, sentence);
    await isAnswered;
    connection.off('MessageComplete');
    connection.off('SessionError');
  }
  expect([answer, isValid].join(' '), 'the designer walked through it').to.match(/Approve.*true$/s);
  return connection.invoke<string>('SaveBlueprint', session);
}
