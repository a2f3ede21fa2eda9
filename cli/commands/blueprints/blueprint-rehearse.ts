// A rehearsal of a draft: the workflow walked through role by role in the sandbox of the organisation, by a person at
// the terminal or by a file of steps; or by scenarios, which move the clock. The rules are the node's; whatever is
// refused is shown with every reason and may be tried again.

import type { Client } from '../../../api/client/client.js';
import { isObject, type Json, type JsonObject } from '../../../core/base/json.js';
import type { Action, DataSchema } from '../../../core/blueprint/definition/types.js';
import { readingOf } from '../../../core/blueprint/schemas/schema-check.js';
import { type Command, CommandError, type Context, EXIT } from '../../command/command.js';
import { readDocument } from '../../command/documents.js';
import { fields, jsonText, table } from '../../command/output.js';
import { fillIn } from '../../form/fill.js';
import { previewOf, previewText } from '../../form/preview.js';
import { isClientError } from '../../remote/remote.js';
import { connect } from '../../remote/session.js';
import {
  type RehearsalPlace,
  RehearsalWalk,
  type RehearsedVote,
  type ShownRehearsal,
} from '../../workflow/rehearsal.js';
import { scenariosIn } from './blueprint-test.js';

const ID = { name: '<blueprint>', description: 'id of the draft' };

const rehearse: Command = {
  name: 'blueprint rehearse',
  summary: 'walk through a draft role by role, which lets it be published',
  examples: [
    'quorate blueprint rehearse 6f1b1c8e-…',
    'quorate blueprint rehearse 6f1b1c8e-… --steps walk.json',
    'quorate blueprint rehearse 6f1b1c8e-… --scenarios permit.scenarios.json',
    'quorate blueprint rehearse 6f1b1c8e-… --abandon',
  ],
  args: [ID],
  options: [
    {
      flags: '--steps <file>',
      description:
        'do these instead of asking: a JSON array of {"actionId": 1, "payload": {…}}, {"actionId": 2, "vote": "yes", "as": "chair", "payload": {…}} or {"actionId": 3, "reject": "why"}',
    },
    {
      flags: '--scenarios <file>',
      description: 'by scenarios instead, which move the clock (blueprint test): where actions wait for a time',
    },
    { flags: '--resume', description: 'go on with the newest rehearsal that runs' },
    { flags: '--abandon', description: 'discard the newest rehearsal that runs' },
  ],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const blueprintId = input.arg('blueprint');
    if (input.flag('abandon')) return abandon(context, client, blueprintId);
    const scenarios = input.text('scenarios');
    if (scenarios !== undefined) return byScenarios(context, client, { blueprintId, file: scenarios });
    const file = input.text('steps');
    const steps = file === undefined ? undefined : stepsIn(await readDocument(context, file));
    const walk = input.flag('resume')
      ? await RehearsalWalk.resume(client, await running(client, blueprintId))
      : await RehearsalWalk.begin(client, blueprintId);
    out.note(
      `Rehearsal ${walk.now.rehearsalId} in the sandbox of your organisation. Nothing of it is on a real register.`,
    );
    if (steps) await byFile(context, walk, steps);
    else await byHand(context, walk);
    showState(context, walk.now, steps !== undefined);
  },
};

/** All scenarios of a file, on the node: their pass is that of a rehearsal. */
async function byScenarios(
  context: Context,
  client: Client,
  { blueprintId, file }: { readonly blueprintId: string; readonly file: string },
): Promise<void> {
  const { out } = context;
  const scenarios = await scenariosIn(context, file);
  const body = { scenarios: scenarios as unknown as Json[] };
  const outcome = await client.rehearseScenarios({ params: { id: blueprintId }, body });
  out.show(outcome, () => outcome.scenarios.map(walkedText).join('\n'));
  if (!outcome.passed)
    throw new CommandError(outcome.reason, {
      exit: EXIT.failed,
      hint: 'The form of scenarios is in docs/scenarios.md.',
    });
  out.note(`${outcome.reason} Next: quorate blueprint publish ${blueprintId} --register REGISTER`);
}

