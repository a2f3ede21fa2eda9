// Everything that can be sealed can be proven: whatever a container holds at its bound fits the container. The largest
// that each builder makes passes each verifier: of nodes, of the published client, and the one written from
// docs/hashes.md.
import { expect } from 'chai';
import fc from 'fast-check';
import { verifyEvidence as verifyPublished } from '../../../../../api/client/published/evidence.js';
import { documentText } from '../../../../../cli/command/output.js';
import { utf8 } from '../../../../../core/base/bytes.js';
import { sha256 } from '../../../../../core/base/hash.js';
import { canonical, isObject, type Json, type JsonObject, parseJsonText } from '../../../../../core/base/json.js';
import { CELL_DEPTH_MAX } from '../../../../../core/base/limits/ledger/cells.js';
import {
  EVIDENCE_CHANGES_BYTES_MAX,
  EVIDENCE_ROSTER_CHANGES_MAX,
} from '../../../../../core/base/limits/ledger/consensus.js';
import {
  DOCUMENT_DEPTH_MAX,
  JSON_DEPTH_MAX,
  TRANSACTION_BYTES_MAX,
} from '../../../../../core/base/limits/ledger/transactions.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Evidence } from '../../../../../core/chain/evidence/evidence.js';
import { verifyEvidence } from '../../../../../core/chain/evidence/proof.js';
import { verifySync } from '../../../../../core/crypto/signing/algorithms.js';
import { contentOf, encryptCells } from '../../../../../core/envelope/cells/encrypt.js';
import { readEnvelope } from '../../../../../core/envelope/cells/envelope.js';
import { type OpenedCells, openCells } from '../../../../../core/envelope/cells/open.js';
import { openingOf } from '../../../../../core/envelope/cells/opening.js';
import { cellText } from '../../../../../core/envelope/cells/root.js';
import { deliveredCells, encryptDelivery, openedParts } from '../../../../../core/envelope/delivery/delivery.js';
import { deliveryContext } from '../../../../../core/envelope/delivery/delivery-form.js';
import { type Layout, layoutOf, WHOLE_MOVE } from '../../../../../core/envelope/layout/layout.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { decodeTransaction } from '../../../../../core/transaction/encode.js';
import { Refused, verdictOf } from '../../../../independent/verifier.js';
import { aWallet } from '../../../../support/cells/disclosure.js';
import { evidenceIn, forgedBranch } from '../../../../support/register/evidence-files.js';
import {
  act,
  alice,
  genesisPayload,
  Ledger,
  publish,
  REGISTER_ID,
  VALIDATOR,
} from '../../../../support/register/ledger.js';

const FILE_BYTES_MAX = 64 * 1024 * 1024;
const ledger = new Ledger();
ledger.seal(publish());
const pin = ledger.dockets[1]!.docket.transactions[0]!.txId;

/** A branch with this transaction that is made up, and whole in itself: what validators ask of it is not looked at. */
function fileOf(transaction: Transaction, opening?: unknown): Evidence {
  const at = { height: 47, headHeight: 50, timestampMs: 2_000_000_000_000, roster: { validators: [VALIDATOR] } };
  const file = forgedBranch(ledger, { transaction, ...at, rosterChanges: [], known: [1] });
  return JSON.parse(JSON.stringify({ ...file, ...(opening !== undefined && { opening }) }));
}

