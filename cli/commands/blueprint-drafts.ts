// Blueprints on a node (specification 4.1): drafts of the organisation, and their publication to a register. The rules are the node's; a refusal to publish
// without a rehearsal is explained here.
import type { JsonObject } from '../../core/base/json.js';
import { type Command, CommandError, type Context, EXIT } from '../command.js';
import { confirm, YES_OPTION } from '../confirm.js';
import { objectIn, readDocument } from '../documents.js';
import { fields, jsonText, table } from '../output.js';
import { PAGE_OPTIONS, pageIn, pageNote } from '../pages.js';
import { isClientError } from '../remote.js';
import { openSession } from '../session.js';

const ID = { name: '<blueprint>', description: 'id of the blueprint' };

interface Draft {
  readonly id: string;
  readonly title: string;
  readonly participantCount?: number;
  readonly actionCount?: number;
  readonly updatedAt?: string;
}

interface Version {
  readonly version: number;
  readonly publicationTxId: string;
  readonly execDefHash: string;
  readonly publishedAt: string;
  readonly registerId?: string;
}

interface Published {
  readonly blueprintId: string;
  readonly version: number;
  readonly registerId: string;
  readonly publishedAt: string;
  readonly overridden: boolean;
  readonly publishedBlueprint?: { readonly publicationTxId?: string; readonly execDefHash?: string };
}

const push: Command = {
  name: 'blueprint push',
  summary: 'keep a blueprint as a draft on the node: a new one, or the next state of the one with its id',
  examples: ['quorate blueprint push permit.json'],
  args: [{ name: '<file>', description: 'the blueprint as JSON; - is standard input' }],
  async run(context) {
    const { input, out } = context;
    const blueprint = objectIn(await readDocument(context, input.arg('file'))) as JsonObject;
    const id = typeof blueprint.id === 'string' && blueprint.id !== '' ? blueprint.id : undefined;
    const node = await callsTo(context);
    const there = id !== undefined && (await exists(node, id));
    const kept = there
      ? await node<Draft>('PUT', pathOf(id), blueprint)
      : await node<Draft>('POST', '/api/blueprints', blueprint);
    const done = there ? 'updated' : 'created';
    out.show({ ...kept, [done]: true }, () => `${kept.title}: draft ${kept.id} ${done}.`);
    if (id === undefined) out.note(`Add "id": "${kept.id}" to the file, so that the next push changes this draft.`);
  },
};

const list: Command = {
  name: 'blueprint list',
  summary: 'list the drafts of the organisation',
  options: [
    { flags: '--search <text>', description: 'part of id, title or description' },
    { flags: '--status <status>', description: 'of this status only', choices: ['Draft', 'Published', 'Deleted'] },
    ...PAGE_OPTIONS,
  ],
  async run(context) {
    const { input, out } = context;
    const page = pageIn(input);
    const query = new URLSearchParams({ page: String(page.page), pageSize: String(page.pageSize) });
    for (const name of ['search', 'status']) {
      const value = input.text(name);
      if (value !== undefined) query.set(name, value);
    }
    const node = await callsTo(context);
    const found = await node<{ readonly items: readonly Draft[]; readonly totalCount: number }>(
      'GET',
      `/api/blueprints?${query}`,
    );
    out.show(found, () => {
      const rows = found.items.map((one) => [one.id, one.title, one.participantCount, one.actionCount, one.updatedAt]);
      return table(['ID', 'TITLE', 'PARTIES', 'ACTIONS', 'CHANGED'], rows) + pageNote(page, found.totalCount);
    });
  },
};

const show: Command = {
  name: 'blueprint show',
  summary: 'show a draft as JSON',
  examples: ['quorate blueprint show 6f1b1c8e-… | quorate blueprint graph -'],
  args: [ID],
  async run(context) {
    const node = await callsTo(context);
    const draft = await node<JsonObject>('GET', pathOf(context.input.arg('blueprint')));
    context.out.show(draft, () => jsonText(draft));
  },
};

const remove: Command = {
  name: 'blueprint delete',
  summary: 'delete a draft; it can be recovered, and what was published stays',
  args: [ID],
  options: [YES_OPTION],
  async run(context) {
    const id = context.input.arg('blueprint');
    await confirm(context, `Delete the draft ${id}?`);
    const node = await callsTo(context);
    await node('DELETE', pathOf(id));
    context.out.show({ deleted: id }, `Deleted. Take it back: quorate blueprint recover ${id}`);
  },
};

