// Documented paths of the shipped templates for trade, licences and health. Data only.
import type { JsonObject } from '../../core/base/json.js';
import { act, FILE, type PathStep, reject, type TemplatePath } from './template-path.js';

const BILL: JsonObject = {
  invoiceNumber: 'R-7',
  net: '200.00',
  taxRate: 0.07,
  dueDate: '2026-04-30',
};
const SIMPLE: readonly TemplatePath[] = [
  {
    template: 'simple-invoice',
    name: 'sent back, then paid',
    steps: [
      act(1, BILL, { total: '214.00' }),
      reject(2),
      act(1, { ...BILL, net: '100.00' }, { total: '107.00' }),
      act(2, { paymentReference: 'Z-1', paid: '100.00' }, { outstanding: '7.00' }),
    ],
    open: [],
    hidden: {},
  },
];

const purchase = (quantity: number): JsonObject => ({
  item: 'Desk',
  quantity,
  estimate: '100.00',
  urgency: 'normal',
  reason: 'growth',
});
const BOUGHT: readonly PathStep[] = [
  act(2, { orderNumber: 'PO-1', unitPrice: '90.00' }),
  act(3, { deliveryDate: '2026-02-01', stockLocation: 'hall 4' }),
];
const PURCHASE_HIDDEN = {
  supplier: ['reason', 'estimate', 'amount', 'approvalNote'],
  receiving: ['unitPrice', 'estimate', 'reason'],
  purchasing: ['reason', 'stockLocation'],
  finance: ['unitPrice', 'approvalNote'],
};
const PURCHASE: readonly TemplatePath[] = [
  {
    template: 'purchase-order',
    name: 'a small amount needs one level',
    steps: [
      act(1, purchase(5), { amount: '500.00' }),
      act(10, {}),
      ...BOUGHT,
      act(4, { received: 5 }, { complete: true }),
    ],
    open: [],
    hidden: PURCHASE_HIDDEN,
  },
  {
    template: 'purchase-order',
    name: 'a large amount needs two, the supplier sends the order back',
    steps: [
      act(1, purchase(50), { amount: '5000.00' }),
      act(10, { approvalNote: 'needed' }),
      act(11, {}),
      act(2, { orderNumber: 'PO-1', unitPrice: '1.00' }),
      reject(3),
      ...BOUGHT,
      act(4, { received: 49 }, { complete: false }),
    ],
    open: [],
    hidden: { ...PURCHASE_HIDDEN, finance: ['unitPrice'] },
  },
  {
    template: 'purchase-order',
    name: 'four levels, rejected by the third',
    parameters: {
      levels: [
        { id: 'team-lead', name: 'Team lead', limit: 500 },
        { id: 'department', name: 'Department', limit: 10_000 },
        { id: 'finance', name: 'Finance', limit: 250_000 },
        { id: 'board', name: 'Board', limit: 10_000_000 },
      ],
    },
    steps: [
      act(1, purchase(900), { amount: '90000.00' }),
      act(10, {}),
      act(11, {}),
      reject(12),
      act(1, purchase(1)),
      act(10, {}),
    ],
    open: [2],
    hidden: PURCHASE_HIDDEN,
  },
];

const LICENCE_APPLICATION: JsonObject = {
  applicantName: 'Ana',
  businessAddress: 'Quay 2',
  activities: ['restaurant', 'catering'],
  declaration: true,
  businessPlan: FILE,
};
const LICENCE_HIDDEN = {
  hygiene: ['applicantName', 'businessPlan', 'firePassed', 'decision'],
  fire: ['applicantName', 'activities', 'hygienePassed', 'decision'],
  applicant: ['hygieneRemark', 'fireRemark'],
};
const LICENCE: readonly TemplatePath[] = [
  {
    template: 'licence-approval',
    name: 'both checks pass, in any order',
    steps: [
      act(1, LICENCE_APPLICATION),
      act(11, { firePassed: true }),
      act(10, { hygienePassed: true, hygieneRemark: 'clean' }),
      act(2, { decision: 'granted', grounds: 'all good' }, { checksPassed: true }),
      act(3, { licenceNumber: 'L-1' }),
    ],
    open: [],
    hidden: LICENCE_HIDDEN,
  },
  {
    template: 'licence-approval',
    name: 'a failed check issues nothing, whatever is decided',
    steps: [
      act(1, LICENCE_APPLICATION),
      act(10, { hygienePassed: true }),
      act(11, { firePassed: false, fireRemark: 'no exit' }),
      act(2, { decision: 'granted', grounds: 'mistake' }, { checksPassed: false }),
    ],
    open: [],
    hidden: LICENCE_HIDDEN,
  },
];

