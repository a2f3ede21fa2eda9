// Every operation of the table, through the real server: its example works, callers without the right are refused, and
// malformed input gets a code and the pointer of the member at fault.
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { Ajv } from 'ajv';
import { expect } from 'chai';
import { ANONYMOUS } from '../../../api/auth/caller.js';
import { isAllowed, policies, tiersOf } from '../../../api/auth/policy.js';
import { type AnyRoute, bodyTypes, defaultStatus, statusMap } from '../../../api/define.js';
import { writesNothing } from '../../../api/dispatch/effects.js';
import { bodyAjv, textAjv } from '../../../api/requests/validation.js';
import { closeSchema } from '../../../api/schemas/base/closed.js';
import { isFailure } from '../../../core/base/result.js';
import { badQuery, call, operations, takesMore } from '../world/caller.js';
import { type Persona, seedExample } from '../world/personas.js';
import { prepare } from '../world/prepare.js';
import { worldOfAll } from '../world/world-of.js';

const PERSONAS: readonly Persona[] = ['systemAdmin', 'administrator', 'user', 'citizen', 'service'];

const answers = new Ajv({ strict: false, logger: false });
const [asBodies, asTexts, writerOf] = [bodyAjv(), textAjv(), SerializerSelector()()];
/** The argument that the compiler of answers takes besides the schema. */
const WHERE = { method: 'GET', url: '/', httpStatus: '200' };

