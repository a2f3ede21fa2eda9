// The parsers of bodies: bytes to plain data, counted before they are made. One for each media type that some operation
// takes; which of them a request may use is the operation's to say.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Issue, issue } from '../../core/base/issue.js';
import { type Json, parseJson } from '../../core/base/json.js';
import { budgetIssue, valuesIn } from '../../core/base/json-budget.js';
import { DOCUMENT_DEPTH_MAX } from '../../core/base/limits/ledger/transactions.js';
import { BODY_LIMITS } from '../../core/base/limits/node/bodies.js';
import { isFailure, type Result } from '../../core/base/result.js';
import type { BodyType } from '../define.js';
import { formFields } from '../requests/form.js';
import { Refused } from '../requests/request.js';

/** `count` charges the caller for so many values; an issue of it ends the parsing. */
type Parse = (
  bytes: Uint8Array,
  count: (values: number) => Issue | undefined,
  valuesMax: number,
) => Result<object | Json>;

const PARSERS: Readonly<Record<BodyType, Parse>> = {
  'application/json': (bytes, count, valuesMax) =>
    parseJson(bytes, { budget: (source) => count(valuesIn(source, valuesMax)), levels: DOCUMENT_DEPTH_MAX }),
  'application/x-www-form-urlencoded': formFields,
};

export function addParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  for (const [type, parse] of Object.entries(PARSERS) as [BodyType, Parse][])
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (request, body, done) => {
      const bytes = body as Buffer;
      if (!takenBy(request).includes(type)) return done(new Refused([unsupported(request)]));
      if (bytes.length === 0) return done(null, undefined);
      const { bodyValuesMax = BODY_LIMITS.small.values, chargeValues } = request.routeOptions.config;
      const count = (values: number) => budgetIssue(values, bodyValuesMax) ?? chargeValues?.(request.incoming, values);
      const parsed = parse(bytes, count, bodyValuesMax);
      if (isFailure(parsed)) return done(new Refused([parsed.issue]));
      request.incoming.rawBody = bytes;
      done(null, parsed);
    });
}

/** For a body of a type that the operation does not take. */
export function unsupported(request: FastifyRequest): Issue {
  return issue('MEDIA_TYPE_UNSUPPORTED', '', `This operation takes ${takenBy(request).join(' or ')}.`);
}

const JSON_ONLY: readonly BodyType[] = ['application/json'];

/** An operation without a body reads one of JSON and leaves it. */
function takenBy(request: FastifyRequest): readonly BodyType[] {
  const { takes } = request.routeOptions.config;
  return takes === undefined || takes.length === 0 ? JSON_ONLY : takes;
}
