// Envelopes of version 2: each wallet opens exactly its cells, every single change is found, and nothing public follows
// from data that is hidden.
import { expect } from 'chai';
import fc from 'fast-check';
import { sha256Hex } from '../../../../../core/base/hash.js';
import { canonical, type Json, type JsonObject, nestsWithin, parseJsonText } from '../../../../../core/base/json.js';
import { CELL_DEPTH_MAX } from '../../../../../core/base/limits/ledger/cells.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Action, Definition } from '../../../../../core/blueprint/definition/types.js';
import { contentOf, encryptCells } from '../../../../../core/envelope/cells/encrypt.js';
import { readEnvelope, walletsOfGroups } from '../../../../../core/envelope/cells/envelope.js';
import { type OpenedCells, seenCells } from '../../../../../core/envelope/cells/open.js';
import { type CarryingWallet, carrierFor } from '../../../../../core/envelope/envelope.js';
import { fileEncryption } from '../../../../../core/envelope/files.js';
import { groupsOf } from '../../../../../core/envelope/layout/groups.js';
import { layoutOf } from '../../../../../core/envelope/layout/layout.js';
import { valuesOf } from '../../../../../core/envelope/layout/values.js';
import type { TransactionHeader } from '../../../../../core/model/transaction.js';
import { anAction, someData } from '../../../../support/cells/cell-actions.js';
import { addressOf, openedBy, PARTIES, RUN, sealed } from '../../../../support/cells/cell-runs.js';
import { aWallet } from '../../../../support/cells/disclosure.js';
import { asks, definitionOf, num, shows } from '../../../../support/definitions/short-definitions.js';

const any = {};
function layoutFor(members: JsonObject, told: Readonly<Record<string, readonly string[]>>) {
  const action = { ...asks(members, Object.keys(members)), ...shows(told) };
  const definition = definitionOf([action]) as unknown as Definition;
  return layoutOf(definition, definition.actions[0] as Action);
}
const layout = layoutFor({ amount: any, note: any, total: num }, { y: ['amount', 'note'], z: ['total'] });
const data = { amount: 1000.5, total: 2001 };

/** The values that the party of a role has, by pointer, or why it has nothing. */
function found(role: string, envelope = sealed(layout, { data }), of = { layout }) {
  const opened = openedBy(role, envelope, of);
  if (opened === 'nothing') return opened;
  if ('undelivered' in opened) return opened.undelivered;
  return Object.fromEntries(
    [...seenCells(opened, of.layout)].map(([{ pointer }, value]) => [pointer, value ?? '(absent)']),
  );
}