function walkedText({ name, passed, steps, state, problems }: Walked): string {
  if (passed) return `  passed  ${name} (${steps} steps)`;
  const lines = [...problems, `After the last step that was walked, the instance is ${state ?? 'not open'}.`];
  return [`  FAILED  ${name}`, ...lines.map((line) => `    ${line}`)].join('\n');
}

type Walked = Awaited<ReturnType<Client['rehearseScenarios']>>['scenarios'][number];

const rehearsals: Command = {
  name: 'blueprint rehearsals',
  summary: 'list the rehearsals of a draft, the newest first',
  args: [ID],
  async run(context) {
    const { client } = await connect(context);
    const page = await client.listRehearsals({ params: { id: context.input.arg('blueprint') } });
    context.out.show(page, () => {
      const rows = page.map((item) => [
        item.outcome,
        item.currentActingRole,
        item.startedAt,
        item.expiresAt,
        item.execDefHash,
      ]);
      return table(['OUTCOME', 'ROLE', 'STARTED', 'EXPIRES', 'BEHAVIOUR'], rows);
    });
  },
};

export const blueprintRehearseCommands: readonly Command[] = [rehearse, rehearsals];

async function running(client: Client, id: string) {
  const page = await client.listRehearsals({ params: { id } });
  const newest = page.find(({ outcome }) => outcome === 'InProgress');
  if (newest) return newest;
  const [last] = page;
  const ended = last ? `: the newest one is ${last.outcome}` : '';
  throw new CommandError(`no rehearsal of this draft runs${ended}`, {
    hint:
      last?.outcome === 'Passed'
        ? `Publish the draft: quorate blueprint publish ${id} --register REGISTER`
        : `Begin one: quorate blueprint rehearse ${id}`,
  });
}

async function abandon({ out }: Context, client: Client, id: string): Promise<void> {
  const { rehearsalId } = await running(client, id);
  await client.discardRehearsal({ params: { id, rehearsalId } });
  out.show({ discarded: rehearsalId }, `Discarded the rehearsal ${rehearsalId}. A pass that others gave stays.`);
}

/** A step of a script. */
type Step = { readonly actionId: number } & (
  | { readonly payload: JsonObject; readonly cast?: RehearsedVote | undefined }
  | { readonly reject: string }
);

function stepsIn({ value, source }: { readonly value: Json; readonly source: string }): readonly Step[] {
  if (!Array.isArray(value)) throw new CommandError(`${source} holds no JSON array`, { exit: EXIT.usage });
  return value.map((item: Json, i): Step => {
    const step = isObject(item) ? item : {};
    const actionId = Number.isSafeInteger(step.actionId) ? (step.actionId as number) : undefined;
    if (actionId !== undefined && isObject(step.payload))
      return { actionId, payload: step.payload, cast: castIn(step) };
    if (actionId !== undefined && typeof step.reject === 'string') return { actionId, reject: step.reject };
    throw new CommandError(`step ${i + 1} of ${source} has no actionId with a payload or a reject`, {
      exit: EXIT.usage,
      hint: 'Write {"actionId": 1, "payload": {…}}, with "vote" and "as" where roles vote, or {"actionId": 3, "reject": "why"}. Runs are confirmed by the rehearsal itself; refused confirmations and timers are for "quorate blueprint test".',
    });
  });
}

/** The vote of a role; the node judges the word. */
function castIn({ vote, as }: JsonObject): RehearsedVote | undefined {
  if (typeof vote !== 'string') return undefined;
  return { vote: vote as RehearsedVote['vote'], ...(typeof as === 'string' && { as }) };
}

