// Documented paths of the shipped templates: which action is sent with what, what it calculates, and where it ends.
// Data only; the same vectors run in Node and in a browser.
import type { JsonObject } from '../../core/base/json.js';
import { act, FILE, type PathStep, reject, type TemplatePath } from './template-path.js';
import { TRADE_PATHS } from './template-paths-trade.js';

const application = (size: JsonObject): JsonObject => ({ project: 'Riverside', bankReference: 'account 7', ...size });
const LOW = application({ storeys: 3, buildingUse: 'residential', floorArea: 800, projectValue: '500000.00' });
const HIGH = application({ storeys: 8, buildingUse: 'commercial', floorArea: 3500, projectValue: '5000000.00' });
const MIDDLE = application({ storeys: 4, buildingUse: 'commercial', floorArea: 1200, projectValue: '900000.00' });
const NOTES: JsonObject = { structuralNotes: 'sound' };
const REVIEW: JsonObject = { planningConditions: ['quiet hours'] };
const FEE: JsonObject = { inspector: 'Lee' };
const PERMIT_HIDDEN = {
  engineer: ['projectValue', 'bankReference', 'permitFee'],
  planner: ['projectValue', 'bankReference'],
  environment: ['buildingUse', 'storeys', 'projectValue', 'bankReference', 'structuralNotes', 'permitFee'],
  control: ['structuralNotes', 'storeys'],
  contractor: ['structuralNotes'],
};

const PERMIT: readonly TemplatePath[] = [
  {
    template: 'construction-permit',
    name: 'low risk',
    steps: [
      act(1, { ...LOW, startDate: '2026-03-01', drawings: FILE }),
      act(2, NOTES, { riskScore: '6.10' }),
      act(3, REVIEW),
      act(5, FEE, { permitFee: '2200.00' }),
      act(6, { permitNumber: 'BP-2026-0001' }),
    ],
    open: [],
    hidden: PERMIT_HIDDEN,
  },
  {
    template: 'construction-permit',
    name: 'high risk',
    steps: [
      act(1, HIGH),
      act(2, NOTES, { riskScore: '22.80' }),
      act(3, REVIEW),
      act(4, { mitigation: 'trees' }),
      act(5, FEE, { permitFee: '15250.00' }),
      act(6, { permitNumber: 'BP-2026-0002' }),
    ],
    open: [],
    hidden: PERMIT_HIDDEN,
  },
  {
    template: 'construction-permit',
    name: 'rejected at the review, then smaller',
    steps: [
      act(1, MIDDLE),
      act(2, NOTES, { riskScore: '10.08' }),
      reject(3),
      act(1, LOW),
      act(2, NOTES, { riskScore: '6.10' }),
      act(3, REVIEW),
    ],
    open: [5],
    hidden: PERMIT_HIDDEN,
  },
  {
    template: 'construction-permit',
    name: 'a low score is risky in a protected area, and a small fee is the least one',
    parameters: { riskThreshold: 3, fee: { minimum: 500 } },
    steps: [
      act(1, { ...LOW, floorArea: 100, projectValue: '1000.00' }),
      act(2, NOTES, { riskScore: '4.70' }),
      act(3, REVIEW),
      act(4, { mitigation: 'none' }),
      act(5, FEE, { permitFee: '500.00' }),
    ],
    open: [6],
    hidden: PERMIT_HIDDEN,
  },
];

const device = (deviceClass: string, safetyFailure: boolean): JsonObject => ({
  serialNumber: 'S-1',
  deviceClass,
  safetyFailure,
  fault: 'no alarm',
  ward: 'B2',
});
const APPROVED: JsonObject = { costCentre: 'C-9', budget: '4000.00' };
const QUOTE: JsonObject = { partsCost: '300.00', labourHours: 4 };
const CERTIFIED: JsonObject = { testReport: 'all good', passed: true };
const DEVICE_HIDDEN = {
  workshop: ['ward', 'budget'],
  regulator: ['estimatedCost', 'ward', 'fault', 'budget'],
  technician: ['estimatedCost'],
};

