// Broken versions about linked data and DIDs: a caller sees things of others, a party writes terms, a name has two
// spellings, and one register speaks for all.
import type { Mutant } from './mutant.js';

const OF_DOCUMENTS = 'unit/core/linked/document';
const OF_NAMES = 'unit/core/linked/did-syntax';
const OF_KEYS = 'unit/core/linked/did-documents';
const OF_SUBJECTS = 'unit/api/groups/ledger/identifiers/subjects';
const OF_RESOLUTION = 'contract/ledger/reads/identifiers';
const OF_FORMS = 'contract/ledger/reads/linked-data';
const SUBJECTS = 'api/groups/ledger/identifiers/subjects';
const SYNTAX = 'core/linked/did-syntax';

export const LINKED_MUTANTS: readonly Mutant[] = [
  {
    name: 'a revoked node with a seat comes back with a certificate of its own making',
    edits: [{ file: 'node/network/network', from: '&& revoked.has(last.serial)', to: '&& false' }],
    test: 'contract/network/trust',
    caught: 'and that makes its own, until it is enrolled',
  },
  {
    name: 'a revoked node goes on in gossip',
    edits: [{ file: 'node/network/gossip/gossip-links', from: '|| this.#ports.isRevoked(peerId)', to: '' }],
    test: 'unit/node/network/gossip/gossip-links',
    caught: 'and never who is banned or revoked',
  },
  {
    name: 'a dataset that takes too many steps gets a canonical form all the same',
    edits: [{ file: 'core/linked/canonical-quads', from: 'return fail(TOO_COSTLY)', to: 'break' }],
    ...{ test: 'vectors/rdf-canon', caught: 'is refused as too costly by the bound of a node' },
  },
  {
    name: 'a docket is put in its canonical form in one turn',
    edits: [{ file: 'core/linked/canonical-quads', from: 'yield;', to: 'continue;' }],
    ...{ test: OF_DOCUMENTS, caught: 'of a large docket are put in order in pieces, with the same result' },
  },
  {
    name: 'a member that a party invents is a term',
    edits: [{ file: 'core/linked/blueprint-forms', from: 'AS_JSON.has(name)', to: 'true' }],
    ...{ test: OF_DOCUMENTS, caught: 'mean the same to jsonld in safe mode: draft' },
  },
  {
    name: 'a DID of another method is taken for one of ours',
    edits: [{ file: SYNTAX, from: "method !== 'quorate'", to: 'false' }],
    ...{ test: OF_NAMES, caught: 'of other methods are not resolved' },
  },
  {
    name: 'a register has any name',
    edits: [{ file: SYNTAX, from: 'isUuid(name)', to: 'name !== undefined' }],
    ...{ test: OF_NAMES, caught: 'have one spelling' },
  },
  {
    name: 'an ended key speaks for its wallet',
    edits: [{ file: 'core/linked/did-documents', from: "standing === 'Active'", to: 'true' }],
    ...{ test: OF_KEYS, caught: 'of a wallet that has ended' },
  },
  {
    name: 'a wallet of this node is shown to everybody',
    edits: [{ file: SUBJECTS, from: 'canSee(standingOf({ caller, deps }, wallet))', to: 'true' }],
    ...{ test: OF_RESOLUTION, caught: 'of wallets are for who sees the wallet' },
  },
  {
    name: 'a register that is not advertised is resolved for everybody',
    edits: [{ file: SUBJECTS, from: 'purging !== true && (', to: 'purging !== true || (' }],
    ...{ test: OF_RESOLUTION, caught: 'tell who may not see a register' },
  },
  {
    name: 'a DID URL leads who may read transactions to those of any register',
    edits: [
      {
        file: 'api/groups/ledger/identifiers/content',
        from: 'visibleRegister(looking, subject.registerId)',
        to: 'deps.ledger.register(subject.registerId) ?? visibleRegister(looking, subject.registerId)',
      },
    ],
    ...{ test: OF_RESOLUTION, caught: 'tell who may not see a register' },
  },
  {
    name: 'the worst standing of a wallet counts, which one register says',
    edits: [
      {
        file: SUBJECTS,
        from: 'BETTER.indexOf(found.standing) < BETTER.indexOf(best.standing)',
        to: 'BETTER.indexOf(found.standing) > BETTER.indexOf(best.standing)',
      },
    ],
    ...{ test: OF_SUBJECTS, caught: 'stands as the best of the registers says' },
  },
  {
    name: 'all registers are looked through for a wallet',
    edits: [{ file: SUBJECTS, from: 'open.slice(0, DID_REGISTERS_MAX)', to: 'open' }],
    ...{ test: OF_SUBJECTS, caught: 'is looked for in a bounded number of registers' },
  },
  {
    name: 'another form has the tag of the JSON',
    edits: [{ file: 'api/dispatch/operation', from: 'isVersionTag(String(etag))', to: 'true' }],
    ...{ test: OF_FORMS, caught: 'of a docket, a register, a draft' },
  },
];
