// Blueprints on a node (specification 4.1): drafts of the organisation, and their publication to a register. The rules
// are the node's; a refusal to publish without a rehearsal is explained here.
import type { Client } from '../../../api/client/client.js';
import type { JsonObject } from '../../../core/base/json.js';
import type { Command } from '../../command/command.js';
import { confirm, YES_OPTION } from '../../command/confirm.js';
import { objectIn, readDocument } from '../../command/documents.js';
import { pickStated } from '../../command/input.js';
import { fields, jsonText, table } from '../../command/output.js';
import { PAGE_OPTIONS, pageIn, pageNote } from '../../command/pages.js';
import { FORMAT_OPTION, showLinked } from '../../remote/linked-form.js';
import { isClientError } from '../../remote/remote.js';
import { connect } from '../../remote/session.js';
import { liftText, OVERRIDE_OPTIONS, overrideIn, refusedPublication } from '../../signing/publishing.js';
import { PARTY_OPTION, partiesIn, withParties } from '../../workflow/parties.js';
import { groupByCode } from './findings.js';

type DraftBody = Parameters<Client['createBlueprint']>[0]['body'];
type Status = 'Draft' | 'Published' | 'Deleted';

const ID = { name: '<blueprint>', description: 'id of the blueprint' };
/** Seconds that publishing waits for its docket. */
const PUBLISH_WAIT_SECONDS = 10;

const push: Command = {
  name: 'blueprint push',
  summary: 'keep a blueprint as a draft on the node: a new one, or the next state of the one with its id',
  examples: [
    'quorate blueprint push permit.json',
    'quorate blueprint push permit.json --party contractor=qr1… --party planner=Planner',
  ],
  args: [{ name: '<file>', description: 'the blueprint as JSON; - is standard input' }],
  options: [PARTY_OPTION],
  async run(context) {
    const { input, out } = context;
    const read = objectIn(await readDocument(context, input.arg('file'))) as JsonObject;
    const blueprint = withParties(read, await partiesIn(context));
    const id = typeof blueprint.id === 'string' && blueprint.id !== '' ? blueprint.id : undefined;
    const { client } = await connect(context);
    const there = id !== undefined && (await exists(client, id));
    const body = blueprint as DraftBody;
    const kept = there
      ? await client.updateBlueprint({ params: { id }, body })
      : await client.createBlueprint({ body }, { idempotencyKey: true });
    const done = there ? 'updated' : 'created';
    out.show({ ...kept, [done]: true }, () => `${kept.title}: draft ${kept.id} ${done}.`);
    for (const line of liftText(kept.lift)) out.note(line);
    if (id === undefined) out.note(`Add "id": "${kept.id}" to the file, so that the next push changes this draft.`);
    out.note(
      `Next: quorate blueprint rehearse ${kept.id}, then quorate blueprint publish ${kept.id} --register REGISTER`,
    );
  },
};

const list: Command = {
  name: 'blueprint list',
  summary: 'list the drafts of the organisation',
  canWatch: true,
  options: [
    { flags: '--search <text>', description: 'part of id, title or description' },
    { flags: '--status <status>', description: 'of this status only', choices: ['Draft', 'Published', 'Deleted'] },
    ...PAGE_OPTIONS,
  ],
  async run(context) {
    const { input, out } = context;
    const page = pageIn(input);
    const { client } = await connect(context);
    const status = input.text('status') as Status | undefined;
    const value = await client.listBlueprints({ query: pickStated({ ...page, search: input.text('search'), status }) });
    out.show(value, () => {
      const rows = value.items.map((item) => [
        ...[item.title, item.status, item.participantCount, item.actionCount, item.updatedAt, item.id],
      ]);
      return table(['TITLE', 'STATUS', 'PARTIES', 'ACTIONS', 'CHANGED', 'ID'], rows) + pageNote(page, value.totalCount);
    });
  },
};

