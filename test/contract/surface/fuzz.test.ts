// Schema-derived valid and invalid input thrown at every operation: whatever comes, the answer is documented and comes;
// never a 5xx, never a hang.
import { expect } from 'chai';
import fc from 'fast-check';
import { isAllowed } from '../../../api/auth/policy.js';
import { type AnyRoute, LISTENERS, statusMap } from '../../../api/define.js';
import { isFailure } from '../../../core/base/result.js';
import { call, operations, type RequestParts } from '../world/caller.js';
import { checkOf } from '../world/document-check.js';
import type { Persona } from '../world/personas.js';
import { prepare } from '../world/prepare.js';
import { aWorld, type World } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';

const RUNS = Number(process.env.FUZZ_RUNS ?? 12);

type Schema = { readonly [keyword: string]: unknown };

/**
 * Values that a schema describes, as far as the keywords of this API go; patterns are tried with texts that nearly fit.
 */
function valid(schema: Schema): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.anyOf)) return fc.oneof(...(schema.anyOf as Schema[]).map(valid));
  switch (schema.type) {
    case 'object':
      return object(schema);
    case 'array':
      return fc.array(valid((schema.items as Schema | undefined) ?? {}), {
        maxLength: Math.min(Number(schema.maxItems ?? 3), 3),
      });
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer({
        min: Number(schema.minimum ?? -5),
        max: Math.min(Number(schema.maximum ?? 1000), 1_000_000),
      });
    case 'number':
      return fc.double({ min: 0, max: 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue();
  }
}

function object(schema: Schema): fc.Arbitrary<unknown> {
  const properties = (schema.properties as Record<string, Schema> | undefined) ?? {};
  const requiredKeys = ((schema.required as string[] | undefined) ?? []).filter((key) => key in properties);
  const shape = Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, valid(value)]));
  if (schema.patternProperties)
    return fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), fc.jsonValue(), { maxKeys: 3 });
  return fc.record(shape, { requiredKeys });
}

function text(schema: Schema): fc.Arbitrary<string> {
  const plain = fc.string({
    minLength: Number(schema.minLength ?? 0),
    maxLength: Math.min(Number(schema.maxLength ?? 40), 80),
  });
  if (typeof schema.pattern === 'string')
    return fc.oneof({ weight: 4, arbitrary: matching(schema.pattern) }, { weight: 1, arbitrary: plain });
  return fc.oneof(plain, fc.constantFrom('', '\u0000', '../../etc/passwd', "' OR 1=1 --", '\ud83d\ude00'));
}

const texts = new Map<string, fc.Arbitrary<string>>();

/** Made once for each pattern: to take one apart costs more than all its values. */
function matching(pattern: string): fc.Arbitrary<string> {
  const made = texts.get(pattern) ?? fc.stringMatching(new RegExp(pattern));
  texts.set(pattern, made);
  return made;
}

/** A value that was valid, with one part spoiled. */
function spoiled(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.jsonValue(),
    fc
      .tuple(valid(schema), fc.string({ minLength: 1, maxLength: 12 }), fc.jsonValue())
      .map(([value, key, extra]) =>
        typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, [key]: extra } : extra,
      ),
    fc.tuple(valid(schema), fc.nat()).map(([value, n]) => {
      if (typeof value !== 'object' || value === null) return { value };
      const keys = Object.keys(value);
      const dropped = keys[n % Math.max(1, keys.length)];
      return Object.fromEntries(Object.entries(value).filter(([key]) => key !== dropped));
    }),
  );
}

function parts(definition: AnyRoute): fc.Arbitrary<RequestParts> {
  const input = definition.input as Readonly<Record<string, Schema | undefined>> | undefined;
  const of = (part: string) => {
    const schema = input?.[part];
    return schema === undefined
      ? fc.constant({})
      : fc.oneof({ weight: 3, arbitrary: valid(schema) }, { weight: 1, arbitrary: spoiledRecord(schema) });
  };
  const body = input?.body;
  const bodies =
    definition.kind === 'raw'
      ? fc.string({ maxLength: 200 })
      : body === undefined
        ? fc.constant(undefined)
        : fc.oneof(valid(body), spoiled(body));
  return fc.record({ params: of('params'), query: of('query'), body: bodies }) as fc.Arbitrary<RequestParts>;
}

