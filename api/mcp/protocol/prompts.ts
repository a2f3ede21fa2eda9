// Prompts and completion over the protocol.
import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import type { Dispatcher } from '../../dispatch/dispatcher.js';
import type { ToolCaller } from '../operations.js';
import { complete } from '../prompts/completing.js';
import type { PromptRow } from '../prompts/define.js';
import { prompts } from '../prompts/table.js';
import type { ResourceReads } from '../resources/reading.js';
import { mayUse } from '../rights.js';

export function servePrompts(server: Server, from: ToolCaller): void {
  const visible = prompts.filter((row) => mayUse(row, from.caller));
  server.setRequestHandler('prompts/list', () => ({
    prompts: visible.map(({ name, title, description, arguments: its }) => ({
      ...{ name, title, description },
      arguments: its.map(({ lengthMax: _, ...argument }) => argument),
    })),
  }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    const row = visible.find(({ name }) => name === params.name);
    if (row === undefined) throw invalid('There is no prompt of this name.');
    const text = row.text(argumentsOf(row, params.arguments ?? {}));
    return { description: row.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
}

function argumentsOf(row: PromptRow, stated: Readonly<Record<string, string>>): (name: string) => string {
  const known = new Map(row.arguments.map((argument) => [argument.name, argument]));
  for (const name of Object.keys(stated)) if (!known.has(name)) throw invalid(`The prompt takes no argument ${name}.`);
  for (const { name, required, lengthMax } of row.arguments) {
    const value = stated[name];
    if (value === undefined && required) throw invalid(`The argument ${name} is required.`);
    if (value !== undefined && value.length > lengthMax)
      throw invalid(`The argument ${name} has at most ${lengthMax} characters.`);
  }
  return (name) => JSON.stringify(stated[name] ?? null);
}

interface CompletionPorts {
  readonly resources: ResourceReads;
  readonly dispatcher: Pick<Dispatcher, 'call'>;
}

export function serveCompletion(server: Server, { resources, dispatcher }: CompletionPorts, from: ToolCaller): void {
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument, context } }) => {
    const isKnown =
      ref.type === 'ref/prompt'
        ? prompts.some(({ name }) => name === ref.name)
        : resources.templates(from.caller).some(({ template }) => template === ref.uri);
    if (!isKnown) throw invalid('There is no prompt or template of this name.');
    const known = context?.arguments ?? {};
    const { values, hasMore } = await complete({ name: argument.name, typed: argument.value, known }, from, dispatcher);
    return { completion: { values: [...values], hasMore } };
  });
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
