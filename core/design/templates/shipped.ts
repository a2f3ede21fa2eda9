// THE list of templates that come with the program, in the order in which people see them. A new one is a file beside
// this one and a line here.

import { constructionPermit } from './construction-permit.js';
import { customsShipment } from './customs-shipment.js';
import { equipmentRefurbishment } from './equipment-refurbishment.js';
import { frameworkOrder } from './framework-order.js';
import { healthReferral } from './health-referral.js';
import { invoiceFinance } from './invoice-finance.js';
import { licenceApproval } from './licence-approval.js';
import { pingPong } from './ping-pong.js';
import { planningPermission } from './planning-permission.js';
import { purchaseOrder } from './purchase-order.js';
import { sealedTender } from './sealed-tender.js';
import { shippedTexts } from './shipped-texts.js';
import { simpleInvoice } from './simple-invoice.js';
import type { Template } from './template.js';

const MADE: readonly Template[] = [
  constructionPermit,
  equipmentRefurbishment,
  invoiceFinance,
  simpleInvoice,
  purchaseOrder,
  licenceApproval,
  customsShipment,
  healthReferral,
  pingPong,
  planningPermission,
  frameworkOrder,
  sealedTender,
];

export const TEMPLATES: readonly Template[] = MADE.map((template) => ({ ...template, texts: shippedTexts(template) }));

/** A template that comes with the program. */
export function shippedTemplate(id: string): Template | undefined {
  return TEMPLATES.find((template) => template.id === id);
}
