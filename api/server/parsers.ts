// Bodies as bytes, of the media types that some operation takes: the dispatcher makes data of them by the rules of the
// operation. A server reads no more bytes than the route says.
import type { FastifyInstance } from 'fastify';
import { BODY_TYPES } from '../dispatch/body.js';

export function addParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  for (const type of BODY_TYPES)
    app.addContentTypeParser(type, { parseAs: 'buffer' }, ({ incoming }, body, done) => {
      incoming.rawBody = body as Buffer;
      incoming.bodyType = type;
      done(null, undefined);
    });
}

/** Of operations that take bytes of any type. */
export function addRawParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, ({ incoming }, body, done) => {
    incoming.rawBody = body as Buffer;
    done(null, undefined);
  });
}
