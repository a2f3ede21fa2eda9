// Four eyes on a register: the party that did one of two actions that are kept apart does not do the other, under
// another wallet of its record neither. No party takes a role that it could not play to the end.
import { expect } from 'chai';
import fc from 'fast-check';
import type { JsonObject } from '../../../../../core/base/json.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { apartIn } from '../../../../../core/blueprint/plan/four-eyes.js';
import { comparedName } from '../../../../../core/register/people/organisation-name.js';
import { validate } from '../../../../../core/validate/validate.js';
import { alice, bob, owner, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { People, step } from '../../../../support/register/people.js';

const carol = wallet('carol');

/** One proposes, another one approves; the approver may also file, and send back. */
function definition(rule: object = { notSameAs: [1] }, participants: readonly object[] = OPEN): JsonObject {
  return {
    language: 2,
    title: 'Payment',
    participants,
    actions: [
      step(1, 'maker', [2], { isStartingAction: true }),
      step(2, 'checker', [3], { rejectionConfig: { targetActionId: 1 }, ...rule }),
      step(3, 'checker', []),
    ],
  } as unknown as JsonObject;
}

const OPEN = [{ id: 'maker' }, { id: 'checker' }];

describe('four eyes', () => {
  it('lets another party do the action, and refuses the wallet that did the other one', () => {
    const at = new People(definition());
    const made = at.seal(1, alice);
    expect(at.judge(at.move(2, alice, { after: made }))).to.equal('VAL_FLOW_005');
    expect(at.judge(at.move(2, bob, { after: made }))).to.equal('ok');
    at.ledger.seal(at.move(2, bob, { after: made }));
  });

  it('compares the participant records, whichever of their wallets signs', () => {
    const at = new People(definition());
    at.enrolKeys('desk', [carol, alice]);
    at.enrol('board', [bob]);
    const made = at.seal(1, alice);
    // A key that the participant has replaced is still known as one of the participant.
    expect(at.judge(at.move(2, carol, { after: made }))).to.equal('VAL_FLOW_005');
    at.enrol('desk', [carol], { by: alice });
    expect(at.judge(at.move(2, carol, { after: made }))).to.equal('VAL_FLOW_005');
    expect(at.judge(at.move(2, bob, { after: made }))).to.equal('ok');
  });

  it('keeps no wallet apart that the record of another party only lists', () => {
    const lists = { mine: [alice, bob], theirs: [carol, bob] };
    for (const [id, wallets] of Object.entries(lists))
      for (const by of [wallets[0] as Wallet, owner]) {
        const at = new People(definition());
        at.enrol(id, wallets, { by });
        const made = at.seal(1, alice);
        expect(at.judge(at.move(2, bob, { after: made })), id).to.equal('ok');
      }
    const fixed = [
      { id: 'maker', walletAddress: alice.address },
      { id: 'checker', walletAddress: bob.address },
    ];
    const at = new People(definition(undefined, fixed));
    at.enrol('mine', [alice, bob]);
    expect(at.judge(at.move(1, alice)), 'before anything is done').to.equal('ok');
    // The record has done nothing for those whom it lists afterwards.
    const open = new People(definition());
    open.enrol('mine', [alice]);
    const made = open.seal(1, alice);
    open.enrol('mine', [alice, bob]);
    expect(open.judge(open.move(2, bob, { after: made }))).to.equal('ok');
  });

  it('remembers who did it when the record has another wallet', () => {
    const at = new People(definition());
    at.enrol('desk', [alice]);
    const made = at.seal(1, alice);
    at.enrol('desk', [carol], { by: alice });
    expect(at.judge(at.move(2, alice, { after: made }))).to.equal('VAL_FLOW_005');
    expect(at.judge(at.move(2, carol, { after: made }))).to.equal('VAL_FLOW_005');
  });

  it('remembers who did it when the role has passed on', () => {
    const at = new People(definition());
    at.enrol('a', [alice]);
    at.enrol('c', [carol]);
    const made = at.seal(1, alice);
    const payload = { type: 'handover', v: 1, role: 'maker', from: alice.address, to: carol.address };
    at.ledger.seal(at.move(1, alice, { after: made, type: 'Handover', payload, with: [carol] }));
    expect(at.judge(at.move(2, alice, { after: made }))).to.equal('VAL_FLOW_005');
    expect(at.judge(at.move(2, carol, { after: made })), 'it holds the role').to.equal('VAL_FLOW_005');
    expect(at.judge(at.move(2, bob, { after: made }))).to.equal('ok');
  });

  it('lets no wallet take a role that it could not play, not even by a rejection', () => {
    const at = new People(definition());
    const made = at.seal(1, alice);
    expect(at.judge(at.move(2, alice, { after: made, type: 'Rejection' }))).to.equal('VAL_FLOW_005');
    expect(at.judge(at.move(2, bob, { after: made, type: 'Rejection' }))).to.equal('ok');
    // An action of the role without the rule takes the role as well.
    const loose = {
      ...definition(),
      actions: [
        step(1, 'maker', [3], { isStartingAction: true }),
        step(3, 'checker', [2]),
        step(2, 'checker', [], { notSameAs: [1] }),
      ],
    } as unknown as JsonObject;
    const other = new People(loose);
    const first = other.seal(1, alice);
    expect(other.judge(other.move(3, alice, { after: first }))).to.equal('VAL_FLOW_005');
    expect(other.judge(other.move(3, bob, { after: first }))).to.equal('ok');
  });

  it('holds both ways: a wallet that does the one that names the other first does not do that one', () => {
    const turned = {
      ...definition(),
      actions: [step(2, 'checker', [1], { isStartingAction: true, notSameAs: [1] }), step(1, 'maker', [])],
    } as unknown as JsonObject;
    const at = new People(turned);
    const first = at.seal(2, bob);
    expect(at.judge(at.move(1, bob, { after: first }))).to.equal('VAL_FLOW_005');
    expect(at.judge(at.move(1, alice, { after: first }))).to.equal('ok');
  });

  it('refuses wallets that the definition fixes where one record has both, before anything is done', () => {
    const fixed = [
      { id: 'maker', walletAddress: alice.address },
      { id: 'checker', walletAddress: bob.address },
    ];
    const at = new People(definition(undefined, fixed));
    expect(at.judge(at.move(1, alice))).to.equal('ok');
    at.enrolKeys('desk', [bob, alice]);
    expect(at.judge(at.move(1, alice))).to.equal('VAL_FLOW_005');
  });

  it('counts a run that was taken back', () => {
    const at = new People(definition());
    const made = at.seal(1, alice);
    const back = at.seal(2, bob, { after: made, type: 'Rejection' });
    const again = at.seal(1, alice, { after: back });
    expect(at.judge(at.move(2, bob, { after: again }))).to.equal('ok');
    expect(Object.entries(at.instance.participants)).to.have.length(2);
    expect(at.ledger.view.state(`did/1/6/inst-1/wallet/${alice.address}`)).to.deep.equal({
      opening: made.txId,
      txId: made.txId,
    });
  });

  it('judges the actions of one docket one after the other', () => {
    const at = new People(definition());
    const made = at.move(1, alice);
    const same = at.move(2, alice, { after: made });
    expect(() => at.ledger.seal(made, same)).to.throw('VAL_FLOW_005');
    at.ledger.seal(made, at.move(2, bob, { after: made }));
  });

  describe('by organisation', () => {
    const APART = { notSameAs: [1], notSameOrganisation: true };
    const at = (): People => {
      const people = new People(definition(APART));
      vouched(people, 'alice', alice, 'Brightwall  Bank');
      vouched(people, 'bob', bob, 'brightwall BANK');
      return people;
    };
    const vouched = (people: People, id: string, by: Wallet, organizationName: string): void => {
      people.enrol(id, [by], { organizationName });
      people.enrol(id, [by], { organizationName, by: owner });
    };

    it('refuses another record of the same organisation, in whatever letters', () => {
      const people = at();
      vouched(people, 'carol', carol, 'Other');
      const made = people.seal(1, alice);
      expect(people.judge(people.move(2, bob, { after: made }))).to.equal('VAL_FLOW_005');
      expect(people.judge(people.move(2, carol, { after: made }))).to.equal('ok');
      expect(comparedName(' A  b ')).to.equal('a b');
    });

    it('asks both for a record that is vouched for, the first one before it acts', () => {
      const people = at();
      expect(people.judge(people.move(1, carol))).to.equal('VAL_FLOW_005');
      const made = people.seal(1, alice);
      expect(people.judge(people.move(2, carol, { after: made }))).to.equal('VAL_FLOW_005');
    });

    it('takes the word of a record alone for nothing: it keeps no party out, and lets its own not in', () => {
      const fixed = [
        { id: 'maker', walletAddress: carol.address },
        { id: 'checker', walletAddress: alice.address },
      ];
      for (const roles of [OPEN, fixed]) {
        const people = new People(definition(APART, roles));
        vouched(people, 'alice', alice, 'Brightwall Bank');
        vouched(people, 'bob', bob, 'Other');
        // It states the organisation of alice, whom it would keep out by acting first, or by holding the other role.
        people.enrol('carol', [carol], { organizationName: 'Brightwall Bank' });
        expect(people.judge(people.move(1, carol))).to.equal('VAL_FLOW_005');
        if (roles === fixed) continue;
        const made = people.seal(1, bob);
        expect(people.judge(people.move(2, alice, { after: made }))).to.equal('ok');
        // Another name than its own lets it not pass as another organisation either.
        expect(people.judge(people.move(2, carol, { after: made }))).to.equal('VAL_FLOW_005');
      }
      const held = new People(definition(APART, [{ id: 'maker' }, { id: 'checker', walletAddress: carol.address }]));
      vouched(held, 'alice', alice, 'Brightwall Bank');
      held.enrol('carol', [carol], { organizationName: 'Brightwall Bank' });
      expect(held.judge(held.move(1, alice)), 'the liar that holds the other role').to.equal('ok');
    });

    it('counts no word of who ends a record, also after its owner made it Active again: a wallet that ends a record vouches for nothing', () => {
      const people = at();
      people.enrol('carol', [carol], { organizationName: 'Other' });
      people.enrol('carol', [carol], { organizationName: 'Other', status: 'Deprecated', by: owner });
      people.enrol('carol', [carol], { organizationName: 'Other' });
      const made = people.seal(1, alice);
      expect(people.judge(people.move(2, carol, { after: made }))).to.equal('VAL_FLOW_005');
      people.enrol('carol', [carol], { organizationName: 'Other', by: owner });
      expect(people.judge(people.move(2, carol, { after: made }))).to.equal('ok');
      people.enrol('carol', [carol], { organizationName: 'Other', status: 'Deprecated', by: owner });
      people.enrol('carol', [carol], { organizationName: 'Other' });
      expect(people.judge(people.move(2, carol, { after: made })), 'it stays').to.equal('ok');
    });

    it('of all pairs of parties: both are done by two for which governance vouches as two organisations, or not at all', () => {
      const parties = [
        { name: 'A', said: 'B' },
        { name: 'a', said: 'C' },
        { name: 'B', said: 'A' },
      ];
      for (const first of parties)
        for (const second of parties)
          for (const vouchedFor of [
            [true, true],
            [true, false],
            [false, true],
          ] as const) {
            const people = new People(definition(APART));
            for (const [i, [id, by, { name, said }]] of (
              [
                ['one', alice, first],
                ['two', bob, second],
              ] as const
            ).entries()) {
              // The record names one organisation first, and governance another one, or none.
              people.enrol(id, [by], { organizationName: said });
              if (vouchedFor[i]) people.enrol(id, [by], { organizationName: name, by: owner });
            }
            const opening = people.move(1, alice);
            expect(people.judge(opening)).to.equal(vouchedFor[0] ? 'ok' : 'VAL_FLOW_005');
            if (!vouchedFor[0]) continue;
            people.ledger.seal(opening);
            const isApart = vouchedFor[1] && comparedName(first.name) !== comparedName(second.name);
            expect(people.judge(people.move(2, bob, { after: opening }))).to.equal(isApart ? 'ok' : 'VAL_FLOW_005');
          }
    });

    it('lets only an Owner or Admin change the organisation of a record', () => {
      const people = at();
      const renamed = people.record('bob', [bob], { organizationName: 'Other' });
      expect(people.judge(renamed)).to.equal('VAL_PERM_003');
      expect(people.judge(people.record('bob', [bob], { organizationName: 'BRIGHTWALL BANK' }))).to.equal('ok');
    });
  });

  it('of random definitions and people: no two actions that are kept apart were done by one party', () => {
    const people = [alice, bob, carol, wallet('dave')];
    const choice = fc.record({ by: fc.nat(3), pick: fc.nat(5), isBack: fc.boolean() });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(3), { minLength: 4, maxLength: 4 }),
        fc.array(choice, { minLength: 4, maxLength: 14 }),
        (pairs, records, choices) => played({ pairs, records, choices, people }),
      ),
      { numRuns: 60 },
    );
  });
});

