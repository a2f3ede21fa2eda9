// Broken versions about who reads a move while records change: the records of the start of the time slot tell it.
import type { Mutant } from './mutant.js';

const SLOTS = 'unit/core/instance/people/reading-slots';
const POOL = 'unit/actors/validator-pool/reading-slots';
const OFTEN = 'unit/core/instance/deliveries/delivered-often';
const STAYS = 'stays the same for the whole slot';

export const READERS: readonly Mutant[] = [
  {
    name: 'a reader makes a move old by its own record in each docket',
    edits: [
      {
        file: 'core/instance/people/readers',
        from: 'const view = atSlotStart(now, nowMs);',
        to: 'const view = now;',
      },
    ],
    test: SLOTS,
    caught: STAYS,
  },
  {
    name: 'a reader makes a move old by delegations of a moment',
    edits: [
      { file: 'core/instance/people/readers', from: 'const atMs = slotStart(nowMs);', to: 'const atMs = nowMs;' },
    ],
    test: SLOTS,
    caught: STAYS,
  },
  {
    name: 'the second change in a slot is taken for what stood when it began',
    edits: [{ file: 'core/register/people/slot-rows', from: '|| keptRow(view, key, slot))', to: ')' }],
    test: SLOTS,
    caught: STAYS,
  },
  {
    name: 'a record that changed once counts as it stood before for ever',
    edits: [
      {
        file: 'core/register/people/slot-rows',
        from: 'return kept?.slot === slot && kept.resets',
        to: 'return kept?.resets',
      },
    ],
    test: SLOTS,
    caught: 'a version counts in the next slot',
  },
  {
    name: 'a revocation makes a move old that was made before it',
    edits: [
      {
        file: 'core/validate/data/cells',
        from: 'omits: (wallet) => !named.has(wallet),',
        to: 'omits: () => true,',
      },
    ],
    test: SLOTS,
    caught: 'is less a revoked wallet at once',
  },
  {
    name: 'a wallet is sealed to for the rest of the slot although it was revoked',
    edits: [
      {
        file: 'core/instance/people/readers',
        from: '|| (isRevoked(now, wallet) && omits(wallet))',
        to: '',
      },
    ],
    test: SLOTS,
    caught: 'is less a revoked wallet at once',
  },
  {
    name: 'a sender leaves out whom it likes',
    edits: [
      {
        file: 'core/instance/people/readers',
        from: '(isRevoked(now, wallet) && omits(wallet))',
        to: 'omits(wallet)',
      },
    ],
    test: SLOTS,
    caught: 'no other wallet may be left out',
  },
  {
    name: 'a holder names deputies that are founded later, one in each docket',
    edits: [{ file: 'core/validate/records/participant', from: 'if (strange >= 0)', to: 'if (false)' }],
    test: SLOTS,
    caught: 'a delegation names a record that is there',
  },
  {
    name: 'the row of a run names the holders of now, and not those to whom it was sealed',
    edits: [
      {
        file: 'core/instance/people/people-before',
        from: 'const then = atSlotStart(view, atMs);',
        to: 'const then = view;',
      },
    ],
    test: SLOTS,
    caught: 'keeps in its row to whom it was sealed',
  },
  {
    name: 'a deputy of this slot seals without the participant for which it acts',
    edits: [
      {
        file: 'core/envelope/layout/groups',
        from: "const isHeld = holder !== undefined && holder !== '';",
        to: "const isHeld = holder === sender || (holder !== undefined && holder !== '' && others.includes(sender));",
      },
    ],
    test: SLOTS,
    caught: 'is always the participant for which a deputy acts',
  },
  {
    name: 'a wrong clock refuses at the door what all others take',
    edits: [{ file: 'actors/validator-pool/intake', from: 'nowMs, sealingMs, openMs', to: 'nowMs, openMs' }],
    test: POOL,
    caught: 'where the one here is wrong by 10000 ms',
  },
  {
    name: 'a wrong clock ends a promise by a time slot of its own',
    edits: [
      {
        file: 'actors/validator-pool/refusal-policy',
        from: 'docketMs: nextTimestamp(state, sealingMs())',
        to: 'docketMs: nextTimestamp(state, nowMs)',
      },
    ],
    test: POOL,
    caught: 'where the one here is wrong by 10000 ms',
  },
  {
    name: 'a promise ends, or stays, by the time slot of the tip of a quiet register',
    edits: [
      { file: 'actors/validator-pool/outcomes', from: 'signaturesOk: true, sealingMs }', to: 'signaturesOk: true }' },
    ],
    test: POOL,
    caught: 'is not that of the tip of a quiet register',
  },
  {
    name: 'deliveries one by one leave a reader of a young instance no slot',
    edits: [
      {
        file: 'core/validate/instance/overtaking',
        from: "return type === 'Delivery' ?",
        to: 'return false ?',
      },
    ],
    test: OFTEN,
    caught: 'leave a reader its slots',
  },
  {
    name: 'a delivery makes an action old that reads no runs',
    edits: [{ file: 'core/validate/instance/delivered', from: 'if (!readsIn(subject))', to: 'if (false)' }],
    test: OFTEN,
    caught: 'make nothing old that reads no runs',
  },
  {
    name: 'a slot that passes again after a reset of the time has the readers of the first time',
    edits: [{ file: 'core/register/people/slot-rows', from: '&& kept.resets === resetsOf(view)', to: '' }],
    test: SLOTS,
    caught: 'by no row of a slot that passed before the time was reset',
  },
];
