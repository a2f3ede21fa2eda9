// The fourteen broken versions of a review of consensus, replication and storage, which found two that no test saw.
import type { Mutant } from './mutant.js';

export const REVIEWED: readonly Mutant[] = [
  {
    name: 'half of an even roster is a quorum',
    edits: [{ file: 'core/register/roster', from: ': Math.floor(n / 2) + 1;', to: ': Math.ceil(n / 2);' }],
    test: 'unit/core/register/roster',
    caught: 'intersects in more than the liars',
  },
  {
    name: 'a COMMIT vote leaves before it is persisted in bft mode',
    edits: [
      {
        file: 'core/consensus/handlers/votes',
        from: 'promise(d, { round, prepared: certificate, commitVote });\n    persist(d, docket);',
        to: 'promise(d, { round, prepared: certificate, commitVote });',
      },
    ],
    test: 'unit/core/consensus/step',
    caught: 'bft of four prepares with three',
  },
  {
    name: 'a round change forgets the prepared value',
    edits: [
      {
        file: 'core/consensus/handlers/round',
        from: 'promise(d, { round, roundChange: change });',
        to: 'promise(d, { round, roundChange: change, prepared: null });',
      },
    ],
    test: 'model/model',
    caught: 'holds its invariants in every state',
  },
  {
    name: 'a fork proof of a roster without a say stops the register',
    edits: [
      {
        file: 'core/mesh/fork-say',
        from: 'return present >= join || (present > 0 && scope.isTrusted);',
        to: 'return true;',
      },
    ],
    test: 'unit/actors/misbehaviour/fork-stop',
    caught: 'is stopped by no key that was rekeyed',
  },
  {
    name: 'a group commit is not synced',
    edits: [{ file: 'storage/engine/level', from: 'sync: true', to: 'sync: false' }],
    test: 'contract/storage/power-loss',
    caught: 'written with a sync',
  },
  {
    name: 'the ring tolerates one missing group',
    edits: [{ file: 'storage/engine/ring', from: 'if (to === expected)', to: 'if (to <= expected + 1)' }],
    test: 'unit/storage/engine/journal',
    caught: 'numbers its groups without a hole',
  },
  {
    name: 'a docket may follow another parent than the sealed head',
    edits: [
      {
        file: 'actors/register-replica/docket-import',
        from: 'if (docket.header.prevHash !== state.hash)',
        to: 'if (false)',
      },
      { file: 'core/chain/state', from: 'if (header.prevHash !== state.hash)', to: 'if (false)' },
      {
        file: 'core/chain/state',
        from: 'header.height === state.height + 1 && header.prevHash === state.hash,',
        to: 'header.height === state.height + 1,',
      },
    ],
    test: 'unit/core/chain/state',
    caught: 'refuses a docket at the member that is wrong',
  },
  {
    name: 'a sealed TxId stays absent',
    edits: [
      {
        file: 'storage/chain/index-memory',
        from: 'this.known.delete(keyOf(reg, txId));',
        to: ';',
      },
    ],
    test: 'unit/storage/chain/index-memory',
    caught: 'a bounded number, and forgets what is sealed',
  },
  {
    name: 'round changes of any height justify a proposal',
    edits: [{ file: 'core/consensus/handlers/on-proposal', from: 'change.height === state.record.height &&', to: '' }],
    test: 'unit/core/consensus/step',
    caught: 'round changes of another height',
  },
  {
    name: 'a twin that came while signatures were verified is taken again',
    edits: [
      {
        file: 'actors/validator-pool/intake',
        from: 'const twin = submissions.get(tx.txId);\n        if (twin)\n            return this.rejoin(twin, options);',
        to: '',
      },
    ],
    test: 'unit/actors/ledger/interleavings.slow',
    caught: 'keeps what it acknowledged',
  },
  {
    name: 'the row of a promise is written after its seal',
    edits: [
      {
        file: 'actors/validator-pool/outbox-rows',
        from: 'if (hasRow(entry.life) || !isOpen(entry.life))',
        to: 'if (hasRow(entry.life))',
      },
    ],
    test: 'unit/actors/validator-pool/outbox-rows',
    caught: 'writes nothing for what was sealed',
  },
  {
    name: 'a promise ends for good although a later docket may let it in',
    edits: [
      {
        file: 'actors/validator-pool/outbox-rows',
        from: 'if (!definitive || mayTurn(found))',
        to: 'if (!definitive)',
      },
    ],
    test: 'unit/actors/validator-pool/outbox-rows',
    caught: 'gives up what a later docket may take back',
  },
  {
    name: 'a refusal counts as a copy on the disk of a quorum',
    edits: [
      {
        file: 'actors/mesh/spread',
        from: "answers.every(({ status }) => status !== 'refused')",
        to: 'true',
      },
    ],
    test: 'unit/actors/mesh/spread',
    caught: 'needs more than half',
  },
  {
    name: 'a vote of this seat in a later round is not missed',
    edits: [
      {
        file: 'core/mesh/vote-memory',
        from: 'if (vote.round > record.round)\n        return true;',
        to: 'if (vote.round > record.round)\n        return false;',
      },
    ],
    test: 'unit/core/mesh/vote-memory',
    caught: 'is rolled back where a vote of its own is beyond its record',
  },
  {
    name: 'certified catch-up skips the steps of governance and publications',
    edits: [
      {
        file: 'actors/register-replica/docket-import',
        from: "mode === 'all' ? () => false : isAction",
        to: "mode === 'all' ? () => false : () => true",
      },
    ],
    test: 'unit/actors/certified-trust',
    caught: 'claims of a certified range that are not believed',
  },
  {
    name: 'a transaction that was sent and refused is asked again at a newer head',
    edits: [
      {
        file: 'api/access/at-tip',
        from: 'return answer.isFinal ? [] : answer.issues;',
        to: 'return answer.issues;',
      },
    ],
    test: 'unit/api/access/at-tip',
    caught: 'asks nothing again that was sent',
  },
  {
    name: 'a failure with other paths forgets that something was sent',
    edits: [
      {
        file: 'core/base/result',
        from: 'return new Failure([change(first), ...more.map(change)], this.isFinal);',
        to: 'return new Failure([change(first), ...more.map(change)], false);',
      },
    ],
    test: 'unit/core/base/result',
    caught: 'says whether something was sent',
  },
];
