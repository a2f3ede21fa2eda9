// From disclosures to groups: who shares one, what is in it, and that no one gets more than the pointers of its parts
// name.
import { expect } from 'chai';
import fc from 'fast-check';
import { sha256 } from '../../../../core/base/hash.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { isFailure } from '../../../../core/base/result.js';
import type { Action, Definition } from '../../../../core/blueprint/definition/types.js';
import { disclose, project } from '../../../../core/blueprint/names/disclose.js';
import { type FileManifest, fileSeal } from '../../../../core/envelope/files.js';
import { type Grouping, groupsOf } from '../../../../core/envelope/groups.js';
import type { GroupContent } from '../../../../core/envelope/seal.js';
import type { WalletKey } from '../../../../core/envelope/sealed-group.js';
import { aWallet } from '../../../support/disclosure.js';
import { codesOf, placesOf } from '../../../support/results.js';

const [ada, ben, cid, dot] = ['ada', 'ben', 'cid', 'dot'].map((name) => aWallet(name).key) as [
  WalletKey,
  WalletKey,
  WalletKey,
  WalletKey,
];
const data = { applicant: 'Ada', site: { street: 'Mill Lane', plan: { fileId: 'f1'.repeat(16) } }, fee: 2200 };

const definition = {
  participants: ['applicant', 'council', 'fire', 'press'].map((id) => ({ id, name: id })),
} as unknown as Definition;

function disclosures(named: Readonly<Record<string, readonly string[]>>, of: JsonObject = data) {
  const action = {
    sender: 'applicant',
    disclosures: Object.entries(named).map(([participantAddress, dataPointers]) => ({
      participantAddress,
      dataPointers,
    })),
  } as unknown as Action;
  return disclose(definition, action, of);
}

const wallets = new Map<string, readonly WalletKey[]>([
  ['applicant', [ada]],
  ['council', [ben]],
  ['fire', [cid]],
  ['press', []],
]);

function grouped(named: Readonly<Record<string, readonly string[]>>, more: Partial<Grouping> = {}) {
  const result = groupsOf({ data, disclosures: disclosures(named), sender: ada, wallets, ...more });
  if (isFailure(result)) return placesOf(result);
  return result.groups.map(({ fields, recipients, files }) => ({
    fields,
    to: recipients.map(({ walletAddress }) => walletAddress),
    ...(files && { files: files.map(({ fileId }) => fileId) }),
  }));
}

const to = (...keys: readonly WalletKey[]) => keys.map(({ walletAddress }) => walletAddress);

