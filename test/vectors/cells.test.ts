// Actions with their place, leaves, classes, root, envelope and opening: an envelope that was sealed once goes on
// opening. UPDATE_VECTORS=1 writes the file anew; test/contract/python/cells.test.ts has another program look at it.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { toHex } from '../../core/base/bytes.js';
import { sha256Hex } from '../../core/base/hash.js';
import type { Json, JsonObject } from '../../core/base/json.js';
import { isFailure } from '../../core/base/result.js';
import type { Action, Definition } from '../../core/blueprint/definition/types.js';
import { type CellEncryption, contentOf } from '../../core/envelope/cells/encrypt.js';
import type { Envelope } from '../../core/envelope/cells/envelope.js';
import { evidenceIn, withKept } from '../../core/envelope/cells/kept.js';
import type { OpenedCells, OpenedClass } from '../../core/envelope/cells/open.js';
import { openingOf, verifyOpening } from '../../core/envelope/cells/opening.js';
import { classOf, leafOf, placeOf, type RunPlace, rootOf, saltAt, saltsOf } from '../../core/envelope/cells/root.js';
import { dataRootOf, gateSeedsOf, seedsOf } from '../../core/envelope/cells/seeds.js';
import { type FileManifest, fileEncryption } from '../../core/envelope/files.js';
import { type Layout, layoutOf } from '../../core/envelope/layout/layout.js';
import { openEncrypted, readerOf } from '../../core/envelope/open.js';
import type { TransactionHeader } from '../../core/model/transaction.js';
import { openedBy, PARTIES, RUN, sealed } from '../support/cells/cell-runs.js';
import { gatedDefinition } from '../support/credentials/gated-ledger.js';
import { asks, definitionOf, num, shows } from '../support/definitions/short-definitions.js';

const PATH = 'test/vectors/cells.json';
const any = {};

function layoutFor(members: JsonObject, told: Readonly<Record<string, readonly string[]>>): Layout {
  const definition = definitionOf([{ ...asks(members), ...shows(told) }]) as unknown as Definition;
  return layoutOf(definition, definition.actions[0] as Action);
}

/** x sends and y reads the data; what is shown to the gates, y reads of the first and w of the second. */
const gated = gatedDefinition([{}, { id: 'second', evidence: 'kept', readers: ['w'] }]) as unknown as Definition;
const shownTo = (id: string) => ({
  ...{ v: 1, format: 'sd-jwt-vc', challenge: 'AwMD'.repeat(11).slice(0, 43), audience: `x509_san_dns:${id}.example` },
  ...{ claims: ['WyJzIiwibiIsMV0'], issued: 'eyJ.e30.AA', proof: 'eyJ.e30.BB' },
});

interface Case {
  readonly name: string;
  readonly layout: Layout;
  readonly data: JsonObject;
  readonly open: readonly string[];
  readonly manifests?: readonly FileManifest[];
  readonly first?: boolean;
  readonly hasGates?: boolean;
}

const manifest: FileManifest = {
  ...fileEncryption(new Uint8Array(32).fill(7), 1),
  ...{ name: 'plan é.pdf', contentType: 'application/pdf', size: 3, sha256: sha256Hex('abc') },
};

const CASES: readonly Case[] = [
  {
    name: 'order: three classes, one member absent',
    layout: layoutFor({ amount: num, note: any, total: num }, { y: ['amount', 'note'], z: ['total'] }),
    data: { amount: 1000.5, total: 2001 },
    open: ['/note'],
  },
  {
    name: 'opening of an instance: nested parts and a file',
    layout: layoutFor({ site: any, plan: any, 'a/b~': any }, { y: ['site/street', 'plan'], z: ['site'] }),
    data: { site: { street: 'Mühle \u2028', plot: 7 }, plan: { fileId: manifest.fileId }, 'a/b~': null },
    open: ['/plan', '/site/street'],
    manifests: [manifest],
    first: true,
  },
  {
    name: 'nineteen cells for everybody',
    layout: layoutFor(Object.fromEntries(Array.from({ length: 19 }, (_, i) => [`m${i}`, any])), { y: ['*'], z: ['*'] }),
    data: Object.fromEntries(
      Array.from({ length: 19 }, (_, i) => [`m${i}`, i % 3 === 0 ? `text ${i}` : [i, true, {}]]),
    ),
    open: ['/m3'],
  },
  {
    name: 'evidence of two gates, one of which is kept',
    layout: layoutOf(gated, gated.actions[0] as Action),
    data: { n: 1, '@gate': { licence: { ...shownTo('a'), status: 'eyJ.e30.CC' }, second: shownTo('b') } },
    open: ['/@gate/licence/issued'],
    hasGates: true,
  },
];

