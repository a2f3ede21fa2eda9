// Goods that cross a border: packed, shipped, cleared by customs or inspected first, and received. Duty is calculated;
// the price stays between the traders and customs.

import { amountGiven, amountOf, cents } from './amounts.js';
import {
  amount,
  checkbox,
  choice,
  count,
  file,
  moment,
  numeric,
  optional,
  param,
  parties,
  partyParameters,
  read,
  SUBJECT,
  selection,
  step,
  textArea,
  textLine,
  to,
} from './parts.js';
import type { Template } from './template.js';
import { unlessDoneIn } from './waiting.js';

const ROLES = {
  exporter: 'Exporter',
  carrier: 'Carrier',
  customs: 'Customs',
  inspector: 'Border inspector',
  importer: 'Importer',
};

const pack = step({
  id: 1,
  title: 'Pack and declare',
  sender: 'exporter',
  fields: [
    textLine(['shipmentNumber', 'Shipment number'], SUBJECT),
    textLine(['goods', 'Goods']),
    textLine(['tariffCode', 'Tariff code'], { pattern: '^[0-9]{6,10}$' }),
    numeric(['weight', 'Weight in kilograms'], { exclusiveMinimum: 0 }),
    amountOf(['goodsValue', 'Value of the goods']),
    optional(selection(['handling', 'Handling'], ['fragile', 'chilled', 'hazardous', 'live'])),
    optional(file(['packingList', 'Packing list'])),
  ],
  shows: {
    carrier: ['shipmentNumber', 'goods', 'weight', 'handling'],
    customs: ['shipmentNumber', 'goods', 'tariffCode', 'weight', 'goodsValue', 'handling', 'packingList'],
    inspector: ['shipmentNumber', 'goods', 'tariffCode', 'handling'],
    importer: ['*'],
  },
  routes: [to('ship', 2)],
  more: { isStartingAction: true },
});

const ship = step({
  id: 2,
  title: 'Ship',
  sender: 'carrier',
  fields: [
    textLine(['container', 'Container'], { maxLength: 20 }),
    moment(['departure', 'Departure']),
    optional(amountOf(['freightCost', 'Cost of the freight'])),
  ],
  shows: {
    exporter: ['container', 'departure', 'freightCost'],
    customs: ['container', 'departure'],
    inspector: ['container'],
    importer: ['container', 'departure'],
  },
  routes: [to('clear', 3)],
  // Goods that are not picked up are declared again.
  more: { timers: [unlessDoneIn({ id: 'not-picked-up', days: 'pickUpDays', next: [1] })] },
});

const clear = step({
  id: 3,
  title: 'Clear through customs',
  sender: 'customs',
  fields: [
    checkbox(['suspicion', 'Something is not as declared']),
    optional(textArea(['riskNote', 'Internal note'])),
    amountGiven('duty'),
  ],
  shows: { importer: ['suspicion', 'duty'], carrier: [], inspector: ['suspicion', 'riskNote'] },
  routes: [
    {
      ...to('inspect', 4),
      condition: { or: [read('suspicion'), { '>': [read('goodsValue'), param('inspectionValue')] }] },
    },
    { ...to('release', 5), isDefault: true },
  ],
  more: {
    calculations: {
      duty: {
        if: [
          { '>': [read('goodsValue'), param('dutyFree')] },
          cents({ '*': [read('goodsValue'), param('dutyRate')] }),
          { decimal: '0.00' },
        ],
      },
    },
    checkedBy: ['importer'],
    publicRoute: true,
    rejectionConfig: { targetActionId: 1, requireReason: true },
  },
});

const inspect = step({
  id: 4,
  title: 'Inspect',
  sender: 'inspector',
  fields: [choice(['finding', 'Finding'], ['as declared', 'damaged']), textArea(['inspectionReport', 'Report'])],
  shows: { customs: ['*'], importer: ['finding'], exporter: ['finding'] },
  routes: [to('release', 5)],
  more: { rejectionConfig: { targetActionId: 1, requireReason: true, isTerminal: true } },
});

const receive = step({
  id: 5,
  title: 'Receive',
  sender: 'importer',
  fields: [
    moment(['arrival', 'Arrival']),
    checkbox(['intact', 'Everything is intact']),
    textLine(['dutyReference', 'Reference of the duty']),
  ],
  shows: { exporter: ['arrival', 'intact'], carrier: ['arrival', 'intact'], customs: ['dutyReference'] },
  routes: [],
});

export const customsShipment: Template = {
  id: 'customs-shipment',
  title: 'Shipment through customs',
  description:
    'An exporter ships goods over a border; customs clears them, has some inspected, and the importer receives them.',
  category: 'supply',
  version: 2,
  parameterSchema: {
    type: 'object',
    properties: {
      ...partyParameters(ROLES),
      pickUpDays: count('Days in which the carrier picks up.', 1, 90),
      dutyFree: amount('Value to which no duty is paid.'),
      dutyRate: amount('Duty as a share of the value.', 0, 10),
      inspectionValue: amount('Value beyond which goods are always inspected.'),
    },
    required: ['pickUpDays', 'dutyFree', 'dutyRate', 'inspectionValue'],
  },
  defaults: { pickUpDays: 10, dutyFree: 150, dutyRate: 0.04, inspectionValue: 100_000 },
  examples: [
    { name: 'parts', description: 'Machine parts at a common rate.', parameters: {} },
    {
      name: 'luxury',
      description: 'Goods of high value, inspected early.',
      parameters: { dutyRate: 0.2, inspectionValue: 10_000, pickUpDays: 2 },
    },
  ],
  body: {
    language: 2,
    title: 'Shipment through customs',
    description: 'Goods are shipped over a border, cleared, inspected where needed, and received.',
    cancellation: { by: ['exporter'], until: [3] },
    participants: parties(ROLES),
    actions: [pack, ship, clear, inspect, receive],
  },
};
