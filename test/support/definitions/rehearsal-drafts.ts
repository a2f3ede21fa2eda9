// Drafts to be rehearsed: what a join waits for after a rejection, and what rules read.

/** Two branches that 3 adds up; 4 may have them added up again. */
export const SURVEY = {
  language: 2,
  id: 'order',
  title: 'Survey',
  description: 'Two counts and their sum.',
  participants: [{ id: 'buyer' }, { id: 'seller' }],
  actions: [
    { id: 0, sender: 'buyer', isStartingAction: true, routes: [{ id: 'both', nextActionIds: [1, 2] }] },
    { id: 1, sender: 'buyer', routes: [{ id: 'one', nextActionIds: [3] }] },
    { id: 2, sender: 'buyer', routes: [{ id: 'two', nextActionIds: [3] }] },
    { id: 3, sender: 'buyer', requiredPriorActions: [1, 2], routes: [{ id: 'sum', nextActionIds: [4] }] },
    { id: 4, sender: 'buyer', rejectionConfig: { targetActionId: 3 } },
  ],
};

const integer = { type: 'integer' };
const dataOf = (properties: object, required: readonly string[] = []) => [{ type: 'object', properties, required }];

/** An order and its price give a total, and dear ones are approved or sent back. */
export const INVOICE = {
  language: 2,
  id: 'order',
  title: 'Invoice',
  description: 'Ordered, priced, added up.',
  participants: [{ id: 'buyer' }, { id: 'seller' }],
  actions: [
    {
      id: 0,
      sender: 'buyer',
      isStartingAction: true,
      dataSchemas: dataOf({ qty: integer }, ['qty']),
      routes: [{ id: 'ask', nextActionIds: [1] }],
    },
    {
      id: 1,
      sender: 'buyer',
      dataSchemas: dataOf({ price: integer }, ['price']),
      routes: [{ id: 'sum', nextActionIds: [2] }],
    },
    {
      id: 2,
      sender: 'buyer',
      dataSchemas: dataOf({ note: { type: 'string' } }),
      calculations: {
        total: { '*': [{ var: 'act.0.qty' }, { var: 'act.1.price' }] },
        cheap: { '<': [{ var: 'calc.total' }, 10] },
        ordered: { var: 'count.0' },
      },
      routes: [
        { id: 'small', nextActionIds: [], condition: { var: 'calc.cheap' } },
        { id: 'dear', nextActionIds: [3], isDefault: true },
      ],
    },
    { id: 3, sender: 'buyer', rejectionConfig: { targetActionId: 0 } },
  ],
};

/** The seller opens what the buyer sealed, and then calculates with it. */
export const SEALED_BID = {
  language: 2,
  id: 'order',
  title: 'Sealed bid',
  description: 'Sealed, opened, calculated with.',
  participants: [{ id: 'buyer' }, { id: 'seller' }],
  actions: [
    {
      id: 0,
      sender: 'buyer',
      isStartingAction: true,
      dataSchemas: dataOf({ price: integer }, ['price']),
      disclosures: [{ participantAddress: 'seller', dataPointers: ['/price'], from: { action: 1 } }],
      routes: [{ id: 'ask', nextActionIds: [1] }],
    },
    { id: 1, sender: 'seller', routes: [{ id: 'on', nextActionIds: [2] }] },
    { id: 2, sender: 'seller', calculations: { twice: { '*': [{ var: 'act.0.price' }, 2] } } },
  ],
};
