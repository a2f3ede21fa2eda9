// Findings about four eyes (`notSameAs`): actions that are not there, and pairs of actions that one party has to do
// whatever happens. The second of such a pair can never be done. Pure.
import { FOUR_EYES_MAX, FOUR_EYES_PAIRS_MAX } from '../../../base/limits/ledger/constants.js';
import type { Action, Definition, Participant } from '../../../blueprint/definition/types.js';
import type { Findings } from '../../../blueprint/findings/finding.js';
import { approvalOf, variantsOf } from '../../../blueprint/plan/approval.js';
import { apartIn } from '../../../blueprint/plan/four-eyes.js';

/** Adds what a ledger refuses too. */
export function checkFourEyes(definition: Definition, findings: Findings): void {
  const { actions, participants } = definition;
  const byId = new Map(actions.map((action) => [action.id, action]));
  const roles = new Map(participants.map((role) => [role.id, role]));
  let pairs = 0;
  for (const [i, action] of actions.entries()) {
    const { notSameAs = [], notSameOrganisation } = action;
    const bad = (at: string, message: string): void => findings.error('BP_FOUR_EYES', `/actions/${i}${at}`, message);
    if (notSameOrganisation !== undefined && notSameAs.length === 0)
      bad('/notSameOrganisation', 'It says more about notSameAs: name there the actions that others do.');
    pairs += notSameAs.length;
    for (const [j, id] of notSameAs.entries()) {
      const at = `/notSameAs/${j}`;
      const other = byId.get(id);
      if (!other) bad(at, `No action has the id ${id}.`);
      else if (id === action.id) bad(at, 'An action is not kept apart from itself: leave it out.');
      else if (notSameAs.indexOf(id) < j) bad(at, `Action ${id} is named twice.`);
      else
        for (const item of variantsOf(action))
          for (const another of variantsOf(other))
            checkPair({ action: item, other: another, roles, at: `/actions/${i}${at}`, findings });
    }
  }
  checkVoted(definition, findings);
  if (pairs > FOUR_EYES_PAIRS_MAX)
    findings.error('BP_FOUR_EYES', '/actions', `All notSameAs together name at most ${FOUR_EYES_PAIRS_MAX} actions.`);
}

/** With each vote all voters are compared with the parties of all these actions: who can still vote decides it. */
function checkVoted(definition: Definition, findings: Findings): void {
  const { ofAction } = apartIn(definition);
  for (const [i, action] of definition.actions.entries())
    if (approvalOf(action) && (ofAction.get(action.id) ?? []).length > FOUR_EYES_MAX)
      findings.error(
        'BP_FOUR_EYES',
        `/actions/${i}`,
        `An action that several roles decide is kept apart from at most ${FOUR_EYES_MAX} others, by what it and they say.`,
      );
}

interface Pair {
  readonly action: Action;
  readonly other: Action;
  readonly roles: ReadonlyMap<string, Participant>;
  readonly at: string;
  readonly findings: Findings;
}

/** A party holds both roles in every instance, or by what the definition says of them may well do so. */
function checkPair({ action, other, roles, at, findings }: Pair): void {
  const [mine, theirs] = [roles.get(action.sender), roles.get(other.sender)];
  if (!mine || !theirs) return;
  const never = (why: string): void =>
    findings.error(
      'BP_FOUR_EYES_NEVER',
      at,
      `${why} does both actions ${other.id} and ${action.id}, so one of them could never be done: give one to another role.`,
    );
  if (mine === theirs) never(`The role ${JSON.stringify(mine.id)}`);
  else if (mine.walletAddress !== undefined && mine.walletAddress === theirs.walletAddress)
    never(`The same wallet holds the roles ${JSON.stringify(mine.id)} and ${JSON.stringify(theirs.id)}, and`);
  else if (action.notSameOrganisation === true && mine.organisation && mine.organisation === theirs.organisation)
    findings.warn(
      'BP_FOUR_EYES_ORGANISATION',
      at,
      'Both roles are stated to be of one organisation: where their records say so too, neither action can be done.',
    );
}

/** Adds roles of `replaceBy` that cannot agree to anything. */
export function checkReplacers({ participants }: Definition, findings: Findings): void {
  const ids = new Set(participants.map(({ id }) => id));
  for (const [i, { id, replaceBy = [] }] of participants.entries())
    for (const [j, role] of replaceBy.entries()) {
      const isTwice = replaceBy.indexOf(role) < j;
      if (ids.has(role) && role !== id && !isTwice) continue;
      const why = isTwice ? 'is named twice' : role === id ? 'is the one that is replaced' : 'is not there';
      findings.error(
        'BP_REPLACER',
        `/participants/${i}/replaceBy/${j}`,
        `The role ${JSON.stringify(role)} ${why}: name another one.`,
      );
    }
}
