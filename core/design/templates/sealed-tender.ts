// A tender with sealed bids: each is committed when it is sent, and its bidder alone can read it until an officer
// opens all of them. The nodes of the bidders deliver them then; a committee awards by a majority.
import type { Json, JsonObject } from '../../base/json.js';
import { AMOUNT, amountGiven, amountOf } from './amounts.js';
import {
  calculatedField,
  count,
  disclosure,
  file,
  label,
  optional,
  param,
  parties,
  partyParameters,
  read,
  SUBJECT,
  step,
  textArea,
  textLine,
  to,
} from './parts.js';
import type { Template } from './template.js';
import { unlessDoneIn } from './waiting.js';

const ROLES = { buyer: 'Buyer', officer: 'Opening officer' };
const OPEN = 2;
const AWARD = 3;
const SIGN = 4;
const CANCEL = 5;
const RECORD = 6;
/** Ids of the bids begin here. */
const BIDS = 10;
/** Stands where no bid is: above every price. */
const NONE = '999999999999.99';

const each = (list: string, make: Json): JsonObject => ({ $each: param(list), $as: 'one', $index: 'i', $do: make });
const bidderNames = (list: string, names: readonly string[]): JsonObject =>
  each(list, disclosure(param('one.id') as unknown as string, names));
const bidderField = (suffix: string): JsonObject => ({ $text: [param('one.id'), suffix] });
const bidOf: Json = { var: [{ $text: ['act.', { $sum: [BIDS, param('i')] }, '.', bidderField('Price')] }, NONE] };

const announcement = step({
  id: 1,
  title: 'Announce the tender',
  sender: 'buyer',
  fields: [
    textLine(['tenderNumber', 'Number of the tender'], SUBJECT),
    textArea(['subject', 'What is wanted'], { minLength: 1 }),
    amountOf(['estimate', 'Estimated value, which bidders do not see']),
    optional(file(['specification', 'Specification'])),
  ],
  shows: { officer: ['tenderNumber', 'subject', 'specification'] },
  routes: [{ id: 'bid', nextActionIds: each('bidders', { $sum: [BIDS, param('i')] }) }],
  more: { isStartingAction: true },
});

/** No other role reads a bid before it is opened. A bidder that sends none in time bids nothing. */
const bid: JsonObject = {
  id: { $sum: [BIDS, param('i')] },
  title: { $text: ['Bid: ', param('one.name')] },
  sender: param('one.id'),
  dataSchemas: [
    {
      type: 'object',
      properties: {
        $members: [
          [bidderField('Bids'), { type: 'boolean' }],
          [bidderField('Price'), AMOUNT],
          [bidderField('Offer'), { type: 'string', maxLength: 5000 }],
        ],
      },
      required: [bidderField('Bids')],
      additionalProperties: false,
    },
  ],
  disclosures: [{ participantAddress: 'officer', dataPointers: ['/*'], from: { action: OPEN } }],
  form: {
    type: 'Layout',
    layout: 'VerticalLayout',
    title: { $text: ['Bid: ', param('one.name')] },
    elements: [
      { type: 'Checkbox', title: 'We bid', scope: { $text: ['/', bidderField('Bids')] } },
      { type: 'Numeric', title: 'Price', scope: { $text: ['/', bidderField('Price')] } },
      { type: 'TextArea', title: 'Offer', scope: { $text: ['/', bidderField('Offer')] } },
    ],
  },
  routes: [to('opening', OPEN)],
  timers: [
    unlessDoneIn({ id: 'closed', days: 'bidDays', next: [OPEN], data: { $members: [[bidderField('Bids'), false]] } }),
  ],
};

/** It says nothing of a bid: after it they are delivered. */
const opening = step({
  id: OPEN,
  title: 'Open the bids',
  description: 'Opens all bids at once, after the last one came or the last day went by. Each is delivered then.',
  sender: 'officer',
  fields: [
    label('Until you do this nobody but its bidder can read a bid.'),
    textLine(['minutes', 'Minutes of the opening']),
  ],
  shows: { buyer: ['*'] },
  routes: [to('record', RECORD)],
  more: { requiredPriorActions: each('bidders', { $sum: [BIDS, param('i')] }) },
});

const recording = step({
  id: RECORD,
  title: 'Record the bids',
  description: 'Each bid that was opened, as it was committed. It waits for those that are not delivered yet.',
  sender: 'officer',
  fields: [
    calculatedField('prices', { type: 'array', items: AMOUNT, minItems: 1, maxItems: 20 }),
    amountGiven('lowest'),
    calculatedField('bidders', { type: 'array', items: { type: 'string' } }),
    calculatedField('bids', { type: 'integer', minimum: 0 }),
    calculatedField('winner', { type: 'string' }),
  ],
  shows: { buyer: ['*'] },
  routes: [
    { ...to('award', AWARD), condition: { '>': [read('bids'), 0] } },
    { ...to('no-bid', CANCEL), isDefault: true },
  ],
  more: {
    publicRoute: true,
    calculations: {
      // In the order of the bidders, and the same for everybody who reads them.
      prices: each('bidders', bidOf),
      bidders: each('bidders', param('one.id')),
      bids: { length: { filter: [read('calc.prices'), { '<': [read('item'), { decimal: NONE }] }] } },
      lowest: { min: [read('calc.prices')] },
      winner: {
        reduce: [
          { map: [read('calc.bidders'), read('index')] },
          {
            if: [
              { '==': [{ at: [read('calc.prices'), read('item'), { decimal: NONE }] }, read('calc.lowest')] },
              { at: [read('calc.bidders'), read('item'), ''] },
              read('accumulator'),
            ],
          },
          '',
        ],
      },
    },
  },
});

