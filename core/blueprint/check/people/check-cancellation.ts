// Findings about who cancels an instance (`cancellation`): roles and actions that are not there, and consents that can
// never come together. Pure.

import { shownName } from '../../definition/shown-name.js';
import type { Definition } from '../../definition/types.js';
import type { Findings } from '../../findings/finding.js';
import { OPENER } from '../../plan/cancellation.js';

/** Adds what a ledger refuses too. */
export function checkCancellation(definition: Definition, findings: Findings): void {
  const { cancellation, participants, actions } = definition;
  if (!cancellation) return;
  const bad = (at: string, message: string): void => findings.error('BP_CANCELLATION', `/cancellation${at}`, message);
  const { by = [OPENER], until = [], consent } = cancellation;
  const ids = new Set(participants.map(({ id }) => id));
  const checkRoles = (roles: readonly string[], at: string): void => {
    for (const [i, role] of roles.entries()) {
      if (!ids.has(role) && role !== OPENER) bad(`${at}/${i}`, `No role is called ${shownName(role)}.`);
      else if (roles.indexOf(role) < i) bad(`${at}/${i}`, `The role ${shownName(role)} is named twice.`);
    }
  };
  if (ids.has(OPENER) && [...by, ...(consent?.of ?? [])].includes(OPENER))
    bad('', `Here ${OPENER} is who opened the instance, and a role is called so too: give the role another name.`);
  checkRoles(by, '/by');
  for (const [i, id] of until.entries()) {
    if (!actions.some((action) => action.id === id)) bad(`/until/${i}`, `No action has the id ${id}.`);
    else if (until.indexOf(id) < i) bad(`/until/${i}`, `Action ${id} is named twice.`);
  }
  if (!consent) return;
  checkRoles(consent.of, '/consent/of');
  const parties = partiesOf(definition, consent.of);
  if (consent.need > parties)
    bad(
      '/consent/need',
      `At most ${parties} ${parties === 1 ? 'party agrees' : 'parties agree'}, because a party agrees once however many of the roles it holds: name fewer, or more roles.`,
    );
}

/** How many parties hold these roles at the most. */
function partiesOf({ participants }: Definition, roles: readonly string[]): number {
  const holders = [...new Set(roles)].map((role) => {
    const wallet = participants.find(({ id }) => id === role)?.walletAddress;
    return typeof wallet === 'string' ? `wallet ${wallet}` : `role ${role}`;
  });
  return new Set(holders).size;
}
