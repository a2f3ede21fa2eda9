// Findings about actions that several roles decide (`approval`): roles and routes that are not there, votes that could
// never decide, and members that say something about one sender. Pure.
import { APPROVAL_WEIGHT_MAX, VOTED_PARTS } from '../../../base/limits/ledger/constants.js';
import { isStarting } from '../../../blueprint/definition/conformance.js';
import { shownName } from '../../../blueprint/definition/shown-name.js';
import type { Action, ActionApproval, Definition } from '../../../blueprint/definition/types.js';
import type { Findings } from '../../../blueprint/findings/finding.js';
import { approvalOf } from '../../../blueprint/plan/approval.js';
import { hasCondition } from '../../../blueprint/plan/routes.js';

interface Checked {
  readonly definition: Definition;
  readonly action: Action;
  readonly approval: ActionApproval;
  readonly at: string;
  readonly findings: Findings;
}

/** Adds what a ledger refuses too. */
export function checkApprovals(definition: Definition, findings: Findings): void {
  checkParts(definition, findings);
  for (const [i, action] of definition.actions.entries()) {
    const approval = approvalOf(action);
    if (!approval) continue;
    const checked = { definition, action, approval, at: `/actions/${i}`, findings };
    checkVoters(checked);
    checkNeed(checked);
    checkWays(checked);
    checkOthers(checked);
  }
}

/** Each role votes with data of its own, and so with cells and rules of its own. */
function checkParts(definition: Definition, findings: Findings): void {
  const { most, role, pointer, rule } = VOTED_PARTS;
  const parts = definition.actions.map((action) => {
    const count = (action.disclosures ?? []).reduce((sum, { dataPointers }) => sum + dataPointers.length, 0);
    const rules = Object.keys(action.calculations ?? {}).length;
    return (approvalOf(action)?.of.length ?? 0) * (role + count * pointer + rules * rule);
  });
  const sum = parts.reduce((all, part) => all + part, 0);
  if (sum <= most) return;
  findings.error(
    'BP_APPROVAL',
    '/actions',
    `All votes count ${sum}, and at most ${most}: ${role} for each role that votes, ${pointer} for each pointer that discloses its vote, and ${rule} for each rule. Name fewer roles, or disclose whole members.`,
  );
}

function checkVoters({ definition, action, approval, at, findings }: Checked): void {
  const bad = (place: string, message: string): void => findings.error('BP_APPROVAL', `${at}${place}`, message);
  const roles = approval.of.map(({ role }) => role);
  const known = new Set(definition.participants.map(({ id }) => id));
  for (const [j, role] of roles.entries()) {
    const place = `/approval/of/${j}/role`;
    if (!known.has(role)) bad(place, `There is no participant ${shownName(role)}: name a role of the definition.`);
    else if (roles.indexOf(role) < j) bad(place, `The role ${shownName(role)} is named twice: it has one vote.`);
  }
  for (const [j, { weight, weightOf }] of approval.of.entries())
    if (weight !== undefined && weightOf)
      bad(
        `/approval/of/${j}/weightOf`,
        'A voter has one of weight, which is a number, and weightOf, which data gives.',
      );
  if (!roles.includes(action.sender))
    bad('/sender', 'Several roles decide this action, and its sender is one of them: name the first one.');
  for (const [j, role] of (approval.veto ?? []).entries())
    if (!roles.includes(role)) bad(`/approval/veto/${j}`, `${shownName(role)} does not vote: only a voter has a veto.`);
}

/** A wallet has one vote, whatever roles it holds: that of the most weight. */
function checkNeed({ definition, approval, at, findings }: Checked): void {
  const wallets = new Map(definition.participants.map(({ id, walletAddress }) => [id, walletAddress ?? `role ${id}`]));
  const most = new Map<string, number>();
  for (const { role, weight = 1, weightOf } of approval.of) {
    const holder = wallets.get(role) ?? '';
    most.set(holder, Math.max(most.get(holder) ?? 0, weightOf ? APPROVAL_WEIGHT_MAX : weight));
  }
  const sum = [...most.values()].reduce((all, number) => all + number, 0);
  if (approval.need <= sum) return;
  const why = most.size < approval.of.length ? ', since one wallet that holds several of the roles votes once' : '';
  findings.error(
    'BP_APPROVAL_NEED',
    `${at}/approval/need`,
    `It needs ${approval.need}, and all votes together count ${sum}${why}: it could never be granted.`,
  );
}

/** A voter need not know whether its vote is the last, so no data decides the way. */
function checkWays({ action, approval, at, findings }: Checked): void {
  const bad = (place: string, message: string): void => findings.error('BP_APPROVAL_ROUTE', `${at}${place}`, message);
  const routes = action.routes ?? [];
  if (approval.yes === approval.no) bad('/approval/no', 'Granted and refused are different routes.');
  for (const name of ['yes', 'no'] as const)
    if (!routes.some(({ id }) => id === approval[name]))
      bad(`/approval/${name}`, `The action has no route with the id ${shownName(approval[name])}.`);
  for (const [i, route] of routes.entries()) {
    const isOne = route.id !== undefined && (route.id === approval.yes || route.id === approval.no);
    if (!isOne) bad(`/routes/${i}`, 'The votes take one of the routes that the approval names: leave this one out.');
    else if (hasCondition(route)) bad(`/routes/${i}/condition`, 'The votes decide the route: it has no condition.');
    else if (route.isDefault === true) bad(`/routes/${i}/isDefault`, 'The votes decide the route: none is a default.');
  }
}

function checkOthers({ definition, action, at, findings }: Checked): void {
  const bad = (member: string, message: string): void => findings.error('BP_APPROVAL', `${at}/${member}`, message);
  if (isStarting(definition, action))
    bad('isStartingAction', 'An instance is opened by one wallet: let an action before this one do it.');
  if (action.rejectionConfig)
    bad('rejectionConfig', 'A role that is against it votes no: lead the route of no back instead.');
  if (action.credentialIssuanceConfig)
    bad('credentialIssuanceConfig', 'It would be issued with every vote: let the action behind it do that.');
  if (action.credentialStatus)
    bad('credentialStatus', 'It would change with every vote: let the action behind it do that.');
  for (const member of ['condition', 'target'] as const)
    if (action[member] !== undefined) bad(member, 'The votes decide the route: name it under routes.');
}

/** Adds the warnings. */
export function checkApprovalDesign(definition: Definition, findings: Findings): void {
  for (const [i, action] of definition.actions.entries()) {
    if (!approvalOf(action) || (action.timers ?? []).some(({ notBefore }) => !notBefore)) continue;
    findings.warn(
      'BP_APPROVAL_WAITS',
      `/actions/${i}/approval`,
      'Where too few vote it stays open, and a voter who is gone ends nothing: give the action a timer that leads on.',
    );
  }
}
