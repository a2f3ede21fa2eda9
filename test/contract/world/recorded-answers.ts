// `npm run tool -- prism`: writes down what the worlds of the contract suite are asked and answer, a line each: a proxy
// compares it with the document afterwards. The tests run as ever: nothing comes between them and their world.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { checkOf, operationAt, textOf } from './document-check.js';

/** The folder of the recordings, one file a process. Without it nothing is written down. */
const FOLDER = process.env.QUORATE_PRISM;

export interface Recorded {
  readonly method: string;
  /** With its query, as it came. */
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  /** In base64; empty without a body. */
  readonly body: string;
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, unknown>>;
    /** Absent for a stream, which is not read. */
    readonly text?: string;
  };
}

/** From now on, of documented operations; where it was asked for. */
export function recordAnswers(app: FastifyInstance): void {
  if (FOLDER === undefined) return;
  const file = join(FOLDER, `${process.pid}.jsonl`);
  const { paths } = checkOf('public').document;
  app.addHook('onSend', (request, reply, payload, done) => {
    const { method, routeOptions, headers } = request;
    const operation = operationAt(paths, method, routeOptions.url);
    if (operation !== undefined) {
      const text = textOf(payload, reply.getHeader('content-encoding'));
      const recorded: Recorded = {
        ...{ method, url: request.raw.url as string, headers },
        // An operation without a body leaves one that comes.
        body: operation.requestBody ? Buffer.from(request.incoming.rawBody).toString('base64') : '',
        answer: { status: reply.statusCode, headers: reply.getHeaders(), ...(text !== undefined && { text }) },
      };
      appendFileSync(file, `${JSON.stringify(recorded)}\n`);
    }
    done(null, payload);
  });
}
