// Groups of an envelope: they follow from layout and holders. Roles that read the same share one; no other role gets
// anything, and no data changes them.
import { expect } from 'chai';
import fc from 'fast-check';
import type { Action, Definition } from '../../../../../core/blueprint/definition/types.js';
import { groupsOf, groupsOfMove, type Holding, holdersOf } from '../../../../../core/envelope/layout/groups.js';
import { layoutOf } from '../../../../../core/envelope/layout/layout.js';
import { aWallet } from '../../../../support/cells/disclosure.js';
import { asks, definitionOf, num, shows } from '../../../../support/definitions/short-definitions.js';

const [ada, ben, cid, dot] = ['ada', 'ben', 'cid', 'dot'].map((name) => aWallet(name).key.walletAddress) as [
  string,
  string,
  string,
  string,
];
const NAMES = new Map([ada, ben, cid, dot].map((address, i) => [address, 'ABCD'[i] as string]));

function made(told: Readonly<Record<string, readonly string[]>>, fixed: Readonly<Record<string, string>> = {}) {
  const participants = ['x', 'y', 'z'].map((id) => ({ id, ...(fixed[id] && { walletAddress: fixed[id] }) }));
  const action = { ...asks({ a: num, b: num, c: num }), ...shows(told) };
  const definition = definitionOf([action], { participants }) as unknown as Definition;
  return { definition, layout: layoutOf(definition, definition.actions[0] as Action) };
}

/** `wallets: pointers` of each group, addresses as letters. */
function grouped({ definition, layout }: ReturnType<typeof made>, holding: Partial<Holding> = {}): readonly string[] {
  const holders = holdersOf(definition, layout, { sender: ada, taken: {}, cannotReceive: () => false, ...holding });
  return groupsOf(layout, holders).map(({ wallets, classes }) => {
    const cells = classes.flatMap((place) => layout.classes[place]?.cells.map(({ pointer }) => pointer) ?? []);
    return `${wallets.map((one) => NAMES.get(one)).join('')}:${cells.sort().join('')}`;
  });
}

describe('cells: groups', () => {
  const told = { y: ['a', 'b'], z: ['b', 'c'] };

  it('give the sender all, and each holder what its roles read', () => {
    const all = '/a/b/c';
    expect(grouped(made(told), { taken: { y: ben, z: cid } })).to.have.members([`A:${all}`, 'B:/a/b', 'C:/b/c']);
    expect(grouped(made(told, { y: ben, z: ben }))).to.deep.equal([shared(all)]);
    expect(grouped(made(told, { z: ada }), { taken: { y: ben } })).to.have.members([`A:${all}`, 'B:/a/b']);
  });

  /** Ada sends and Ben reads the same: they share a group, in the order of their addresses. */
  function shared(pointers: string): string {
    return `${[ada, ben]
      .sort()
      .map((one) => NAMES.get(one))
      .join('')}:${pointers}`;
  }

  it('leave out who is open, vacant, reads nothing, or is no wallet', () => {
    const alone = ['A:/a/b/c'];
    expect(grouped(made(told))).to.deep.equal(alone);
    expect(grouped(made(told), { taken: { y: ben, z: cid }, cannotReceive: () => true })).to.deep.equal(alone);
    expect(grouped(made({}), { taken: { y: ben, z: cid } })).to.deep.equal(alone);
    expect(grouped(made({ somebody: ['a'] }))).to.deep.equal(alone);
    expect(grouped(made({ [dot]: ['a'] }))).to.have.members([...alone, 'D:/a']);
    expect(grouped(made({ [dot]: ['a'] }), { cannotReceive: (wallet) => wallet === dot })).to.deep.equal(alone);
  });

  it('have the wallet that sends for the role that sends, and leave its holder out only where there is none', () => {
    const sent = (x?: string) => grouped(made(told, { y: ben }), { held: x === undefined ? {} : { x } });
    for (const none of [undefined, '']) expect(sent(none)).to.have.members(['A:/a/b/c', 'B:/a/b']);
    const [both] = sent(dot).filter((group) => group.endsWith(':/a/b/c'));
    expect([...(both ?? '').slice(0, 2)]).to.have.members(['A', 'D']);
  });

  it('stand in the order of their smallest addresses, each wallet once', () => {
    const role = fc.constantFrom('x', 'y', 'z', dot);
    const pointers = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', '*'));
    const held = fc.dictionary(fc.constantFrom('y', 'z'), fc.constantFrom(ada, ben, cid, dot));
    fc.assert(
      fc.property(fc.dictionary(role, pointers), held, (shown, taken) => {
        const { definition, layout } = made(shown);
        const holders = holdersOf(definition, layout, { sender: ada, taken, cannotReceive: () => false });
        const groups = groupsOf(layout, holders);
        const wallets = groups.flatMap((group) => group.wallets);
        expect(new Set(wallets).size).to.equal(wallets.length);
        for (const group of groups) expect(group.wallets).to.deep.equal([...group.wallets].sort());
        const firsts = groups.map((group) => group.wallets[0] as string);
        expect(firsts).to.deep.equal([...firsts].sort());
        for (const wallet of [ada, ben, cid, dot]) {
          const roles = [...holders].filter(([, reading]) => reading.includes(wallet)).map(([id]) => id);
          const reads = new Set(roles.flatMap((id) => layout.classesOf(id)));
          const group = groups.find((one) => one.wallets.includes(wallet));
          expect(group?.classes ?? []).to.deep.equal([...reads].sort((a, b) => a - b));
        }
        expect(new Set(groups.map(({ classes }) => classes.join())).size).to.equal(groups.length);
      }),
    );
  });

  it('of a move that is no action are one', () => {
    expect(groupsOfMove([ben, ada, ben])).to.deep.equal([{ wallets: [ada, ben].sort(), classes: [0] }]);
  });
});
