// Evidence of the product under a verifier that shares no code with it: what the product makes passes, what anybody
// changed does not, and both come to the same verdict over the forgeries of past keys.
import { readFileSync } from 'node:fs';
import { ed25519 } from '@noble/curves/ed25519.js';
import { expect } from 'chai';
import { toBase64Url } from '../../core/base/bytes.js';
import type { Json, JsonObject } from '../../core/base/json.js';
import { isFailure } from '../../core/base/result.js';
import { verifyEvidence } from '../../core/chain/evidence/proof.js';
import { verifySync } from '../../core/crypto/signing/algorithms.js';
import type { OpenedCells } from '../../core/envelope/cells/open.js';
import { openingOf } from '../../core/envelope/cells/opening.js';
import { layoutOf } from '../../core/envelope/layout/layout.js';
import { instanceIdOf } from '../../core/instance/rows.js';
import { openedBy, sealed as sealedCells } from '../support/cells/cell-runs.js';
import { vectorLedger } from '../support/cells/hash-vectors.js';
import { gateFileOf, gateOpening } from '../support/credentials/gate-evidence.js';
import { GatedLedger } from '../support/credentials/gated-ledger.js';
import { certified, changesIn, evidenceIn, forgedBranch } from '../support/register/evidence-files.js';
import {
  act,
  actDraft,
  alice,
  DEFINITION,
  Ledger,
  publish,
  REGISTER_ID,
  signed,
  VALIDATOR,
  wallet,
} from '../support/register/ledger.js';
import { isEd25519, isOfSmallOrder } from './encodings.js';
import { type KnownPoint, Refused, verdictOf } from './verifier.js';

/** A point of order 8 (docs/hashes.md, section 5): its multiples are the eight points of small order. */
const ORDER_8 = 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a';

type Node = { [member: string]: Json };

const ledger = vectorLedger();
/** With a member of any text, which canonical JSON has to write. */
const [first, ...others] = DEFINITION.actions as readonly JsonObject[];
const dataSchemas = [{ properties: { amount: { type: 'integer' }, note: { type: 'string' } } }];
const publication = publish({ ...DEFINITION, actions: [{ ...first, dataSchemas }, ...others] });
ledger.seal(publication);
ledger.seal(
  signed(actDraft({ actionId: '0', publicationTxId: publication.txId, payload: { amount: 11, note: 'é\n€' } }, alice), [
    alice,
    wallet('p', 'NISTP256'),
  ]),
);
const last = ledger.dockets.length - 1;
const text = (height: number) => `${ledger.dockets[height]!.docket.hash}@${height}`;

function verdict(file: unknown, known: KnownPoint = {}): string {
  try {
    return verdictOf(file, known);
  } catch (error) {
    if (error instanceof Refused) return 'invalid';
    throw error;
  }
}

function productVerdict(file: unknown, known: KnownPoint = {}): string {
  const [hash = '', height] = known.head?.split('@') ?? [];
  const found = verifyEvidence(file, verifySync, {
    ...(known.head === undefined ? {} : { head: { hash, height: Number(height) } }),
    ...(known.genesisHash === undefined ? {} : { genesisHash: known.genesisHash }),
  });
  return !isFailure(found) ? found.verdict : 'invalid';
}

function set(parent: Node, name: string, value: Json): void {
  parent[name] = value;
}

/** Every place of a document with another value in it, and every member or item gone. */
function* changed(root: Node, at: readonly string[] = [], of: Node = original): Generator<readonly [string, Node]> {
  const whole = (edit: (parent: Node, name: string) => void, path: readonly string[]): Node => {
    const copy = structuredClone(of) as Node;
    const parent = path.slice(0, -1).reduce((node, name) => node[name] as Node, copy);
    edit(parent, path.at(-1) as string);
    return copy;
  };
  for (const [name, value] of Object.entries(root)) {
    const path = [...at, name];
    const isText = typeof value === 'string';
    const other = isText
      ? `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`
      : typeof value === 'number'
        ? value + 1
        : null;
    if (value !== other) yield [path.join('/'), whole((parent, place) => set(parent, place, other), path)];
    yield [
      `${path.join('/')} gone`,
      whole(
        (parent, gone) => void (Array.isArray(parent) ? parent.splice(Number(gone), 1) : delete parent[gone]),
        path,
      ),
    ];
    if (typeof value === 'object' && value !== null) yield* changed(value as Node, path, of);
  }
}