describe('every operation', () => {
  const world = worldOfAll({ mayFail: true });
  let commits = 0;
  before(() => {
    const { commit } = world.deps;
    const counted: typeof commit = (ops) => {
      if (ops.some((op) => world.deps.audit.eventOf(op) === undefined)) commits++;
      return commit(ops);
    };
    (world.deps as { commit: typeof commit }).commit = counted;
  });

  /** The persona of the row, else the first that the policy lets in. */
  async function tokenFor(definition: AnyRoute, as: Persona | undefined): Promise<string | undefined> {
    if (definition.can === 'public') return undefined;
    if (as) return world.token(as);
    for (const persona of PERSONAS) {
      const token = await world.token(persona);
      const caller = await world.deps.tokens.verify(token);
      if (!isFailure(caller) && isAllowed(definition.can, caller, { tiers: tiersOf(definition) })) return token;
    }
    throw new Error(`no persona satisfies ${definition.can}`);
  }

  for (const { id, definition, example } of operations()) {
    describe(id, () => {
      it('has schemas that compile, which a server does at the first request only', () => {
        const { body, ...texts } = (definition.input ?? {}) as Readonly<Record<string, object>>;
        if (body) asBodies.compile(closeSchema(body));
        for (const schema of Object.values(texts)) asTexts.compile(closeSchema(schema));
        if (definition.kind === 'raw') return;
        for (const schema of Object.values(statusMap(definition)))
          if (schema !== null) writerOf({ ...WHERE, schema: closeSchema(schema) });
      });

      it('answers its example', async () => {
        const row = (await prepare[id]?.(world)) ?? {};
        const input = example.input ?? {};
        const parts = {
          params: row.params ?? input.params ?? {},
          query: row.query ?? input.query ?? {},
          body: row.body ?? input.body,
        };
        const token = row.token ?? (await tokenFor(definition, row.as));
        const before = commits;
        const answer = await call(world, definition, parts, { token, ...(row.headers && { headers: row.headers }) });
        if (writesNothing(definition)) expect(commits - before, 'commits').to.equal(0);
        const status = definition.kind === 'raw' ? definition.answers.status : defaultStatus(definition);
        expect(answer.status, answer.text).to.equal(status);
        if (definition.kind === 'raw') return;
        const schema = statusMap(definition)[status];
        if (schema === null || schema === undefined) expect(answer.text).to.equal('');
        else expect(answers.validate(schema, answer.json), JSON.stringify(answer.json)).to.equal(true);
      });

      if (definition.can !== 'public') {
        it('refuses a caller without a token', async () => {
          const answer = await call(world, definition, example.input ?? {});
          expect(answer.status).to.equal(401);
          if (definition.family === 'oauth') {
            expect(answer.json.error).to.equal('invalid_token');
            return;
          }
          expect(answer.json.code).to.equal('AUTH_REQUIRED');
          expect(answer.headers['www-authenticate']).to.equal(
            `Bearer resource_metadata="${world.deps.config.publicUrl}/.well-known/oauth-protected-resource"`,
          );
          expect(answer.headers['content-type']).to.match(/^application\/problem\+json/);
        });

        it(`lets in exactly whom ${definition.can} names`, async () => {
          // An example may have suspended one of them.
          await seedExample(world.deps);
          for (const persona of PERSONAS) {
            const token = await world.token(persona);
            const caller = await world.deps.tokens.verify(token);
            if (isFailure(caller)) throw new Error(caller.issue.message);
            // A bad query shows that the guard let the caller pass, and changes nothing. Where any query will do,
            // nothing is changed either.
            const answer = await call(world, definition, { ...example.input, query: badQuery(definition) }, { token });
            const isOAuth = definition.family === 'oauth';
            const fault = [400, isOAuth ? 'invalid_request' : 'QUERY_INVALID'];
            const passed = definition.anyQuery === true ? [200, undefined] : fault;
            const refused = [403, isOAuth ? 'insufficient_scope' : 'FORBIDDEN'];
            const isIn = isAllowed(definition.can, caller, { tiers: tiersOf(definition) });
            const expected = isIn ? passed : refused;
            expect([answer.status, answer.json?.code ?? answer.json?.error], persona).to.deep.equal(expected);
          }
        });
      }

      it(`${definition.anyQuery === true || takesMore(definition) ? 'ignores' : 'refuses'} a query member it does not know`, async () => {
        const answer = await call(
          world,
          definition,
          { ...example.input, query: { ...example.input?.query, nonsense: 1 } },
          { token: await tokenFor(definition, undefined) },
        );
        if (definition.anyQuery === true) return expect(answer.status).to.equal(200);
        if (takesMore(definition)) return expect(answer.json?.code).to.not.equal('QUERY_INVALID');
        expect(answer.status).to.equal(400);
        if (/^(oauth|openid4vc)/.test(definition.family ?? ''))
          return expect(answer.json.error).to.equal('invalid_request');
        expect(answer.json.code).to.equal('QUERY_INVALID');
        return expect(answer.json.path).to.equal('/nonsense');
      });

      const body = definition.kind === 'route' ? definition.input?.body : undefined;
      // Forms are tested apart, in families.test.ts.
      if (body === undefined || !bodyTypes(definition).includes('application/json')) return;

      it('refuses a body that is no object, not JSON, or not named JSON', async () => {
        const token = await tokenFor(definition, undefined);
        const parts = { params: example.input?.params ?? {} };
        const wrong = await call(world, definition, parts, { token, rawBody: '"text"' });
        const name = {
          ...{ oauth: 'invalid_request', openid4vc: 'invalid_credential_request' },
          openid4vcNotification: 'invalid_notification_request',
        }[definition.family as 'oauth'];
        if (name !== undefined) return expect(wrong.json.error).to.equal(name);
        expect([wrong.status, wrong.json.code, wrong.json.path]).to.deep.equal([400, 'BODY_INVALID', '']);
        // A body that may be left out is asked for with an alternative to its object.
        const isNeeded = !asBodies.validate(closeSchema(body), null);
        const none = await call(world, definition, parts, { token });
        if (isNeeded) expect([none.status, none.json.code]).to.deep.equal([400, 'BODY_INVALID']);
        else expect(none.status).to.equal(200);
        const broken = await call(world, definition, parts, { token, rawBody: '{"a":' });
        expect([broken.status, broken.json.code]).to.deep.equal([400, 'BODY_INVALID_JSON']);
        const twice = await call(world, definition, parts, { token, rawBody: '{"a":1,"a":2}' });
        expect([twice.status, twice.json.code]).to.deep.equal([400, 'BODY_DUPLICATE_KEY']);
        const form = await call(world, definition, parts, {
          token,
          rawBody: 'a=1',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        });
        return expect([form.status, form.json.code]).to.deep.equal([415, 'MEDIA_TYPE_UNSUPPORTED']);
      });

      const shape = body as { properties?: Record<string, unknown>; additionalProperties?: unknown };
      if (shape.properties === undefined || shape.additionalProperties !== undefined) return;

      it('refuses a body member it does not know, by name', async () => {
        const sent = { ...(example.input?.body as object), 'un/known': 1 };
        const answer = await call(
          world,
          definition,
          { ...example.input, body: sent },
          { token: await tokenFor(definition, undefined) },
        );
        expect(answer.status).to.equal(400);
        if (definition.family === 'oauth') return expect(answer.json.error).to.equal('invalid_request');
        expect(answer.json.code).to.equal('BODY_INVALID');
        expect(answer.json.path).to.equal('/un~1known');
        return expect(answer.json.errors[0]).to.deep.include({ code: 'BODY_INVALID', path: '/un~1known' });
      });
    });
  }

  it('made no error that no test meant', () => {
    expect(world.errors).to.deep.equal([]);
  });
});

