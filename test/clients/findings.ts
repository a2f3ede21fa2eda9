// What a run of schemathesis found, from the events that it writes, and which of that fails the part: all but what the
// table here excuses. So a kind of finding that nobody thought of fails it.
import { isObject, type JsonObject } from '../../core/base/json.js';

export interface Finding {
  /** Its code: `st explain ST202` tells it. */
  readonly kind: string;
  /** Method and template of the operation. */
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** Address, headers and body of the request, as text. */
  readonly request: string;
  readonly status: number;
  /** Of the refusal: its code, or the error of OAuth. */
  readonly code?: string;
  /** Of the refusal: the member at fault. */
  readonly member?: string;
}

/** Templates of the paths of a document, as patterns. */
export type Templates = ReadonlyMap<string, RegExp>;

export function templatesOf(document: { readonly paths: JsonObject }): Templates {
  const pattern = (template: string) =>
    new RegExp(`^${template.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{[^}]*\}/g, '[^/]+')}$`);
  return new Map(Object.keys(document.paths).map((template) => [template, pattern(template)]));
}

/** The findings of one line of events; none of a line about something else. */
export function findingsIn(line: string): readonly Finding[] {
  const { ScenarioFinished: scenario } = JSON.parse(line) as { readonly ScenarioFinished?: Scenario };
  if (scenario === undefined) return [];
  const { checks = {}, interactions = {} } = scenario.recorder;
  return Object.entries(checks).flatMap(([id, ofCase]) =>
    ofCase.flatMap(({ failure_info: failed }) =>
      failed === undefined ? [] : [findingOf(failed.failure, interactions[id])],
    ),
  );
}

/** As NDJSON has them (schemathesis/reporting/ndjson.py). */
interface Scenario {
  readonly recorder: {
    readonly checks?: Readonly<Record<string, readonly Check[]>>;
    readonly interactions?: Readonly<Record<string, Interaction>>;
  };
}
interface Check {
  readonly failure_info?: { readonly failure: Failure };
}
interface Failure {
  readonly code: string;
  readonly operation: string;
}
interface Bytes {
  readonly $base64: string;
}
interface Interaction {
  readonly request: { readonly method: string; readonly uri: string; readonly headers?: object; readonly body?: Bytes };
  readonly response?: { readonly status_code: number; readonly content?: Bytes };
}

function findingOf({ code: kind, operation }: Failure, { request, response }: Partial<Interaction> = {}): Finding {
  const { method = '', uri = 'http://node/', headers = {}, body } = request ?? {};
  const sent = [uri, JSON.stringify(headers), textOf(body)].join('\n');
  const status = response?.status_code ?? 0;
  return { kind, operation, method, path: new URL(uri).pathname, request: sent, status, ...saidIn(response) };
}

function textOf(bytes: Bytes | undefined): string {
  return bytes === undefined ? '' : Buffer.from(bytes.$base64, 'base64').toString('utf8');
}

function saidIn(response: Interaction['response']): Pick<Finding, 'code' | 'member'> {
  let body: unknown;
  try {
    body = JSON.parse(textOf(response?.content));
  } catch {
    return {};
  }
  if (!isObject(body as JsonObject)) return {};
  const { code, error, path } = body as JsonObject;
  const said = code ?? error;
  return { ...(typeof said === 'string' && { code: said }), ...(typeof path === 'string' && { member: path }) };
}

interface Excuse {
  readonly kind: string;
  readonly why: string;
  readonly holds: (finding: Finding, templates: Templates) => boolean;
}

/** They say that a request has not the documented form, which the document therefore should have said. */
const OF_FORM: ReadonlySet<string> = new Set([
  ...['BODY_INVALID', 'QUERY_INVALID', 'PATH_INVALID', 'HEADER_INVALID', 'invalid_request'],
]);

/** Refused as a form, although no schema can say it: by operation and member, with what it is compared with. */
const COMPARED: readonly (readonly [operation: RegExp, member: RegExp, why: string])[] = [
  [/^POST .*\/registers\/\{registerId\}\/transactions$/, /^\/registerId$/, 'the register of the path'],
  [/^PUT \/api\/blueprints\/\{id\}$/, /^\/id$/, 'the blueprint of the path'],
  [/^(?:POST|PUT) \/api\/blueprints(?:\/\{id\})?$/, /^/, 'the model of blueprints, which is judged as a draft'],
  [/^POST \/api\/registers(?:\/initiate)?$/, /^\/validators$/, 'the peer id of the node'],
  [/^POST \/api\/registers(?:\/initiate)?$/, /^\/owners$/, 'owners and administrators together'],
  [/^POST \/api\/file-chunks$/, /^\/chunkIndex$/, 'totalChunks'],
  [/^POST .*\/sign$/, /^\/(?:pqcWalletAddress|data|format)$/, 'the keys of the wallet, and what format names'],
  [/^POST \/api\/v1\/wallets\/verify$/, /^\/data$/, 'isPreHashed'],
  [
    /^POST (?:\/api\/service-auth|\/credentials\/\{subdomain\})\/token$/,
    /^/,
    'the fields of the grant that grant_type names',
  ],
  [/^POST .*\/blueprints\/publish$/, /^\/blueprintId$/, 'the id of the definition'],
  [/^POST .*\/credentials\/receive$/, /^\/offer$/, 'offerUri, of which the body has one or the other'],
  [
    /^POST \/oauth\/(?:token|par|device|revoke)$/,
    /^/,
    'the ways in which a program proves itself, of which it uses one',
  ],
  [/^POST \/api\/v1\/verifier\/requests$/, /^\/credentialType$/, 'dcqlQuery and its other name'],
  [/^POST .*\/(?:verifier\/requests|credentials\/match)$/, /^\/dcqlQuery/, 'DCQL, which has a judge of its own'],
  [/^POST \/api\/v1\/trust\/trustlists\/import$/, /^\/operatorCertificates\/\d/, 'what a certificate is'],
  [/^POST \/api\/v1\/trust\/trustlists\/import$/, /^\/operatorCertificates$/, 'the operators that the node pins'],
  [
    /^PUT \/api\/v1\/schemas\/external\/catalogue$/,
    /^/,
    'the catalogue that the node has, and one as SchemaStore writes it',
  ],
  [/^GET .*\/audit$/, /^\/page$/, 'before, and how many events are within the times'],
  [/^POST .*\/rules-support$/, /^\/rules$/, 'the rules that the program knows'],
  [/^POST .*\/direct-post$/, /^/, 'what its request asked for, and in which way'],
  [/^GET .*\/trust(?:\/proof)?$/, /^\/asOf$/, 'the height of the register'],
  [/^(?:POST|PUT) \/api\/v1\/schemas(?:\/\{schemaId\})?$/, /^\/title$/, 'the title of the schema itself'],
  [/^GET /, /^\/if-register-height$/, 'a register that may be named or not'],
];

