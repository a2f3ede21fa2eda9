// Standing grants: a person lets a program act without asking, within limits. Each stands inside of the consent to its
// program, so that what ends the consent ends it too. Pure: time is an argument.
import { quoteText, showHidden } from '../../base/hidden.js';
import { type Issue, issue } from '../../base/issue.js';
import { canonical, type Json } from '../../base/json.js';
import { STANDING_GRANT_MS_MAX, STANDING_GRANTS_MAX } from '../../base/limits/node/accounts.js';
import type { ProgramResource, ProgramScope } from './scopes.js';

export interface StandingGrant {
  readonly id: string;
  readonly registerId: string;
  readonly blueprintId: string;
  /** The version that the person read, and by which the rule was checked. */
  readonly publicationTxId: string;
  /** Of the workflow, as the person read it. */
  readonly title: string;
  readonly actions: readonly { readonly id: number; readonly title: string }[];
  /** Address of the wallet that signs. */
  readonly wallet: string;
  /** True of the data of each act, in the logic of routes; any data where absent. */
  readonly rule?: Json;
  /** Acts of one day (UTC). */
  readonly perDay: number;
  readonly grantedAtMs: number;
  readonly untilMs: number;
  /** Acts of the last day on which there was one. */
  readonly used?: { readonly day: string; readonly count: number };
}

/** The consent in which grants stand. */
interface HoldingConsent {
  readonly scopes: readonly ProgramScope[];
  readonly resource?: ProgramResource;
  readonly grants?: readonly StandingGrant[];
}

/** An act that a program would do without asking. */
export interface GrantedAct extends Pick<StandingGrant, 'registerId' | 'blueprintId' | 'publicationTxId' | 'wallet'> {
  readonly actionId: number;
}

/** Whether it is the act of the grant, at a time at which it lasts. Its rule and its count are judged apart. */
export function isCovered(grant: StandingGrant, act: GrantedAct, nowMs: number): boolean {
  return (
    grant.registerId === act.registerId &&
    grant.blueprintId === act.blueprintId &&
    grant.publicationTxId === act.publicationTxId &&
    grant.wallet === act.wallet &&
    grant.actions.some(({ id }) => id === act.actionId) &&
    nowMs < grant.untilMs
  );
}

/** Acts that it has left on the day of this time. */
export function leftToday({ perDay, used }: StandingGrant, nowMs: number): number {
  // A clock that was set back counts on where it was: a day is never counted from nothing twice.
  return used === undefined || used.day < dayOf(nowMs) ? perDay : Math.max(0, perDay - used.count);
}

/** The grant with one act more. */
export function withUse(grant: StandingGrant, nowMs: number): StandingGrant {
  const count = grant.perDay - leftToday(grant, nowMs) + 1;
  const today = dayOf(nowMs);
  const before = grant.used?.day ?? today;
  return { ...grant, used: { day: before > today ? before : today, count } };
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The grants of a consent that have not ended. */
export function lastingGrants(
  { grants = [] }: Pick<HoldingConsent, 'grants'>,
  nowMs: number,
): readonly StandingGrant[] {
  return grants.filter(({ untilMs }) => nowMs < untilMs);
}

interface GrantPlace {
  readonly consent: HoldingConsent;
  /** All of the person. */
  readonly consents: readonly HoldingConsent[];
  readonly nowMs: number;
}

/** Why a person may not state it. STANDING_GRANT_INVALID, STANDING_GRANTS_FULL, STANDING_GRANT_OVERLAPS. */
export function grantProblem(grant: StandingGrant, { consent, consents, nowMs }: GrantPlace): Issue | undefined {
  if (consent.resource !== 'mcp' || !consent.scopes.includes('workflow:act'))
    return invalid('/consentId', 'The program may not act in workflows by the MCP server: let it in for that first.');
  if (!(grant.untilMs > nowMs && grant.untilMs - nowMs <= STANDING_GRANT_MS_MAX))
    return invalid('/until', `Expected a time to come, within ${STANDING_GRANT_MS_MAX / 86_400_000} days.`);
  if (consents.flatMap((known) => lastingGrants(known, nowMs)).length >= STANDING_GRANTS_MAX)
    return issue('STANDING_GRANTS_FULL', '', `A person has at most ${STANDING_GRANTS_MAX} standing grants.`);
  const overlaps = lastingGrants(consent, nowMs).some((known) =>
    grant.actions.some(({ id: actionId }) => isCovered(known, { ...grant, actionId }, nowMs)),
  );
  if (!overlaps) return undefined;
  const message = 'Another grant of the program is for the same action, version and wallet: end that one first.';
  return issue('STANDING_GRANT_OVERLAPS', '/actions', message);
}

function invalid(path: string, message: string): Issue {
  return issue('STANDING_GRANT_INVALID', path, message);
}

/** For people: what the program does without asking. Texts of others stand in quotes. */
export function grantWords({ title, actions, registerId, wallet, perDay, untilMs, rule }: StandingGrant): string {
  const acts = actions.map(({ id, title: act }) => `${quoteText(act)} (${id})`).join(', ');
  const limit = `At most ${perDay} ${perDay === 1 ? 'act' : 'acts'} a day, until ${new Date(untilMs).toISOString()}`;
  const where = rule === undefined ? 'with any data' : `where this is true of the data: ${showHidden(canonical(rule))}`;
  return `${acts} of the workflow ${quoteText(title)} on the register ${registerId} with the wallet ${wallet}. ${limit}, ${where}`;
}
