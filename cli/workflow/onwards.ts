// Where an instance goes on, in sentences for people: for each thing that waits whose it is, and the command that does
// it. It reads what a node answered, and decides nothing.

import { countNoun } from '../../core/base/counted.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import { edgesOf } from '../../core/blueprint/plan/graph.js';
import { holderOf, type ShownInstance } from './place.js';

/** Sentences that are told: an instance with hundreds of branches has its table. */
const SENTENCES_MAX = 8;

type Branch = ShownInstance['activeBranches'][number];

/** Such as `action 3 "Deliver" of carrier`. */
function nameOf(definition: Definition | undefined, id: number): string {
  const action = definition?.actions.find((item) => item.id === id);
  if (!action) return `action ${id}`;
  const roles = action.approval?.of.map(({ role }) => role) ?? [action.sender];
  return `action ${id}${action.title === undefined ? '' : ` "${action.title}"`} of ${roles.join(', ')}`;
}

/** An action that comes before another one, whose it is, and where its branch is now. */
export function awaitedText(instance: ShownInstance, definition: Definition | undefined, id: number): string {
  const run = instance.confirmations?.find(({ actionId }) => actionId === id);
  if (run) return `${nameOf(definition, id)}, done and to be confirmed by ${run.missing.join(', ')}`;
  const open = instance.activeBranches.map(({ currentActionId }) => currentActionId);
  if (open.includes(id)) return nameOf(definition, id);
  const before = definition ? open.filter((number) => leadsTo(definition, number, id)) : [];
  return `${nameOf(definition, id)}${before.length === 0 ? '' : `, after action ${[...new Set(before)].join(', ')}`}`;
}

/** Whether routes and timers lead from one action to another. */
function leadsTo(definition: Definition, from: number, to: number): boolean {
  const edges = edgesOf(definition).filter(({ kind }) => kind !== 'rejection');
  const reached = new Set([from]);
  for (const id of reached) for (const edge of edges) if (edge.from === id) reached.add(edge.to);
  return reached.has(to);
}

/** The transaction that an action of a branch follows, where that is not the last one of the instance. */
export function followsFields({ activeBranches = [], lastTransactionId }: ShownInstance): Record<string, string> {
  const others = activeBranches.filter((item) => item.lastTransactionId !== lastTransactionId);
  return Object.fromEntries(
    others.map((other) => [`action ${other.currentActionId} follows`, other.lastTransactionId]),
  );
}

/** The wallet of a role, or how it comes to one. */
export function holderText(
  instance: ShownInstance,
  definition: Definition | undefined,
  { currentActionId, mayAct }: Pick<Branch, 'currentActionId' | 'mayAct'>,
): string | undefined {
  const role = definition?.actions.find(({ id }) => id === currentActionId)?.sender;
  const holder = holderOf(instance, definition, role);
  if (holder !== undefined || role === undefined) return holder;
  if (mayAct === undefined) return 'open: the first wallet that acts in it holds it';
  return mayAct.length === 0 ? 'vacant: its holder has no active record (quorate instance handover)' : undefined;
}

/** The next moves, by whom, and with which command. */
export function onwards(instance: ShownInstance, definition: Definition | undefined): readonly string[] {
  const { completedActionCount, completedAt, id, lastTransactionId, registerId } = instance;
  if (completedAt !== undefined)
    return [
      `It has ended. Proof for anybody: quorate tx evidence ${registerId} ${lastTransactionId} --out evidence.json`,
    ];
  if (completedActionCount === 0 && lastTransactionId === undefined)
    return [`It is on the ledger once its first action is sealed: quorate action submit ${id}`];
  const all = [
    ...disputeSteps(instance, definition),
    ...toConfirm(instance, definition),
    ...toCancel(instance),
    ...instance.activeBranches.flatMap((branch, i) => {
      const isFirst =
        instance.activeBranches.findIndex((item) => item.currentActionId === branch.currentActionId) === i;
      const isAgain = branch.currentActionId === instance.dispute?.actionId;
      return isFirst && !isAgain ? branchText(instance, definition, branch) : [];
    }),
    ...toDeliver(instance),
    ...stuck(instance),
  ];
  return all.length > SENTENCES_MAX ? [...all.slice(0, SENTENCES_MAX), 'There is more.'] : all;
}

