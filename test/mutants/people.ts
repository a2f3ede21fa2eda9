// Broken versions about who may act: parties that are told apart by too little.
import type { Mutant } from './mutant.js';

export const PEOPLE: readonly Mutant[] = [
  {
    name: 'the holder of a fixed role is found once a docket, whatever changes in it',
    edits: [{ file: 'core/register/overlay', from: 'people = new WeakMap()', to: 'void 0' }],
    test: 'unit/core/register/overlay',
    caught: 'behind a change of participants in the same docket',
  },
  {
    name: 'the holder of a fixed role is found once for all dockets',
    edits: [{ file: 'storage/chain/chain-view', from: 'this.known.delete(reg)', to: 'void reg' }],
    test: 'unit/storage/chain/chain-store',
    caught: 'until a record of their register is sealed',
  },
  {
    name: 'the actions that a wallet may begin are told by the name in the definition',
    edits: [
      {
        file: 'core/instance/people/opening',
        from: 'holderNow(heldAtStart(view, definition), role, undefined)',
        to: 'holderNow(AS_NAMED, role, undefined)',
      },
    ],
    test: 'contract/people/startable',
    caught: 'newest key on',
  },
  {
    name: 'a wallet that is no candidate is told that it may begin',
    edits: [
      {
        file: 'core/instance/people/opening',
        from: 'holder === undefined ? !takes()',
        to: 'holder === undefined ? false',
      },
    ],
    test: 'unit/core/instance/people/opening',
    caught: 'for no other wallet',
  },
  {
    name: 'a deputy confirms what it sent itself',
    edits: [{ file: 'core/instance/people/deputies', from: '|| run?.header.senderWallet === wallet)', to: ')' }],
    test: 'unit/core/instance/people/deputies',
    caught: 'nothing that they sent themselves',
  },
  {
    name: 'a deputy confirms whatever the amount',
    edits: [{ file: 'core/moves/confirmation/judge', from: 'if (beyond)', to: 'if (false)' }],
    test: 'unit/core/instance/people/deputies',
    caught: 'up to their amount where all read it',
  },
  {
    name: 'a move whose readers change before its docket is not sealed anew',
    edits: [{ file: 'actors/workflow/moves/sealed-anew', from: "['VAL_CELL_003', {}],", to: '' }],
    test: 'contract/people/deliveries/sealed-anew',
    caught: 'sealed anew for those who may read it now',
  },
  {
    name: 'a draft says that it is published after a restore gave its publication up',
    edits: [{ file: 'storage/backup/take-back', from: 'if (!isFork)\n        return [];', to: 'return [];' }],
    test: 'unit/cli/commands/node/restore.slow',
    caught: 'publications that a fork gives up',
  },
  {
    name: 'a role that is called as a member of every object is held by no wallet that takes it',
    edits: [
      {
        file: 'core/blueprint/state/role-holder',
        from: 'table !== undefined && Object.hasOwn(table, role)',
        to: 'table !== undefined',
      },
    ],
    test: 'contract/people/role-names',
    caught: 'where it is called constructor',
  },
  {
    name: 'a move that its register refused is made and sent once more by a node that is behind',
    edits: [
      {
        file: 'actors/workflow/moves/instance-mutex',
        from: 'isFailure(outcome) && !outcome.isFinal ?',
        to: 'isFailure(outcome) ?',
      },
    ],
    test: 'unit/actors/workflow/moves/instance-mutex',
    caught: 'nothing that was sent',
  },
  {
    name: 'a run that others are to confirm waits for them without end',
    edits: [
      {
        file: 'core/blueprint/instance/open-timers',
        from: '? [...timers, ...confirmTimers(instance, plan)]',
        to: '? timers',
      },
    ],
    test: 'unit/core/validate/walks/together-walks.slow',
    caught: 'leaves an instance that goes on',
  },
  {
    name: 'the sender of the other action is not asked for',
    edits: [
      {
        file: 'core/instance/people/four-eyes',
        from: 'if (opening !== undefined && names.some(',
        to: 'if (false && names.some(',
      },
    ],
    test: 'unit/core/instance/people/four-eyes.slow',
    caught: 'remembers who did it when the role has passed on',
  },
  {
    name: 'a role is taken by a party that cannot play it',
    edits: [
      {
        file: 'core/instance/people/four-eyes',
        from: 'const apart = takes ? planned.roleApart : isRejection ? [] : planned.apart;',
        to: 'const apart = isRejection ? [] : planned.apart;',
      },
    ],
    test: 'unit/core/instance/people/four-eyes.slow',
    caught: 'a role that it could not play',
  },
  {
    name: 'a record that lists a wallet keeps its owner from what it may do',
    edits: [{ file: 'core/register/people/party', from: 'address?.own === true ?', to: 'address ?' }],
    test: 'unit/core/instance/people/four-eyes.slow',
    caught: 'that the record of another party only lists',
  },
  {
    name: 'a record that lists a wallet agrees for it to cancel',
    edits: [{ file: 'core/register/people/party', from: 'address?.own === true ?', to: 'address ?' }],
    test: 'unit/core/moves/cancellation/cancellation',
    caught: 'that the record of another one only lists',
  },
  {
    name: 'four eyes compare wallets alone',
    edits: [
      {
        file: 'core/register/people/party',
        from: 'participantId === undefined ? []',
        to: 'true ? []',
      },
      {
        file: 'core/register/people/party',
        from: '(one.participantId !== undefined && one.participantId === other.participantId)',
        to: 'false',
      },
    ],
    test: 'unit/core/instance/people/four-eyes.slow',
    caught: 'whichever of their wallets signs',
  },
  {
    name: 'a role is held by a record that is not Active',
    edits: [{ file: 'core/instance/people/holders', from: "row?.status === 'Active' ?", to: 'row ?' }],
    test: 'unit/core/instance/people/holders',
    caught: 'are vacant where the record is not Active',
  },
  {
    name: 'readers take a run as sealed to the first wallet of a role',
    edits: [
      {
        file: 'core/envelope/layout/groups',
        from: 'roleHolder(participant, holding)',
        to: 'roleHolder(participant, { taken: holding.taken })',
      },
    ],
    test: 'unit/core/instance/people/holders',
    caught: 'receive what is sealed to their newest key',
  },
  {
    name: 'a role passes without the consent of its holder',
    edits: [
      {
        file: 'core/moves/handover/handover',
        from: 'signers.has(holder) ? passes : fail(missing(holder,',
        to: 'true ? passes : fail(missing(holder,',
      },
    ],
    test: 'unit/core/moves/handover/handover',
    caught: 'needs every consent',
  },
  {
    name: 'a role passes without the consent of the new holder',
    edits: [{ file: 'core/moves/handover/handover', from: 'if (!signers.has(read.to))', to: 'if (false)' }],
    test: 'unit/core/moves/handover/handover',
    caught: 'needs every consent',
  },
  {
    name: 'others give a role away at once',
    edits: [
      {
        file: 'core/moves/handover/handover',
        from: 'if (isGone)',
        to: 'if (true)',
      },
    ],
    test: 'unit/core/moves/handover/handover',
    caught: 'waits for seven days',
  },
  {
    name: 'a role is taken before its holder could refuse',
    edits: [{ file: 'core/moves/handover/handover', from: 'handing.atMs > own.untilMs', to: 'true' }],
    test: 'unit/core/moves/handover/handover',
    caught: 'waits for seven days',
  },
  {
    name: 'a party takes a role by its own consent alone',
    edits: [{ file: 'core/moves/handover/handover', from: 'if (others.length > 0)', to: 'if (true)' }],
    test: 'unit/core/moves/handover/handover',
    caught: 'another party than the new holder',
  },
  {
    name: 'a hand-over breaks four eyes',
    edits: [{ file: 'core/moves/handover/handover', from: 'return conflict ?', to: 'return false ?' }],
    test: 'unit/core/moves/handover/handover',
    caught: 'keeps four eyes',
  },
  {
    name: 'a fault of the new holder is that of the former one',
    edits: [{ file: 'core/blueprint/disputes/disputes', from: 'accused?.wallet ?? named', to: 'named' }],
    test: 'unit/core/moves/handover/handover',
    caught: 'a fault to',
  },
  {
    name: 'a new wallet proves nothing',
    edits: [
      {
        file: 'core/register/governance/tasks',
        from: 'if (operation.walletProof !== undefined)',
        to: 'if (false)',
      },
    ],
    test: 'unit/core/register/governance/replacement',
    caught: 'that has its key',
  },
  {
    name: 'a wallet is replaced by an act that comes after its participant changed it',
    edits: [{ file: 'core/register/governance/replacement', from: 'row.primary !== replaces', to: 'false' }],
    test: 'unit/core/register/governance/replacement',
    caught: 'comes too late',
  },
  {
    name: 'the wallet of another participant takes the place of a lost one',
    edits: [
      { file: 'core/register/governance/replacement', from: 'if (known && !isFree(', to: 'if (false && !isFree(' },
    ],
    test: 'unit/core/register/governance/replacement',
    caught: 'that another participant has',
  },
  {
    name: 'one Admin takes a role from a party that is there',
    edits: [{ file: 'core/instance/people/holders', from: 'record?.contested === true', to: 'false' }],
    test: 'unit/core/register/governance/replacement',
    caught: 'seven days to refuse',
  },
  {
    name: 'the quorum cannot end what one Admin ended',
    edits: [
      {
        file: 'core/register/governance/replacement',
        from: "row.status === 'Revoked' && row.contested !== true",
        to: "row.status === 'Revoked'",
      },
    ],
    test: 'unit/core/register/governance/replacement',
    caught: 'governance did by its quorum',
  },
  {
    name: 'a deputy acts whatever the time',
    edits: [
      {
        file: 'core/register/people/delegations',
        from: 'if (isBefore || of.atMs > Date.parse(until))',
        to: 'if (false)',
      },
    ],
    test: 'unit/core/instance/people/deputies',
    caught: 'in their time',
  },
  {
    name: 'a deputy does every action',
    edits: [
      {
        file: 'core/register/people/delegations',
        from: '!actions || of.actions.some(',
        to: 'true || of.actions.some(',
      },
    ],
    test: 'unit/core/instance/people/deputies',
    caught: 'in what the delegation names',
  },
  {
    name: 'an Owner delegates for a participant',
    edits: [
      {
        file: 'core/validate/records/participant',
        from: 'if (tx.header.senderWallet === owner)',
        to: 'if (true)',
      },
    ],
    test: 'unit/core/instance/people/deputies',
    caught: 'by the primary wallet of the record alone',
  },
  {
    name: 'somebody approves twice through a deputy',
    edits: [
      {
        file: 'core/instance/people/four-eyes',
        from: 'const parties = [wallet, ...(standsFor === undefined ? [] : [standsFor])]',
        to: 'const parties = [...(standsFor === undefined ? [wallet] : [standsFor])]',
      },
    ],
    test: 'unit/core/instance/people/deputies',
    caught: 'keep four eyes',
  },
  {
    name: 'a deputy acts for any amount',
    edits: [
      {
        file: 'core/instance/people/deputies',
        from: 'if (deputies.length === 0)',
        to: 'if (true)',
      },
    ],
    test: 'unit/core/instance/people/deputies',
    caught: 'up to an amount',
  },
  {
    name: 'one Admin gives a role to another candidate',
    edits: [
      {
        file: 'core/instance/people/holders',
        from: "askedHolder(view, row, { role, holder: '' }) === ''",
        to: 'true',
      },
    ],
    test: 'unit/core/instance/people/vacant',
    caught: 'whose record one Admin ended',
  },
  {
    name: 'a party keeps another from reading by a record that lists its wallet, and ends',
    edits: [
      {
        file: 'core/instance/people/able',
        from: "row?.status === 'Revoked' && row.own === true",
        to: "row?.status === 'Revoked'",
      },
    ],
    test: 'unit/core/instance/people/able',
    caught: 'seals on to a wallet that the record of another party lists',
  },
  {
    name: 'a party gives a record that ends to a wallet that can then receive nothing for good',
    edits: [
      {
        file: 'core/validate/records/participant',
        from: "before && primary !== before.primary && published.status !== 'Active'",
        to: 'before && primary === null',
      },
    ],
    test: 'unit/core/instance/people/able',
    caught: 'lets no party end a record',
  },
  {
    name: 'a party keeps another from voting by a record that lists its wallet, and ends',
    edits: [{ file: 'core/moves/vote/vote', from: 'isRevoked(view, wallet)', to: '!isRevoked(view, wallet)' }],
    test: 'unit/core/instance/people/able',
    caught: 'waits for the vote of a wallet',
  },
  {
    name: 'a record that changes leaves the tasks of those who act by it as they were',
    edits: [{ file: 'actors/workflow/inbox/inbox-standing', from: 'return [ofRecord(id), ', to: 'return [' }],
    test: 'contract/people/changed-records',
    caught: 'for its new key',
  },
  {
    name: 'instances that are looked at again are those of one commit',
    edits: [
      { file: 'actors/workflow/inbox/inbox-again', from: 'if (last && found.length === room)', to: 'if (false)' },
    ],
    test: 'unit/actors/workflow/inbox/inbox-again',
    caught: 'are all of the lists',
  },
];