/** Readers of patterns differ about characters beyond the Basic Multilingual Plane (core/base/hidden.ts). */
const BEYOND_PLANE = /[\u{10000}-\u{10ffff}]|\\ud[89ab]/iu;

const EXCUSES: readonly Excuse[] = [
  {
    kind: 'ST101',
    why: 'documented: a part of the node, or another server, is away',
    // One that the document does not have is ST103 beside it.
    holds: ({ status }) => status > 500,
  },
  {
    kind: 'ST202',
    why: 'refused by a rule behind the form, with a code of its own',
    holds: ({ code }) => code !== undefined && !OF_FORM.has(code),
  },
  {
    kind: 'ST202',
    why: 'compares what no schema can compare',
    holds: ({ operation, member = '' }) => COMPARED.some(([of, at]) => of.test(operation) && at.test(member)),
  },
  {
    kind: 'ST202',
    why: 'a form with a field twice (RFC 6749 section 3.2)',
    holds: ({ request }) => hasFieldTwice(request),
  },
  { kind: 'ST202', why: 'a number outside the safe range', holds: hasUnsafeNumber },
  {
    kind: 'ST202',
    why: 'a name with characters of which no pattern is read alike',
    holds: ({ code, request }) => code === 'BODY_INVALID' && BEYOND_PLANE.test(request),
  },
  ...['ST201', 'ST204'].map((kind) => ({
    ...{ kind, why: 'refused as too large: its body, or all of its headers together' },
    holds: ({ status }: Finding) => status === 413 || status === 431,
  })),
  {
    kind: 'ST201',
    why: 'HTTP allows headers that nobody knows',
    holds: ({ request }) => request.includes('x-schemathesis-unknown-property'),
  },
  {
    kind: 'ST201',
    why: 'a batch answers for each of its transactions',
    holds: ({ operation }) => operation === 'POST /api/v1/transactions/batch',
  },
  ...['ST204', 'ST205'].map((kind) => ({ kind, why: 'another template takes the same path', holds: isOfAnother })),
];

/** Where other bodies have a code of their own, OAuth says invalid_request. */
function hasUnsafeNumber({ operation, request }: Finding): boolean {
  const [, , ...body] = request.split('\n');
  return operation === 'POST /oauth/register' && /[[,:]\s*-?\d{16,}/.test(body.join('\n'));
}

function hasFieldTwice(request: string): boolean {
  const [, headers = '', ...body] = request.split('\n');
  if (!headers.includes('application/x-www-form-urlencoded')) return false;
  const names = [...new URLSearchParams(body.join('\n')).keys()];
  return new Set(names).size < names.length;
}

function isOfAnother({ operation, path }: Finding, templates: Templates): boolean {
  const own = operation.slice(operation.indexOf(' ') + 1);
  return [...templates].some(([template, pattern]) => template !== own && pattern.test(path));
}

/** Why a finding fails nothing; undefined where it does. */
export function excuseOf(finding: Finding, templates: Templates): string | undefined {
  return EXCUSES.find(({ kind, holds }) => kind === finding.kind && holds(finding, templates))?.why;
}

/** The report of a run (`--report json`). */
export interface RunReport {
  readonly complete: boolean;
  readonly stop_reason: string;
  readonly errors: readonly { readonly title: string; readonly count: number }[];
  readonly operations: { readonly selected: number; readonly tested: number; readonly errored: number } | null;
  readonly phases: Readonly<Record<string, { readonly status: string }>> | null;
  readonly test_cases: { readonly generated: number };
}

const PHASES = ['examples', 'coverage', 'fuzzing', 'stateful'] as const;

/** Why a run says nothing of the node, or not of all; undefined for a whole one. */
export function breakOf({ complete, stop_reason: reason, errors, operations, phases }: RunReport): string | undefined {
  if (!complete || reason !== 'completed') return `it was not brought to its end (${reason})`;
  if (errors.length > 0) return `it met errors of its own: ${errors.map(({ title, count }) => `${count} ${title}`)}`;
  if (operations === null || operations.selected === 0 || operations.tested < operations.selected)
    return `it tried ${operations?.tested ?? 0} of ${operations?.selected ?? 0} operations`;
  const missing = PHASES.filter((name) => !['success', 'failure'].includes(phases?.[name]?.status ?? ''));
  return missing.length === 0 ? undefined : `it had no phase ${missing.join(', ')}`;
}