const original = evidenceIn(ledger, { height: 4, index: 1, anchor: 3 }) as unknown as Node;

/** An encrypted action of either language, with an opening of it. */
const openings = (() => {
  const other = new Ledger();
  other.seal(publish());
  const at = { actionId: '1', instanceId: 'i', publicationTxId: other.dockets[1]!.docket.transactions[0]!.txId };
  const run = { registerId: REGISTER_ID, senderWallet: alice.address, ...at };
  const action = {
    id: 1,
    dataSchemas: [{ type: 'object', properties: { total: { type: 'number' }, file: {}, note: { type: 'string' } } }],
    disclosures: [{ participantAddress: 'y', dataPointers: ['/total', '/file'] }],
    sender: 'x',
  };
  const participants = ['x', 'y', 'z', 'w'].map((id) => ({ id }));
  const layout = layoutOf({ language: 2, participants, actions: [action] } as never, action as never);
  const manifest = {
    ...{ fileId: '0a'.repeat(16), key: toBase64Url(new Uint8Array(32)), total: 1, name: 'plan.pdf' },
    ...{ contentType: 'application/pdf', size: 3, sha256: 'ab'.repeat(32) },
  };
  const cells = sealedCells(layout, {
    data: { total: 7, file: { fileId: manifest.fileId } },
    run,
    files: { manifests: [manifest], references: [{ fileId: manifest.fileId, chunks: ['cd'.repeat(32)] }] },
  });
  const opened = openedBy('x', cells, { layout, run }) as OpenedCells;
  const metadata = { contentEncoding: 'encrypted' };
  const tx = act({ ...at, metadata, payload: cells as unknown as Json } as never, alice);
  const shown = openingOf({ txId: tx.txId, run, layout, opened }, ['/file', '/note']);
  // The branch is made up, and whole in itself.
  const evidence = forgedBranch(other, {
    transaction: tx,
    ...{ height: 47, headHeight: 50, timestampMs: 2_000_000_000_000, roster: { validators: [VALIDATOR] } },
    ...{ rosterChanges: [], known: [1] },
  });
  return { 'cells with a file': { evidence, shown: JSON.parse(JSON.stringify(shown)) as Json } };
})();

const INVALID = ['invalid', 'invalid'];