/** By each verifier, from the text that the command line writes. */
function verdicts(file: Evidence): readonly string[] {
  const text = documentText(file);
  const parsed = parseJsonText(text, DOCUMENT_DEPTH_MAX);
  const found = isFailure(parsed) ? parsed : verifyEvidence(parsed, verifySync);
  let written: string;
  try {
    written = verdictOf(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    written = 'invalid';
  }
  return [isFailure(found) ? 'invalid' : found.verdict, verifyPublished(text).verdict, written];
}

const GOOD = ['consistent', 'consistent', 'consistent'];

/** A value inside so many objects and lists of its own. */
function deep(levels: number, isList: (level: number) => boolean = () => true): Json {
  let value: Json = 1;
  for (let level = 0; level < levels; level++) value = isList(level) ? [value] : { a: value };
  return value;
}

function made<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

describe('everything that can be sealed', () => {
  it('has evidence to the last level of its transaction, wherever in it that is', () => {
    const places = {
      payload: (value: Json) => fileOf(act({ actionId: '0', publicationTxId: pin, payload: { value } }, alice)),
      metadata: (value: Json) =>
        fileOf(act({ actionId: '0', publicationTxId: pin, metadata: { value } as JsonObject }, alice)),
      genesis: (value: Json) => evidenceIn(new Ledger(genesisPayload(), { value }), { height: 0 }),
    };
    /** Levels above the value: transaction, payload or header and metadata. */
    const above = { payload: 2, metadata: 3, genesis: 3 };
    const reached = new Set<string>();
    const place = fc.constantFrom<keyof typeof places>('payload', 'metadata', 'genesis');
    const shape = fc.tuple(place, fc.integer({ min: 55, max: 66 }), fc.infiniteStream(fc.boolean()));
    const property = fc.property(shape, ([name, levels, lists]) => {
      const value = deep(levels, () => lists.next().value as boolean);
      const file = made(() => places[name](value));
      const fits = levels + above[name] <= JSON_DEPTH_MAX;
      expect(file !== undefined, `${name} ${levels}`).to.equal(fits);
      if (file) expect(verdicts(file), `${name} ${levels}`).to.deep.equal(GOOD);
      if (levels + above[name] === JSON_DEPTH_MAX) reached.add(name);
    });
    fc.assert(property, { numRuns: 60, seed: 46 });
    for (const name of ['payload', 'metadata', 'genesis'] as const) {
      const file = places[name](deep(JSON_DEPTH_MAX - above[name]));
      expect(verdicts(file)).to.deep.equal(GOOD);
      expect(made(() => places[name](deep(JSON_DEPTH_MAX - above[name] + 1)))).to.equal(undefined);
      expect(reached.has(name), name).to.equal(true);
    }
  });

  it('has none where a transaction nests deeper than one may, though the file would', () => {
    const tx = act({ actionId: '0', publicationTxId: pin, payload: { value: deep(JSON_DEPTH_MAX - 2) } }, alice);
    const file = fileOf(tx);
    const payload = { value: deep(JSON_DEPTH_MAX - 1) };
    const header = { ...tx.header };
    const wrong = { ...file, transaction: { ...file.transaction, header, payload } } as unknown as Evidence;
    expect(verdicts(wrong)).to.deep.equal(['invalid', 'invalid', 'invalid']);
    const bytes = utf8(canonical({ header, payload, signatures: tx.signatures }));
    expect(decodeTransaction(bytes)).to.have.nested.property('issue.code', 'BODY_TOO_DEEP');
  });

  it('has evidence with as many changes of the roster, of as many bytes, as a file carries', () => {
    const text = '\u0001'.repeat(128);
    const seat = { ...VALIDATOR, orgId: text, peerId: text };
    const path = Array.from({ length: 53 }, () => 'ab'.repeat(32));
    const { docket, certificate } = ledger.dockets[1]!;
    const change = {
      header: docket.header,
      certificate: { ...certificate, signatures: Array.from({ length: 31 }, () => certificate.signatures[0]!) },
      roster: { validators: Array.from({ length: 31 }, () => seat) },
    };
    const bytes = Math.min(EVIDENCE_ROSTER_CHANGES_MAX * JSON.stringify(change).length, EVIDENCE_CHANGES_BYTES_MAX);
    // The longest names take more than the bytes, ordinary ones the number.
    expect(bytes).to.equal(EVIDENCE_CHANGES_BYTES_MAX);
    const paths = EVIDENCE_ROSTER_CHANGES_MAX * (JSON.stringify(path).length + 20);
    const opening = 2 * TRANSACTION_BYTES_MAX;
    expect(bytes + paths + 2 * TRANSACTION_BYTES_MAX + opening).to.be.below(FILE_BYTES_MAX);
  });

  it('is written in no more bytes than are read, however deep its lists are', () => {
    const list = Array.from({ length: 1_000_000 }, () => 0);
    let value: Json = list;
    for (let level = 0; level < 55; level++) value = [value];
    const file = { transaction: value };
    expect(documentText(file).length).to.be.below(TRANSACTION_BYTES_MAX);
    expect(JSON.stringify(file, null, 2).length).to.be.above(FILE_BYTES_MAX);
    expect(documentText({ a: [1] })).to.equal('{\n  "a": [\n    1\n  ]\n}');
  });
});

const LAYOUT: Layout = (() => {
  const action = {
    id: 1,
    dataSchemas: [{ type: 'object', properties: { value: {}, other: {} } }],
    disclosures: [{ participantAddress: 'y', dataPointers: ['/value'] }],
    sender: 'x',
  };
  const participants = ['x', 'y'].map((id) => ({ id }));
  return layoutOf({ language: 2, participants, actions: [action] } as never, action as never);
})();
const READER = aWallet('of y');
const RUN = {
  registerId: REGISTER_ID,
  instanceId: 'i',
  actionId: '1',
  publicationTxId: pin,
  senderWallet: alice.address,
};

/** The run of a sender that asks no builder, as its one reader finds it. */
function ran(value: Json): { readonly tx: Transaction; readonly opened: ReturnType<typeof openCells> } {
  const classes = LAYOUT.classes.map(({ cells }) => ({
    cells: cells.map(({ pointer }) => cellText(pointer, pointer === '/value' ? value : undefined, [])),
    files: [],
  }));
  const all = LAYOUT.classes.map((_, i) => i);
  const groups = [{ recipients: [READER.key], classes: all }];
  return sentAs(encryptCells({ run: RUN, classes, groups, files: [], entropy: sha256('deep') }), LAYOUT, {});
}

function sentAs(envelope: ReturnType<typeof encryptCells>, layout: Layout, metadata: JsonObject) {
  if (isFailure(envelope)) throw new Error(envelope.issue.message);
  const payload = JSON.parse(JSON.stringify(envelope)) as Json;
  const encrypted = { ...metadata, contentEncoding: 'encrypted' };
  const tx = act({ ...RUN, metadata: encrypted, payload }, alice);
  const read = readEnvelope(payload);
  if (isFailure(read)) throw new Error(read.issue.message);
  const all = layout.classes.map((_, i) => i);
  return { tx, opened: openCells(read, READER.opener, { run: RUN, layout, classes: all }) };
}

describe('what a reader takes as delivered', () => {
  it('ends where nothing could show it any more, and its builder makes nothing deeper', () => {
    for (const levels of [0, 1, CELL_DEPTH_MAX - 1, CELL_DEPTH_MAX, CELL_DEPTH_MAX + 1, CELL_DEPTH_MAX + 7]) {
      const isDeep = levels > CELL_DEPTH_MAX;
      const { opened } = ran(deep(levels));
      expect(isObject(opened as never) && 'undelivered' in (opened as object), String(levels)).to.equal(isDeep);
      const content = contentOf(LAYOUT, { value: deep(levels) }, []);
      expect(isFailure(content) && `${content.issue.code} ${content.issue.path}`).to.equal(
        isDeep && 'BODY_TOO_DEEP /value',
      );
    }
  });

  it('can be delivered, shown in evidence and objected to, in public and in private, at its last level', () => {
    const { tx, opened } = ran(deep(CELL_DEPTH_MAX));
    const cells = opened as OpenedCells;
    const all = LAYOUT.classes.map((_, i) => i);
    const shown = openingOf({ txId: tx.txId, run: RUN, layout: LAYOUT, opened: cells }, ['/value']);
    if (isFailure(shown)) throw new Error(shown.issue.message);
    expect(verdicts(fileOf(tx, shown))).to.deep.equal(GOOD);

    const context = deliveryContext(REGISTER_ID, 'i');
    const runs = [{ txId: tx.txId, classes: all, opened: cells }];
    const delivery = encryptDelivery({ context, role: 'y', runs, to: READER.key, entropy: sha256('given') });
    if (isFailure(delivery)) throw new Error(delivery.issue.message);
    const parts = openedParts(delivery, { opener: READER.opener, context });
    const envelope = tx.payload as never;
    const given = deliveredCells(parts?.[0], { envelope, expected: { run: RUN, layout: LAYOUT, classes: all } });
    expect(given).to.have.property('classes');

    const payload = { type: 'objection', v: 1, ground: 'schema', at: '/value', shown: [shown as unknown as Json] };
    const open = act({ ...RUN, previousTransactionId: tx.txId, metadata: { type: 'Objection' }, payload }, alice);
    expect(verdicts(fileOf(open))).to.deep.equal(GOOD);

    const content = contentOf(WHOLE_MOVE, payload, []);
    if (isFailure(content)) throw new Error(content.issue.message);
    const groups = [{ recipients: [READER.key], classes: [0] }];
    const made = encryptCells({ run: RUN, ...content, groups, files: [], entropy: sha256('private') });
    const hidden = sentAs(made, WHOLE_MOVE, { type: 'Objection', role: 'y' });
    const whole = openingOf(
      { txId: hidden.tx.txId, run: RUN, layout: WHOLE_MOVE, opened: hidden.opened as OpenedCells },
      [''],
    );
    if (isFailure(whole)) throw new Error(whole.issue.message);
    expect(verdicts(fileOf(hidden.tx, whole))).to.deep.equal(GOOD);
  });

  it('can be delivered, and objected to in private, where its run is as large as one may be', () => {
    const sealedOf = (length: number) => {
      const content = contentOf(LAYOUT, { value: 'v'.repeat(length) }, []);
      if (isFailure(content)) throw new Error(content.issue.message);
      const groups = [{ recipients: [READER.key], classes: LAYOUT.classes.map((_, i) => i) }];
      return encryptCells({ run: RUN, ...content, groups, files: [], entropy: sha256('large') });
    };
    let [fits, over] = [3_000_000, 3_200_000];
    while (over - fits > 1) {
      const middle = Math.floor((fits + over) / 2);
      if (isFailure(sealedOf(middle))) over = middle;
      else fits = middle;
    }
    const { tx, opened } = sentAs(sealedOf(fits), LAYOUT, {});
    const cells = opened as OpenedCells;
    const runs = [{ txId: tx.txId, classes: LAYOUT.classes.map((_, i) => i), opened: cells }];
    const given = { context: deliveryContext(REGISTER_ID, 'i'), role: 'y', runs, to: READER.key };
    expect(isFailure(encryptDelivery({ ...given, entropy: sha256('given') }))).to.equal(false);
    const shown = openingOf({ txId: tx.txId, run: RUN, layout: LAYOUT, opened: cells }, ['/value', '/other']);
    const payload = { type: 'objection', v: 1, ground: 'schema', at: '/value', shown: [shown as unknown as Json] };
    const content = contentOf(WHOLE_MOVE, payload, []);
    if (isFailure(content)) throw new Error(content.issue.message);
    const recipients = ['of x', 'of y', 'of z'].map((name) => aWallet(name).key);
    recipients.sort((a, b) => (a.walletAddress < b.walletAddress ? -1 : 1));
    const made = encryptCells({
      run: RUN,
      ...content,
      groups: [{ recipients, classes: [0] }],
      files: [],
      entropy: sha256('p'),
    });
    const hidden = sentAs(made, WHOLE_MOVE, { type: 'Objection', role: 'y' });
    expect(hidden.tx.bytes.length).to.be.below(TRANSACTION_BYTES_MAX);
    const open = act({ ...RUN, previousTransactionId: tx.txId, metadata: { type: 'Objection' }, payload }, alice);
    expect(open.bytes.length).to.be.below(TRANSACTION_BYTES_MAX);
  });
});
