// The rows by which the client calls a node are those of the definitions. UPDATE_CALLS=1 writes them.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { FORM_MEMBERS_MAX } from '../../../../api/client/answer-form.js';
import { CALLS } from '../../../../api/client/calls.js';
import { type AnyRoute, isIdempotent, statusMap } from '../../../../api/define.js';
import { callFacts } from '../../../../api/dispatch/local-call.js';
import { allRoutes, groupRoutes } from '../../../../api/groups/routes.js';

const FILE = 'api/client/call-rows.ts';

const GROUPS = new Map(
  Object.entries(groupRoutes).flatMap(([group, routes]) => Object.keys(routes).map((id) => [id, group])),
);

function rows(): string {
  return Object.entries<AnyRoute>(allRoutes)
    .map(([id, definition]) => {
      const { isBytes, isForm, isPublic } = callFacts(definition);
      const list = listOf(id, definition);
      const marks = [
        ...(isPublic ? ['public'] : []),
        ...(isBytes ? ['bytes'] : []),
        ...(isForm ? ['form'] : []),
        ...(definition.kind === 'route' && isIdempotent(definition) ? ['once'] : []),
        ...(list === undefined ? [] : [list === '' ? 'list' : `list:${list}`]),
        ...formsOf(definition),
      ];
      return [GROUPS.get(id), id, definition.method, definition.url, ...marks].join(' ');
    })
    .join('\n');
}

interface SchemaShown {
  readonly type?: string;
  readonly anyOf?: readonly SchemaShown[];
  readonly required?: readonly string[];
}

/** The mark that tells answers of the operation from others; none where its answers may be anything. */
function formsOf(definition: AnyRoute): readonly string[] {
  if (definition.kind === 'raw') return [];
  const answers: readonly (SchemaShown | null)[] = Object.values(statusMap(definition));
  const schemas = answers.flatMap<SchemaShown | null>((schema) => schema?.anyOf ?? [schema]);
  const forms = schemas.map((schema) => (schema === null ? '-' : formOf(schema)));
  return forms.includes(undefined) ? [] : [`gives:${[...new Set(forms)].join('/')}`];
}

function formOf({ type, required = [] }: SchemaShown): string | undefined {
  if (type === 'array') return '[]';
  return type === 'object' ? required.slice(0, FORM_MEMBERS_MAX).join(',') || '{}' : undefined;
}

/**
 * The member of the answer that a cursor leads on from: its one list that is always there. '' for a plain list, whose
 * cursor is in its Link header.
 */
function listOf(id: string, definition: AnyRoute): string | undefined {
  const query = definition.input?.query as { readonly properties?: object } | undefined;
  if (definition.kind === 'raw' || !Object.hasOwn(query?.properties ?? {}, 'cursor')) return undefined;
  const answer = statusMap(definition)[200] as {
    readonly type?: string;
    readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
    readonly required?: readonly string[];
  };
  if (answer.type === 'array') return '';
  const { properties = {}, required = [] } = answer;
  const lists = Object.entries(properties).filter(([name, { type }]) => type === 'array' && required.includes(name));
  if (lists.length !== 1) throw new Error(`${id} has ${lists.length} lists and one cursor`);
  return lists[0]?.[0];
}

describe('calls', () => {
  it('are those of the definitions', () => {
    const text = readFileSync(FILE, 'utf8');
    const whole = text.replace(/`\n[^`]*`/, () => `\`\n${rows()}\n\``);
    if (process.env.UPDATE_CALLS) writeFileSync(FILE, whole);
    else expect(text, 'UPDATE_CALLS=1 with this test writes the rows anew').to.equal(whole);
  });

  it('say what is public, what is a file and what takes a form', () => {
    expect(CALLS.getHealth).to.deep.equal({
      ...{ method: 'GET', url: '/api/health', isPublic: true, isBytes: false, isForm: false },
      ...{ isIdempotent: false, list: undefined, forms: [['status', 'service']], group: 'health' },
    });
    expect(CALLS.downloadActionFile).to.include({ isPublic: false, isBytes: true });
    expect(CALLS.createToken).to.include({ isPublic: true, isForm: true });
  });

  it('say what a key makes safe to repeat, and where the list of a page is', () => {
    expect(CALLS.createOrganization).to.include({ isIdempotent: true, list: undefined });
    expect(CALLS.listUsers).to.include({ isIdempotent: false, list: 'users' });
    expect(CALLS.listDockets).to.include({ list: '' });
  });
});
