// Findings about who cancels an instance (`cancellation`): roles and actions that are not there, consents that can
// never come together, and terms that are not stated. Pure.

import { shownName } from '../../../blueprint/definition/shown-name.js';
import type { Definition } from '../../../blueprint/definition/types.js';
import type { Findings } from '../../../blueprint/findings/finding.js';
import { sendersOf } from '../../../blueprint/plan/approval.js';
import { OPENER } from '../../../blueprint/plan/cancellation.js';

/** Adds what a ledger refuses too. */
export function checkCancellation(definition: Definition, findings: Findings): void {
  const { cancellation, participants, actions } = definition;
  const ids = new Set(participants.map(({ id }) => id));
  if (!cancellation) {
    const at = participants.findIndex(({ id }) => id === OPENER);
    const message = `Where no cancellation is stated, ${OPENER} is who opened the instance: give the role another name, or state who cancels.`;
    if (at >= 0) findings.error('BP_CANCELLATION', `/participants/${at}/id`, message);
    return;
  }
  const bad = (at: string, message: string): void => findings.error('BP_CANCELLATION', `/cancellation${at}`, message);
  const { by = [OPENER], until = [], consent } = cancellation;
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

/** Adds a warning where nothing is stated and two roles or more act: the default is read by few before it is needed. */
export function warnOfDefaultCancellation(definition: Definition, findings: Findings): void {
  const { cancellation, actions } = definition;
  const roles = new Set(actions.flatMap((action) => sendersOf(action)));
  if (cancellation || roles.size < 2) return;
  findings.warn(
    'BP_CANCEL_DEFAULT',
    '',
    'No cancellation is stated: who opens an instance cancels it alone until another party has acted, and after that only with each that has. State who cancels, until when and with whose consent: "cancellation": {"by": ["opener"], "until": [ACTION], "consent": {"need": 2, "of": [ROLES]}}.',
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
