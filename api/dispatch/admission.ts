// Questions to a call before its body is read, in this order: how long its query is, who calls, how often, with which
// right; whether the disk has room, it is its turn, and long work has a free place. Only a caller whose token was never
// seen and one who waits for a turn come back later; all others at once.
import { type Issue, issue } from '../../core/base/issue.js';
import { RECENT_SIGN_IN_MS } from '../../core/base/limits/node/accounts.js';
import { QUERY_BYTES_MAX } from '../../core/base/limits/node/requests.js';
import type { Clock, Log } from '../../core/base/ports.js';
import type { ProvenAct } from '../../core/tenant/organisations/settings.js';
import type { ProgramResource } from '../../core/tenant/programs/scopes.js';
import type { Tenants } from '../../storage/tables/accounts/tenants.js';
import type { Caller, Tier } from '../auth/caller.js';
import { missingScope, type NeededRight, programRightOf, tiersOf } from '../auth/policy.js';
import type { ProgramRight } from '../auth/program-rights.js';
import { type Method, needsRoom, type RateName, Refusal, rateOf, type WriteKind } from '../define.js';
import type { ErrorFamilyName } from '../errors/families/families.js';
import { forgetCaller, type GuardPorts, identify, rightsProblem } from '../requests/guard.js';
import type { IncomingCall } from '../requests/incoming.js';
import type { Limit, Limiters, RateSharing } from '../requests/rate.js';
import type { RequestScheduler } from '../requests/request-scheduler.js';
import { provenActOf } from './proven-act.js';

/** The rules of one operation. */
export interface Admission extends NeededRight {
  readonly id: string;
  /** Tokens of these tiers may call it. */
  readonly tiers: readonly Tier[];
  /** The scope that a program has to have. */
  readonly program: ProgramRight;
  /** The resource server that it is, where that has tokens of its own. */
  readonly resource: ProgramResource | undefined;
  readonly takesFirstPassword: boolean;
  /** Takes a session that began with a sign-in of late. */
  readonly takesRecentSignIn: boolean;
  /** Takes one where the organisation of the caller asks for it at such acts. */
  readonly provenAct: ProvenAct | undefined;
  /** How often; undefined where the limit is off. */
  readonly onCounted: Limit | undefined;
  /** A place among the calls that take long, held until the answer is out. */
  readonly place: Limit | undefined;
  /** Refused while the disk is nearly full. */
  readonly needsRoom: boolean;
  /** Bytes that the query string may have. */
  readonly queryBytesMax: number;
  /** Begins when it is its turn. A question whether the node lives is asked of a node that has much to do. */
  readonly takesTurn: boolean;
  /** The form of its refusals. */
  readonly family: ErrorFamilyName;
}

/** The rules of an operation's definition. */
export interface Rules extends RateSharing, NeededRight {
  readonly id: string;
  readonly tiers?: readonly Tier[] | undefined;
  readonly program?: ProgramRight | undefined;
  readonly resource?: ProgramResource | undefined;
  readonly method?: Method | undefined;
  readonly rate?: RateName | undefined;
  readonly writes?: WriteKind | undefined;
  readonly queryBytesMax?: number | undefined;
  readonly takesFirstPassword?: boolean | undefined;
  readonly takesRecentSignIn?: boolean | undefined;
  readonly recentSignInFor?: ProvenAct | undefined;
  readonly family?: ErrorFamilyName | undefined;
}

export function admissionOf(rules: Rules, limiters: Pick<Limiters, 'get'>): Admission {
  const { id, can, family = 'problem', queryBytesMax = QUERY_BYTES_MAX } = rules;
  const rate = rateOf(rules);
  const limit = limiters.get(rate, rules);
  // A heavy or long call counts as a request too; the places for such calls are the last thing that is asked, so that a
  // refused caller takes none.
  const hasPlaces = rate === 'heavy' || rate === 'download';
  return {
    id,
    can,
    knowsCaller: rules.knowsCaller,
    family,
    queryBytesMax,
    needsRoom: needsRoom(rules),
    tiers: tiersOf(rules),
    program: programRightOf(rules),
    resource: rules.resource,
    takesFirstPassword: rules.takesFirstPassword === true,
    takesRecentSignIn: rules.takesRecentSignIn === true,
    provenAct: provenActOf(rules),
    onCounted: hasPlaces ? limiters.get('api') : limit,
    place: hasPlaces ? limit : undefined,
    takesTurn: rate !== 'none',
  };
}

