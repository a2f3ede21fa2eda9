// The part of a stream that is read for a client: nothing for HEAD, whose answer has the headers alone.
import { Readable } from 'node:stream';
import { expect } from 'chai';
import type { AnyRoute } from '../../../../../api/define.js';
import { type SendOutcome, sender } from '../../../../../api/server/answers/sender.js';

describe('api/server/answers/sender', () => {
  const send = (method: string, takesRanges: boolean, headers: object = {}) => {
    const read: number[] = [];
    const source = Readable.from(
      (function* () {
        for (let i = 0; i < 3; i++) {
          read.push(i);
          yield 'piece';
        }
      })(),
    );
    const sent: { body?: unknown; headers?: object } = {};
    const reply = {
      raw: { setTimeout: () => undefined },
      code: () => reply,
      headers: (given: object) => Object.assign(sent, { headers: given }) && reply,
      getHeader: () => undefined,
      send: (body: unknown) => Object.assign(sent, { body }),
    };
    const definition = { kind: 'raw', method: 'GET', answers: { takesRanges } } as unknown as AnyRoute;
    const ports = { compression: { applies: () => false, compress: () => undefined }, stallMs: 1000 };
    const outcome = {
      status: 200,
      headers: { etag: '"a"', 'content-length': '15', 'cache-control': 'no-store' },
      body: source,
    };
    sender(definition, ports)(
      { method, headers } as Parameters<SendOutcome>[0],
      reply as unknown as Parameters<SendOutcome>[1],
      outcome,
    );
    return { sent, source, read };
  };

  it('reads nothing of a stream for HEAD, and keeps its headers', async () => {
    for (const takesRanges of [true, false]) {
      const { sent, source, read } = send('HEAD', takesRanges, { range: 'bytes=0-0' });
      expect(source.destroyed).to.equal(true);
      expect(sent.headers).to.include({ 'content-length': '15' });
      expect([sent.body, read]).to.deep.equal([undefined, []]);
    }
  });

  it('gives the stream to GET', async () => {
    const { sent, source } = send('GET', true);
    expect(sent.body).to.equal(source);
    expect(source.destroyed).to.equal(false);
    source.destroy();
  });
});
