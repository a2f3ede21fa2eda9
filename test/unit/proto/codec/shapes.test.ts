// The table of shapes mirrors the .proto files: a field that the table lacks would arrive empty, and one without a
// bound would be decoded unbounded.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { boundsProblem, type FieldBound, type Shape } from '../../../../proto/codec/bounds.js';
import * as shapes from '../../../../proto/codec/shapes.js';

interface Declared {
  readonly name: string;
  readonly type: string;
  readonly repeated: boolean;
  readonly oneof: string;
}

const SCALARS = new Set(['uint32', 'uint64', 'bool']);
const ROOTS: Readonly<Record<string, Shape>> = {
  Docket: shapes.docketShape,
  SealedDocket: shapes.sealedShape,
  Vote: shapes.voteShape,
  Proposal: shapes.proposalShape,
  HeadClaim: shapes.headShape,
  ForkProof: shapes.forkShape,
  Certificate: shapes.certificateShape,
  NodeDescriptor: shapes.descriptorShape,
  Frame: shapes.frameShape,
  HelloRequest: shapes.helloAskShape,
  HelloResponse: shapes.helloAnswerShape,
  StreamDocketsRequest: shapes.rangeAskShape,
  StreamDocketsResponse: shapes.rangePartShape,
  GetHeadsRequest: shapes.headsAskShape,
  GetHeadsResponse: shapes.headsShape,
  ListAdvertisedRequest: shapes.catalogueAskShape,
  ListAdvertisedResponse: shapes.catalogueShape,
  Catalogue: shapes.catalogueNoticeShape,
  SubmitTransactionsRequest: shapes.submitAskShape,
  SubmitTransactionsResponse: shapes.submitAnswersShape,
  AttestGenesisRequest: shapes.genesisAskShape,
  AttestGenesisResponse: shapes.genesisAnswerShape,
  GetFileChunkRequest: shapes.chunkAskShape,
  GetFileChunkResponse: shapes.chunkAnswerShape,
  GiveFileChunkRequest: shapes.chunkGiftShape,
  AskWalletRequest: shapes.walletAskShape,
  AskWalletResponse: shapes.walletAnswerShape,
  ExchangePeersRequest: shapes.emptyAskShape,
  ExchangePeersResponse: shapes.descriptorsShape,
  RequestVoteRequest: shapes.voteAskShape,
  RequestVoteResponse: shapes.voteAnswerShape,
  ValidateDocketRequest: shapes.sealedAskShape,
  ValidateDocketResponse: shapes.docketAnswerShape,
  GetHealthStatusRequest: shapes.emptyAskShape,
  GetHealthStatusResponse: shapes.healthShape,
};

const declared = new Map<string, Map<number, Declared>>();
const enums = new Set<string>();
for (const file of ['ledger', 'peer', 'validator']) readProto(readFileSync(`proto/${file}/v1/${file}.proto`, 'utf8'));

function readProto(text: string): void {
  let fields = new Map<number, Declared>();
  let oneof = '';
  for (const line of text.split('\n')) {
    const message = /^message (\w+) \{/.exec(line)?.[1];
    const enumName = /^enum (\w+)/.exec(line)?.[1];
    if (message || enumName) fields = new Map();
    if (message) declared.set(message, fields);
    if (enumName) enums.add(enumName);
    oneof = /^ {2}oneof (\w+)/.exec(line)?.[1] ?? (/^ {2}\}/.test(line) ? '' : oneof);
    const field = /^ +(repeated |optional )?([\w.]+) (\w+) = (\d+);/.exec(line);
    if (!field) continue;
    const [, label, type, name, number] = field as unknown as [string, string | undefined, string, string, string];
    fields.set(Number(number), {
      name: name.replace(/_(\w)/g, (_, c: string) => c.toUpperCase()),
      type: type.split('.').at(-1) as string,
      repeated: label === 'repeated ',
      oneof,
    });
  }
}

function compare(message: string, shape: Shape, at: string): void {
  const fields = declared.get(message) as Map<number, Declared>;
  const numbers = shape.flatMap((field, n) => (field ? [n] : []));
  expect(numbers, at).to.deep.equal([...fields.keys()].sort((a, b) => a - b));
  for (const [n, { name, type, repeated, oneof }] of fields) {
    const field = shape[n] as FieldBound;
    const here = `${at}.${name}`;
    expect(field.name, here).to.equal(name);
    expect(field.bytesMax === undefined, here).to.equal(SCALARS.has(type) || enums.has(type));
    expect((field.count ?? 1) > 1, here).to.equal(repeated);
    const first = Math.min(...[...fields].filter(([, other]) => other.oneof === oneof).map(([k]) => k));
    expect(field.slot, here).to.equal(oneof === '' ? undefined : first);
    expect(field.of !== undefined, here).to.equal(declared.has(type));
    if (field.of) compare(type, field.of, here);
  }
}

/** Every repeated field within a message, as bytes that hold one empty element more than it may have. */
function floods(shape: Shape): readonly { readonly path: string; readonly bytes: Buffer }[] {
  return shape.flatMap((field, n) => {
    if (field?.bytesMax === undefined) return [];
    const tag = varint((n << 3) | 2);
    const inside = field.of
      ? floods(field.of).map(({ path, bytes }) => ({
          path: `/${field.name}${path}`,
          bytes: Buffer.concat([tag, varint(bytes.length), bytes]),
        }))
      : [];
    const empty = Buffer.concat([tag, Buffer.from([0])]);
    const many = Buffer.concat(Array<Buffer>((field.count ?? 1) + 1).fill(empty));
    return [{ path: `/${field.name}`, bytes: many }, ...inside];
  });
}

function varint(n: number): Buffer {
  const out: number[] = [];
  for (let rest = n; ; rest >>>= 7) {
    if (rest < 0x80) return Buffer.from([...out, rest]);
    out.push((rest & 0x7f) | 0x80);
  }
}

describe('the shapes of the wire', () => {
  it('are those of the .proto files, field by field', () => {
    for (const [message, shape] of Object.entries(ROOTS)) compare(message, shape, message);
  });

  it('leave out no message but those without fields', () => {
    const reached = new Set<string>();
    const reach = (message: string): void => {
      if (reached.has(message)) return;
      reached.add(message);
      for (const { type } of declared.get(message)?.values() ?? []) if (declared.has(type)) reach(type);
    };
    Object.keys(ROOTS).forEach(reach);
    const others = [...declared.keys()].filter((name) => !reached.has(name));
    expect(others).to.deep.equal(['GiveFileChunkResponse']);
  });

  for (const [message, shape] of Object.entries(ROOTS))
    it(`${message}: no list and no field takes one element more than its bound`, () => {
      for (const { path, bytes } of floods(shape)) {
        const found = boundsProblem(bytes, shape, bytes.length);
        // A long flood may exceed the bytes of what encloses it before its count: refused all the same, further out.
        expect(found?.code, path).to.equal('FRAME_TOO_LARGE');
        expect(path.startsWith(found?.path as string), `${path} by ${found?.path}`).to.equal(true);
      }
    });
});
