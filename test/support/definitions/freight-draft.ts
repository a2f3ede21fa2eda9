// A workflow of language 2 with everything that a definition states for its rules: currencies, a calendar, decision
// tables. Freight is priced by weight and way, and what comes late costs a penalty by working days.
import type { JsonObject } from '../../../core/base/json.js';

/** A member of that name looks like a promise to the linter. */
const THEN = 'then';
const amount = { type: 'string', format: 'decimal', 'x-scale': 2 };
const share = { type: 'string', format: 'decimal', 'x-scale': 3 };
const weight = { type: 'string', format: 'decimal', 'x-scale': 1, 'x-minimum': '0.1' };
const date = { type: 'string', format: 'date' };
const money = { type: 'object', format: 'money' };
const way = { enum: ['road', 'rail'] };

function dataOf(given: JsonObject, calculated: JsonObject = {}): readonly JsonObject[] {
  const required = Object.keys(given);
  return [{ type: 'object', properties: { ...given, ...calculated }, required, additionalProperties: false }];
}

const told = (participantAddress: string) => [{ participantAddress, dataPointers: ['/*'] }];
const read = (name: string): JsonObject => ({ var: name });

export const FREIGHT = {
  language: 2,
  id: 'freight',
  title: 'Freight',
  description: 'Freight is priced, carried and paid.',
  cancellation: { by: ['opener'] },
  currencies: { EUR: 2 },
  calendars: { bank: { weekend: [6, 7], holidays: ['2026-12-25'] } },
  tables: {
    rate: {
      inputs: [
        { title: 'weight', ...weight },
        { title: 'way', ...way },
      ],
      hit: 'unique',
      rows: [
        { when: [{ below: '100.0' }, '-'], [THEN]: '1.25' },
        { when: [{ from: '100.0' }, 'road'], [THEN]: '1.10' },
        { when: [{ from: '100.0' }, 'rail'], [THEN]: '0.85' },
      ],
      output: amount,
    },
    penalty: {
      inputs: [{ title: 'working days', type: 'integer' }],
      hit: 'first',
      rows: [
        { when: [{ to: 2 }], [THEN]: '0.000' },
        { when: [{ to: 5 }], [THEN]: '0.025' },
      ],
      otherwise: '0.100',
      output: share,
    },
  },
  participants: [{ id: 'shipper' }, { id: 'carrier' }],
  actions: [
    {
      id: 1,
      sender: 'shipper',
      isStartingAction: true,
      dataSchemas: dataOf({ weight, way, pickup: date }, { rate: amount, freight: money, latest: date }),
      calculations: {
        rate: { table: ['rate', read('in.weight'), read('in.way')] },
        freight: { money: [{ '*': [read('in.weight'), read('calc.rate')] }, 'EUR', 'half-even'] },
        latest: { dateAdd: [read('in.pickup'), 'P7D'] },
      },
      disclosures: told('carrier'),
      routes: [{ id: 'carry', nextActionIds: [2] }],
    },
    {
      id: 2,
      sender: 'carrier',
      dataSchemas: dataOf(
        { delivered: date },
        { days: { type: 'integer' }, penalty: money, payable: money, halves: { type: 'array', items: money } },
      ),
      calculations: {
        days: { workdaysBetween: [read('act.1.pickup'), read('in.delivered'), 'bank'] },
        penalty: {
          money: [{ '*': [read('act.1.freight.amount'), { table: ['penalty', read('calc.days')] }] }, 'EUR', 'half-up'],
        },
        payable: { '-': [read('act.1.freight'), read('calc.penalty')] },
        halves: { allocate: [read('calc.payable'), [1, 1]] },
      },
      disclosures: told('shipper'),
      publicRoute: true,
      routes: [
        { id: 'late', nextActionIds: [3], condition: { after: [read('in.delivered'), read('act.1.latest')] } },
        { id: 'good', nextActionIds: [], isDefault: true },
      ],
    },
    {
      id: 3,
      sender: 'shipper',
      dataSchemas: dataOf({ paid: money }, { open: money }),
      calculations: { open: { '-': [read('act.2.payable'), read('in.paid')] } },
      disclosures: told('carrier'),
    },
  ],
};

const eur = (text: string) => ({ amount: text, currency: 'EUR' });

/**
 * The data that each action is given, and the data that it records. 999.9 kg by rail come after seven working days, one
 * of them Christmas.
 */
export const FREIGHT_WALK: readonly {
  readonly action: number;
  readonly payload: JsonObject;
  readonly fields: JsonObject;
}[] = [
  {
    action: 1,
    payload: { weight: '999.9', way: 'rail', pickup: '2026-12-18' },
    // 849.915 is a tie: half-even gives the even cent.
    fields: { rate: '0.85', freight: eur('849.92'), latest: '2026-12-25' },
  },
  {
    action: 2,
    payload: { delivered: '2026-12-30' },
    // A tenth of 849.92 is 84.992.
    fields: { days: 7, penalty: eur('84.99'), payable: eur('764.93'), halves: [eur('382.47'), eur('382.46')] },
  },
  { action: 3, payload: { paid: eur('382.47') }, fields: { open: eur('382.46') } },
];
