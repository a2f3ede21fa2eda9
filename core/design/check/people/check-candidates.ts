// Findings about open roles, their candidates, and roles that one participant plays alone.
import { CANDIDATES_ALL_MAX, CANDIDATES_MAX, CLAIM_MS } from '../../../base/limits/ledger/people.js';
import { isStarting } from '../../../blueprint/definition/conformance.js';
import { durationMs } from '../../../blueprint/definition/duration.js';
import type { Action, Definition } from '../../../blueprint/definition/types.js';
import type { Findings } from '../../../blueprint/findings/finding.js';
import { sendersOf } from '../../../blueprint/plan/approval.js';
import { candidacyOf, claimForMsOf, isList } from '../../../blueprint/plan/role-candidates.js';

/** Adds what a ledger refuses too. */
export function checkCandidates({ participants }: Definition, findings: Findings): void {
  let all = 0;
  for (const [i, role] of participants.entries()) {
    const { candidates, walletAddress, claimFor, disclose } = role;
    const bad = (at: string, message: string): void =>
      findings.error('BP_CANDIDATES', `/participants/${i}${at}`, message);
    const ms = claimForMsOf(role);
    if (claimFor && (durationMs(claimFor) === undefined || ms < CLAIM_MS.least || ms > CLAIM_MS.most))
      bad('/claimFor', 'Expected an ISO 8601 duration from PT10M to P30D.');
    if (!candidates) {
      if (claimFor && walletAddress) bad('/claimFor', 'The role has a wallet, so no one claims it: leave it out.');
      if (disclose) bad('/disclose', 'It says who reads before a candidate holds the role: name candidates.');
      continue;
    }
    if (walletAddress) bad('/candidates', 'The role has a wallet, so no one takes it: keep one of both.');
    all += isList(candidates) ? candidates.length : CANDIDATES_MAX;
    if (isList(candidates))
      for (const [j, id] of candidates.entries())
        if (candidates.indexOf(id) < j)
          bad(`/candidates/${j}`, `The participant ${JSON.stringify(id)} is named twice.`);
  }
  if (all > CANDIDATES_ALL_MAX)
    findings.error(
      'BP_CANDIDATES',
      '/participants',
      `All roles together have at most ${CANDIDATES_ALL_MAX} candidates; those of an organisation count as ${CANDIDATES_MAX}.`,
    );
}

/** Adds that more people read than one of them needs. `reads` tells whether something is disclosed to a role. */
export function warnOfCandidates(
  { participants }: Definition,
  { reads, findings }: { readonly reads: (role: string) => boolean; readonly findings: Findings },
): void {
  for (const [i, role] of participants.entries()) {
    const candidacy = candidacyOf(role);
    if (!candidacy || candidacy.waits || !reads(role.id)) continue;
    const many = candidacy.records ? `all ${candidacy.records.length} candidates` : 'all records of the organisation';
    findings.warn(
      'BP_CANDIDATES_READ',
      `/participants/${i}/candidates`,
      `Data that is disclosed to this role goes to ${many} until one of them holds it: say "disclose": "holder" where the others need not read it.`,
    );
  }
}

/**
 * Adds the roles that one participant plays alone: where it is gone, only a hand-over with the consent of all others,
 * or a cancellation, leads on. Asked for, because every simple workflow has such roles.
 */
export function warnOfSingleRoles({ participants, actions }: Definition, findings: Findings): void {
  for (const [i, role] of participants.entries()) {
    if (role.replaceBy || candidacyOf(role)) continue;
    const alone = actions.filter(
      ({ sender, timers, approval }) =>
        sender === role.id && !approval && (timers ?? []).every(({ notBefore }) => notBefore),
    );
    if (alone.length === 0) continue;
    const ids = alone.map(({ id }) => id).join(', ');
    findings.warn(
      'BP_ROLE_SINGLE',
      `/participants/${i}`,
      `Only ${JSON.stringify(role.id)} leads on from action ${ids}: give the action a timer, or the role candidates or replaceBy.`,
    );
  }
}

/**
 * Adds the roles that any wallet claims, or takes by acting: without a wallet, and without candidates. A role that
 * opens every instance is not told: it is held from then on, and a form that all may fill in is meant.
 */
export function warnOfOpenRoles(definition: Definition, findings: Findings): void {
  const { participants, actions } = definition;
  const starting = actions.filter((action) => isStarting(definition, action));
  for (const [i, role] of participants.entries()) {
    if (role.walletAddress || candidacyOf(role) || starting.every(({ sender }) => sender === role.id)) continue;
    const done = actions.filter((action) => doersOf(action).has(role.id));
    if (done.length === 0) continue;
    const ids = done.map(({ id }) => id).join(', ');
    findings.warn(
      'BP_ROLE_OPEN',
      `/participants/${i}`,
      `Any wallet takes the role ${JSON.stringify(role.id)} by being the first to claim it, or to do action ${ids}: give the role a wallet, or candidates.`,
    );
  }
}

/** Roles that do an action, by their votes or in the place of others among them. */
function doersOf(action: Action): ReadonlySet<string> {
  return new Set([...sendersOf(action), ...(action.timers ?? []).flatMap(({ also }) => also ?? [])]);
}
