// Documented paths of the shipped templates: which action is sent with what, what it calculates, and where it ends. Data only; the same vectors run in
// Node and in a browser.
import type { JsonObject } from '../../core/base/json.js';

export interface PathStep {
  readonly action: number;
  readonly payload: JsonObject;
  /** Some of the recorded data. */
  readonly gives?: JsonObject;
  /** The action is rejected instead: the path goes on where its rejectionConfig leads. */
  readonly rejected?: true;
}

export interface TemplatePath {
  readonly template: string;
  readonly name: string;
  readonly parameters?: JsonObject;
  readonly steps: readonly PathStep[];
  /** Actions that are open when the path stops; none when it ends the instance. */
  readonly open: readonly number[];
  /** Fields that a participant must not have seen at the end. */
  readonly hidden: Readonly<Record<string, readonly string[]>>;
}

const act = (action: number, payload: JsonObject, gives?: JsonObject): PathStep =>
  gives === undefined ? { action, payload } : { action, payload, gives };
const reject = (action: number): PathStep => ({ action, payload: {}, rejected: true });

const application = (size: JsonObject): JsonObject => ({ project: 'Riverside', bankReference: 'account 7', ...size });
const LOW = application({ storeys: 3, buildingUse: 'residential', floorArea: 800, projectValue: 500_000 });
const HIGH = application({ storeys: 8, buildingUse: 'commercial', floorArea: 3500, projectValue: 5_000_000 });
const MIDDLE = application({ storeys: 4, buildingUse: 'commercial', floorArea: 1200, projectValue: 900_000 });
const NOTES: JsonObject = { structuralNotes: 'sound' };
const REVIEW: JsonObject = { planningConditions: ['quiet hours'] };
const FEE: JsonObject = { inspector: 'Lee' };
const FILE: JsonObject = {
  fileName: 'plan.pdf',
  contentType: 'application/pdf',
  size: 10,
  hash: `sha256:${'0a'.repeat(32)}`,
};
const PERMIT_HIDDEN = {
  engineer: ['projectValue', 'bankReference', 'permitFee'],
  planner: ['projectValue', 'bankReference'],
  environment: ['buildingUse', 'storeys', 'projectValue', 'bankReference', 'structuralNotes', 'permitFee'],
  control: ['bankReference', 'structuralNotes', 'storeys'],
  contractor: ['structuralNotes', 'inspector'],
};