const goods = (goodsValue: string): JsonObject => ({
  shipmentNumber: 'SH-1',
  goods: 'Bearings',
  tariffCode: '848210',
  weight: 12.5,
  goodsValue,
  handling: ['fragile'],
  packingList: FILE,
});
const SHIPPED = act(2, { container: 'C-1', departure: '2026-03-01T08:00:00.000Z', freightCost: '300.00' });
const ARRIVED = act(5, { arrival: '2026-03-05T08:00:00.000Z', intact: true, dutyReference: 'D-1' });
const SHIPMENT_HIDDEN = {
  carrier: ['goodsValue', 'tariffCode', 'duty', 'riskNote', 'dutyReference'],
  inspector: ['goodsValue', 'weight', 'freightCost', 'duty'],
  exporter: ['duty', 'riskNote', 'inspectionReport'],
  importer: ['freightCost', 'riskNote', 'inspectionReport'],
  customs: ['freightCost', 'intact'],
};
const SHIPMENT: readonly TemplatePath[] = [
  {
    template: 'customs-shipment',
    name: 'released',
    steps: [
      act(1, goods('1000.00')),
      SHIPPED,
      act(3, { suspicion: false, riskNote: 'none' }, { duty: '40.00' }),
      ARRIVED,
    ],
    open: [],
    hidden: SHIPMENT_HIDDEN,
  },
  {
    template: 'customs-shipment',
    name: 'free of duty, inspected on suspicion',
    steps: [
      act(1, goods('100.00')),
      SHIPPED,
      act(3, { suspicion: true }, { duty: '0.00' }),
      act(4, { finding: 'as declared', inspectionReport: 'opened and closed' }),
      ARRIVED,
    ],
    open: [],
    hidden: SHIPMENT_HIDDEN,
  },
  {
    template: 'customs-shipment',
    name: 'of high value, seized at the inspection',
    steps: [act(1, goods('250000.00')), SHIPPED, act(3, { suspicion: false }, { duty: '10000.00' }), reject(4)],
    open: [],
    hidden: SHIPMENT_HIDDEN,
  },
];

const REFERRAL_HIDDEN = {
  insurer: ['diagnosis', 'patientReference', 'report', 'allergies', 'appointment'],
  practice: ['estimatedCost', 'billed', 'patientShare'],
};
const referral = (urgency: string): JsonObject => ({
  patientReference: 'P-9',
  insuranceNumber: 'V-1',
  specialty: 'cardiology',
  urgency,
  diagnosis: 'murmur',
  allergies: ['latex'],
});
const appointment = (estimatedCost: string): JsonObject => ({ appointment: '2026-06-01T09:00:00.000Z', estimatedCost });
const REPORT = act(4, {
  report: 'healthy',
  billed: '300.00',
  followUpNeeded: true,
  followUp: '2026-12-01T09:00:00.000Z',
});
const REFERRAL: readonly TemplatePath[] = [
  {
    template: 'health-referral',
    name: 'sent back once, then treated without asking the insurer',
    steps: [act(1, referral('routine')), reject(2), act(1, referral('routine')), act(2, appointment('300.00')), REPORT],
    open: [],
    hidden: REFERRAL_HIDDEN,
  },
  {
    template: 'health-referral',
    name: 'costly: covered first',
    steps: [
      act(1, referral('routine')),
      act(2, appointment('1000.00')),
      act(3, { covered: true }, { patientShare: '100.00' }),
      REPORT,
    ],
    open: [],
    hidden: REFERRAL_HIDDEN,
  },
  {
    template: 'health-referral',
    name: 'costly and not covered',
    steps: [
      act(1, referral('routine')),
      act(2, appointment('1000.00')),
      act(3, { covered: false }, { patientShare: '1000.00' }),
    ],
    open: [],
    hidden: REFERRAL_HIDDEN,
  },
  {
    template: 'health-referral',
    name: 'urgent: nobody waits for the insurer',
    steps: [act(1, referral('urgent')), act(2, appointment('1000.00')), REPORT],
    open: [],
    hidden: REFERRAL_HIDDEN,
  },
];

export const TRADE_PATHS: readonly TemplatePath[] = [...SIMPLE, ...PURCHASE, ...LICENCE, ...SHIPMENT, ...REFERRAL];