function branchText(instance: ShownInstance, definition: Definition | undefined, branch: Branch): readonly string[] {
  const { currentActionId: action, mayAct, notBefore, sentBack, state, timer, voting, waitsFor = [] } = branch;
  const name = `${sentence(nameOf(definition, action))}${sentBack ? `, ${backText(sentBack)},` : ''}`;
  if (state === 'TimedOut') return timer ? [`${name} was not done in time: its timer ${timer.id} ends it.`] : [];
  if (waitsFor.length > 0) {
    const before = waitsFor.map((id) => awaitedText(instance, definition, id));
    return [`${name} waits for ${before.join('; and for ')}.`];
  }
  const submit = `quorate action submit ${instance.id} ${action}`;
  if (notBefore !== undefined) return [`${name} can be done after ${notBefore}: ${submit}`];
  if (voting) {
    const voters = voting.openRoles.length === 0 ? 'a role that voted says it again' : voting.openRoles.join(', ');
    return [`${name} waits for votes, of ${voters}: ${submit} --vote yes`];
  }
  const who = mayAct?.some(({ why }) => why === 'candidate')
    ? 'a candidate'
    : mayAct === undefined && definition
      ? 'a wallet that takes the open role'
      : undefined;
  const claim = who ? ` (${who} reserves it before: quorate action claim ${instance.id} ${action})` : '';
  return [`${name} can be done: ${submit}${claim}`];
}

/** Why an action waits again. Its reason is told below the history. */
function backText({ type, role }: NonNullable<Branch['sentBack']>): string {
  if (type === 'Confirmation') return `which ${role} did not confirm`;
  if (type === 'Timer') return 'which was not confirmed in time';
  return type === 'Rejection' ? 'which was sent back' : 'which was proven false';
}

function toConfirm({ confirmations = [], id }: ShownInstance, definition: Definition | undefined): readonly string[] {
  return confirmations.map(({ actionId, missing }) => {
    const name = sentence(nameOf(definition, actionId));
    return `${name} was done, and counts when ${missing.join(', ')} confirmed it: quorate instance confirm ${id} (or decline)`;
  });
}

function disputeSteps({ dispute, id }: ShownInstance, definition: Definition | undefined): readonly string[] {
  if (!dispute) return [];
  const { actionId, isUnproven, parties, resolver, until } = dispute;
  const name = nameOf(definition, actionId);
  const resolve = `quorate instance resolve ${id}`;
  if (isUnproven)
    return [`${resolver?.role ?? 'The resolver'} says whether the objection to ${name} is proven: ${resolve}`];
  // The wallets that end it together are all but the one at fault, the resolver among them.
  const who = resolver?.role ?? `${parties.map(({ role }) => role).join(', ')} together`;
  const again = until === undefined ? [] : [`${sentence(name)} is done again: quorate action submit ${id} ${actionId}`];
  return [...again, `The dispute about ${name} is ended by ${who}: ${resolve} --outcome redo (or keep, or end)`];
}

function toCancel({ cancellation, id }: ShownInstance): readonly string[] {
  const { askedAt, consent } = cancellation ?? {};
  if (askedAt === undefined || !consent) return [];
  const given = new Set(consent.given.map(({ role }) => role));
  const open = consent.of.filter((role) => !given.has(role));
  return [
    `A cancellation was asked for, and ${given.size} of ${consent.need} agreed; ${open.join(', ')} can: quorate instance cancel ${id}`,
  ];
}

function toDeliver(instance: ShownInstance): readonly string[] {
  const { challenges = [], handovers = [], id, owed = [], participantWallets } = instance;
  const due = challenges.filter(({ answeredBy }) => answeredBy === undefined);
  return [
    ...handovers.map(({ role, to, until }) => {
      return `${role} passes to ${to} after ${until}, unless its holder refuses: quorate instance handover ${id} --role ${role} --refuse`;
    }),
    ...due.map(({ role, runTransactionId, gate, until }) => {
      const what = gate === undefined ? runTransactionId : `the evidence of ${gate} of ${runTransactionId}`;
      return `${role} did not get ${what}, and its sender delivers it until ${until}: quorate instance deliver ${id}`;
    }),
    ...owed.map(({ role, wallet, runs, more = 0 }) => {
      const holder = participantWallets[role];
      const isDeputy = holder !== undefined && holder !== wallet;
      const [receiver, since] = isDeputy ? [`a deputy of ${role}`, 'stood in'] : [role, 'held its role'];
      return `${receiver} is owed ${countNoun(runs.length + more, 'run')} from before it ${since}: quorate instance deliver ${id}`;
    }),
  ];
}

function stuck({ cancellation, id, isStuck, state }: ShownInstance): readonly string[] {
  if (isStuck !== true && state !== 'TimedOut') return [];
  const by = cancellation?.by.map((role) => (role === 'opener' ? 'the wallet that opened the instance' : role));
  const who = (by ?? ['the wallet that opened the instance']).join(', ');
  return [`It can be cancelled, by ${who}: quorate instance cancel ${id}`];
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
