// Broken versions of what makes everything that is sealed provable: depths and bounds, the beginning of an evidence file,
// the readers of text, and the judgement of a second docket 0.
import type { Mutant } from './mutant.js';

const PROVABLE_TEST = 'unit/core/chain/evidence/provable.slow';
const WAYS = 'unit/api/groups/ledger/transactions/roster-changes.slow';
const GENESIS_FORK = 'unit/actors/misbehaviour/fork-judge';

export const PROVABLE: readonly Mutant[] = [
  {
    name: 'an evidence file nests no deeper than a transaction',
    edits: [
      {
        file: 'core/base/limits/ledger/transactions',
        from: 'DOCUMENT_DEPTH_MAX = JSON_DEPTH_MAX + 3',
        to: 'DOCUMENT_DEPTH_MAX = JSON_DEPTH_MAX',
      },
    ],
    ...{ test: PROVABLE_TEST, caught: 'to the last level of its transaction' },
  },
  {
    name: 'a transaction is as deep as the file that holds it',
    edits: [
      {
        file: 'core/base/limits/ledger/transactions',
        from: 'export const JSON_DEPTH_MAX = 64',
        to: 'export const JSON_DEPTH_MAX = 66',
      },
    ],
    ...{ test: PROVABLE_TEST, caught: 'to the last level of its transaction' },
  },
  {
    name: 'a reader takes a cell that no objection can show',
    edits: [
      {
        file: 'core/envelope/cells/open',
        from: 'CELL_LEVELS + CELL_DEPTH_MAX',
        to: 'JSON_DEPTH_MAX',
      },
    ],
    ...{ test: PROVABLE_TEST, caught: 'ends where nothing could show it any more' },
  },
  {
    name: 'a cell is made that no objection can show',
    edits: [{ file: 'core/envelope/cells/seal', from: 'if (deep)', to: 'if (false)' }],
    ...{ test: PROVABLE_TEST, caught: 'its builder makes nothing deeper' },
  },
  {
    name: 'a private objection is no deeper than a cell',
    edits: [
      {
        file: 'core/envelope/layout/layout',
        from: 'layout === WHOLE_MOVE ? JSON_DEPTH_MAX : CELL_DEPTH_MAX',
        to: 'CELL_DEPTH_MAX',
      },
    ],
    ...{ test: PROVABLE_TEST, caught: 'objected to, in public and in private' },
  },
  {
    name: 'a delivery is no larger than the run that it gives on',
    edits: [{ file: 'core/envelope/delivery/delivery', from: 'bytesMax: PASSED_ON_BYTES_MAX', to: '' }],
    ...{ test: PROVABLE_TEST, caught: 'where its run is as large as one may be' },
  },
  {
    name: 'a private objection is no larger than the run that it shows',
    edits: [
      {
        file: 'core/envelope/cells/seal',
        from: 'bytesMax: isPassedOn ? PASSED_ON_BYTES_MAX : ENVELOPE_BYTES_MAX',
        to: 'bytesMax: ENVELOPE_BYTES_MAX',
      },
    ],
    ...{ test: PROVABLE_TEST, caught: 'where its run is as large as one may be' },
  },
  {
    name: 'a document of any size is written with indentation',
    edits: [{ file: 'cli/command/output', from: 'text.length > INDENTED_MAX', to: 'false' }],
    ...{ test: PROVABLE_TEST, caught: 'in no more bytes than are read' },
  },
  {
    name: 'evidence carries more changes of the roster than a verifier takes',
    edits: [
      { file: 'api/groups/ledger/transactions/roster-changes', from: 'found.length === room.changes ||', to: '' },
    ],
    ...{ test: WAYS, caught: 'carries no more of them than a verifier takes' },
  },
  {
    name: 'evidence carries more bytes of changes than a file has room for',
    edits: [{ file: 'api/groups/ledger/transactions/roster-changes', from: '|| bytes > room.bytes', to: '' }],
    ...{ test: WAYS, caught: 'has the room of its bytes too' },
  },
  {
    name: 'evidence that begins at its anchor is taken from who knows nothing of it',
    edits: [
      {
        file: 'core/chain/evidence/known',
        from: 'begins !== undefined && point?.height !== begins',
        to: 'false && point?.height !== begins',
      },
    ],
    ...{ test: WAYS, caught: 'knows neither the docket at which it begins nor its head' },
  },
  {
    name: 'bytes that are not UTF-8 are replaced where a document is read',
    edits: [{ file: 'cli/command/text', from: 'fatal: true', to: 'fatal: false' }],
    ...{ test: 'unit/cli/commands/ledger/verify', caught: 'refuses bytes that are not UTF-8' },
  },
  {
    name: 'an unsigned timer of a reserved id is taken in evidence',
    edits: [
      {
        file: 'core/chain/evidence/timer',
        from: "=== 'action' && !isReserved(header.blueprintId)",
        to: "=== 'action'",
      },
    ],
    ...{ test: 'unit/core/chain/evidence/timer', caught: 'for an id that no workflow has' },
  },
  {
    name: 'docket 0 has a docket below it in a proof of a split',
    edits: [{ file: 'actors/misbehaviour/fork-judge', from: 'height === 0 ? ZERO_HASH :', to: '' }],
    ...{ test: GENESIS_FORK, caught: 'is a lie of its bringer' },
  },
  {
    name: 'who brings another register of an id is blamed for a fork',
    edits: [
      {
        file: 'actors/misbehaviour/fork-judge',
        from: 'if (height === 0 && a.rosterHash !== b.rosterHash)',
        to: 'if (false)',
      },
    ],
    ...{ test: GENESIS_FORK, caught: 'blames nobody for another register' },
  },
  {
    name: 'two genesis certificates of one roster are no contradiction',
    edits: [{ file: 'core/consensus/evidence', from: "each.kind === 'GENESIS'", to: 'false' }],
    ...{ test: GENESIS_FORK, caught: 'that every seat attested is kept' },
  },
  {
    name: 'a second genesis stops the register',
    edits: [
      {
        file: 'core/mesh/fork-say',
        from: 'height === 0 || height <= scope.agreedHeight',
        to: 'height <= scope.agreedHeight',
      },
    ],
    ...{ test: GENESIS_FORK, caught: 'and stops nothing' },
  },
  {
    name: 'a call without members takes any bytes',
    edits: [{ file: 'node/network/calls/answers', from: 'isFailure(asked) ?', to: 'false ?' }],
    ...{ test: 'contract/network/asks', caught: 'asks for nothing in particular' },
  },
];
