// Parts of streamed answers: which bytes come for which header, and that nothing of a broken whole passes as good.
import { Readable } from 'node:stream';
import { expect } from 'chai';
import fc from 'fast-check';
import { Refusal } from '../../../../../api/define.js';
import type { CallOutcome } from '../../../../../api/requests/outcome.js';
import { applyRange } from '../../../../../api/server/answers/ranges.js';

const TEXT = 'first part, second part, third';
const ETAG = '"tag"';

type Outcome = CallOutcome & { readonly body: Readable };

/** A streamed answer in pieces, which may break behind the last one. */
function answer(pieces: readonly string[] = [TEXT], fault?: Error): Outcome {
  const headers = { 'content-length': String(pieces.join('').length), 'content-type': 'text/plain', etag: ETAG };
  async function* bytes() {
    for (const piece of pieces) yield Buffer.from(piece);
    if (fault) throw fault;
  }
  return { status: 200, headers, body: Readable.from(bytes(), { objectMode: false }) };
}

const asked = (outcome: Outcome, headers: Readonly<Record<string, string>>, method = 'GET') =>
  applyRange(outcome, { method, headers });

async function text({ body }: CallOutcome): Promise<string> {
  const found: Uint8Array[] = [];
  for await (const piece of body as Readable) found.push(piece as Uint8Array);
  return Buffer.concat(found).toString();
}

async function part(range: string, more: Readonly<Record<string, string>> = {}): Promise<readonly unknown[]> {
  const found = asked(answer(), { range, ...more });
  if (found instanceof Refusal) return [found.issues[0]?.code, found.headers?.['content-range']];
  return [found.status, found.headers['content-range'], await text(found)];
}

describe('api/server/answers/ranges', () => {
  it('gives a part by its first and last byte, up to the end, and from the end', async () => {
    const size = TEXT.length;
    expect(await part('bytes=6-9')).to.deep.equal([206, `bytes 6-9/${size}`, 'part']);
    expect(await part('bytes=25-')).to.deep.equal([206, `bytes 25-29/${size}`, 'third']);
    expect(await part('bytes=25-999')).to.deep.equal([206, `bytes 25-29/${size}`, 'third']);
    expect(await part('Bytes=-5')).to.deep.equal([206, `bytes 25-29/${size}`, 'third']);
    expect(await part('bytes=-999')).to.deep.equal([206, `bytes 0-29/${size}`, TEXT]);
    expect(await part('bytes=0-0')).to.deep.equal([206, `bytes 0-0/${size}`, 'f']);
  });

  it('gives the whole for what is ignored', async () => {
    const ignored = [
      '',
      'bytes',
      'bytes=',
      'bytes=-',
      'bytes=9-3',
      'bytes=a-b',
      'lines=0-1',
      'bytes=0-1,3-4',
      'bytes=1',
    ];
    for (const range of ignored) expect(await part(range), range).to.deep.equal([200, undefined, TEXT]);
  });

  it('refuses what begins behind the end, and says the length', async () => {
    for (const range of ['bytes=30-', 'bytes=30-31', 'bytes=-0'])
      expect(await part(range), range).to.deep.equal(['RANGE_UNSATISFIABLE', 'bytes */30']);
    const outcome = answer();
    asked(outcome, { range: 'bytes=30-' });
    expect(outcome.body.destroyed).to.equal(true);
  });

  it('gives a part of the same content alone', async () => {
    expect(await part('bytes=-5', { 'if-range': ETAG })).to.have.property('0', 206);
    for (const other of ['"other"', `W/${ETAG}`, 'Sun, 29 Nov 2026 07:00:00 GMT'])
      expect(await part('bytes=-5', { 'if-range': other }), other).to.deep.equal([200, undefined, TEXT]);
  });

  it('says that it takes ranges, that the client has it already, and no part to HEAD', () => {
    const whole = asked(answer(), {}) as CallOutcome;
    expect(whole.headers).to.include({ 'accept-ranges': 'bytes', 'content-length': '30' });
    const outcome = answer();
    const known = asked(outcome, { 'if-none-match': ETAG, range: 'bytes=-5' }) as CallOutcome;
    expect([known.status, known.body, outcome.body.destroyed]).to.deep.equal([304, undefined, true]);
    expect(known.headers).to.not.have.any.keys('content-length', 'content-type');
    expect((asked(answer(), { range: 'bytes=-5' }, 'HEAD') as CallOutcome).status).to.equal(200);
  });

  it('leaves refusals, whole bodies and empty files as they are', () => {
    const refused: CallOutcome = { status: 404, headers: {}, body: '{}' };
    expect(applyRange(refused, { method: 'GET', headers: { range: 'bytes=0-' } })).to.equal(refused);
    const [all, end] = ['bytes=0-', 'bytes=-5'].map((range) => asked(answer(['']), { range }));
    expect(all).to.be.instanceOf(Refusal);
    expect((end as CallOutcome).status).to.equal(200);
  });

  it('gives no last piece of what breaks behind it', async () => {
    const broken = answer(['first ', 'second ', 'third'], new Error('not what was sealed'));
    const { body } = asked(broken, { range: 'bytes=2-9' }) as CallOutcome;
    const got: string[] = [];
    const read = async () => {
      for await (const piece of body as Readable) got.push(String(piece));
    };
    expect(await read().catch(({ message }: Error) => message)).to.equal('not what was sealed');
    expect(got.join('').length).to.be.lessThan(8);
  });

  it('gives the bytes that a slice has, however they come', async () => {
    const pieces = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(pieces, fc.nat(20), fc.nat(20), async (parts, first, length) => {
        const whole = parts.join('');
        fc.pre(first < whole.length);
        const found = asked(answer(parts), { range: `bytes=${first}-${first + length}` }) as CallOutcome;
        expect(await text(found)).to.equal(whole.slice(first, first + length + 1));
        expect(Number(found.headers['content-length'])).to.equal(whole.slice(first, first + length + 1).length);
      }),
    );
  });
});