const recover: Command = {
  name: 'blueprint recover',
  summary: 'take back a draft that was deleted',
  args: [ID],
  async run(context) {
    const id = context.input.arg('blueprint');
    const node = await callsTo(context);
    const draft = await node<JsonObject | undefined>('POST', `${pathOf(id)}/recover`, {});
    context.out.show(draft ?? { recovered: id }, `The draft ${id} is back.`);
  },
};

const versions: Command = {
  name: 'blueprint versions',
  summary: 'list what was published of a blueprint',
  args: [ID],
  async run(context) {
    const node = await callsTo(context);
    const found = await node<readonly Version[]>('GET', `${pathOf(context.input.arg('blueprint'))}/versions`);
    context.out.show(found, () => {
      const rows = found.map((one) => [one.version, one.publishedAt, one.publicationTxId, one.execDefHash]);
      return table(['VERSION', 'PUBLISHED', 'PUBLICATION', 'BEHAVIOUR'], rows);
    });
  },
};

const publish: Command = {
  name: 'blueprint publish',
  summary: 'publish a draft to a register',
  examples: [
    'quorate blueprint publish 6f1b1c8e-… --register 0d9c…',
    'quorate blueprint publish 6f1b1c8e-… --register 0d9c… --override --reason "rehearsed on paper with all parties"',
  ],
  args: [ID],
  options: [
    { flags: '--register <id>', description: 'id of the register', required: true },
    { flags: '--override', description: 'publish without a rehearsal; who did so and why is kept' },
    { flags: '--reason <text>', description: 'why, with --override' },
  ],
  async run(context) {
    const { input, out } = context;
    const id = input.arg('blueprint');
    const [override, reason] = [input.flag('override'), input.text('reason')];
    if (reason !== undefined && !override) throw new CommandError('--reason is for --override', { exit: EXIT.usage });
    const body = {
      registerId: input.needed('register'),
      ...(override ? { override: { confirm: true, ...(reason === undefined ? {} : { reason }) } } : {}),
    };
    const node = await callsTo(context);
    const made = await node<Published>('POST', `${pathOf(id)}/publish`, body).catch((error: unknown) => {
      throw rehearsalMissing(error, id) ?? error;
    });
    out.show(made, () =>
      fields({
        blueprint: made.blueprintId,
        version: made.version,
        register: made.registerId,
        published: made.publishedAt,
        publication: made.publishedBlueprint?.publicationTxId,
        behaviour: made.publishedBlueprint?.execDefHash,
        rehearsal: made.overridden ? 'overridden' : 'passed',
      }),
    );
  },
};

export const blueprintDraftCommands: readonly Command[] = [push, list, show, remove, recover, publish, versions];

type NodeCalls = <B>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => Promise<B>;

/** Calls of the node and the login of this call; the client is loaded only now. */
async function callsTo(context: Context): Promise<NodeCalls> {
  const { url, token } = await openSession(context);
  const { pathRequester } = await import('../../api/client.js');
  const send = pathRequester(url, token === undefined ? {} : { token });
  return async <B>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    (await send({ method, path, body })).body as B;
}

async function exists(node: NodeCalls, id: string): Promise<boolean> {
  try {
    await node('GET', pathOf(id));
    return true;
  } catch (error) {
    if (isClientError(error) && error.status === 404) return false;
    throw error;
  }
}

function pathOf(id: string): string {
  return `/api/blueprints/${encodeURIComponent(id)}`;
}

function rehearsalMissing(error: unknown, id: string): CommandError | undefined {
  if (!isClientError(error) || error.code !== 'REHEARSAL_REQUIRED') return undefined;
  const hash = error.details.problem.execDefHash;
  return new CommandError(
    `nobody has rehearsed this definition${typeof hash === 'string' ? ` (behaviour ${hash})` : ''}`,
    {
      code: error.code,
      cause: error,
      hint: `Rehearse it to its end on this node, where any change of its behaviour asks for a new rehearsal; or publish all the same, which is kept under your name: quorate blueprint publish ${id} --register <id> --override --reason "..."`,
    },
  );
}