describe('a verifier written from docs/hashes.md', () => {
  it('finds the example of the document valid under its head, and consistent without', () => {
    const example = JSON.parse(readFileSync('docs/evidence-example.json', 'utf8'));
    const known = /^text: ([0-9a-f]{64}@\d+)$/m.exec(readFileSync('docs/hashes.md', 'utf8'))?.[1] ?? '';
    expect([verdict(example, { head: known }), verdict(example)]).to.deep.equal(['valid', 'consistent']);
  });

  it('finds every transaction of a register valid, under each head', () => {
    for (const [height, { docket }] of ledger.dockets.entries())
      for (let index = 0; index < docket.transactions.length; index++)
        for (let head = 0; head <= last; head++) {
          const file = evidenceIn(ledger, head < height ? { height, index, anchor: head } : { height, index, head });
          const expected = head < height ? 'consistent' : 'valid';
          expect(verdict(file, { head: text(head) }), `${height} under ${head}`).to.equal(expected);
        }
  });

  it('refuses the file with any place of it changed or gone, as the product does', () => {
    let tried = 0;
    const accepted: string[] = [];
    for (const [place, file] of changed(original)) {
      tried += 1;
      if (verdict(file) !== 'invalid') accepted.push(place);
      // Without its anchor it is another whole document.
      expect(verdict(file), place).to.equal(productVerdict(file));
    }
    expect(tried).to.be.greaterThan(250);
    expect(accepted).to.deep.equal(['anchor gone']);
  });

  for (const [name, opening] of Object.entries(openings))
    it(`finds ${name} of an action that evidence shows, and refuses it changed`, () => {
      const file = { ...opening.evidence, opening: opening.shown } as unknown as Node;
      expect([verdict(file), productVerdict(file)]).to.deep.equal(['consistent', 'consistent']);
      let tried = 0;
      for (const [place, other] of changed(opening.shown as Node, ['opening'], file)) {
        tried += 1;
        expect([place, verdict(other), productVerdict(other)]).to.deep.equal([place, 'invalid', 'invalid']);
      }
      expect(tried).to.be.greaterThan(15);
    });

  it('finds the moves of an instance, and refuses one of them changed or left out', () => {
    const moved = new Ledger();
    const published = publish();
    moved.seal(published);
    // Of one docket: an opening without a name, and one of another instance.
    const pin = { publicationTxId: published.txId };
    const opening = act({ actionId: '0', ...pin }, alice);
    moved.seal(opening, act({ actionId: '0', ...pin, instanceId: 'other' }, alice));
    const instanceId = instanceIdOf(opening);
    moved.seal(act({ actionId: '1', ...pin, instanceId, previousTransactionId: opening.txId }, alice));
    const both = (file: unknown) => [verdict(file), productVerdict(file)];
    const place = (index: number) => ({ height: 3, earlier: [{ height: 2, index }] });
    const whole = evidenceIn(moved, place(0)) as unknown as Node;
    expect(both(whole)).to.deep.equal(['consistent', 'consistent']);
    for (const earlier of [[], [{ height: 2, index: 1 }], [{ height: 2 }, { height: 2 }], [{ height: 1 }]])
      expect(both(evidenceIn(moved, { height: 3, earlier })), JSON.stringify(earlier)).to.deep.equal(INVALID);
    const first = { height: 2, index: 1 };
    for (const [earlier, expected] of [
      [[], ['consistent', 'consistent']],
      [[{ height: 2, index: 0 }], INVALID],
      [[first], INVALID],
    ] as const)
      expect(both(evidenceIn(moved, { ...first, earlier }))).to.deep.equal(expected);
    expect(both({ ...whole, earlier: Array(256).fill((whole.earlier as readonly Json[])[0]) })).to.deep.equal(INVALID);
    let tried = 0;
    for (const [at, file] of changed(whole.earlier as Node, ['earlier'], whole)) {
      tried += 1;
      expect([at, ...both(file)]).to.deep.equal([at, ...INVALID]);
    }
    expect(tried).to.be.greaterThan(100);
  });

  it('finds what proves a gate, and refuses it changed', () => {
    const gated = new GatedLedger();
    const run = gated.take();
    const file = gateFileOf(gated, run, gateOpening(gated, run)) as unknown as Node;
    const both = (one: unknown) => [verdict(one), productVerdict(one)];
    expect(both(file)).to.deep.equal(['consistent', 'consistent']);
    const clear = new GatedLedger([{ evidence: 'public' }]);
    expect(both(gateFileOf(clear, clear.take({ isOpen: true }), undefined))).to.deep.equal([
      'consistent',
      'consistent',
    ]);
    const of = (gate: object) => ({ ...file, gate: { ...(file.gate as Node), ...gate } }) as unknown as Node;
    const { pins, sealed, publication } = file.gate as { readonly [name: string]: readonly Json[] };
    const [pin, record] = [pins?.[0], sealed?.[0]];
    const part = gated.at.show(run, ['/@gate/licence', '/@gate/licence/claims']);
    const { opening: _, ...without } = file;
    for (const [at, other] of Object.entries({
      ...{ 'another gate': of({ id: 'identity' }), 'a part of the cells': { ...file, opening: part }, hidden: without },
      ...{ '101 pins': of({ pins: Array(101).fill(pin) }), '9 records': of({ sealed: Array(9).fill(record) }) },
      'a definition as a record': of({ sealed: [{ ...(record as Node), transaction: publication as Json }] }),
    }))
      expect([at, ...both(other)]).to.deep.equal([at, ...INVALID]);
    const accepted: string[] = [];
    let tried = 0;
    for (const [at, other] of changed(file.gate as Node, ['gate'], file)) {
      if (/\/payload\/./.test(at)) continue;
      tried += 1;
      const [found, product] = both(other);
      expect(found, at).to.equal(product);
      if (found !== 'invalid') accepted.push(at);
    }
    expect(tried).to.be.greaterThan(100);
    // Less of the ledger is proven without them. A publication is known by its definition alone, and a transaction below
    // by its header and payload.
    const unproven = /^gate\/publication\/header|\/signatures\/0(?: gone|\/publicKey)$/;
    expect(accepted.filter((at) => !unproven.test(at))).to.deep.equal(['gate/pins/0 gone', 'gate/sealed/0 gone']);
  });

  it('refuses what contradicts the reader, and is never told valid by past keys', () => {
    expect(verdict(original, { head: `${'ab'.repeat(32)}@${last}` })).to.equal('invalid');
    expect(verdict(original, { head: `${'ab'.repeat(32)}@0` })).to.equal('invalid');
    expect(verdict(original, { genesisHash: 'ab'.repeat(32) })).to.equal('invalid');
    expect(verdict(original, { notBeforeMs: ledger.state.timestampMs + 1 })).to.equal('invalid');
    const forged = forgedBranch(ledger, {
      transaction: act({ actionId: '0', publicationTxId: publication.txId, payload: { amount: 1e6 } }, alice),
      ...{ height: 471, headHeight: 500, timestampMs: 2_000_000_000_000, roster: { validators: [VALIDATOR] } },
      ...{ rosterChanges: [], known: [1, 2, 3, 4, 5, 6] },
    });
    expect(verdict(forged)).to.equal('consistent');
    for (let height = 0; height <= last; height++) {
      const known = { head: text(height), genesisHash: ledger.state.genesisHash };
      expect(verdict(forged, known)).to.equal(productVerdict(forged, known)).and.not.equal('valid');
    }
  });

  it('counts a quorum as the product does', () => {
    const { roster, genesisHash } = ledger.state;
    const [change] = changesIn(ledger);
    expect(change?.roster).to.deep.equal(roster);
    const whole = certified(ledger.dockets[last]!.docket.header, genesisHash, roster);
    const file = evidenceIn(ledger, { height: 4 });
    for (const signatures of [whole.signatures, whole.signatures.slice(1), [...whole.signatures].reverse(), []]) {
      const cut = { ...file, head: { ...file.head, certificate: { ...whole, signatures } } };
      const expected = signatures === whole.signatures ? 'consistent' : 'invalid';
      expect([verdict(cut), productVerdict(cut)]).to.deep.equal([expected, expected]);
    }
  });

  it('knows publications by their own TxId', () => {
    expect(verdict(evidenceIn(ledger, { height: 3 }), {})).to.equal('consistent');
    expect(publish().txId).to.equal(ledger.dockets[3]?.docket.transactions[0]?.txId);
    const newer = new Ledger();
    newer.seal(publish());
    const file = evidenceIn(newer, { height: 1 }) as unknown as Node;
    expect([verdict(file), productVerdict(file)]).to.deep.equal(['consistent', 'consistent']);
    const { header } = file.transaction as { header: Node };
    header.createdAt = '2020-01-02T03:04:05.678Z';
    expect([verdict(file), productVerdict(file)]).to.deep.equal(['invalid', 'invalid']);
  });

  it('refuses the points of small order, in each spelling, and no other ones', () => {
    const small = ed25519.Point.fromHex(ORDER_8);
    const spelt = Array.from({ length: 8 }, (_, i) => Buffer.from(small.multiplyUnsafe(BigInt(i)).toBytes()));
    for (const low of [0xed, 0xee]) spelt.push(Buffer.from([low, ...new Array(30).fill(0xff), 0x7f]));
    const [message, good] = [Buffer.from('text'), Buffer.from(ed25519.Point.BASE.toBytes())];
    for (const point of spelt)
      for (const sign of [0, 0x80]) {
        const other = Buffer.from(point);
        other[31] = ((other[31] ?? 0) & 0x7f) | sign;
        expect(isOfSmallOrder(other), other.toString('hex')).to.equal(true);
        for (const [key, r] of [
          [other, good],
          [good, other],
        ] as const) {
          const signature = Buffer.concat([r, Buffer.alloc(32)]);
          expect(isEd25519({ key, signature }, message)).to.equal(false);
          expect(verifySync('ED25519', key, message, signature)).to.equal(false);
        }
      }
    for (let i = 1n; i < 200n; i++)
      expect(isOfSmallOrder(Buffer.from(ed25519.Point.BASE.multiply(i).toBytes())), String(i)).to.equal(false);
  });
});
