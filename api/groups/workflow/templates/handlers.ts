// Templates: finds one among those of the caller's organisation and those that come with the program, asks the engine,
// commits, shows. A template of strangers is compiled in the engine's thread only.
import { type Issue, issue } from '../../../../core/base/issue.js';
import { canonical, type Json, type JsonObject } from '../../../../core/base/json.js';
import { TEMPLATE_BYTES_MAX, TEMPLATES_MAX } from '../../../../core/base/limits/node/designs.js';
import { fail, isFailure } from '../../../../core/base/result.js';
import { shippedTemplate, TEMPLATES } from '../../../../core/design/templates/shipped.js';
import type { Template } from '../../../../core/design/templates/template.js';
import { summaryOf, type TemplateSummary } from '../../../../storage/tables/workflow/templates.js';
import type { Caller } from '../../../auth/caller.js';
import { fairKey } from '../../../auth/fair-key.js';
import { type Handlers, reply } from '../../../define.js';
import type { ApiDeps } from '../../../deps/deps.js';
import { keyedPage } from '../../../requests/keyed-page.js';
import { liftMember } from '../../../views/lift.js';
import type { WorkflowDeps } from '../deps.js';
import type { templateRoutes } from './routes.js';

interface Found {
  readonly template: Template;
  readonly source: 'organisation' | 'shipped';
  readonly createdAtMs?: number;
}

type Listed = TemplateSummary & { readonly source: Found['source'] };