describe('disclosure: groups', () => {
  it('recipients with equal data share a group; the sender has everything', () => {
    expect(grouped({ council: ['/fee', '/site/street'], fire: ['/site/street', '/fee'] })).to.deep.equal([
      { fields: data, to: to(ada) },
      { fields: { fee: 2200, site: { street: 'Mill Lane' } }, to: to(ben, cid) },
    ]);
    expect(grouped({ council: ['/*'], fire: ['/fee'] })).to.deep.equal([
      { fields: data, to: to(ada, ben) },
      { fields: { fee: 2200 }, to: to(cid) },
    ]);
    expect(grouped({})).to.deep.equal([{ fields: data, to: to(ada) }]);
  });

  it('a wallet that plays two parts sees both in one group, and the sending wallet is in its own only', () => {
    const both = new Map([...wallets, ['fire', [ben]]]);
    expect(grouped({ council: ['/fee'], fire: ['/site/street'] }, { wallets: both })).to.deep.equal([
      { fields: data, to: to(ada) },
      { fields: { fee: 2200, site: { street: 'Mill Lane' } }, to: to(ben) },
    ]);
    const self = new Map([...wallets, ['council', [ada, dot]]]);
    expect(grouped({ council: ['/fee'] }, { wallets: self })).to.deep.equal([
      { fields: data, to: to(ada) },
      { fields: { fee: 2200 }, to: to(dot) },
    ]);
  });

  it('a role without a holder gets nothing; one whose key is unknown is named', () => {
    expect(grouped({ press: ['/fee'] })).to.deep.equal([{ fields: data, to: to(ada) }]);
    const few = new Map([['applicant', [ada]]]);
    expect(grouped({ council: ['/fee'], fire: ['/fee'] }, { wallets: few })).to.deep.equal([
      'RECIPIENT_KEY_UNKNOWN /disclosures/council',
      'RECIPIENT_KEY_UNKNOWN /disclosures/fire',
    ]);
    expect(grouped({ council: ['/nothing'] }, { wallets: few })).to.deep.equal([{ fields: data, to: to(ada) }]);
  });

  it('a disclosure to a bare address takes the wallet of that address', () => {
    const address = dot.walletAddress;
    const known = new Map([...wallets, [address, [dot]]]);
    expect(grouped({ [address]: ['/fee'] }, { wallets: known })).to.deep.equal([
      { fields: data, to: to(ada) },
      { fields: { fee: 2200 }, to: to(dot) },
    ]);
  });

  it('a reader of the field sees the file, and no other one does', () => {
    const { fileId } = data.site.plan;
    const files: readonly FileManifest[] = [
      {
        ...fileSeal(sha256('plan'), 1),
        fileId,
        name: 'plan.pdf',
        contentType: 'application/pdf',
        size: 1,
        sha256: 'ab',
      },
    ];
    expect(grouped({ council: ['/site/plan'], fire: ['/fee'] }, { files })).to.deep.equal([
      { fields: data, to: to(ada), files: [fileId] },
      { fields: { site: { plan: { fileId } } }, to: to(ben), files: [fileId] },
      { fields: { fee: 2200 }, to: to(cid) },
    ]);
  });

  it('refuses more wallets than a transaction has recipients, and more sets of data than there are participants', () => {
    // Keys need not be sound here: only addresses are counted.
    const keys = (n: number) => Array.from({ length: n }, (_, i) => ({ ...ben, walletAddress: `wallet ${i}` }));
    const many = new Map([...wallets, ['council', keys(200)]]);
    expect(grouped({ council: ['/fee'] }, { wallets: many })).to.deep.equal(['VAL_SCHEMA_006 /disclosures']);
    const fits = new Map([...wallets, ['council', keys(199)]]);
    expect(grouped({ council: ['/fee'] }, { wallets: fits })).to.have.lengthOf(2);
    const wide = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`field${i}`, i]));
    const each = keys(100).map((key, i) => ({ key, id: `role ${i}`, pointers: [`/field${i}`] }));
    const result = groupsOf({
      data: wide,
      disclosures: each.map(({ id, pointers }) => ({ participantId: id, pointers, data: project(wide, pointers) })),
      sender: ada,
      wallets: new Map(each.map(({ key, id }) => [id, [key]])),
    });
    expect(codesOf(result)).to.deep.equal(['VAL_SCHEMA_006']);
  });

  it('every wallet stands in one group, which holds what its parts name and nothing more', () => {
    const names = ['a', 'b', 'c', 'd'];
    const pointers = fc.uniqueArray(fc.constantFrom(...names.map((name) => `/${name}`)), { maxLength: 4 });
    fc.assert(
      fc.property(fc.tuple(pointers, pointers, pointers), ([council, fire, press]) => {
        const of = { a: 1, b: 'two', c: [3], d: { e: 5 } };
        const held = new Map([...wallets, ['press', [ben, dot]]]);
        const named = { council, fire, press };
        const result = groupsOf({ data: of, disclosures: disclosures(named, of), sender: ada, wallets: held });
        if (isFailure(result)) throw new Error('refused');
        const seen = (key: WalletKey) => {
          const mine = result.groups.filter((group: GroupContent) => group.recipients.includes(key));
          expect(mine.length).to.be.at.most(1);
          return mine[0] ? Object.keys(mine[0].fields).sort() : [];
        };
        const fields = (...lists: readonly (readonly string[])[]) =>
          [...new Set(lists.flat().map((pointer) => pointer.slice(1)))].sort();
        expect(seen(ada)).to.deep.equal(names);
        expect(seen(ben)).to.deep.equal(fields(council, press));
        expect(seen(cid)).to.deep.equal(fields(fire));
        expect(seen(dot)).to.deep.equal(fields(press));
      }),
    );
  });
});