function made({ name, layout, data, open, manifests = [], first = false, hasGates = false }: Case): JsonObject {
  const { previousTransactionId, ...opens } = RUN;
  const run = first ? opens : RUN;
  const references = manifests.map(({ fileId }) => ({ fileId, chunks: [sha256Hex('chunk')] }));
  const content = contentOf(layout, data, manifests);
  if (isFailure(content)) throw new Error('sound data');
  const seeds = hasGates ? gateSeedsIn(run, content) : undefined;
  const files = { manifests, references };
  const envelope = sealed(layout, { data, run, entropy: name, files, ...(seeds && { seeds }) });
  const kept = evidenceIn({ ...content, ...seeds });
  const asked = { run, layout, classes: layout.classesOf('x'), kept: layout.evidenceOf('x') };
  const opened = withKept(openedBy('x', envelope, { layout, run }) as OpenedCells, asked, kept);
  const place = placeOf(run);
  const classes = content.classes.map(({ cells, gate, isKept }, i) => {
    const { seed } = opened.classes[i] as OpenedClass;
    const salts = saltsOf(seed, cells.length);
    return {
      ...(gate !== undefined && { gate, isKept: isKept === true }),
      seed: toHex(seed),
      cells: cells.map(({ pointer, value, manifests: hashes }) => ({
        pointer,
        value,
        manifests: hashes.length > 0 ? manifests : [],
      })),
      leaves: cells.map((cell, at) => toHex(leafOf(cell, { place, salt: saltAt(salts, at) }))),
      hash: toHex(classOf(place, seed, cells)),
    };
  });
  const opening = openingOf({ txId: 'ef'.repeat(32), run, layout, opened }, open);
  const root = toHex(rootOf(place, opened.hashes));
  const groups = secretsOf(envelope, layout, run);
  const evidence = seeds && { dataRoot: toHex(dataRootOf({ run, ...content }, seeds.seeds)), kept };
  return {
    name,
    run,
    place: toHex(place),
    classes,
    root,
    ...evidence,
    envelope,
    groups,
    opening,
  } as unknown as JsonObject;
}

/** As the node of the sender draws them: those of the data before a credential is shown. */
function gateSeedsIn(run: RunPlace, { classes }: Pick<CellEncryption, 'classes'>) {
  const draw = (byte: number) => new Uint8Array(32).fill(byte);
  return { seeds: seedsOf({ run, classes }, draw(1)), gateSeeds: gateSeedsOf({ run, classes }, draw(2)) };
}

/** The secrets of recipients alone: the content key of each group, and the classes and files that it holds. */
function secretsOf(envelope: Envelope, layout: Layout, run: RunPlace): readonly Json[] {
  const { registerId, instanceId = '', actionId } = run;
  return envelope.groups.map((group) => {
    for (const [role, { opener }] of PARTIES) {
      const reader = readerOf(envelope, opener);
      const key = group.keys.find(({ wallet }) => wallet === reader?.place);
      if (!reader || !key) continue;
      let contentKey = '';
      const by = { key, agreed: reader.agreed, context: { registerId, instanceId, actionId } };
      openEncrypted(group, by, (bytes) => {
        contentKey = toHex(bytes);
      });
      const opened = openedBy(role, envelope, { layout, run }) as OpenedCells;
      const files = opened.files.map(({ fileId }) => fileId);
      return { contentKey, classes: opened.classes.map((one) => one.class), files };
    }
    throw new Error('a party has a key for each group');
  });
}

describe('vectors: cells', () => {
  const vectors = CASES.map(made);
  if (process.env.UPDATE_VECTORS === '1') writeFileSync(PATH, `${JSON.stringify(vectors, null, 1)}\n`);
  const kept = JSON.parse(readFileSync(PATH, 'utf8')) as readonly JsonObject[];

  it('are what the product makes (UPDATE_VECTORS=1 writes them)', () => {
    expect(kept).to.deep.equal(JSON.parse(JSON.stringify(vectors)));
  });

  it('open, and prove what they show', () => {
    for (const [i, { envelope, run, opening }] of kept.entries()) {
      const { layout, data, open } = CASES[i] as Case;
      const tx = { txId: 'ef'.repeat(32), header: run as unknown as TransactionHeader, payload: envelope as Json };
      const proven = verifyOpening(opening as Json, tx, layout);
      if (isFailure(proven)) throw new Error(proven.issue.message);
      expect(proven.cells.map(({ pointer }) => pointer)).to.have.members(open);
      const opened = openedBy('x', envelope as unknown as Envelope, { layout, run: run as unknown as typeof RUN });
      expect((opened as OpenedCells).classes.length, JSON.stringify(data)).to.equal(layout.classesOf('x').length);
    }
  });
});