describe('the policies', () => {
  it('let no caller in without a token, but for public', () => {
    for (const name of Object.keys(policies) as (keyof typeof policies)[])
      expect(isAllowed(name, ANONYMOUS), name).to.equal(name === 'public');
  });

  it('are public for these operations only', () => {
    const open = operations()
      .filter(({ definition }) => definition.can === 'public')
      .map(({ id }) => id);
    expect(open).to.have.members([
      'login',
      'createToken',
      'refreshToken',
      ...['openConsoleSession', 'redeemConsoleLink', 'endConsoleSession'],
      'verifyTwoFactor',
      'validateTotp',
      'validateBackupCode',
      'validateSubdomain',
      'beginPasskeySignIn',
      'register',
      'verifyEmail',
      'forgotPassword',
      'resetPassword',
      'takeProgramSession',
      'askForDeviceCode',
      'takeDeviceSession',
      ...['getAuthorizationServer', 'getOpenIdConfiguration', 'getApiResource', 'getMcpResource', 'showProgramPage'],
      ...['pushProgramRequest', 'createProgramToken', 'askForProgramCode', 'revokeProgramToken', 'registerProgram'],
      'showSignInPage',
      'showEnrolPage',
      'showVerifyPage',
      'showResetPage',
      'getSignInOptions',
      'beginPasskeySignUp',
      'signUpWithPasskey',
      'signInWithPasskey',
      'beginPasskeyFactor',
      'showPasskey',
      'getOrganizationBySubdomain',
      'showInvitationPage',
      'readInvitation',
      'registerInvited',
      'declineInvitation',
      'beginOidcSignIn',
      'endOidcSignIn',
      'relaySignIn',
      'redeemSignIn',
      'beginSocialSignIn',
      'endSocialSignIn',
      'listSocialProviderNames',
      'beginPublicSocialSignIn',
      'endPublicSocialSignIn',
      'redeemEnrolSession',
      'redeemShortCode',
      'redeemPairingLink',
      'getAlive',
      'getReadiness',
      'getFitness',
      'getHealth',
      'getStats',
      'explainError',
      'listPeers',
      'listPeerQuality',
      'getPeerStats',
      'getPeerHealth',
      'listConnectedPeers',
      ...['getIssuerMetadata', 'getIssuerServer', 'getIssuerOfJwt', 'getIssuerKeys', 'getCredentialType'],
      ...['readCredentialOffer'],
      ...['createCredentialToken', 'createCredentialNonce', 'requestCredential', 'notifyIssuer'],
      'requestDeferredCredential',
      ...[
        'pushAuthorizationRequest',
        'showAuthorizationPage',
        'showReceiptPage',
        'readImportedChain',
        'readTrustAuthority',
      ],
      ...['listStatusLists', 'getStatusList', 'getRequestObject', 'postRequestObject', 'answerPresentationRequest'],
      'getPeer',
      'listSubscriptions',
      'listRegisterCache',
      'listAvailableRegisters',
      'getSyncHealth',
      'showWorkload',
      'createServiceToken',
      'createDelegatedToken',
      'scrapeMetrics',
      // Of what is advertised, and of what the caller sees.
      'getODataVocabulary',
      'resolveDid',
      'dereferenceDid',
      'getContext',
      'getDidContext',
      ...['getMcpManifest', 'listMcpTools', 'listDocuments', 'getDocument', 'searchDocuments'],
    ]);
  });
});
