// Names that people read, at the door of each operation that takes one: characters that people do not see, or that move
// others, are refused with what a name is.
import { expect } from 'chai';
import { NAME_RULE } from '../../../core/base/hidden.js';
import { type Answer, call, type Operation, operations } from '../world/caller.js';
import type { Persona } from '../world/personas.js';
import { prepare } from '../world/prepare.js';
import type { World } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';

/** Members of bodies that people read as the name of somebody or something. */
const NAMED = [
  ...['name', 'displayName', 'label', 'serviceName', 'servicePrincipalName', 'organizationName', 'participantName'],
  ...['adminName', 'program', 'fileName'],
];
/** Judged behind the schema, by the same table: an upload, a notice; cleaned: the answer of a provider. An id. */
const OTHERS = [
  ...['executeInstanceAction', 'submitAction', 'prepareInstanceAction', 'prepareAction'].map(
    (operation) => `${operation} /files/0/fileName`,
  ),
  'setPendingApplication /label',
  ...['endSocialSignIn /name', 'endPublicSocialSignIn /name', 'createTemplate /examples/0/name'],
];
const PERSONAS: readonly Persona[] = ['systemAdmin', 'administrator', 'user', 'citizen', 'service'];
const REFUSED = ['Acme\u200b', 'pay\u202edrocer', 'Acme\u{e0041}', 'see http://x'];

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly format?: string;
  readonly type?: string;
}
type Body = Readonly<Record<string, unknown>>;
interface NamePlace {
  readonly path: readonly string[];
  readonly schema: Schema;
}

describe('names that people read', () => {
  const world = worldOfAll();

  const taken = operations().flatMap((operation) => {
    const body = (operation.definition.input as { readonly body?: Schema } | undefined)?.body;
    return body === undefined ? [] : namesIn(body, []).map((place) => ({ operation, place }));
  });

  it('have the schema of a name wherever a body takes one', () => {
    const others = taken.filter(({ place }) => place.schema.format !== 'name');
    expect(others.map(({ operation: { id }, place: { path } }) => `${id} /${path.join('/')}`)).to.have.members(OTHERS);
    expect(taken.length - others.length).to.be.greaterThan(15);
  });

  for (const { operation, place } of taken)
    if (place.schema.format === 'name')
      it(`are refused by ${operation.id} at /${place.path.join('/')}`, async () => {
        for (const name of REFUSED) {
          const { status, json } = await asked(world, operation, place, name);
          expect({ status, code: json.code, errors: json.errors }, JSON.stringify(name)).to.deep.equal({
            status: 400,
            code: 'BODY_INVALID',
            errors: [{ code: 'BODY_INVALID', path: `/${place.path.join('/')}`, message: NAME_RULE }],
          });
        }
      });
});

/** The answer to the example of the operation with this name in it, for the first persona that may ask. */
async function asked(world: World, { id, definition, example }: Operation, { path }: NamePlace, name: string) {
  const row = (await prepare[id]?.(world)) ?? {};
  const parts = { ...example.input, ...row };
  const body = withName(parts.body as Body, path, name);
  let answer: Answer | undefined;
  for (const persona of definition.can === 'public' ? [undefined] : PERSONAS) {
    const token = persona === undefined ? undefined : await world.token(persona);
    answer = await call(world, definition, { ...parts, body }, { token });
    if (![401, 403].includes(answer.status)) return answer;
  }
  return answer as Answer;
}

/** An optional object that the example leaves out is one that has only the platform of a device. */
function withName(body: Body | undefined, [member, ...inside]: readonly string[], name: string): Body {
  const at = member as string;
  const changed = inside.length === 0 ? name : withName(body?.[at] as Body | undefined, inside, name);
  if (Array.isArray(body)) return body.with(Number(at), changed) as unknown as Body;
  return { platform: body === undefined ? 'ios' : undefined, ...body, [at]: changed };
}

function namesIn({ properties = {}, items }: Schema, path: readonly string[]): NamePlace[] {
  const own = Object.entries(properties).flatMap(([name, member]) => [
    ...(NAMED.includes(name) && member.type === 'string' ? [{ path: [...path, name], schema: member }] : []),
    ...namesIn(member, [...path, name]),
  ]);
  return [...own, ...(items ? namesIn(items, [...path, '0']) : [])];
}
