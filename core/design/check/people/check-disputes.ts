// Findings about `disputes`: terms that no node could count; a resolver that no party can be; what an objection would
// show to all; a stop that one silent party keeps up. Pure.

import { shownName } from '../../../blueprint/definition/shown-name.js';
import type { Definition } from '../../../blueprint/definition/types.js';
import { DISPUTES_DEFAULT, termProblem } from '../../../blueprint/disputes/disputes.js';
import type { Findings } from '../../../blueprint/findings/finding.js';
import { OPENER } from '../../../blueprint/plan/cancellation.js';
import { layoutOf } from '../../../envelope/layout/layout.js';

/** Adds what a ledger refuses too. */
export function checkDisputes({ disputes, participants, actions }: Definition, findings: Findings): void {
  if (!disputes) return;
  for (const name of Object.keys(DISPUTES_DEFAULT) as (keyof typeof DISPUTES_DEFAULT)[]) {
    const term = disputes[name];
    const problem = typeof term === 'string' ? termProblem(term) : undefined;
    if (problem) findings.error('BP_DURATION', `/disputes/${name}`, `The term ${shownName(String(term))} ${problem}.`);
  }
  const { resolver } = disputes;
  if (typeof resolver !== 'string') return;
  const role = participants.find(({ id }) => id === resolver);
  const isTaken = role?.walletAddress || actions.some(({ sender }) => sender === resolver);
  if (isTaken) return;
  const why = role ? 'has no wallet and does no action, so that it never has a holder' : 'is not there';
  findings.error(
    'BP_RESOLVER',
    '/disputes/resolver',
    `The role ${shownName(resolver)} ${why}: name a role with a wallet, or one that does an action.`,
  );
}

/** Adds parts that an objection can only show to all members. Every pointer of a disclosure names something. */
export function warnOfPublicDisputes(definition: Definition, findings: Findings): void {
  const { actions, disputes, participants } = definition;
  if (!disputes || typeof disputes.resolver === 'string') return;
  const hidden = actions.find((action) => {
    const { classesOf, classes } = layoutOf(definition, action);
    return participants.some(({ id }) => classesOf(id).length < classes.length);
  });
  if (!hidden) return;
  findings.warn(
    'BP_DISPUTE_PUBLIC',
    '/disputes',
    `An objection to action ${hidden.id} shows parts of it to all members of the register, and not each role reads all of it: name a resolver, who judges in private.`,
  );
}

/**
 * Adds a stop that lasts for as long as one party is silent: without a resolver all have to agree, and beside that one
 * role alone cancels the instance.
 */
export function warnOfLongStops({ disputes, cancellation }: Definition, findings: Findings): void {
  if (disputes?.onFault !== 'stop' || typeof disputes.resolver === 'string') return;
  const by = new Set(cancellation?.by ?? [OPENER]);
  if (by.size > 1) return;
  const [role] = by;
  const name = role === OPENER ? 'who opened it' : `the role ${shownName(role ?? '')}`;
  const ends = cancellation ? `${name} cancels it` : 'each that acted agrees to cancel it';
  findings.add({
    severity: 'warning',
    code: 'BP_DISPUTE_STOP',
    location: '/disputes/onFault',
    message: `After an objection the instance stops until all other parties agree, or ${ends}: where one of them is silent it has no end. Leave onFault out, so that all goes on after redoWithin; or name a resolver, or further roles in cancellation.by.`,
    fix: [{ op: 'remove', path: '/disputes/onFault' }],
  });
}