export interface AdmissionPorts extends GuardPorts {
  readonly tenants: Pick<Tenants, 'organisation' | 'user'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly isFull?: (() => boolean) | undefined;
  readonly turns: Pick<RequestScheduler, 'wait'>;
}

const STORE_FULL = issue(
  'STORE_FULL',
  '',
  'The disk of this node is nearly full: it answers reads, and takes this once there is room.',
);

const SIGN_IN_AGAIN = issue(
  'SIGN_IN_NOT_RECENT',
  '',
  'Prove once more who you are: POST /api/auth/step-up with the password, a one-time code or a passkey, or log in again. Writing rights, secrets, keys or ways in takes a sign-in of the last ten minutes, as do the acts that the organisation chose.',
);

/**
 * `begin` is called once, with a refusal, or with nothing for a call that may go on. `fail` is for what was thrown
 * below.
 */
export function admit(
  admission: Admission,
  { call, ports }: { readonly call: IncomingCall; readonly ports: AdmissionPorts },
  then: { readonly begin: (refused?: Refusal) => void; readonly fail: (error: Error) => void },
): void {
  const long = queryProblem(admission, call);
  if (long !== undefined) {
    then.begin(long);
    return;
  }
  const goOn = (): void => {
    forgetCaller(admission, call);
    const refused = problem(admission, call, ports);
    if (refused !== undefined) then.begin(refused);
    else if (admission.takesTurn) ports.turns.wait(call, (late) => then.begin(late ?? admission.place?.(call)));
    else then.begin(admission.place?.(call));
  };
  const isKnown = identify(ports, { call, rules: admission }, (error) => {
    if (error === undefined) goOn();
    else then.fail(error);
  });
  if (isKnown) goOn();
}

function queryProblem({ queryBytesMax: most }: Admission, { url }: IncomingCall): Refusal | undefined {
  if (url.length <= most + 1) return undefined;
  // The router ends a path at either.
  const at = url.search(/[?#]/);
  if (at < 0 || url.length - at <= most + 1) return undefined;
  return new Refusal([issue('QUERY_INVALID', '', `The query string has more than ${most} bytes.`)]);
}

/**
 * A sign-in that is dated ahead is not a late one: a clock was wrong, here or then. Services have no sign-in: they show
 * their secret or certificate for each token. A program holds the token of a person who may be away: without the scope
 * by which it could ask them for a proof it has no recent sign-in.
 */
function isRecent({ tier, signedInAtMs, access }: Caller, nowMs: number): boolean {
  if (tier === 'service' || tier === 'delegated') return true;
  if (access !== undefined && !access.scopes.includes('account:manage')) return false;
  return signedInAtMs !== undefined && Math.abs(nowMs - signedInAtMs) <= RECENT_SIGN_IN_MS;
}

/** An organisation asks it of its members wherever they act: a wallet of a person is theirs in each of them. */
function takesRecent(
  { takesRecentSignIn, provenAct }: Admission,
  { organisationId, platformUserId }: Caller,
  { tenants }: Pick<AdmissionPorts, 'tenants'>,
): boolean {
  if (takesRecentSignIn) return true;
  if (provenAct === undefined) return false;
  // A program without a person has not signed in, and proves nothing.
  const memberships = (platformUserId && tenants.user(platformUserId)?.memberships) || [];
  const organisations = [organisationId, ...memberships.map((membership) => membership.organisationId)];
  return organisations
    .filter(Boolean)
    .some((id) => tenants.organisation(id)?.settings?.recentSignInFor?.includes(provenAct));
}

function problem(admission: Admission, call: IncomingCall, ports: AdmissionPorts): Refusal | undefined {
  const { clock, log, isFull } = ports;
  const often = admission.onCounted?.(call);
  if (often !== undefined) return often;
  const denied = rightsProblem(admission, call, log);
  if (denied !== undefined) return refusalOfRight(denied, admission, call);
  if (!isRecent(call.caller, clock.now()) && takesRecent(admission, call.caller, ports))
    return new Refusal([SIGN_IN_AGAIN]);
  return admission.needsRoom && isFull?.() === true ? new Refusal([STORE_FULL]) : undefined;
}

/** With the scope that a program or a service lacks, for the challenge (RFC 6750 section 3). */
function refusalOfRight(problem: Issue, { can, program }: Admission, { caller }: IncomingCall): Refusal {
  const scope = problem.code === 'SCOPE_MISSING' ? missingScope(can, caller, { program }) : undefined;
  return new Refusal([problem], scope === undefined ? undefined : { scope });
}
