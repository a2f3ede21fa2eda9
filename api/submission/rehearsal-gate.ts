// The gate of specification section 3 before anything is published: a definition without errors, and a rehearsal of
// what it does or a confirmed override, which is on record before anything is submitted. Each way to a publication
// passes here; the role on the register is asked before.
import type { Static } from 'typebox';
import { bytesToUuid } from '../../core/base/bytes.js';
import { hashHex } from '../../core/base/hash.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { isObject, type JsonObject } from '../../core/base/json.js';
import { executionHash } from '../../core/blueprint/definition/definition-hash.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import { findUnpinned } from '../../core/design/check/people/check-pins.js';
import type { CheckResult } from '../../core/design/task.js';
import type { Transaction } from '../../core/model/transaction.js';
import { pinnedLists } from '../../core/register/trust/as-of.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import { organisationOf } from '../access/drafts.js';
import { rightProblem } from '../auth/policy.js';
import { type ApiCall, Refusal, refuse } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import type { PublishOverride } from '../schemas/base/publication.js';
import { isoTime } from '../views/transactions.js';

type Deps = Pick<ApiDeps, 'clock' | 'random' | 'commit' | 'blueprints' | 'counters'>;

type Asking = Pick<ApiCall<Deps>, 'caller' | 'deps'>;

interface Published {
  readonly blueprintId: string;
  readonly registerId: string;
  readonly definition: JsonObject;
}

/** The rehearsal that the gate let through. */
export interface Rehearsed {
  readonly execDefHash: string;
  readonly overridden: boolean;
}

/**
 * The checked blueprint in the language of the ledger, in which it is published; or the refusal of one with errors: one
 * entry for each, located in that definition.
 */
export function publishable({ findings, definition }: CheckResult): { readonly definition: JsonObject } | Refusal {
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length === 0 && definition) return { definition };
  const issues = errors.map(({ location, message }) => issue('BLUEPRINT_INVALID', location, message));
  return new Refusal(issues, { errors: errors.map((finding) => ({ ...finding, path: finding.location })) });
}

/** BLUEPRINT_INVALID for gates that no holder could pass on the register (BP_TRUST_UNPINNED). */
export function refuseUnpinned(
  { chain }: Pick<ApiDeps, 'chain'>,
  { reg }: Pick<RegisterRecord, 'reg'>,
  definition: JsonObject,
): Refusal | undefined {
  const unpinned = findUnpinned(definition as unknown as Definition, pinnedLists(chain.view(reg)));
  if (unpinned.length === 0) return undefined;
  const issues = unpinned.map(({ location, message }) => issue('BLUEPRINT_INVALID', location, message));
  return new Refusal(issues, { errors: unpinned.map((finding) => ({ ...finding, path: finding.location })) });
}

/**
 * REHEARSAL_REQUIRED without a pass of the caller's organisation or a confirmed override. An override is durable before
 * this returns, and counted.
 */
export async function requireRehearsal(
  call: Asking,
  { blueprintId, registerId, definition }: Published,
  override: Static<typeof PublishOverride> | undefined,
): Promise<Rehearsed | Refusal> {
  const { deps, caller } = call;
  const execDefHash = executionHash(definition, hashHex);
  const organisationId = organisationOf(caller) ?? caller.organisationId;
  if (hasPass(deps, { organisationId, blueprintId, execDefHash })) return { execDefHash, overridden: false };
  if (override?.confirm !== true) return rehearsalRequired(execDefHash);
  const row = {
    blueprintId,
    overriddenByPlatformUserId: caller.platformUserId || caller.subject,
    overriddenAt: isoTime(deps.clock.now()),
    registerId,
    execDefHash,
    ...(override.reason === undefined ? {} : { reason: override.reason }),
  };
  await deps.commit([deps.blueprints.putOverride(organisationId, row, bytesToUuid(deps.random.bytes(16)))]);
  deps.counters.publishOverride();
  return { execDefHash, overridden: true };
}

interface Walked {
  readonly organisationId: string;
  readonly blueprintId: string;
  readonly execDefHash: string;
}

function hasPass({ blueprints }: Pick<ApiDeps, 'blueprints'>, { organisationId, blueprintId, execDefHash }: Walked) {
  const draft = blueprints.find(organisationId, blueprintId) ?? { organisationId, blueprintId };
  return blueprints.pass(draft, execDefHash) !== undefined;
}

function rehearsalRequired(execDefHash: string): Refusal {
  const message =
    'This definition was not rehearsed since it last changed. Rehearse it, or send override.confirm=true to publish it all the same.';
  return refuse(issue('REHEARSAL_REQUIRED', '', message), { execDefHash, message });
}

/** Why this caller may not submit a signed publication to this node: such a submission has no place for an override. */
export function signedPublicationIssue({ caller, deps }: Asking, { header, payload }: Transaction): Issue | undefined {
  const problem = rightProblem('CanPublishToRegisters', caller);
  if (problem) return problem;
  const execDefHash = isObject(payload) ? executionHash(payload, hashHex) : '';
  const organisationId = organisationOf(caller) ?? caller.organisationId;
  if (hasPass(deps, { organisationId, blueprintId: header.blueprintId, execDefHash })) return undefined;
  const instead = `POST /api/registers/${header.registerId}/blueprints/publish with override.confirm=true`;
  return issue(
    'REHEARSAL_REQUIRED',
    '',
    `This definition (execDefHash ${execDefHash}) was not rehearsed since it last changed. Rehearse it, or publish it by ${instead}.`,
  );
}
