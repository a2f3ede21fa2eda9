// Broken versions of the drivers of one register: of the order in which they carry out what is asked of them.
import type { Mutant } from './mutant.js';

export const DRIVERS: readonly Mutant[] = [
  {
    name: 'an action is accepted before its files are kept',
    edits: [
      {
        file: 'actors/ledger/ledger-submissions',
        from: 'return claimFiles(tx).then(() => this.submit(tx, options, true))',
        to: 'void claimFiles(tx)',
      },
    ],
    test: 'unit/actors/ledger/ledger-submissions',
    caught: 'is not pooled where they cannot be kept',
  },
  {
    name: 'a driver sends before it has written',
    edits: [{ file: 'actors/docket/effects', from: 'if (this.commits === 0)', to: 'if (true)' }],
    test: 'unit/actors/docket/driver',
    caught: 'before it sends them',
  },
  {
    name: 'a driver sends after a write that failed',
    edits: [{ file: 'actors/docket/effects', from: 'if (this.discarded)', to: 'if (false)' }],
    test: 'unit/actors/docket/driver',
    caught: 'after a write that failed',
  },
  {
    name: 'a later write of a register passes an earlier one',
    edits: [
      {
        file: 'actors/docket/effects',
        from: 'commit.then(() => earlier.then(() => void this.commits--)',
        to: 'commit.then(() => void this.commits--',
      },
    ],
    test: 'unit/actors/docket/driver',
    caught: 'before an earlier write',
  },
  {
    name: 'a driver takes inputs without a bound',
    edits: [
      { file: 'actors/docket/input-queue', from: 'this.inputs.length >= INPUTS_MAX && !isOrder(input)', to: 'false' },
    ],
    test: 'unit/actors/docket/driver',
    caught: 'counts what does not fit',
  },
  {
    name: 'an order of the operator is dropped where the queue is full',
    edits: [{ file: 'actors/docket/input-queue', from: ' && !isOrder(input)', to: '' }],
    test: 'unit/actors/docket/driver',
    caught: 'loses no order',
  },
  {
    name: 'the world hears of a docket that is not durable',
    edits: [
      {
        file: 'actors/docket/effects',
        from: 'this.after.push(this.ports.seals.seal(write, (ops) => this.written(this.writes.seal(ops, write.record))));',
        to: 'this.ports.seals.seal(write, (ops) => this.written(this.writes.seal(ops, write.record)))();',
      },
    ],
    test: 'unit/actors/docket/driver',
    caught: 'tells of it when it is durable',
  },
  {
    name: 'a register whose driver stops does not wait for its writes',
    edits: [{ file: 'actors/docket/driver', from: 'await this.effects.settled;', to: '' }],
    test: 'unit/actors/docket/driver',
    caught: 'waits at a stop',
  },
  // ---- The pool.
  {
    name: 'a submission is told to wait before its promise is durable',
    edits: [
      {
        file: 'actors/validator-pool/outbox-rows',
        from: 'written.then(() => submissions.promise(entry), ',
        to: 'submissions.promise(entry);\n        written.then(() => undefined, ',
      },
    ],
    test: 'unit/actors/validator-pool/driver',
    caught: 'before its promise is durable',
  },
  {
    name: 'a promise that could not be written fails nothing',
    edits: [
      {
        file: 'actors/validator-pool/outbox-rows',
        from: 'written.then(() => submissions.promise(entry), (error) => this.ports.fail(error));',
        to: 'written.then(() => submissions.promise(entry), () => undefined);',
      },
    ],
    test: 'unit/actors/validator-pool/driver',
    caught: 'after a write that failed',
  },
  {
    name: 'a transaction that a docket decided is refused before that is durable',
    edits: [
      {
        file: 'actors/validator-pool/driver',
        from: "entry.life = lifeAfter(entry.life, 'seal');",
        to: 'void lifeAfter;',
      },
    ],
    test: 'unit/actors/validator-pool/driver',
    caught: 'no other end',
  },
  {
    name: 'signatures are verified of what finds no place',
    edits: [{ file: 'actors/validator-pool/intake', from: 'if (full)', to: 'if (false)' }],
    test: 'unit/actors/validator-pool/driver',
    caught: 'verifies no signature of it',
  },
  {
    name: 'a verifier that fails keeps a register busy without end',
    edits: [{ file: 'actors/validator-pool/intake', from: 'submissions.judge(from, -1);', to: '' }],
    test: 'unit/actors/validator-pool/driver',
    caught: 'verified for nothing',
  },
  {
    name: 'nothing is promised of what relied on the seal of a seat that others join',
    edits: [
      {
        file: 'actors/validator-pool/modes',
        from: "['entered', 'promiseAll', 'offerAll']",
        to: "['entered', 'offerAll']",
      },
    ],
    test: 'unit/actors/validator-pool/driver',
    caught: 'before it does no more',
  },
  // ---- The replica.
  {
    name: 'a seat votes on that signed what its store lacks',
    edits: [
      {
        file: 'core/consensus/handlers/on-decided',
        from: "isForgotten(d, certificate) ? 'FORGOTTEN' : null",
        to: 'null',
      },
    ],
    test: 'unit/actors/mesh/votes',
    caught: 'an older image of the store lacks fence its seat',
  },
  {
    name: 'a seat that lost a vote is stopped and not fenced',
    edits: [{ file: 'actors/register-replica/driver', from: 'this.ports.forgotten(this.options.record.id);', to: '' }],
    test: 'unit/actors/mesh/votes',
    caught: 'an older image of the store lacks fence its seat',
  },
  {
    name: 'a seat is opened again before the disk has its last vote',
    edits: [{ file: 'actors/register-replica/open-docket', from: 'await this.ports.journal.drained();', to: '' }],
    test: 'unit/actors/register-replica/driver',
    caught: 'only when the disk has all',
  },
  {
    name: 'a seat is opened again on a register that was closed meanwhile',
    edits: [
      {
        file: 'actors/register-replica/open-docket',
        from: 'await this.ports.journal.drained();\n                if (this.isClosed)',
        to: 'await this.ports.journal.drained();\n                if (false)',
      },
    ],
    test: 'unit/actors/register-replica/driver',
    caught: 'closed while it waited',
  },
  {
    name: 'a seat goes on with a ledger in doubt',
    edits: [{ file: 'actors/register-replica/seat', from: 'DOWN.has(reason)', to: 'false' }],
    test: 'unit/actors/register-replica/driver',
    caught: 'puts the ledger in doubt',
  },
  {
    name: 'two changes of a seat open two drivers at once',
    edits: [
      {
        file: 'actors/register-replica/open-docket',
        from: 'this.reopening = this.reopening.then(async () => {',
        to: 'this.reopening = Promise.resolve().then(async () => {',
      },
    ],
    test: 'unit/actors/register-replica/open-docket',
    caught: 'one after the other',
  },
  {
    name: 'the counts of a driver that was closed are lost',
    edits: [{ file: 'actors/register-replica/open-docket', from: 'this.earlier = this.figures;', to: '' }],
    test: 'unit/actors/register-replica/open-docket',
    caught: 'adds what earlier drivers did',
  },
  {
    name: 'a lie of another validator stops this seat',
    edits: [{ file: 'actors/register-replica/seat', from: "if (name !== 'Evidence')", to: 'if (true)' }],
    test: 'unit/actors/register-replica/seat',
    caught: 'by a lie of another it is not stopped',
  },
  {
    name: 'an order to a register that closes is never answered',
    edits: [
      {
        file: 'actors/register-replica/seat',
        from: 'this.isClosed = true;\n        this.tell();',
        to: 'this.isClosed = true;',
      },
    ],
    test: 'unit/actors/register-replica/seat',
    caught: 'answers an order when it closes',
  },
  {
    name: 'a key that is fenced goes on signing when the keys change',
    edits: [
      {
        file: 'actors/register-replica/seat',
        from: "if (fence !== undefined)\n            return this.order({ type: 'FENCE', reason: fence });",
        to: '',
      },
    ],
    test: 'unit/actors/register-replica/seat',
    caught: 'follows its key',
  },
];