const DEVICE: readonly TemplatePath[] = [
  {
    template: 'equipment-refurbishment',
    name: 'a standard device',
    steps: [
      act(1, { ...device('IIa', false), accessories: ['cable', 'manual'] }),
      act(2, APPROVED),
      act(3, QUOTE, { estimatedCost: '640.00', riskCategory: 'standard' }),
      act(5, { ...CERTIFIED, testedAt: '2026-05-05T10:00:00.000Z', reportFile: FILE }),
    ],
    open: [],
    hidden: DEVICE_HIDDEN,
  },
  {
    template: 'equipment-refurbishment',
    name: 'a safety failure passes the regulator',
    steps: [
      act(1, { ...device('IIb', true), incident: 'the pump stopped' }),
      act(2, APPROVED),
      act(3, QUOTE, { riskCategory: 'safety-critical' }),
      act(4, { conditions: ['recheck'] }),
      act(5, CERTIFIED),
    ],
    open: [],
    hidden: DEVICE_HIDDEN,
  },
  {
    template: 'equipment-refurbishment',
    name: 'rejected by the department and by the regulator',
    steps: [
      act(1, device('III', false)),
      reject(2),
      act(1, device('III', false)),
      act(2, APPROVED),
      act(3, QUOTE, { riskCategory: 'safety-critical' }),
      reject(4),
    ],
    open: [1],
    hidden: DEVICE_HIDDEN,
  },
];

const INVOICED: readonly PathStep[] = [
  act(1, { orderNumber: 'O-1', quantity: 100, unitPrice: '50.00' }),
  act(2, { deliveredQuantity: 90, proof: 'signed', proofFile: FILE }),
  act(3, { invoiceNumber: 'I-1', taxRate: 0.2 }, { net: '4500.00', total: '5400.00' }),
];
const MATURITY: JsonObject = { approved: true, daysToMaturity: 73 };
const DISPUTED: JsonObject = { approved: false, daysToMaturity: 0 };
const SETTLED: readonly PathStep[] = [act(10, { settlementReference: 'S-1' }), act(11, { booked: '5400.00' })];
const INVOICE_HIDDEN = {
  buyer: ['yearlyRate', 'fee', 'payout', 'received', 'accepted'],
  bank: ['unitPrice', 'fee', 'orderNumber'],
  carrier: ['unitPrice', 'invoiceNumber', 'total'],
  funder: ['unitPrice', 'deliveredQuantity', 'remark'],
};

const INVOICE: readonly TemplatePath[] = [
  {
    template: 'invoice-finance',
    name: 'paid early and settled',
    steps: [
      ...INVOICED,
      act(4, MATURITY),
      act(5, { early: true }),
      act(6, { yearlyRate: 0.1 }, { fee: '108.00', payout: '5292.00' }),
      act(7, { accepted: true }),
      act(8, { payoutReference: 'P-1' }),
      act(9, { received: '5292.00' }),
      ...SETTLED,
    ],
    open: [],
    hidden: INVOICE_HIDDEN,
  },
  {
    template: 'invoice-finance',
    name: 'nobody asks for early payment',
    steps: [...INVOICED, act(4, MATURITY), act(5, { early: false }), ...SETTLED],
    open: [],
    hidden: INVOICE_HIDDEN,
  },
  {
    template: 'invoice-finance',
    name: 'the offer is declined',
    steps: [
      ...INVOICED,
      act(4, MATURITY),
      act(5, { early: true }),
      act(6, { yearlyRate: 0.4 }),
      act(7, { accepted: false }),
      ...SETTLED,
    ],
    open: [],
    hidden: INVOICE_HIDDEN,
  },
  {
    template: 'invoice-finance',
    name: 'disputed, corrected, disputed again and closed',
    steps: [
      ...INVOICED,
      act(4, DISPUTED),
      act(12, { corrected: true, remark: 'a new invoice' }),
      act(3, { invoiceNumber: 'I-2', taxRate: 0 }, { total: '4500.00' }),
      act(4, DISPUTED),
      act(12, { corrected: false, remark: 'no' }),
    ],
    open: [],
    hidden: INVOICE_HIDDEN,
  },
  {
    template: 'invoice-finance',
    name: 'the buyer sends the invoice back',
    steps: [...INVOICED, reject(4)],
    open: [3],
    hidden: INVOICE_HIDDEN,
  },
];

const rallies = (rounds: number): readonly PathStep[] =>
  Array.from({ length: rounds }, (_, i) => [
    act(0, { message: `ping ${i + 1}` }, { round: i + 1 }),
    act(1, { answer: 'pong' }, { answered: i + 1 }),
  ]).flat();
const PING: readonly TemplatePath[] = [20, 1].map((rounds) => ({
  template: 'ping-pong',
  name: `${rounds} round trips`,
  parameters: { rounds },
  steps: rallies(rounds),
  open: [],
  hidden: {},
}));

export const TEMPLATE_PATHS: readonly TemplatePath[] = [...PERMIT, ...DEVICE, ...INVOICE, ...TRADE_PATHS, ...PING];