describe('cells: envelope', () => {
  it('opens for each wallet to its cells, also to those that are absent', () => {
    expect(found('x')).to.deep.equal({ '/amount': 1000.5, '/note': '(absent)', '/total': 2001 });
    expect(found('y')).to.deep.equal({ '/amount': 1000.5, '/note': '(absent)' });
    expect(found('z')).to.deep.equal({ '/total': 2001 });
    expect(found('w')).to.equal('nothing');
  });

  it('opens for each wallet to exactly its cells, for any action and data', () => {
    fc.assert(
      fc.property(anAction, someData, fc.string(), ({ layout: of }, given, entropy) => {
        const envelope = sealed(of, { data: given, entropy });
        const holders = new Map([...PARTIES.keys()].map((role) => [role, [addressOf(role)]]));
        expect(walletsOfGroups(envelope)).to.deep.equal(groupsOf(of, holders).map(({ wallets }) => wallets));
        const values = valuesOf(of, given);
        for (const role of PARTIES.keys()) {
          const opened = openedBy(role, envelope, { layout: of });
          if (of.classesOf(role).length === 0) {
            expect(opened).to.equal('nothing');
            continue;
          }
          const seen = [...seenCells(opened as OpenedCells, of)];
          const own = of.cells.filter((cell) => of.classesOf(role).includes(cell.class));
          expect(seen.map(([{ pointer }]) => pointer)).to.deep.equal(own.map(({ pointer }) => pointer));
          for (const [{ at }, value] of seen)
            expect(canonical([value ?? 'none'])).to.equal(canonical([values[at] ?? 'none']));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('is refused with a root of another value, salt, name or place', () => {
    const envelope = sealed(layout, { data });
    const under = (root: string) => found('z', { ...envelope, root });
    expect(under(envelope.root)).to.deep.equal({ '/total': 2001 });
    // A value of another class counts for this reader too.
    for (const one of [
      { data: { ...data, total: 2002 } },
      { data: { ...data, amount: 1 } },
      { data: { ...data, note: null } },
    ])
      expect(under(sealed(layout, one).root)).to.equal('root');
    expect(under(sealed(layout, { data, entropy: 'other' }).root)).to.equal('root');
    const named = layoutFor({ amount: any, note: any, totam: num }, { y: ['amount', 'note'], z: ['totam'] });
    expect(under(sealed(named, { data: { amount: 1000.5, totam: 2001 } }).root)).to.equal('root');
    expect(found('z', envelope, { layout: named })).to.equal('root');
    for (const [name, value] of Object.entries(RUN)) {
      const run = { ...RUN, [name]: name === 'senderWallet' ? addressOf('y') : `${value}0` };
      const opened = openedBy('z', envelope, { layout, run });
      const isBound = ['registerId', 'instanceId', 'actionId'].includes(name);
      expect(opened, name).to.deep.equal({ undelivered: isBound ? 'closed' : 'root' });
    }
  });

  it('is refused where a group holds other classes than it has to', () => {
    const other = layoutFor({ amount: any, note: any, total: num }, { y: ['amount', 'note'], z: ['total', 'note'] });
    expect(found('z', sealed(other, { data }))).to.equal('form');
    expect(found('y', sealed(other, { data }))).to.equal('form');
    const envelope = sealed(layout, { data });
    const [first, second, third] = envelope.groups;
    expect(found('z', { ...envelope, groups: [third, second, first] as typeof envelope.groups })).to.deep.equal({
      '/total': 2001,
    });
    expect(
      found('y', { ...envelope, groups: envelope.groups.map((one) => ({ ...one, nonce: 'AAAAAAAAAAAAAAAA' })) }),
    ).to.equal('closed');
  });

  it('tells nothing of hidden values: public parts are equal but for random bytes', () => {
    const text = fc.string({ maxLength: 40 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const shape = (note: string) => {
          const { groups, wallets, root, v } = sealed(layout, { data: { ...data, note }, entropy: note });
          return {
            ...{ v, root: root.length, wallets: wallets.map(({ walletAddress, wrap }) => [walletAddress, wrap]) },
            groups: groups.map(({ ciphertext, keys }) => [ciphertext.length, keys.map(({ wallet }) => wallet)]),
          };
        };
        expect(shape(a)).to.deep.equal(shape(b));
      }),
      { numRuns: 20 },
    );
    // An optional member that is not given looks as one that is.
    const lengths = (given: JsonObject) =>
      sealed(layout, { data: given }).groups.map(({ ciphertext }) => ciphertext.length);
    expect(lengths({ ...data, note: 'yes' })).to.deep.equal(lengths(data));
  });

  it('never uses a key again for other data, wallets or places', () => {
    const ids = (of: Parameters<typeof sealed>[1]) =>
      sealed(layout, of).groups.map(({ groupId, nonce }) => `${groupId} ${nonce}`);
    const all = [
      ...ids({ data }),
      ...ids({ data: { ...data, amount: 1 } }),
      ...ids({ data, run: { ...RUN, senderWallet: addressOf('y') } }),
      ...ids({ data, held: new Map([...PARTIES].slice(0, 2)) }),
      ...ids({ data: { ...data, note: 'absent' } }),
    ];
    expect(new Set(all).size).to.equal(all.length);
    expect(ids({ data })).to.deep.equal(ids({ data }));
  });

  it('binds the manifest of a file that a value names', () => {
    const file = (name: string) => {
      const seal = fileEncryption(new Uint8Array(32).fill(7), 1);
      return { ...seal, name, contentType: 'text/plain', size: 3, sha256: sha256Hex('abc') };
    };
    const manifest = file('a.txt');
    const references = [{ fileId: manifest.fileId, chunks: [sha256Hex('chunk')] }];
    const given = { amount: { fileId: manifest.fileId }, total: 1 };
    const of = (name: string) => sealed(layout, { data: given, files: { manifests: [file(name)], references } });
    const opened = openedBy('y', of('a.txt'), { layout }) as OpenedCells;
    expect(opened.files).to.deep.equal([manifest]);
    expect((openedBy('z', of('a.txt'), { layout }) as OpenedCells).files).to.deep.equal([]);
    expect(of('a.txt').files).to.deep.equal(references);
    expect(openedBy('z', { ...of('a.txt'), root: of('b.txt').root }, { layout })).to.deep.equal({
      undelivered: 'root',
    });
  });

  it('carries for later envelopes', () => {
    const payload = sealed(layout, { data });
    const header = { metadata: { contentEncoding: 'encrypted' } } as unknown as TransactionHeader;
    const first = payload.wallets[0] as CarryingWallet;
    const tx = { header, payload: payload as unknown as Json };
    expect(carrierFor(tx, first)).to.equal(first.carrier);
    expect(carrierFor(tx, { ...first, wrap: 5 })).to.equal(undefined);
  });

  it('has one form', () => {
    const good = sealed(layout, { data }) as unknown as { readonly [name: string]: Json };
    const refused = (change: JsonObject) => {
      const read = readEnvelope({ ...good, ...change });
      return isFailure(read) ? `${read.issue.code} ${read.issue.path}` : 'ok';
    };
    expect(refused({})).to.equal('ok');
    expect(refused({ v: 1 })).to.equal('VAL_SCHEMA_006 ');
    expect(refused({ more: 1 })).to.equal('VAL_SCHEMA_006 ');
    expect(refused({ root: 'AA' })).to.equal('VAL_SCHEMA_006 /root');
    expect(refused({ root: 1 })).to.equal('VAL_SCHEMA_006 /root');
    const groups = good.groups as readonly JsonObject[];
    expect(refused({ groups: [{ ...groups[0], commitment: 'A'.repeat(43) }, ...groups.slice(1)] })).to.equal(
      'VAL_SCHEMA_006 /groups/0',
    );
    expect(refused({ groups: [] })).to.equal('VAL_SCHEMA_006 /groups');
    expect(refused({ wallets: [...(good.wallets as Json[])].reverse() })).to.match(/^VAL_SCHEMA_006 .wallets/);
  });

  it('is not made for a key that is not of its address, of no groups, or larger than a transaction', () => {
    const classes = contentOf(layout, data, []);
    if (isFailure(classes)) throw new Error('sound data');
    const issues = (groups: Parameters<typeof encryptCells>[0]['groups'], of = classes.classes) => {
      const made = encryptCells({ run: RUN, classes: of, groups, files: [], entropy: new Uint8Array(32) });
      return isFailure(made) ? made.issues.map(({ code }) => code) : 'sealed';
    };
    const key = aWallet('of x').key;
    expect(issues([{ recipients: [key], classes: [0, 1] }])).to.equal('sealed');
    expect(issues([])).to.deep.equal(['VAL_SCHEMA_006']);
    expect(issues([{ recipients: [{ ...key, walletAddress: addressOf('y') }], classes: [0] }])).to.deep.equal([
      'RECIPIENT_KEY_UNKNOWN',
    ]);
    const large = contentOf(layout, { ...data, note: 'x'.repeat(4 * 1024 * 1024) }, []);
    expect(issues([{ recipients: [key], classes: [0, 1] }], !isFailure(large) ? large.classes : [])).to.deep.equal([
      'VAL_SIZE_001',
    ]);
  });

  it('is made exactly of what its readers can parse', () => {
    const nested = (levels: number): Json => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as Json;
    const numbers = [0, -1, 0.5, 1e15, 123_456_789_012_345, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), 1e300];
    const texts = ['', '"\\', 'true', '\u2028', '\ud83d\ude00'];
    const depths = [-1, 0, 1, 2, 3, 11].map((more) => nested(CELL_DEPTH_MAX + more));
    const others = [true, false, null, [2 ** 53], { '': { b: 2 ** 60 } }, { a: [1, 'b'] }];
    const { key } = aWallet('of x');
    const found = new Set<string>();
    for (const amount of [...numbers, ...texts, ...others, ...depths]) {
      const content = contentOf(layout, { amount, note: amount, total: 1 }, []);
      if (isFailure(content)) {
        expect([content.issue.code, nestsWithin(amount, CELL_DEPTH_MAX)]).to.deep.equal(['BODY_TOO_DEEP', false]);
        found.add(content.issue.code);
        continue;
      }
      expect(nestsWithin(amount, CELL_DEPTH_MAX), canonical(amount)).to.equal(true);
      const groups = [{ recipients: [key], classes: [0, 1] }];
      const made = encryptCells({ run: RUN, ...content, groups, files: [], entropy: new Uint8Array(32) });
      const parsed = parseJsonText(`{"cells":[[[${canonical(amount)}]]]}`);
      const code = isFailure(made) ? String(made.issue.code) : 'sealed';
      expect(code, canonical(amount)).to.equal(isFailure(parsed) ? parsed.issue.code : 'sealed');
      found.add(code);
    }
    expect([...found].sort()).to.deep.equal(['BODY_NUMBER_RANGE', 'BODY_TOO_DEEP', 'sealed']);
  });
});
