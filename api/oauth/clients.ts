// Which program a client id names, and whether it is the one that calls (RFC 6749 section 2.3).
import { equalBytes, utf8 } from '../../core/base/bytes.js';
import { sha256Hex } from '../../core/base/hash.js';
import { issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { findBuiltIn, isDocumentId, type ProgramClient } from '../../core/tenant/programs/clients.js';
import { turnKey } from '../../core/tenant/turn-key.js';
import type { Caller } from '../auth/caller.js';
import { ASSERTION_TYPE, namedClient } from '../auth/proofs/client-assertions.js';
import type { Refusal } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { oauthRefusal } from '../requests/family-refusals.js';
import { type ClientForm, clientFields } from './client-fields.js';

type Deps = Pick<ApiDeps, 'programs' | 'outgoing' | 'clock'>;

/** A program that needs no look elsewhere; a document is not fetched for a stranger. */
function nearClient({ programs }: Pick<Deps, 'programs'>, clientId: string): ProgramClient | undefined {
  return findBuiltIn(clientId) ?? programs.clients.find(clientId);
}

/** The program that a person is asked about. PROGRAM_REQUEST_INVALID, and the issues of its document. */
export async function findClient(deps: Deps, clientId: string, caller: Caller): Promise<Result<ProgramClient>> {
  const near = nearClient(deps, clientId);
  if (near !== undefined) return isOpenTo(near, caller) ? near : fail(notKnown());
  if (!isDocumentId(clientId)) return fail(notKnown());
  const { outgoing, clock } = deps;
  return deps.programs.documents.find(clientId, { outgoing, clock, from: turnKey(caller) });
}

/** A program of another organisation looks as none. */
function isOpenTo({ organisationId }: ProgramClient, caller: Caller): boolean {
  return organisationId === undefined || organisationId === caller.organisationId;
}

function notKnown() {
  return issue(
    'PROGRAM_REQUEST_INVALID',
    '/client_id',
    'client_id: no program of this name is registered for your organisation, and it is not the address of a document.',
  );
}

/** The program that calls an endpoint for programs. A public client proves nothing but what it asks with. */
export interface CallingClient {
  readonly clientId: string;
  /** Undefined for one that a document describes. */
  readonly client: ProgramClient | undefined;
}

export interface AssertedForm extends ClientForm {
  readonly client_assertion?: string | undefined;
  readonly client_assertion_type?: string | undefined;
}

type CallingDeps = Pick<ApiDeps, 'config' | 'programs'>;

/**
 * The client of a form, of HTTP Basic or of an assertion; `invalid_client` for a wrong secret, alike for a client that
 * is not known.
 */
export async function callingClient(
  deps: CallingDeps,
  body: AssertedForm,
  authorization: string | undefined,
): Promise<CallingClient | Refusal> {
  // An empty field counts as none (RFC 6749 section 3.2).
  if (body.client_assertion || body.client_assertion_type) return assertedClient(deps, body, authorization);
  const fields = clientFields(body, authorization);
  if (isFailure(fields)) return oauthRefusal('invalid_request', fields.issue);
  const { clientId, clientSecret } = fields;
  const client = nearClient(deps, clientId);
  if ((client === undefined && !isDocumentId(clientId)) || client?.keys !== undefined) return notBelieved();
  const given = clientSecret === undefined ? '' : sha256Hex(clientSecret);
  return equalBytes(utf8(given), utf8(client?.secretHash ?? '')) ? { clientId, client } : notBelieved();
}

/** A program with keys (RFC 7523). It is told what is wrong with its assertion: its keys are public. */
async function assertedClient(
  { programs, config }: CallingDeps,
  { client_id: formId, client_secret: secret, ...body }: AssertedForm,
  authorization: string | undefined,
): Promise<CallingClient | Refusal> {
  const { client_assertion: text = '', client_assertion_type: type } = body;
  const isOther = type !== ASSERTION_TYPE || secret !== undefined || /^basic /i.test(authorization ?? '');
  if (isOther)
    return oauthRefusal(
      'invalid_request',
      issue('BODY_INVALID', '/client_assertion', `Expected the type ${ASSERTION_TYPE}, and no secret beside.`),
    );
  const clientId = namedClient(text);
  const client = clientId === undefined ? undefined : programs.clients.find(clientId);
  if (clientId === undefined || client?.keys === undefined || (formId || clientId) !== clientId) return notBelieved();
  const { keys, organisationId } = client;
  const problem = await programs.assertions.problem(text, { clientId, organisationId, keys }, config.publicUrl);
  if (problem !== undefined) return notBelieved(`The assertion does not show who the client is. ${problem}`);
  // It may have been removed meanwhile.
  return programs.clients.find(clientId) === client ? { clientId, client } : notBelieved();
}

function notBelieved(message = 'The client is not the one that it names.'): Refusal {
  return oauthRefusal('invalid_client', issue('CLIENT_INVALID', '/client_id', message));
}
