// Methods of hubs as operations of the dispatcher: a call over a socket passes the rules that a request passes, and its
// arguments are its body.
import type { ValidateFunction } from 'ajv';
import Type, { type TSchema } from 'typebox';
import { issue } from '../../core/base/issue.js';
import type { Json } from '../../core/base/json.js';
import { BODY_LIMITS, type BodySize } from '../../core/base/limits/node/bodies.js';
import { type ApiCall, Refusal } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { admissionOf } from '../dispatch/admission.js';
import type { BodyRules } from '../dispatch/body.js';
import type { ApiOperation } from '../dispatch/operation.js';
import type { Limiters } from '../requests/rate.js';
import { compiledBody } from '../requests/validation.js';
import type { HubConnection } from './connection.js';
import type { Hub, HubMethod, HubSession } from './define.js';

/** A method is found by its name in small letters: names of hubs do not tell letters of different case apart. */
export type Methods = ReadonlyMap<string, ApiOperation>;

export interface MethodPorts {
  readonly limiters: Pick<Limiters, 'get'>;
  /** The acts of a method on the connection that calls it. */
  readonly session: (connection: HubConnection, call: ApiCall<ApiDeps>) => HubSession;
}

export function methodsOf(hub: Hub, ports: MethodPorts): Methods {
  return nameMethods(hub.methods, (name, method) =>
    operationOf(hub, { name, method }, ports, ({ body, connection }, call) =>
      method.run(body as readonly Json[], ports.session(connection as HubConnection, call)),
    ),
  );
}

/** Their results are the sources of streams. */
export function streamsOf(hub: Hub, ports: Omit<MethodPorts, 'session'>): Methods {
  return nameMethods(hub.streams ?? {}, (name, method) =>
    operationOf(hub, { name, method }, ports, ({ body }, call) => method.source(body as readonly Json[], call)),
  );
}

function nameMethods<M>(
  rows: Readonly<Record<string, M>>,
  operation: (name: string, method: M) => ApiOperation,
): Methods {
  return new Map(Object.entries(rows).map(([name, method]) => [name.toLowerCase(), operation(name, method)]));
}

function operationOf(
  { name: hub, can, program }: Hub,
  {
    name,
    method,
  }: { readonly name: string; readonly method: Pick<HubMethod, 'summary' | 'args' | 'rate' | 'bodySize' | 'writes'> },
  { limiters }: Omit<MethodPorts, 'session'>,
  run: ApiOperation['run'],
): ApiOperation {
  const id = `hub:${hub}:${name}`;
  const misfit = new Refusal([issue('HUB_ARGUMENTS_INVALID', '', `${name} takes: ${method.summary}`)]);
  return {
    id,
    admission: admissionOf({ id, can, program, rate: method.rate ?? 'none' }, limiters),
    body: argumentsWithin(method.bodySize),
    validate: ({ body }) => (checkOf(method.args)(body) ? undefined : misfit),
    ...{ charge: undefined, negotiate: undefined },
    run,
    write: (result) => ({ status: 200, headers: {}, body: JSON.stringify(result) }),
    ...{
      answersInTurn: false,
      reads: false,
      writesNothing: method.writes !== true,
      submits: false,
      repeatable: false,
      secret: false,
    },
    noStore: true,
  };
}

/** Names and ids, unless it is stated. The pace of a connection bounds what they cost. */
function argumentsWithin(size: BodySize = 'small'): BodyRules {
  return { limit: BODY_LIMITS[size], takes: ['application/json'], lists: new Set(), charge: undefined };
}

const checks = new WeakMap<readonly TSchema[], ValidateFunction>();

/** Compiled once for a process, at the first call, as the schemas of requests are. */
function checkOf(args: readonly TSchema[]): ValidateFunction {
  const known = checks.get(args);
  if (known !== undefined) return known;
  const check = compiledBody(tuple(args));
  checks.set(args, check);
  return check;
}

/** An empty list has no `items`: JSON Schema wants at least one there. */
function tuple(args: readonly TSchema[]): object {
  const minItems = args.filter((schema) => !Type.IsOptional(schema)).length;
  return args.length === 0 ? { type: 'array', maxItems: 0 } : { ...Type.Tuple([...args]), minItems };
}
