// A call of the dispatcher over HTTP, and the one way in which an outcome becomes an answer. The only file that extends
// Fastify's types.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Issue } from '../../core/base/issue.js';
import { traceInParent } from '../../core/base/trace.js';
import { resourceMetadataOf } from '../../core/tenant/programs/resources.js';
import type { ClientCertificate } from '../../core/tenant/workload.js';
import { ANONYMOUS, type Caller } from '../auth/caller.js';
import { type BodyType, Refusal } from '../define.js';
import type { ErrorFamilyName } from '../errors/families/families.js';
import { type CallHeaders, type CallTarget, type IncomingCall, NO_BYTES, pathIn, type TracedCall } from './incoming.js';
import { type CallOutcome, refusedOutcome } from './outcome.js';

declare module 'fastify' {
  interface FastifyRequest {
    incoming: HttpCall;
  }
  interface FastifyContextConfig {
    operationId?: string;
    /** The form of its refusals. */
    family?: ErrorFamilyName;
    /** The types that its body may have; JSON when absent. */
    takes?: readonly BodyType[];
  }
}

/** Reads nothing more of the connection for so many seconds. */
export type Rest = (request: IncomingMessage, response: ServerResponse, seconds: number) => void;

/** A listener before its connections. */
export interface Link {
  readonly rest: Rest;
  /** The address that a request counts for. */
  readonly clients: { of(request: IncomingMessage): string };
  /** Where clients find this node. */
  readonly publicUrl: string;
  /** The client certificate of a connection; absent where none is asked for. */
  readonly certificateOf?: ((socket: Socket) => ClientCertificate | undefined) | undefined;
}

/** It holds the request and its reply, and copies nothing. */
export class HttpCall implements IncomingCall {
  caller: Caller = ANONYMOUS;
  denied: Issue | undefined = undefined;
  rawBody: Uint8Array = NO_BYTES;
  bodyType: BodyType = 'application/json';
  body: unknown = undefined;
  private countedFor: string | undefined = undefined;

  constructor(
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
    private readonly link: Link,
  ) {}

  get traceId(): string {
    return this.request.id;
  }

  get address(): string {
    this.countedFor ??= this.link.clients.of(this.request.raw);
    return this.countedFor;
  }

  get headers(): CallHeaders {
    return this.request.headers;
  }

  get url(): string {
    return this.request.url;
  }

  get asked(): string {
    return askedPath(this.request);
  }

  get target(): CallTarget {
    return { method: this.request.method, url: this.link.publicUrl + this.asked };
  }

  get resourceMetadata(): string {
    return resourceMetadataOf(this.link.publicUrl, this.asked);
  }

  get params(): unknown {
    return this.request.params;
  }

  get query(): unknown {
    return this.request.query;
  }

  get certificate(): ClientCertificate | undefined {
    return this.link.certificateOf?.(this.request.raw.socket);
  }

  get isGone(): boolean {
    return this.request.raw.destroyed;
  }

  get connection(): object {
    return this.request.raw.socket;
  }

  note(name: string, value: string | number): void {
    // The headers that the answer depends on add up: on its origin too, where browsers may call.
    const before = name === 'vary' ? this.reply.getHeader(name) : undefined;
    this.reply.header(name, before === undefined ? value : `${before}, ${value}`);
  }

  /** `close` comes once, whether the answer was sent or the client went away. */
  onEnd(run: () => void): void {
    this.reply.raw.once('close', run);
  }

  rest(seconds: number): void {
    this.link.rest(this.request.raw, this.reply.raw, seconds);
  }
}

function askedPath({ originalUrl }: FastifyRequest): string {
  return pathIn(originalUrl);
}

/** An answer of the API is data: nothing in it may load, run or be framed. */
export const NO_CONTENT = "default-src 'none'; frame-ancestors 'none'";

const CORRELATION = /^[A-Za-z0-9_.:-]{1,128}$/;

/** The client's correlation id, else the trace id of its W3C traceparent, else a fresh one. */
export function correlationId(request: {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}): string {
  const given = request.headers['x-correlation-id'];
  if (typeof given === 'string' && CORRELATION.test(given)) return given;
  const parent = request.headers.traceparent;
  const trace = typeof parent === 'string' ? traceInParent(parent) : undefined;
  return trace ?? randomUUID().replaceAll('-', '');
}

/**
 * Thrown inside Fastify's parsing hooks only, where throwing is the way to refuse; the error handler turns it into the
 * problem body.
 */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(readonly issues: readonly Issue[]) {
    super(issues[0]?.message);
  }
}

export function sendOutcome(reply: FastifyReply, { status, headers, body }: CallOutcome): void {
  // The headers that an answer depends on add up: those of its origin, its form and its encoding.
  const noted = headers.vary === undefined ? undefined : reply.getHeader('vary');
  reply.code(status).headers(headers);
  if (noted !== undefined) reply.header('vary', `${noted}, ${headers.vary}`);
  reply.send(body);
}

/** A refusal of a path without an operation, or before its rules began. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, issues: readonly Issue[]): void {
  const { family } = request.routeOptions.config;
  sendOutcome(reply, refusedOutcome(new Refusal(issues), tracedCallOf(request), { family }));
}

/** Of any request, also one that reached no hook. */
export function tracedCallOf(request: FastifyRequest): TracedCall {
  // Fastify's own refusals of a path come before its first hook.
  const incoming = request.incoming as HttpCall | null;
  const resourceMetadata = incoming?.resourceMetadata;
  return { asked: askedPath(request), traceId: request.id, headers: request.headers, resourceMetadata };
}