const award = step({
  id: AWARD,
  title: 'Award',
  description: 'Each member of the committee votes.',
  sender: param('committee.0.id'),
  fields: [textArea(['grounds', 'Grounds'])],
  shows: { buyer: ['grounds'] },
  routes: [to('awarded', SIGN), to('refused', CANCEL)],
  more: {
    // A committee that does not come to a decision has not awarded.
    timers: [
      unlessDoneIn({ id: 'lapsed', days: 'voteDays', next: [CANCEL], data: { grounds: 'No decision in time.' } }),
    ],
    approval: { of: each('committee', { role: param('one.id') }), need: param('need'), yes: 'awarded', no: 'refused' },
  },
});

const signature = step({
  id: SIGN,
  title: 'Sign the contract',
  sender: 'buyer',
  fields: [
    textLine(['contractNumber', 'Number of the contract']),
    calculatedField('awardedTo', { type: 'string' }),
    amountGiven('price'),
  ],
  shows: { officer: ['*'] },
  routes: [],
  more: {
    checkedBy: ['officer'],
    calculations: { awardedTo: read(`act.${RECORD}.winner`), price: read(`act.${RECORD}.lowest`) },
  },
});

const cancellation = step({
  id: CANCEL,
  title: 'Say that nothing is awarded',
  sender: 'buyer',
  fields: [textLine(['reason', 'Reason'])],
  shows: { officer: ['*'] },
  routes: [],
});

/** The action with disclosures to each of a list. */
const alsoTo = (action: JsonObject, ...lists: readonly JsonObject[]): JsonObject => ({
  ...action,
  disclosures: [...(action.disclosures as readonly JsonObject[]), ...lists],
});

const person: JsonObject = {
  type: 'object',
  properties: {
    id: { type: 'string', pattern: '^[a-z][a-zA-Z0-9]{0,31}$' },
    name: { type: 'string', minLength: 1, maxLength: 80 },
    wallet: { type: 'string', minLength: 1, maxLength: 100 },
  },
  required: ['id', 'name'],
  additionalProperties: false,
};
const people = (ids: Readonly<Record<string, string>>): Json => Object.entries(ids).map(([id, name]) => ({ id, name }));
const roles = (list: string): JsonObject =>
  each(list, { id: param('one.id'), name: param('one.name'), walletAddress: param('one.wallet') });

export const sealedTender: Template = {
  id: 'sealed-tender',
  title: 'Tender with sealed bids',
  description:
    'Bidders send bids that nobody can read, an officer opens all of them at once, and a committee awards to the lowest.',
  category: 'supply',
  version: 2,
  parameterSchema: {
    type: 'object',
    properties: {
      ...partyParameters(ROLES),
      bidders: { type: 'array', items: person, minItems: 2, maxItems: 20, description: 'The wallets that may bid.' },
      committee: { type: 'array', items: person, minItems: 2, maxItems: 15, description: 'The wallets that award.' },
      need: count('Votes that award.', 1, 15),
      bidDays: count('Days in which bids come.', 1, 365),
      voteDays: count('Days in which the committee votes.', 1, 365),
    },
    required: ['bidders', 'committee', 'need', 'bidDays', 'voteDays'],
  },
  defaults: {
    bidders: people({ north: 'Northern Works', south: 'Southern Works', west: 'Western Works' }),
    committee: people({ chair: 'Chair', technical: 'Technical', legal: 'Legal', finance: 'Finance', user: 'User' }),
    need: 3,
    bidDays: 30,
    voteDays: 21,
  },
  examples: [
    { name: 'three-of-five', description: 'Three bidders, and three of five votes award.', parameters: {} },
    {
      name: 'two-of-two',
      description: 'Two bidders, and both members have to agree.',
      parameters: {
        bidders: people({ east: 'Eastern Works', west: 'Western Works' }),
        committee: people({ chair: 'Chair', legal: 'Legal' }),
        need: 2,
        bidDays: 14,
      },
    },
  ],
  body: {
    language: 2,
    title: 'Tender with sealed bids',
    description: 'Only its bidder can read a bid until all are opened at once; a committee awards by its votes.',
    cancellation: { by: ['buyer'], until: [3] },
    participants: [...parties(ROLES), roles('bidders'), roles('committee')],
    // A bidder that does not deliver its bid is at fault, and the buyer says whether it may send another one.
    disputes: { deliverWithin: 'P2D', onFault: 'stop', resolver: 'buyer' },
    actions: [
      alsoTo(
        announcement,
        bidderNames('bidders', ['tenderNumber', 'subject', 'specification']),
        bidderNames('committee', ['tenderNumber', 'subject', 'estimate']),
      ),
      each('bidders', bid),
      alsoTo(opening, bidderNames('committee', ['*']), bidderNames('bidders', ['*'])),
      alsoTo(recording, bidderNames('committee', ['*']), bidderNames('bidders', ['bids', 'lowest'])),
      alsoTo(award, bidderNames('committee', ['grounds'])),
      alsoTo(signature, bidderNames('bidders', ['awardedTo', 'price']), bidderNames('committee', ['*'])),
      alsoTo(cancellation, bidderNames('bidders', ['reason']), bidderNames('committee', ['reason'])),
    ],
  },
};
