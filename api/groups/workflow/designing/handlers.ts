// Edits of a draft, and parts of the language: load, ask the engine, commit, shape. Edits are decided in
// core/edits, and rules in core/blueprint.
import { issue } from '../../../../core/base/issue.js';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import { nearest } from '../../../../core/base/nearest.js';
import { fail, isFailure } from '../../../../core/base/result.js';
import { documentOf } from '../../../../core/design/authoring/document.js';
import { ofTrial, RULE_RESULT, ruleTrial } from '../../../../core/design/authoring/rule-trial.js';
import { isPublishable } from '../../../../core/design/check/check.js';
import { explainPath } from '../../../../core/design/reference/reference.js';
import { schemaOfSample } from '../../../../core/design/schemas/from-sample.js';
import { editSchema } from '../../../../core/edits/edit.js';
import { EDIT_ROWS } from '../../../../core/edits/table.js';
import { draftTag, matchingDraft, withDocument } from '../../../access/drafts.js';
import { fairKey } from '../../../auth/fair-key.js';
import type { Handlers } from '../../../define.js';
import { reply } from '../../../define.js';
import type { WorkflowDeps } from '../deps.js';
import type { designingRoutes } from './routes.js';

/** Characters of a name in which a mistyped one is looked for. */
const NAME_COMPARED = 60;

export const designingHandlers: Handlers<typeof designingRoutes, WorkflowDeps> = {
  async editBlueprint({ params, body, headers }, call) {
    const { deps } = call;
    const draft = matchingDraft(call, params.id, headers['if-match']);
    if (isFailure(draft)) return draft;
    const scenarios = (body.scenarios ?? []) as readonly Json[];
    const edits = body.edits as readonly Json[];
    const edited = await deps.engine.run({ kind: 'edits', blueprint: draft.document, scenarios, edits }, fairKey(call));
    if (isFailure(edited)) return edited;
    const { draft: made, words, changes, findings } = edited;
    const now = matchingDraft(call, params.id, draftTag(draft));
    if (isFailure(now)) return now;
    const after = withDocument(deps, now, documentOf(made.blueprint, params.id));
    await deps.commit(deps.blueprints.change(now, after));
    const version = after.revision;
    return reply(
      200,
      {
        ...{ id: params.id, version, isValid: isPublishable(made.findings), words: [...words], changes: [...changes] },
        ...{ made: [...findings.made], solved: [...findings.solved], findings: [...made.findings] },
        scenarios: [...made.scenarios],
      },
      { etag: draftTag(after) },
    );
  },

  explainBlueprint({ params: { part } }) {
    const edit = EDIT_ROWS.find(({ name }) => name === part);
    if (edit !== undefined) {
      const example = { edit: part, ...edit.example };
      return { part, kind: 'edit' as const, says: edit.about, example, schema: editSchema(edit) };
    }
    const member = explainPath(part);
    if ('near' in member) {
      const edits = EDIT_ROWS.map(({ name }) => name);
      const near = nearest(part.slice(0, NAME_COMPARED), edits) ?? member.near;
      const hint = near === undefined ? '' : ` Did you mean ${near}?`;
      return fail(issue('LANGUAGE_PART_NOT_FOUND', '/part', `There is no member and no edit of this name.${hint}`));
    }
    const { path, says, example, type, required, members } = member;
    return { part: path, kind: 'member' as const, says, example, type, required, members: [...members] };
  },

  async executeRule({ body }, call) {
    const data = body.data as JsonObject;
    const definition = ruleTrial({ rule: body.rule as Json, data, schema: body.schema as JsonObject | undefined });
    const value = await call.deps.engine.run(
      { kind: 'calculate', definition, draft: true, actionId: '0', data },
      fairKey(call),
    );
    return isFailure(value) ? value.mapIssues(ofTrial) : { value: value.data[RULE_RESULT] as Json };
  },

  generateSchema({ body: { sample, makeRequired } }) {
    return { schema: schemaOfSample(sample as Json, { required: makeRequired }) };
  },

  async validateSchema({ body }, call) {
    const checked = await call.deps.engine.run({ kind: 'check-schema', schema: body.schema as Json }, fairKey(call));
    if (isFailure(checked)) return checked;
    const errors = checked.errors.map(({ path, message }) => ({ path, message }));
    return { isValid: errors.length === 0, errors };
  },
};