const show: Command = {
  name: 'blueprint show',
  summary: 'show a draft as JSON',
  examples: ['quorate blueprint show 6f1b1c8e-… | quorate blueprint graph -'],
  args: [ID],
  options: [FORMAT_OPTION],
  async run(context) {
    const { client, send } = await connect(context);
    const params = { id: context.input.arg('blueprint') };
    if (await showLinked(context, { id: 'getBlueprint', params, send })) return;
    const draft = await client.getBlueprint({ params });
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
    const { client } = await connect(context);
    await client.deleteBlueprint({ params: { id } });
    context.out.show({ deleted: id }, `Deleted. Take it back: quorate blueprint recover ${id}`);
  },
};

const recover: Command = {
  name: 'blueprint recover',
  summary: 'take back a draft that was deleted',
  args: [ID],
  async run(context) {
    const id = context.input.arg('blueprint');
    const { client } = await connect(context);
    const draft = await client.recoverBlueprint({ params: { id } });
    context.out.show(draft, () => `${draft.title}: draft ${id} is back.`);
  },
};

const versions: Command = {
  name: 'blueprint versions',
  summary: 'list what was published of a blueprint',
  args: [ID],
  options: [{ flags: '--register <id>', description: 'on this register only' }, ...PAGE_OPTIONS],
  async run(context) {
    const { input, out } = context;
    const page = pageIn(input);
    const { send } = await connect(context);
    const params = { id: input.arg('blueprint') };
    const query = pickStated({ ...page, registerId: input.text('register') });
    const { body, headers } = await send('listVersions', { params, query });
    const items = body as Awaited<ReturnType<Client['listVersions']>>;
    out.show(items, () => {
      const by = (item: (typeof items)[number]) =>
        item.isPublisherSigned ? item.publishedBy : `${item.publishedBy ?? 'nobody named'} (not signed)`;
      const rows = items.map((item) => [
        item.version,
        item.publishedAt,
        item.registerId,
        item.publicationTxId,
        by(item),
      ]);
      const total = Number(headers.get('x-total-count') ?? items.length);
      return table(['VERSION', 'PUBLISHED', 'REGISTER', 'PUBLICATION', 'BY'], rows) + pageNote(page, total);
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
  options: [{ flags: '--register <id>', description: 'id of the register', required: true }, ...OVERRIDE_OPTIONS],
  async run(context) {
    const { input, out } = context;
    const id = input.arg('blueprint');
    const body = { registerId: input.requiredText('register'), ...overrideIn(input) };
    const { client } = await connect(context);
    const made = await client
      .publishDraft({ params: { id }, body }, { waitSeconds: PUBLISH_WAIT_SECONDS })
      .catch((error: unknown) => {
        throw refusedPublication(error, { id, again: `quorate blueprint publish ${id} --register <id>` }) ?? error;
      });
    const { publicationTxId, execDefHash } = made.publishedBlueprint;
    const pending = made.version === undefined;
    out.show(made, () =>
      fields({
        blueprint: made.blueprintId,
        state: made.alreadyPublished ? 'published before' : pending ? 'pending' : 'sealed',
        version: made.version,
        register: made.registerId,
        published: made.publishedAt,
        publication: publicationTxId,
        behaviour: execDefHash,
        rehearsal: made.alreadyPublished ? undefined : made.overridden ? 'overridden' : 'passed',
      }),
    );
    const { warnings = [], validationResults = [] } = made;
    const lines = warnings.map((text, i) => ({ code: validationResults[i]?.code ?? '', text: `Warning: ${text}` }));
    for (const line of [...groupByCode(lines, 'quorate blueprint publish --json'), ...liftText(made.lift)])
      out.note(line);
    out.note(
      pending
        ? `Follow it: quorate tx watch ${made.registerId} ${publicationTxId}`
        : `Next: quorate instance start ${made.blueprintId} --register ${made.registerId}`,
    );
  },
};

export const blueprintDraftCommands: readonly Command[] = [push, list, show, remove, recover, publish, versions];

async function exists(client: Client, id: string): Promise<boolean> {
  try {
    await client.getBlueprint({ params: { id } });
    return true;
  } catch (error) {
    if (isClientError(error) && error.status === 404) return false;
    throw error;
  }
}