const PERMIT: readonly TemplatePath[] = [
  {
    template: 'construction-permit',
    name: 'low risk',
    steps: [
      act(1, { ...LOW, startDate: '2026-03-01', drawings: FILE }),
      act(2, NOTES, { riskScore: 6.1 }),
      act(3, REVIEW),
      act(5, FEE, { permitFee: 2200 }),
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
      act(2, NOTES, { riskScore: 22.8 }),
      act(3, REVIEW),
      act(4, { mitigation: 'trees' }),
      act(5, FEE, { permitFee: 15_250 }),
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
      act(2, NOTES, { riskScore: 10.08 }),
      reject(3),
      act(1, LOW),
      act(2, NOTES, { riskScore: 6.1 }),
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
      act(1, { ...LOW, floorArea: 100, projectValue: 1000 }),
      act(2, NOTES, { riskScore: 4.7 }),
      act(3, REVIEW),
      act(4, { mitigation: 'none' }),
      act(5, FEE, { permitFee: 500 }),
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
const APPROVED: JsonObject = { costCentre: 'C-9', budget: 4000 };
const QUOTE: JsonObject = { partsCost: 300, labourHours: 4 };
const CERTIFIED: JsonObject = { testReport: 'all good', passed: true };
const DEVICE_HIDDEN = {
  workshop: ['ward', 'budget'],
  regulator: ['estimatedCost', 'ward', 'fault', 'budget'],
  technician: ['estimatedCost', 'budget'],
};

const DEVICE: readonly TemplatePath[] = [
  {
    template: 'equipment-refurbishment',
    name: 'a standard device',
    steps: [
      act(1, { ...device('IIa', false), accessories: ['cable', 'manual'] }),
      act(2, APPROVED),
      act(3, QUOTE, { estimatedCost: 640, riskCategory: 'standard' }),
      act(5, { ...CERTIFIED, testedAt: '2026-05-05T10:00:00Z', reportFile: FILE }),
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
  act(1, { orderNumber: 'O-1', quantity: 100, unitPrice: 50 }),
  act(2, { deliveredQuantity: 90, proof: 'signed', proofFile: FILE }),
  act(3, { invoiceNumber: 'I-1', taxRate: 0.2 }, { net: 4500, total: 5400 }),
];
const MATURITY: JsonObject = { approved: true, daysToMaturity: 73 };
const DISPUTED: JsonObject = { approved: false, daysToMaturity: 0 };
const SETTLED: readonly PathStep[] = [act(10, { settlementReference: 'S-1' }), act(11, { booked: 5400 })];
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
      act(6, { yearlyRate: 0.1 }, { fee: 108, payout: 5292 }),
      act(7, { accepted: true }),
      act(8, { payoutReference: 'P-1' }),
      act(9, { received: 5292 }),
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
      act(3, { invoiceNumber: 'I-2', taxRate: 0 }, { total: 4500 }),
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

const BILL: JsonObject = {
  invoiceNumber: 'R-7',
  net: 200,
  taxRate: 0.07,
  dueDate: '2026-04-30',
  internalNote: 'knows us',
};
const SIMPLE: readonly TemplatePath[] = [
  {
    template: 'simple-invoice',
    name: 'sent back, then paid',
    steps: [
      act(1, BILL, { total: 214 }),
      reject(2),
      act(1, { ...BILL, net: 100 }, { total: 107 }),
      act(2, { paymentReference: 'Z-1', paid: 100, costCentre: 'K1' }, { outstanding: 7 }),
    ],
    open: [],
    hidden: { buyer: ['internalNote'], supplier: ['costCentre'] },
  },
];

const purchase = (quantity: number): JsonObject => ({
  item: 'Desk',
  quantity,
  estimate: 100,
  urgency: 'normal',
  reason: 'growth',
});
const BOUGHT: readonly PathStep[] = [
  act(2, { orderNumber: 'PO-1', unitPrice: 90 }),
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
    steps: [act(1, purchase(5), { amount: 500 }), act(10, {}), ...BOUGHT, act(4, { received: 5 }, { complete: true })],
    open: [],
    hidden: PURCHASE_HIDDEN,
  },
  {
    template: 'purchase-order',
    name: 'a large amount needs two, the supplier sends the order back',
    steps: [
      act(1, purchase(50), { amount: 5000 }),
      act(10, { approvalNote: 'needed' }),
      act(11, {}),
      act(2, { orderNumber: 'PO-1', unitPrice: 1 }),
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
      act(1, purchase(900), { amount: 90_000 }),
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
  applicant: ['hygienePassed', 'firePassed', 'hygieneRemark', 'checksPassed'],
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

const goods = (goodsValue: number): JsonObject => ({
  shipmentNumber: 'SH-1',
  goods: 'Bearings',
  tariffCode: '848210',
  weight: 12.5,
  goodsValue,
  handling: ['fragile'],
  packingList: FILE,
});
const SHIPPED = act(2, { container: 'C-1', departure: '2026-03-01T08:00:00Z', freightCost: 300 });
const ARRIVED = act(5, { arrival: '2026-03-05T08:00:00Z', intact: true, dutyReference: 'D-1' });
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
    steps: [act(1, goods(1000)), SHIPPED, act(3, { suspicion: false, riskNote: 'none' }, { duty: 40 }), ARRIVED],
    open: [],
    hidden: SHIPMENT_HIDDEN,
  },
  {
    template: 'customs-shipment',
    name: 'free of duty, inspected on suspicion',
    steps: [
      act(1, goods(100)),
      SHIPPED,
      act(3, { suspicion: true }, { duty: 0 }),
      act(4, { finding: 'as declared', inspectionReport: 'opened and closed' }),
      ARRIVED,
    ],
    open: [],
    hidden: SHIPMENT_HIDDEN,
  },
  {
    template: 'customs-shipment',
    name: 'of high value, seized at the inspection',
    steps: [act(1, goods(250_000)), SHIPPED, act(3, { suspicion: false }, { duty: 10_000 }), reject(4)],
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
const appointment = (estimatedCost: number): JsonObject => ({ appointment: '2026-06-01T09:00:00Z', estimatedCost });
const REPORT = act(4, { report: 'healthy', billed: 300, followUpNeeded: true, followUp: '2026-12-01T09:00:00Z' });
const REFERRAL: readonly TemplatePath[] = [
  {
    template: 'health-referral',
    name: 'sent back once, then treated without asking the insurer',
    steps: [act(1, referral('routine')), reject(2), act(1, referral('routine')), act(2, appointment(300)), REPORT],
    open: [],
    hidden: REFERRAL_HIDDEN,
  },
  {
    template: 'health-referral',
    name: 'costly: covered first',
    steps: [
      act(1, referral('routine')),
      act(2, appointment(1000)),
      act(3, { covered: true }, { patientShare: 100 }),
      REPORT,
    ],
    open: [],
    hidden: REFERRAL_HIDDEN,
  },
  {
    template: 'health-referral',
    name: 'costly and not covered',
    steps: [act(1, referral('routine')), act(2, appointment(1000)), act(3, { covered: false }, { patientShare: 1000 })],
    open: [],
    hidden: REFERRAL_HIDDEN,
  },
  {
    template: 'health-referral',
    name: 'urgent: nobody waits for the insurer',
    steps: [act(1, referral('urgent')), act(2, appointment(1000)), REPORT],
    open: [],
    hidden: REFERRAL_HIDDEN,
  },
];

const rallies = (rounds: number): readonly PathStep[] =>
  Array.from({ length: rounds }, (_, i) => [
    act(0, { message: `ping ${i + 1}`, pingNote: 'mine' }, { round: i + 1 }),
    act(1, { answer: 'pong', pongNote: 'mine' }, { answered: i + 1 }),
  ]).flat();
const PING: readonly TemplatePath[] = [20, 1].map((rounds) => ({
  template: 'ping-pong',
  name: `${rounds} round trips`,
  parameters: { rounds },
  steps: rallies(rounds),
  open: [],
  hidden: { ping: ['pongNote'], pong: ['pingNote'] },
}));

export const TEMPLATE_PATHS: readonly TemplatePath[] = [
  ...PERMIT,
  ...DEVICE,
  ...INVOICE,
  ...SIMPLE,
  ...PURCHASE,
  ...LICENCE,
  ...SHIPMENT,
  ...REFERRAL,
  ...PING,
];
