// Broken versions about who cancels an instance: consents that are counted twice, without end, or not at all.
import type { Mutant } from './mutant.js';

const TEST = 'unit/core/moves/cancellation/cancellation';
const DEFAULT = 'unit/core/moves/cancellation/cancellation-default';

export const CANCELLATIONS: readonly Mutant[] = [
  {
    name: 'a role that has agreed to a cancellation is asked again',
    edits: [
      {
        file: 'core/moves/cancellation/cancellation',
        from: 'wallet && !agreedBefore(view, { ...of, wallet }, role) ?',
        to: 'wallet ?',
      },
    ],
    test: 'contract/workflow/cancellation',
    caught: 'a task for who has not agreed',
  },
  {
    name: 'one who asks to cancel needs no consent',
    edits: [{ file: 'core/blueprint/instance/cancelling', from: 'counted.length >= consent.need', to: 'true' }],
    test: TEST,
    caught: 'in any order',
  },
  {
    name: 'consents cancel an instance without a request',
    edits: [{ file: 'core/blueprint/instance/cancelling', from: 'asked && counted', to: 'counted' }],
    test: TEST,
    caught: 'that no party asked for',
  },
  {
    name: 'a party agrees to cancel once for each of its keys and roles',
    edits: [
      {
        file: 'core/moves/cancellation/cancellation',
        from: 'isSameParty(partyOf(view, one.wallet), party, false)',
        to: 'false',
      },
    ],
    test: TEST,
    caught: 'counts a party once that gets another role',
  },
  {
    name: 'a consent to cancel counts without end',
    edits: [
      { file: 'core/blueprint/instance/cancelling', from: 'atMs - givenMs <= CANCELLATION_CONSENT_MS', to: 'true' },
    ],
    test: TEST,
    caught: 'forgets after thirty days',
  },
  {
    name: 'a consent to cancel counts for a role that has passed on',
    edits: [{ file: 'core/blueprint/instance/cancelling', from: '&& !lapsed.includes(role)', to: '' }],
    test: TEST,
    caught: 'counts no consent of a wallet that holds its role no more',
  },
  {
    name: 'a request to cancel counts for a role that has passed on',
    edits: [{ file: 'core/moves/cancellation/cancellation', from: '...(asked ? [asked] : [])', to: '' }],
    test: TEST,
    caught: 'ends nothing by the request of a wallet',
  },
  {
    name: 'a reader is not told which consents to a cancellation had lapsed',
    edits: [{ file: 'core/moves/cancellation/cancellation', from: 'if (lapsed.length === 0 ||', to: 'if (true ||' }],
    test: TEST,
    caught: 'from the transactions and their rows',
  },
  {
    name: 'a cancellation speaks for roles that its sender does not hold',
    edits: [{ file: 'core/moves/cancellation/cancellation', from: 'holder === of.wallet', to: 'true' }],
    test: TEST,
    caught: 'only for the roles that are named',
  },
  {
    name: 'an instance is cancelled whatever was done',
    edits: [{ file: 'core/moves/cancellation/cancellation', from: 'if (late !== undefined &&', to: 'if (false &&' }],
    test: TEST,
    caught: 'is too late',
  },
  {
    name: 'an instance is cancelled after its payment, once a loop has gone round',
    edits: [{ file: 'core/blueprint/instance/cancelling', from: '(runs[id]?.count ?? 0) > 0', to: 'false' }],
    test: TEST,
    caught: 'in every turn of a loop',
  },
  {
    name: 'one vote on an action ends the time to cancel',
    edits: [{ file: 'core/blueprint/instance/cancelling', from: '!voted.includes(id) &&', to: '' }],
    test: TEST,
    caught: 'while the votes on an action',
  },
  {
    name: 'the opener cancels alone whoever has acted, where nothing is stated',
    edits: [{ file: 'core/blueprint/plan/cancellation', from: 'parties.length > 1 &&', to: 'false &&' }],
    test: DEFAULT,
    caught: 'takes every holder who has acted',
  },
  {
    name: 'a party that acts is not asked where nothing is stated',
    edits: [{ file: 'core/blueprint/instance/cancelling', from: 'senderWallet === opener ||', to: 'true ||' }],
    test: DEFAULT,
    caught: 'takes every holder who has acted',
  },
  {
    name: 'a role agrees to cancel twice, in place of another one',
    edits: [
      {
        file: 'core/moves/cancellation/cancellation',
        from: 'agreeing.some((role) => !agreedBefore(view, of, role))',
        to: 'true',
      },
    ],
    test: DEFAULT,
    caught: 'takes every holder who has acted',
  },
  {
    name: 'a consent of a party at fault counts for one that was not asked, where nothing is stated',
    edits: [
      {
        file: 'core/blueprint/instance/cancelling',
        from: 'counted.length >= consent.need',
        to: 'consents.length >= consent.need',
      },
    ],
    test: DEFAULT,
    caught: 'leaves out a party at fault',
  },
  {
    name: 'a party whose run was proven false keeps the others in an instance, where nothing is stated',
    edits: [{ file: 'core/blueprint/instance/cancelling', from: 'role !== fault?.role', to: 'true' }],
    test: 'unit/core/moves/objection/disputes.slow',
    caught: 'let the opener cancel once',
  },
];