interface Played {
  readonly pairs: readonly (readonly [number, number])[];
  readonly records: readonly number[];
  readonly choices: readonly { readonly by: number; readonly pick: number; readonly isBack: boolean }[];
  readonly people: readonly Wallet[];
}

/** Four actions in a circle, each of its own open role, with random pairs kept apart; wallets draw their records. */
function played({ pairs, records, choices, people }: Played): void {
  const named = (id: number): number[] => [
    ...new Set(pairs.flatMap(([one, other]) => (one === id && other !== id ? [other] : []))),
  ];
  const made = {
    language: 2,
    title: 'Circle',
    participants: [0, 1, 2, 3].map((id) => ({ id: `r${id}` })),
    actions: [0, 1, 2, 3].map((id) =>
      step(id, `r${id}`, [(id + 1) % 4], {
        ...(id === 0 && { isStartingAction: true }),
        ...(named(id).length > 0 && { notSameAs: named(id) }),
        ...(id > 0 && { rejectionConfig: { targetActionId: id - 1 } }),
      }),
    ),
  } as unknown as JsonObject;
  const at = new People(made);
  for (const record of new Set(records))
    at.enrolKeys(
      `p${record}`,
      people.filter((_, i) => records[i] === record),
    );
  const did = new Map<number, Set<number>>();
  let last: ReturnType<People['move']> | undefined;
  let current = 0;
  for (const { by, isBack } of choices) {
    const type = isBack && current > 0 && last ? 'Rejection' : 'Action';
    const tx = at.move(current, people[by] as Wallet, { type, ...(last && { after: last }) });
    const { state, view } = at.ledger;
    if (!validate(tx, { state, view, signaturesOk: true }).ok) continue;
    at.ledger.seal(tx);
    if (type === 'Action') did.set(current, (did.get(current) ?? new Set()).add(records[by] as number));
    current = type === 'Action' ? (current + 1) % 4 : current - 1;
    last = tx;
  }
  for (const [id, apart] of apartIn(made as unknown as Definition).ofAction)
    for (const { action } of apart)
      for (const party of did.get(id) ?? []) expect(did.get(action)?.has(party) ?? false).to.equal(false);
}
