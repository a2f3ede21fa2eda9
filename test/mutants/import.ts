// Broken versions of the way by which dockets of others come into the ledger: certificate, roster, signatures, and the
// end of a range.

import type { Mutant } from './mutant.js';

export const IMPORTS: readonly Mutant[] = [
  {
    name: 'a docket is adopted although a signature of its certificate is false',
    edits: [{ file: 'actors/register-replica/docket-import', from: 'if (!verified.certified)', to: 'if (false)' }],
    test: 'unit/actors/register-replica/docket-import',
    caught: 'with a signature of another vote',
  },
  {
    name: 'a certificate that was verified under the roster before counts after its change',
    edits: [
      {
        file: 'actors/register-replica/docket-import',
        from: 'if (verified.rosterHash !== rosterHashOf(state.roster))',
        to: 'if (false)',
      },
    ],
    test: 'unit/actors/register-replica/docket-import',
    caught: 'verified ahead of a change',
  },
  {
    name: 'a certificate of PREPARE votes seals',
    edits: [{ file: 'actors/register-replica/docket-import', from: "certificate.kind !== 'COMMIT' ||", to: '' }],
    test: 'unit/actors/register-replica/docket-import',
    caught: 'of PREPARE votes',
  },
  {
    name: 'signatures of transactions are not verified where all are to be',
    edits: [
      {
        file: 'actors/register-replica/docket-import',
        from: "mode === 'all' && certified ? verifyAll(this.ports.verifier, docket) : () => mode !== 'all'",
        to: '() => true',
      },
    ],
    test: 'unit/actors/ledger/replication',
    caught: 'stores nothing from the docket on that does not hold',
  },
  {
    name: 'a range goes on after a docket that does not hold',
    edits: [
      {
        file: 'actors/register-replica/range-import',
        from: 'if (issues.length > 0)\n                return issues.map',
        to: 'if (issues.length > 1e9)\n                return issues.map',
      },
    ],
    test: 'unit/actors/register-replica/range-import',
    caught: 'blames no peer for dockets that the new driver has sealed',
  },
  {
    name: 'a range ends before its dockets are durable',
    edits: [
      {
        file: 'actors/register-replica/range-import',
        from: 'this.wakeReader?.();\n        await this.driver.docket.driver?.settled;\n        void reading;',
        to: 'this.wakeReader?.();\n        void reading;',
      },
    ],
    test: 'unit/actors/register-replica/docket-import',
    caught: 'is durable when the range',
  },
];