/** Path and query are texts, so that spoiling them stays within records of texts. */
function spoiledRecord(schema: Schema): fc.Arbitrary<unknown> {
  const keys = Object.keys((schema.properties as object | undefined) ?? {});
  return fc.dictionary(fc.constantFrom(...keys, 'other'), fc.string({ minLength: 1, maxLength: 20 }), { maxKeys: 4 });
}

/** The public document has what everybody may call, those of the other listeners the rest. */
const documented = new Map(
  [...LISTENERS]
    .reverse()
    .flatMap((listener) => Object.values(checkOf(listener).document.paths))
    .flatMap((path) => Object.values(path))
    .map((operation) => [operation.operationId, operation]),
);

function mediaOf(id: string, status: number): string[] {
  return Object.keys(documented.get(id)?.responses[status]?.content ?? {});
}

function typeOf({ headers }: { readonly headers: Readonly<Record<string, unknown>> }): string {
  return String(headers['content-type']).split(';')[0] as string;
}

const UPSTREAM = /^(OUTGOING|IDP|IDENTITY)_/;
const UNSEALED = 'GOVERNANCE_ROSTER_NOT_SEALED';

describe('fuzzing every operation', function () {
  this.timeout(120_000);
  /** Of all that only reads: none changes it, and what it is prepared with is seeded anew for each. */
  const read = worldOfAll();

  async function tokensOf(world: World): Promise<ReadonlyMap<Persona, string>> {
    const tokens = new Map<Persona, string>();
    for (const persona of ['systemAdmin', 'administrator', 'user', 'service'] as const)
      tokens.set(persona, await world.token(persona));
    return tokens;
  }

  async function tokenFor(
    definition: AnyRoute,
    { world, tokens }: { readonly world: World; readonly tokens: ReadonlyMap<Persona, string> },
  ): Promise<string | undefined> {
    for (const token of tokens.values()) {
      const caller = await world.deps.tokens.verify(token);
      if (!isFailure(caller) && isAllowed(definition.can, caller)) return token;
    }
    return undefined;
  }

  const isStated501 = (definition: AnyRoute): boolean =>
    definition.kind === 'route'
      ? 501 in statusMap(definition)
      : (definition.errors as readonly string[]).includes('NOT_IMPLEMENTED');

  for (const { id, definition } of operations()) {
    it(`${id} always answers what is documented`, async () => {
      // Others have a world of their own: what one destroys the next needs.
      const world = definition.method === 'GET' ? read : await aWorld();
      const tokens = await tokensOf(world);
      const row = (await prepare[id]?.(world)) ?? {};
      // The state that an operation needs may be a fault, such as a split register, and is logged as one.
      const prepared = world.errors.length;
      const token = row.token ?? (row.as ? tokens.get(row.as) : await tokenFor(definition, { world, tokens }));
      await fc.assert(
        fc.asyncProperty(parts(definition), async (sent) => {
          const answer = await call(world, definition, sent, { token });
          // 501 is documented where a part of the specification is refused; 503 only where a part of the node is away,
          // which none is here, and by the specification for a register that is unknown.
          const refused = answer.status === 501 && isStated501(definition);
          if (answer.status === 503 && (definition.errors as readonly string[]).includes(UNSEALED)) {
            expect(answer.json.code).to.equal(UNSEALED);
            return;
          }
          // The answer of a server of others to nonsense is no fault of this node.
          if (answer.status > 500 && UPSTREAM.test(answer.json.code)) return;
          if (!refused) expect(answer.status, `${answer.text} ${JSON.stringify(world.errors)}`).to.be.below(500);
          if (answer.text !== '') expect(mediaOf(id, answer.status)).to.include(typeOf(answer), String(answer.status));
          if (answer.status < 400) return;
          if (definition.kind === 'raw') return;
          // RFC 6749 section 5.2, and OpenID4VCI 1.0 section 8.3.1 after it.
          if (/^(oauth|openid4vc)/.test(definition.family ?? '')) {
            expect(answer.json.error).to.be.a('string');
            return;
          }
          expect(answer.json.code).to.be.a('string');
          expect(answer.json.status).to.equal(answer.status);
        }),
        { numRuns: RUNS, seed: 20_261_121 },
      );
      expect(world.errors.slice(prepared)).to.deep.equal([]);
      if (world !== read) await world.close();
    });
  }
});
