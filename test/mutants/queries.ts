// Broken versions about OData: rows of others, of a split chain or of no answer are shown, rows are lost, and a ledger
// is walked.
import type { Mutant } from './mutant.js';

const OF_PLANS = 'unit/core/query/plan';
const OF_EXPRESSIONS = 'unit/core/query/compile';
const OF_PARSER = 'unit/core/query/parser';
const OF_LISTING = 'unit/api/groups/ledger/odata/listing';
const OF_STORE = 'unit/storage/chain/chain-store';
const OF_SETS = 'contract/ledger/odata/odata';
const OF_FORMS = 'contract/ledger/odata/odata-forms';
const REGISTERS = 'api/groups/ledger/odata/registers-asked';

const OF_PROVENANCE = 'unit/core/chain/provenance';

export const QUERY_MUTANTS: readonly Mutant[] = [
  {
    name: 'a docket is anchored in a head that no reader gave',
    edits: [{ file: 'core/chain/provenance', from: 'if (known === undefined)', to: 'if (false)' }],
    ...{ test: OF_PROVENANCE, caught: 'has no anchor without such a head' },
  },
  {
    name: 'a docket passes under validators that are not known',
    edits: [
      {
        file: 'core/chain/provenance',
        from: "const unverified = (reason) => ({ status: 'unverified', reason })",
        to: 'const unverified = (_reason) => VERIFIED',
      },
    ],
    ...{ test: OF_PROVENANCE, caught: 'under another roster than the one in force' },
  },
  {
    name: 'the validators of a docket are those that its certificate was made by',
    edits: [
      { file: 'api/groups/ledger/provenance/docket-scene', from: '>= header.height', to: '> header.height + 99' },
    ],
    ...{ test: 'unit/api/groups/provenance-scene', caught: 'has them by governance' },
  },
  {
    name: 'alternatives about two members are served by the index of the first',
    edits: [{ file: 'core/query/plan', from: 'part.member !== first.member', to: 'false' }],
    ...{ test: OF_PLANS, caught: "of a eq 'x' or b eq 'y'" },
  },
  {
    name: 'a test of all items is served as one of any',
    edits: [{ file: 'core/query/plan', from: "quantifier !== 'any' ||", to: '' }],
    ...{ test: OF_PLANS, caught: "of m/all(v:v eq 'x')" },
  },
  {
    name: 'items of items of items are looked at',
    edits: [{ file: 'core/query/compile', from: 'scope.variables.length > 0 &&', to: 'false &&' }],
    ...{ test: OF_EXPRESSIONS, caught: 'refuses names/any(a:names/any(b:a eq b))' },
  },
  {
    name: 'an expression nests as deep as it likes',
    edits: [{ file: 'core/query/parser', from: 'this.#depth === NESTING_MAX', to: 'false' }],
    ...{ test: OF_PARSER, caught: 'refuses what nests too deep' },
  },
  {
    name: 'decimal seconds lose a millisecond',
    edits: [
      {
        file: 'core/query/tokens',
        from: "Number(whole) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'))",
        to: 'Math.floor(Number(text) * 1000)',
      },
    ],
    ...{ test: 'unit/core/query/tokens', caught: 'reads every millisecond of a minute in a timestamp' },
  },
  {
    name: 'a filter names a register of another tenant',
    edits: [
      {
        file: REGISTERS,
        from: 'visibleRegister(call, id)).filter((record) => !isFailure(record))',
        to: 'call.deps.ledger.register(id)).filter((record) => record !== undefined)',
      },
    ],
    ...{ test: OF_FORMS, caught: 'shows nothing, in no list and by no key' },
  },
  {
    name: 'lists hold the registers of all tenants',
    edits: [{ file: REGISTERS, from: 'isOfTenant(caller, record)', to: 'true' }],
    ...{ test: OF_FORMS, caught: 'shows nothing, in no list and by no key' },
  },
  {
    name: 'rows above the last common docket of a split chain are shown',
    edits: [
      {
        file: 'api/groups/ledger/odata/transactions',
        from: 'call.deps.ledger.forks.forkedFrom(record.id)',
        to: 'undefined',
      },
    ],
    ...{ test: OF_FORMS, caught: 'shows the dockets that both branches share' },
  },
  {
    name: 'times are halved for although governance reset them',
    edits: [{ file: REGISTERS, from: 'if (total > ACTS_MAX)', to: 'return true;\n    if (total > ACTS_MAX)' }],
    ...{ test: OF_LISTING, caught: 'takes times for rising but where governance reset them' },
  },
  {
    name: 'rows of a wallet are counted from the first of a docket that has none of its role',
    edits: [{ file: 'storage/chain/chain-page', from: 'entries.before(all.first, role)', to: 'all.first' }],
    ...{ test: OF_STORE, caught: 'pages every index like a plain model' },
  },
  {
    name: 'a time that no calendar has fails the request',
    edits: [{ file: 'core/query/functions', from: 'ms >= TIME_MIN && ms <= TIME_MAX', to: 'true' }],
    ...{ test: OF_EXPRESSIONS, caught: 'has no value for the parts of a time' },
  },
  {
    name: 'large rows are parsed many at once',
    edits: [{ file: 'api/groups/ledger/odata/watch', from: 'bytes > TURN_BYTES', to: 'false' }],
    ...{ test: OF_LISTING, caught: 'reads large rows one by one' },
  },
  {
    name: 'an alias is free each time that it is named',
    edits: [{ file: 'core/query/parser', from: 'room.tokens < 0', to: 'false' }],
    ...{ test: OF_PARSER, caught: 'counts the words of an alias each time' },
  },
  {
    name: 'texts of an attacker are searched by the product of their lengths',
    edits: [{ file: 'core/query/search', from: 'text.length * part.length <= STEPS_MAX', to: 'true' }],
    ...{ test: 'unit/core/query/search', caught: 'takes no steps by the product' },
  },
  {
    name: 'items are multiplied by texts for as long as it takes',
    edits: [{ file: 'core/query/compile', from: '!meter.isSpent &&', to: '' }],
    ...{ test: 'unit/core/query/compile', caught: 'ends a test of items whose steps are spent' },
  },
  {
    name: 'conditions take as many steps as they like',
    edits: [{ file: 'api/groups/ledger/odata/watch', from: 'if (this.#meter.isSpent)', to: 'if (false)' }],
    ...{ test: OF_LISTING, caught: 'takes no more steps than it may' },
  },
  {
    name: 'a list is ordered by texts of any size',
    edits: [{ file: 'api/groups/ledger/odata/listing', from: 'signs > ORDER_TEXT_MAX', to: 'false' }],
    ...{ test: OF_LISTING, caught: 'takes no more steps than it may' },
  },
  {
    name: 'a request goes on with its next piece before others have a turn',
    edits: [{ file: 'core/base/queues/loop-scheduler', from: 'this.done++ < slice.tasks', to: 'this.done++ >= 0' }],
    ...{ test: 'unit/api/requests/work-scheduler', caught: 'a request that brings one at a time' },
  },
  {
    name: 'an index is asked for each condition of a filter',
    edits: [{ file: 'api/groups/ledger/odata/transactions', from: 'asked === INDEXES_ASKED', to: 'false' }],
    ...{ test: 'unit/api/groups/ledger/odata/transactions', caught: 'asks a few indexes' },
  },
  {
    name: 'acts of governance behind those that were seen are not looked at',
    edits: [{ file: REGISTERS, from: 'from.acts === total', to: 'from.acts > 0' }],
    ...{ test: OF_LISTING, caught: 'looks at an act of governance once' },
  },
  {
    name: 'a caller is answered in a version that it does not take',
    edits: [{ file: 'api/groups/ledger/odata/versions', from: 'Number(major) < 4', to: 'false' }],
    ...{
      test: 'contract/ledger/odata/odata-clients',
      caught: 'is refused where it takes no version that is spoken here',
    },
  },
  {
    name: 'a list does not tell which register is damaged',
    edits: [{ file: 'storage/engine/fault', from: 'error.registerId ??= registerId;', to: 'error.registerId ??= "";' }],
    ...{ test: 'contract/ledger/odata/odata-damaged', caught: 'is named by lists that it is in' },
  },
  {
    name: 'a filter walks a ledger',
    edits: [{ file: 'api/groups/ledger/odata/listing', from: 'rows <= collection.scanMax', to: 'true' }],
    ...{ test: OF_LISTING, caught: 'looks at no more rows than it may' },
  },
  {
    name: 'a page holds all that its rows take',
    edits: [{ file: 'api/groups/ledger/odata/listing', from: 'this.#bytes > PAGE_BYTES_MAX', to: 'false' }],
    ...{ test: OF_LISTING, caught: 'ends a page of large rows before its size' },
  },
  {
    name: 'a filter looks into payloads of any size',
    edits: [{ file: 'core/query/compile', from: 'if (property.isOpaque)', to: 'if (false)' }],
    ...{ test: OF_EXPRESSIONS, caught: "refuses parts/any(p:contains(p/body,'x'))" },
  },
  {
    name: 'rows are looked at for as long as they last',
    edits: [{ file: 'api/groups/ledger/odata/watch', from: 'steady() > this.#until', to: 'steady() > Infinity' }],
    ...{ test: OF_LISTING, caught: 'looks at rows for no longer than it may' },
  },
  {
    name: 'the next page begins with the last row of this one',
    edits: [{ file: 'api/groups/ledger/odata/rows', from: 'row.index > index', to: 'row.index >= index' }],
    ...{ test: OF_SETS, caught: 'pages through {} by links while more is sealed' },
  },
];
