// Findings about `confirm`: who cannot confirm a run because the role is not there, sends it, or reads nothing of it;
// what those who confirm take on trust. Pure.

import { shownName } from '../../../blueprint/definition/shown-name.js';
import type { Action, Definition } from '../../../blueprint/definition/types.js';
import { termProblem } from '../../../blueprint/disputes/disputes.js';
import type { Findings } from '../../../blueprint/findings/finding.js';
import { knowledgeOf } from '../../../blueprint/names/knowledge.js';
import { resolveNames } from '../../../blueprint/names/resolve.js';
import { isQuiet } from '../../../blueprint/plan/quiet-roles.js';
import { layoutOf } from '../../../envelope/layout/layout.js';

/** Adds what a ledger refuses too: it could not say who confirms, or until when. */
export function checkConfirmForms(definition: Definition, findings: Findings): void {
  const roles = new Set(definition.participants.map(({ id }) => id));
  for (const [i, action] of definition.actions.entries()) {
    const { confirm, sender, approval } = action;
    if (!confirm) continue;
    const at = `/actions/${i}/confirm`;
    if (approval)
      findings.error(
        'BP_CONFIRM',
        at,
        'Several roles decide this action by their votes: let those who confirm it vote too.',
      );
    const problem = termProblem(confirm.within);
    if (problem) findings.error('BP_DURATION', `${at}/within`, `The time ${shownName(confirm.within)} ${problem}.`);
    for (const [j, role] of confirm.by.entries()) {
      const isTwice = confirm.by.indexOf(role) < j;
      if (roles.has(role) && role !== sender && !isTwice) continue;
      const why = isTwice ? 'is named twice' : role === sender ? 'sends the action' : 'is not there';
      findings.error('BP_CONFIRM', `${at}/by/${j}`, `The role ${shownName(role)} ${why}: name another one.`);
    }
  }
}

/** Adds roles that would confirm what they do not see. Every pointer of a disclosure names something. */
export function checkConfirmers(definition: Definition, findings: Findings): void {
  for (const [i, action] of definition.actions.entries())
    for (const [j, role] of (action.confirm?.by ?? []).entries())
      if (
        layoutOf(definition, action).classesOf(role).length + layoutOf(definition, action).evidenceOf(role).length ===
        0
      )
        findings.error(
          'BP_CONFIRM_BLIND',
          `/actions/${i}/confirm/by/${j}`,
          `${role} reads nothing of action ${action.id}, and would confirm what it does not see: disclose something to it, or leave it out.`,
        );
}

/** Adds what of the action they cannot check, and who may not be there. Every rule has its names. */
export function checkConfirmDesign(definition: Definition, findings: Findings): void {
  const { checkersOf, pastActions: doneBefore } = knowledgeOf(definition);
  const byId = new Map(definition.actions.map((action) => [action.id, action]));
  const awaited = new Set(definition.actions.flatMap(({ requiredPriorActions = [] }) => requiredPriorActions));
  for (const [i, action] of definition.actions.entries())
    for (const [j, role] of (action.confirm?.by ?? []).entries()) {
      const at = `/actions/${i}/confirm/by/${j}`;
      const unseen = resolveNames(definition, action).rules.find((rule) => !checkersOf(action, rule).includes(role));
      if (unseen)
        findings.warn(
          'BP_CONFIRM_UNCHECKED',
          at,
          `${role} confirms a run and cannot check ${shownName(unseen.at)} of it: disclose what that reads and gives, or take the word of ${action.sender} for it.`,
        );
      const { walletAddress } = definition.participants.find(({ id }) => id === role) ?? {};
      const isThere = [...doneBefore(action)].some((id) => isActOf(byId.get(id), role, awaited));
      if (!walletAddress && isQuiet(definition, role))
        findings.warn(
          'BP_CONFIRM_OPEN',
          at,
          `The role ${shownName(role)} does nothing but confirm and read: who claims it holds it (quorate action claim), and until then it is silent. Give it a wallet, or an action before that no timer ends or gives to others.`,
        );
      else if (!walletAddress && !isThere)
        findings.warn(
          'BP_CONFIRM_OPEN',
          at,
          `The role ${shownName(role)} is taken by who first acts in it, and need not have acted before this action: until then it is silent. Give it a wallet, or an action before that no timer ends or gives to others.`,
        );
    }
}

/**
 * True where the role did the action if something came after it: no timer led on in its place, and no other role did
 * it. A timer that ends the branch leads to nothing, unless another action takes its run as done
 * (`requiredPriorActions`).
 */
function isActOf(action: Action | undefined, role: string, awaited: ReadonlySet<number>): boolean {
  const { approval, sender, timers = [] } = action ?? {};
  const leadsOn = (next: readonly number[]): boolean => next.length > 0 || awaited.has(action?.id as number);
  return (
    sender === role && !approval && !timers.some(({ also, then }) => also || (then && leadsOn(then.nextActionIds)))
  );
}
