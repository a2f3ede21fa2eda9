// The JSON hub protocol: records in any fragments, handshakes, every type of message, and what is no message at all.
import { expect } from 'chai';
import fc from 'fast-check';
import {
  closing,
  completion,
  failure,
  handshakeProblem,
  handshakeRefused,
  invocation,
  PING,
  parseMessage,
  Records,
} from '../../../../api/hubs/protocol.js';

describe('api/hubs/protocol', () => {
  describe('records', () => {
    it('come out whole and in order, however frames cut them', () => {
      const text = fc.string().map((s) => s.replaceAll('\x1e', ''));
      fc.assert(
        fc.property(fc.array(text, { maxLength: 8 }), fc.array(fc.nat(20), { maxLength: 12 }), (parts, cuts) => {
          const records = new Records(1000);
          let stream = parts.map((part) => `${part}\x1e`).join('');
          const out: string[] = [];
          for (const cut of cuts) {
            out.push(...(records.push(stream.slice(0, cut)) as string[]));
            stream = stream.slice(cut);
          }
          out.push(...(records.push(stream) as string[]));
          expect(out).to.deep.equal(parts);
        }),
      );
    });

    it('are refused when they are longer than allowed, whole or growing', () => {
      expect(new Records(4).push('abcd\x1e')).to.deep.equal(['abcd']);
      expect(new Records(4).push('abcde\x1e')).to.equal(undefined);
      expect(new Records(4).push('ab\x1eabcde')).to.equal(undefined);
      const growing = new Records(4);
      expect(growing.push('abc')).to.deep.equal([]);
      expect(growing.push('d')).to.deep.equal([]);
      expect(growing.push('e')).to.equal(undefined);
    });
  });

  it('takes the handshake of version 1 in JSON and no other', () => {
    expect(handshakeProblem('{"protocol":"json","version":1}')).to.equal(undefined);
    expect(handshakeProblem('{"version":1,"protocol":"json","later":true}')).to.equal(undefined);
    expect(handshakeProblem('{"protocol":"messagepack","version":1}')).to.contain('"json" only');
    expect(handshakeProblem('{"protocol":"json","version":2}')).to.contain('version 1');
    expect(handshakeProblem('{"protocol":"json","version":"1"}')).to.contain('version 1');
    for (const odd of ['', 'GET / HTTP/1.1', '[]', 'null', '"x"', '{"protocol":"json","protocol":"json","version":1}'])
      expect(handshakeProblem(odd), odd).to.contain('not a handshake');
  });

  it('reads the messages of a client', () => {
    const rows: [string, unknown][] = [
      [
        '{"type":1,"invocationId":"7","target":"Do","arguments":[1,"x",{"a":null}]}',
        { type: 'invocation', invocationId: '7', target: 'Do', args: [1, 'x', { a: null }] },
      ],
      ['{"type":1,"target":"Do","arguments":[]}', { type: 'invocation', target: 'Do', args: [] }],
      [
        '{"type":1,"invocationId":null,"target":"Do","arguments":[],"headers":{},"streamIds":[]}',
        { type: 'invocation', target: 'Do', args: [] },
      ],
      [
        '{"type":4,"invocationId":"8","target":"Count","arguments":[]}',
        { type: 'stream', invocationId: '8', target: 'Count', args: [] },
      ],
      ['{"type":6}', { type: 'ping' }],
      ['{"type":7,"error":"bye"}', { type: 'close' }],
      ['{"type":2,"invocationId":"1","item":1}', { type: 'other' }],
      ['{"type":3,"invocationId":"1"}', { type: 'other' }],
      ['{"type":5,"invocationId":"1"}', { type: 'cancel', invocationId: '1' }],
      ['{"type":8,"sequenceId":4}', { type: 'other' }],
    ];
    for (const [record, message] of rows) expect(parseMessage(record), record).to.deep.equal(message);
  });

  it('says what is wrong with anything else', () => {
    const rows: [string, string][] = [
      ['', 'not a JSON object'],
      ['[1]', 'not a JSON object'],
      ['{"type":1', 'not a JSON object'],
      [`${'['.repeat(1000)}${']'.repeat(1000)}`, 'not a JSON object'],
      ['{"type":6,"type":7}', 'not a JSON object'],
      ['{}', 'no type'],
      ['{"type":4,"invocationId":"1","target":"Do"}', 'no arguments'],
      ['{"type":5}', 'no invocationId'],
      ['{"type":"1"}', 'no type'],
      ['{"type":1,"arguments":[]}', 'no target'],
      ['{"type":1,"target":"","arguments":[]}', 'no target'],
      [`{"type":1,"target":"${'x'.repeat(200)}","arguments":[]}`, 'no target'],
      ['{"type":1,"target":"Do"}', 'no arguments'],
      ['{"type":1,"target":"Do","arguments":{}}', 'no arguments'],
      ['{"type":1,"invocationId":5,"target":"Do","arguments":[]}', 'invocationId'],
      ['{"type":4,"target":"Do","arguments":[]}', 'no invocationId'],
    ];
    for (const [record, problem] of rows) expect(parseMessage(record), record).to.be.a('string').and.contain(problem);
  });

  it('never throws on what a client may send', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (record) => void parseMessage(record)));
  });

  it('writes the messages of a server', () => {
    expect(invocation('Told', ['a', 1])).to.equal('{"type":1,"target":"Told","arguments":["a",1]}\x1e');
    expect(completion('1', undefined)).to.equal('{"type":3,"invocationId":"1"}\x1e');
    expect(completion('1', null)).to.equal('{"type":3,"invocationId":"1","result":null}\x1e');
    expect(failure('1', 'no')).to.equal('{"type":3,"invocationId":"1","error":"no"}\x1e');
    expect(PING).to.equal('{"type":6}\x1e');
    expect(closing({ allowReconnect: true })).to.equal('{"type":7,"allowReconnect":true}\x1e');
    expect(closing({ error: 'x' })).to.equal('{"type":7,"error":"x"}\x1e');
    expect(handshakeRefused('x')).to.equal('{"error":"x"}\x1e');
    // A separator inside a text is escaped by JSON, so that no argument can end a record.
    expect(invocation('Told', ['a\x1eb']).split('\x1e')).to.have.length(2);
  });
});