/** Does the steps in their order, each as its role. */
async function byFile({ out }: Context, walk: RehearsalWalk, steps: readonly Step[]): Promise<void> {
  for (const [i, step] of steps.entries()) {
    await walk.settle();
    for (const line of walk.news()) out.note(line);
    const place = walk.places().find(({ actionId }) => actionId === step.actionId);
    if (!place)
      throw new CommandError(`step ${i + 1}: action ${step.actionId} does not wait now`, {
        hint: `${walk.standing()} ${onwards(walk.now)}`,
      });
    if ('reject' in step) await walk.reject(place, step.reject);
    else await walk.submit(place, step.payload, step.cast);
    for (const line of walk.news()) out.note(line);
  }
}

/** The next thing to do with a rehearsal whose next step of a file cannot be done. */
function onwards({ outcome, blueprintId }: ShownRehearsal): string {
  if (outcome === 'InProgress') return `Go on by hand: quorate blueprint rehearse ${blueprintId} --resume`;
  if (outcome === 'Passed')
    return `Leave out the steps from there on, or publish: quorate blueprint publish ${blueprintId} --register REGISTER`;
  return `Begin another one: quorate blueprint rehearse ${blueprintId}`;
}

/** Asks on until the rehearsal has ended, or the person leaves it for later. */
async function byHand(context: Context, walk: RehearsalWalk): Promise<void> {
  const { terminal, out } = context;
  let first = true;
  const typed = new Map<string, JsonObject>();
  while (walk.now.outcome === 'InProgress') {
    await walk.settle();
    for (const line of walk.news()) out.note(line);
    if (walk.now.outcome !== 'InProgress') return;
    const place = await choosePlace(context, walk);
    const said = await terminal.ask(menuOf(walk, place));
    if (said === undefined && first) {
      // There was no person at the terminal to go on: the rehearsal that was begun for this call goes with it.
      if (!context.input.flag('resume')) await walk.discard();
      throw new CommandError('nobody is there to walk through it', {
        exit: EXIT.usage,
        hint: 'State the steps: --steps FILE',
      });
    }
    first = false;
    const [word = '', ...rest] = (said ?? 'q').trim().split(/\s+/);
    if (word === 'q') return;
    if (word === 'a') {
      await walk.discard();
      throw new CommandError('the rehearsal is abandoned and discarded');
    }
    if (word === 'v') await view(context, walk, rest.join(' '));
    else if (word === 'r') await attempt(context, () => rejectPlace(context, walk, place));
    else if (word === '') await attempt(context, () => submitPlace(context, walk, { place, typed }));
    else out.warn(`"${word}" is not one of these.`);
  }
  for (const line of walk.news()) out.note(line);
}

async function choosePlace({ terminal, out }: Context, walk: RehearsalWalk): Promise<RehearsalPlace> {
  const places = walk.places();
  const [only] = places;
  if (!only) throw new CommandError('nothing waits in this rehearsal', { hint: walk.standing() });
  if (places.length === 1) return only;
  const list = places.map(({ actionId, title, participantId }) => `  ${actionId}) ${title} (${participantId})`);
  for (;;) {
    const said = await terminal.ask(`Several actions wait:\n${list.join('\n')}\nWhich? `);
    const place = places.find(({ actionId }) => String(actionId) === (said ?? String(only.actionId)).trim());
    if (place) return place;
    out.warn('Type the number of one of them.');
  }
}

function menuOf(
  walk: RehearsalWalk,
  { actionId, title, participantId, isRejectable, isGated }: RehearsalPlace,
): string {
  const lines = [
    '',
    `Action ${actionId}, "${title}", as ${participantId}${isGated ? ' (takes a credential, which a test wallet shows)' : ''}`,
    `Enter: do it${isRejectable ? ', r: reject it' : ''}, v [role]: what a role sees (${walk.now.roles.join(', ')}), q: leave it for later, a: abandon: `,
  ];
  return lines.join('\n');
}

