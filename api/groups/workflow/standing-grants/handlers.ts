// Standing grants: load, have the engine check the rule, ask core, commit. The act itself is judged where it is made.
import { issue } from '../../../../core/base/issue.js';
import { canonical, type Json, type JsonObject } from '../../../../core/base/json.js';
import { STANDING_GRANT_RULE_MAX } from '../../../../core/base/limits/node/accounts.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { placeInRule, withAddedRule } from '../../../../core/blueprint/execution/added-rule.js';
import { approvalOf } from '../../../../core/blueprint/plan/approval.js';
import { latestPublication, publishedDefinition } from '../../../../core/instance/publications.js';
import type { ProgramConsent } from '../../../../core/tenant/programs/consent.js';
import { grantProblem, lastingGrants, type StandingGrant } from '../../../../core/tenant/programs/grants.js';
import { acting } from '../../../access/instances.js';
import { visibleRegister } from '../../../access/registers.js';
import { fairKey } from '../../../auth/fair-key.js';
import { type ApiCall, type Handlers, type InputOf, reply } from '../../../define.js';
import { stands } from '../../../oauth/asking.js';
import { newSessionId } from '../../../sign-in/session.js';
import { grantView } from '../../../views/standing-grants.js';
import type { GrantingDeps } from '../deps.js';
import type { standingGrantRoutes } from './routes.js';

type Call = ApiCall<GrantingDeps>;
type Stated = InputOf<(typeof standingGrantRoutes)['stateStandingGrant']>['body'];

export const standingGrantHandlers: Handlers<typeof standingGrantRoutes, GrantingDeps> = {
  async stateStandingGrant({ params: { consentId }, body }, call) {
    const { deps, caller, address } = call;
    const known = consentOf(call, consentId);
    if (isFailure(known)) return known;
    const about = await workflowOf(call, body);
    if (isFailure(about)) return about;
    const nowMs = deps.clock.now();
    const { registerId, blueprintId, perDay } = body;
    const grant: StandingGrant = {
      ...{ id: newSessionId(deps), registerId, blueprintId, perDay, ...about },
      ...(body.rule !== undefined && { rule: body.rule as Json }),
      ...{ grantedAtMs: nowMs, untilMs: Date.parse(body.until) },
    };
    // The engine took a while, in which the consent may have ended.
    const consent = consentOf(call, consentId);
    if (isFailure(consent)) return consent;
    const all = deps.programs.consents.of(caller.platformUserId);
    const problem = grantProblem(grant, { consent, consents: all, nowMs });
    if (problem) return fail(problem);
    const after = { ...consent, grants: [...lastingGrants(consent, nowMs), grant] };
    const details = { clientId: consent.clientId, grantId: grant.id, registerId, blueprintId };
    await deps.commit([
      deps.programs.consents.replace(caller.platformUserId, after),
      deps.audit.byCaller({ caller, address }, { eventType: 'StandingGrantStated', details }),
    ]);
    return reply(201, grantView(grant, nowMs));
  },

  async endStandingGrant({ params: { consentId, grantId } }, call) {
    const { deps, caller, address } = call;
    const consent = deps.programs.consents.of(caller.platformUserId).find(({ id }) => id === consentId);
    if (consent === undefined) return fail(consentNotFound());
    const { grants = [], clientId } = consent;
    if (!grants.some(({ id }) => id === grantId))
      return fail(issue('STANDING_GRANT_NOT_FOUND', '/grantId', 'The program has no such standing grant.'));
    const event = { eventType: 'StandingGrantEnded', details: { clientId, grantId } } as const;
    await deps.commit([
      deps.programs.consents.replace(caller.platformUserId, {
        ...consent,
        grants: grants.filter(({ id }) => id !== grantId),
      }),
      deps.audit.byCaller({ caller, address }, event),
    ]);
    return undefined;
  },
};

/** A consent of the organisation that the caller acts for, which nothing ended. */
function consentOf({ deps, caller }: Call, consentId: string): Result<ProgramConsent> {
  const { platformUserId, organisationId, subject } = caller;
  const consent = deps.programs.consents.of(platformUserId).find(({ id }) => id === consentId);
  const isOwn = consent?.organisationId === organisationId && consent.membershipId === subject;
  return consent !== undefined && isOwn && stands(deps, platformUserId, consent) ? consent : fail(consentNotFound());
}

function consentNotFound() {
  return issue('CONSENT_NOT_FOUND', '/consentId', 'You let no such program in for the organisation of this session.');
}

type AboutWorkflow = Pick<StandingGrant, 'publicationTxId' | 'title' | 'actions' | 'wallet'>;

/** The version, its actions and the wallet of a grant, as the caller sees them, with its rule checked. */
async function workflowOf(call: Call, body: Stated): Promise<Result<AboutWorkflow>> {
  const record = visibleRegister(call, body.registerId);
  if (isFailure(record)) return record;
  const view = call.deps.chain.view(record.reg);
  const publicationTxId = body.publicationTxId ?? latestPublication(view, body.blueprintId);
  if (publicationTxId === undefined)
    return fail(issue('PUBLICATION_NOT_FOUND', '/blueprintId', 'The register has no publication of this blueprint.'));
  const definition = publishedDefinition(view, body.blueprintId, publicationTxId);
  if (definition === undefined)
    return fail(issue('VAL_BP_VERSION_001', '/publicationTxId', 'It is not a sealed publication of this blueprint.'));
  const by = await acting(call, body.walletAddress, 'sign');
  if (isFailure(by)) return by.mapIssues((problem) => ({ ...problem, path: '/walletAddress' }));
  const actions = actionsIn(definition, body.actions);
  if (isFailure(actions)) return actions;
  const wrong = await checkRule(call, definition, body);
  if (isFailure(wrong)) return wrong;
  return { publicationTxId, title: definition.title ?? body.blueprintId, actions, wallet: by.wallet.address };
}

function actionsIn({ actions }: Definition, ids: readonly number[]): Result<StandingGrant['actions']> {
  const named: StandingGrant['actions'][number][] = [];
  for (const [i, id] of ids.entries()) {
    const action = actions.find((known) => known.id === id);
    if (action === undefined) return invalid(`/actions/${i}`, 'The version has no such action.');
    if (approvalOf(action)) return invalid(`/actions/${i}`, 'Several roles decide this action: a person votes.');
    named.push({ id, title: action.title ?? String(id) });
  }
  return named;
}

/**
 * STANDING_GRANT_INVALID at `/rule`: its form, a name that is not there, or that the sender of an action may not see.
 */
async function checkRule(call: Call, definition: Definition, { actions, rule }: Stated): Promise<Result<undefined>> {
  if (rule === undefined) return undefined;
  if (canonical(rule as Json).length > STANDING_GRANT_RULE_MAX)
    return invalid('/rule', `A rule has at most ${STANDING_GRANT_RULE_MAX} characters.`);
  const blueprint = withAddedRule(definition, actions, rule as Json) as unknown as JsonObject;
  const checked = await call.deps.engine.run({ kind: 'check', blueprint }, fairKey(call));
  if (isFailure(checked)) return checked;
  // A schema that takes no further member refuses the result, which nothing records.
  const fault = checked.findings.find(({ severity, code }) => severity === 'error' && code !== 'BP_RESULT_REFUSED');
  return fault && invalid(`/rule${placeInRule(fault.location)}`, fault.message);
}

function invalid(path: string, message: string) {
  return fail(issue('STANDING_GRANT_INVALID', path, message));
}