export const templateHandlers: Handlers<typeof templateRoutes, WorkflowDeps> = {
  listTemplates({ query }, call) {
    const { deps, caller } = call;
    const { page, pageSize, category, search } = query;
    const part = search?.toLowerCase();
    const own = deps.templates
      .list(caller.organisationId)
      .map((summary) => ({ ...summary, source: 'organisation' as const }));
    const shipped = TEMPLATES.filter(({ id }) => !own.some((item) => item.id === id));
    const all: Listed[] = [
      ...own,
      ...shipped.map((item) => ({ ...summaryOf(item), source: 'shipped' as const })),
    ].filter(
      (item) =>
        (category === undefined || item.category === category) &&
        (part === undefined || [item.id, item.title, item.description].some((t) => t.toLowerCase().includes(part))),
    );
    // Templates of the program are in an order of their own, behind the ones of the organisation.
    const ranks = new Map(TEMPLATES.map(({ id }, rank) => [id, rank + 1]));
    const keyOf = ({ id, source }: Listed) => [source === 'shipped' ? (ranks.get(id) ?? 0) : 0, id];
    const list = keyedPage(call, { query }, { items: all, keyOf });
    if (isFailure(list)) return list;
    const { items, next } = list;
    return reply(200, { items: [...items], totalCount: all.length, page, pageSize, ...next.members }, next.headers);
  },

  getTemplate({ params }, { deps, caller }) {
    const source = find(deps, caller, params.templateId);
    return source ? view(source) : fail(missing('/templateId'));
  },

  listTemplateExamples({ params }, { deps, caller }) {
    const source = find(deps, caller, params.templateId);
    if (!source) return fail(missing('/templateId'));
    return { templateId: params.templateId, examples: source.template.examples };
  },

  async createTemplate({ body }, { deps, caller, address }) {
    const { organisationId } = caller;
    if (organisationId === '')
      return fail(issue('FORBIDDEN', '', 'A template belongs to an organisation; the caller has none.'));
    const large = tooLarge(body, '');
    if (large) return fail(large);
    const checked = await deps.engine.run(
      { kind: 'check-template', template: body as unknown as Json },
      fairKey({ caller, address }),
    );
    if (isFailure(checked)) return checked;
    if (checked.errors.length > 0) return fail(checked.errors);
    const template = body as unknown as Template;
    // From here to the commit nothing may wait: two callers must not take the last place or one id.
    if (shippedTemplate(template.id) || deps.templates.find(organisationId, template.id))
      return fail(issue('TEMPLATE_EXISTS', '/id', 'There is a template of this id.'));
    if (deps.templates.list(organisationId).length >= TEMPLATES_MAX)
      return fail(issue('TEMPLATES_FULL', '', `An organisation keeps at most ${TEMPLATES_MAX} templates.`));
    const createdAtMs = deps.clock.now();
    await deps.commit(deps.templates.add(organisationId, { template, createdBy: caller.subject, createdAtMs }));
    return view({ template, source: 'organisation', createdAtMs });
  },

  async deleteTemplate({ params: { templateId } }, { deps, caller }) {
    if (!deps.templates.find(caller.organisationId, templateId))
      return shippedTemplate(templateId)
        ? fail(issue('FORBIDDEN', '/templateId', 'A template that comes with the program cannot be deleted.'))
        : fail(missing('/templateId'));
    await deps.commit(deps.templates.remove(caller.organisationId, templateId));
    return undefined;
  },

  async evaluateTemplate({ body: { templateId, parameters } }, { deps, caller, address }) {
    const source = find(deps, caller, templateId);
    if (!source) return fail(missing('/templateId'));
    const { template } = source;
    const made = await deps.engine.run(
      { kind: 'instantiate', template, parameters: parameters as JsonObject },
      fairKey({ caller, address }),
    );
    if (isFailure(made)) return made;
    if ('errors' in made) return fail(made.errors);
    const { blueprint, findings, lift } = made;
    const warnings = findings.map(({ severity, message, location }) => ({
      severity,
      message,
      location: `/blueprint${location}`,
    }));
    return { templateId, version: template.version, blueprint, warnings, ...liftMember(lift) };
  },

  async validateTemplate({ body }, { deps, caller, address }) {
    const { template, templateId, parameters } = body;
    const key = fairKey({ caller, address });
    if ((template === undefined) === (templateId === undefined))
      return fail(issue('BODY_INVALID', '', 'Give a template, or a templateId with parameters.'));
    if (template !== undefined) {
      const large = tooLarge(template, '/template');
      if (large) return fail(large);
      const checked = await deps.engine.run({ kind: 'check-template', template: template as Json }, key);
      return isFailure(checked) ? checked : result(checked.errors, '/template');
    }
    const source = find(deps, caller, templateId as string);
    if (!source) return fail(missing('/templateId'));
    const given = { template: source.template, parameters: (parameters ?? {}) as JsonObject };
    const made = await deps.engine.run({ kind: 'instantiate', ...given }, key);
    if (isFailure(made)) return made;
    return result('errors' in made ? made.errors : [], '');
  },
};

/** A template of the caller's organisation, or else one that comes with the program. */
function find(deps: Pick<ApiDeps, 'templates'>, { organisationId }: Caller, templateId: string): Found | undefined {
  const own = deps.templates.find(organisationId, templateId);
  if (own) return { template: own.template, source: 'organisation', createdAtMs: own.createdAtMs };
  const shipped = shippedTemplate(templateId);
  return shipped && { template: shipped, source: 'shipped' };
}

function view({ template, source, createdAtMs }: Found) {
  const made = createdAtMs === undefined ? {} : { createdAt: new Date(createdAtMs).toISOString() };
  return { ...template, source, ...made };
}

function result(issues: readonly Issue[], at: string) {
  const errors = issues.map(({ path, message }) => ({ severity: 'error' as const, message, location: `${at}${path}` }));
  return { isValid: errors.length === 0, errors };
}

function tooLarge(template: unknown, path: string): Issue | undefined {
  if (Buffer.byteLength(canonical(template), 'utf8') <= TEMPLATE_BYTES_MAX) return undefined;
  return issue('BODY_TOO_LARGE', path, `A template has at most ${TEMPLATE_BYTES_MAX} bytes.`);
}

const missing = (path: string): Issue => issue('TEMPLATE_NOT_FOUND', path, 'There is no such template.');
