// How a schema comes into the library of an organisation and changes there: checked in the engine's thread, and
// committed in the turn in which there is room.
import { issue } from '../../../../core/base/issue.js';
import { canonical, type JsonObject } from '../../../../core/base/json.js';
import {
  LIBRARY_SCHEMA_BYTES_MAX,
  SCHEMAS_MAX,
  SCHEMAS_PUBLISHED_MAX,
  SCHEMAS_PUBLISHED_NODE_MAX,
} from '../../../../core/base/limits/node/designs.js';
import { type Failure, fail, isFailure, type Result } from '../../../../core/base/result.js';
import type { SchemaNaming } from '../../../../core/design/schemas/naming.js';
import type { KvOp } from '../../../../storage/engine/kv.js';
import type { KeptSchema } from '../../../../storage/tables/workflow/schema-library.js';
import { freshId, organisationOf } from '../../../access/drafts.js';
import { fairKey } from '../../../auth/fair-key.js';
import type { ApiCall } from '../../../define.js';
import { withVersion } from '../../../requests/etags.js';
import type { WorkflowDeps } from '../deps.js';
import { ownView } from './view.js';

type Call = ApiCall<WorkflowDeps>;

/** A schema to be kept, and where it was fetched. */
export interface BroughtSchema extends SchemaNaming {
  readonly schema: JsonObject;
  readonly from?: { readonly url: string; readonly host: string };
}

/** Keeps a schema as a new one; `also` are operations of the same commit. */
export async function keepSchema(
  call: Call,
  { from, ...brought }: BroughtSchema,
  also: (kept: KeptSchema) => readonly KvOp[] = () => [],
): Promise<Result<KeptSchema>> {
  const { deps, caller } = call;
  const organisationId = organisationOf(caller);
  if (organisationId === undefined)
    return fail(issue('FORBIDDEN', '', 'A schema belongs to an organisation; the caller has none.'));
  const problem = await schemaProblem(call, brought.schema);
  if (problem) return problem;
  // From here to the commit nothing may wait: two callers must not take the last place.
  if (deps.schemaLibrary.list(organisationId).length >= SCHEMAS_MAX)
    return fail(issue('SCHEMAS_FULL', '', `An organisation keeps at most ${SCHEMAS_MAX} schemas.`));
  const nowMs = deps.clock.now();
  const kept: KeptSchema = {
    ...{ organisationId, schemaId: freshId(deps), ...brought },
    provider: from?.host ?? ownProvider(deps, organisationId),
    ...{ status: 'active', version: 1, isPublished: false },
    ...(from && { url: from.url }),
    ...{ createdBy: caller.subject, createdAtMs: nowMs, updatedAtMs: nowMs },
  };
  await deps.commit([...deps.schemaLibrary.put(kept), ...also(kept)]);
  return kept;
}

/** The provider of what members of an organisation wrote themselves. */
export function ownProvider({ tenants }: WorkflowDeps, organisationId: string): string {
  return tenants.organisation(organisationId)?.subdomain ?? organisationId;
}

/** Why a schema may not be kept: its bytes, or what the engine finds. */
export async function schemaProblem({ deps, ...call }: Call, schema: JsonObject): Promise<Failure | undefined> {
  if (Buffer.byteLength(canonical(schema), 'utf8') > LIBRARY_SCHEMA_BYTES_MAX)
    return fail(issue('BODY_TOO_LARGE', '/schema', `A schema has at most ${LIBRARY_SCHEMA_BYTES_MAX} bytes.`));
  const checked = await deps.engine.run({ kind: 'check-schema', schema }, fairKey(call));
  if (isFailure(checked)) return checked;
  return checked.errors.length > 0 ? fail(checked.errors) : undefined;
}

/** Commits the next state of a schema, in the turn in which it was read, and shows it. */
export async function changeSchema({ deps }: Call, next: KeptSchema, also: readonly KvOp[] = []) {
  const changed = { ...next, updatedAtMs: deps.clock.now() };
  await deps.commit([...deps.schemaLibrary.put(changed), ...also]);
  return withVersion(ownView(changed), versionOf(changed));
}

/** Of what several may change. */
export function versionOf({ version, status, isPublished }: Pick<KeptSchema, 'version' | 'status' | 'isPublished'>) {
  return { version, status, isPublished };
}

/** SCHEMAS_FULL where the organisation, or the node, has no room for one more that all find. */
export function publicationProblem({ schemaLibrary }: WorkflowDeps, organisationId: string): Failure | undefined {
  const published = schemaLibrary.listPublished();
  const own = published.filter((listed) => listed.organisationId === organisationId);
  if (own.length >= SCHEMAS_PUBLISHED_MAX)
    return fail(issue('SCHEMAS_FULL', '', `An organisation publishes at most ${SCHEMAS_PUBLISHED_MAX} schemas.`));
  if (published.length < SCHEMAS_PUBLISHED_NODE_MAX) return undefined;
  return fail(
    issue('SCHEMAS_FULL', '', `The node has ${SCHEMAS_PUBLISHED_NODE_MAX} published schemas, as many as it may.`),
  );
}