/** `typed` has the payloads of actions that were refused, by action: nothing has to be typed again. */
async function submitPlace(
  context: Context,
  walk: RehearsalWalk,
  { place, typed }: { readonly place: RehearsalPlace; readonly typed: Map<string, JsonObject> },
): Promise<void> {
  const action: Pick<Action, 'dataSchemas' | 'calculations' | 'form'> = {
    ...(await walk.actionOf(place)),
    dataSchemas: place.schemas as readonly DataSchema[],
  };
  const cast = place.voters ? await castBy(context, place.voters) : undefined;
  const definition = await walk.definition();
  const reading = definition && readingOf(definition);
  const key = String(place.actionId);
  const payload = await fillIn(context, { action, before: typed.get(key), ...(reading && { reading }) });
  const more = definition ? previewText(previewOf(definition, key, payload)) : '';
  if (more !== '') context.out.warn(more);
  typed.set(key, payload);
  await walk.submit(place, payload, cast);
  typed.delete(key);
}

/** Asks which role votes, and what. */
async function castBy({ terminal }: Context, voters: readonly string[]): Promise<RehearsedVote> {
  const as = ((await terminal.ask(`Vote as (${voters.join(', ')}): `)) ?? '').trim() || voters[0];
  const vote = ((await terminal.ask('yes, no or abstain: ')) ?? '').trim() as RehearsedVote['vote'];
  return { vote, as };
}

async function rejectPlace({ terminal }: Context, walk: RehearsalWalk, place: RehearsalPlace): Promise<void> {
  await walk.reject(place, ((await terminal.ask('Reason: ')) ?? '').trim());
}

/** A refusal is shown and ends nothing: the person tries again. */
async function attempt({ out }: Context, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!isClientError(error) || error.status !== 422) throw error;
    const issues = error.details.issues;
    const reasons =
      issues.length > 0
        ? issues.map(({ path, message }) => `  ${path === '' ? '' : `${path}: `}${message}`)
        : [error.message];
    out.warn(['It is refused:', ...reasons].join('\n'));
  }
}

async function view({ out }: Context, walk: RehearsalWalk, role: string): Promise<void> {
  if (role !== '' && !walk.now.roles.includes(role)) {
    out.warn(`There is no role "${role}": ${walk.now.roles.join(', ')}.`);
    return;
  }
  if (role !== '') await walk.as(role);
  const seen = walk.now.view;
  out.warn(`${seen?.participantId ?? walk.now.currentActingRole} sees:\n${jsonText(seen?.data ?? {})}`);
}

/** A script has to come to the end; a person may go on another time. */
function showState({ out }: Context, now: ShownRehearsal, isScript: boolean): void {
  const { rehearsalId, blueprintId, outcome, steps, execDefHash } = now;
  const done = steps.filter(({ status }) => status === 'Done').length;
  const head = {
    outcome,
    steps: `${done} of ${steps.length} actions done`,
    behaviour: execDefHash,
    rehearsal: rehearsalId,
  };
  const rows = steps.map((step) => [step.actionId, step.title, step.actingRole, statusOf(step, outcome)]);
  out.show(now, () => [fields(head), table(['ACTION', 'TITLE', 'ROLE', 'STATUS'], rows)].join('\n\n'));
  const hint = `Go on: quorate blueprint rehearse ${blueprintId} --resume`;
  if (outcome === 'Passed') out.note(`Next: quorate blueprint publish ${blueprintId} --register REGISTER`);
  else if (outcome !== 'InProgress') throw new CommandError(`the rehearsal ended as ${outcome}`);
  else if (isScript) throw new CommandError('the rehearsal has not come to its end', { hint });
  else out.note(hint);
}

/**
 * Once a rehearsal has ended, nothing of it is pending: an action was not on the way that was gone, or was left undone.
 */
function statusOf({ status }: ShownRehearsal['steps'][number], outcome: ShownRehearsal['outcome']): string {
  if (outcome === 'InProgress') return status;
  if (status === 'Pending') return 'Not on this way';
  return status === 'Current' ? 'Left open' : status;
}
