// Templates of language 1, as the program shipped them before language 2: registers hold definitions that were made of
// them, and run them to their end. They stay as they are.
import type { Template } from '../../../core/design/templates/template.js';
import { constructionPermit } from './construction-permit.js';
import { customsShipment } from './customs-shipment.js';
import { equipmentRefurbishment } from './equipment-refurbishment.js';
import { healthReferral } from './health-referral.js';
import { invoiceFinance } from './invoice-finance.js';
import { licenceApproval } from './licence-approval.js';
import { pingPong } from './ping-pong.js';
import { purchaseOrder } from './purchase-order.js';
import { simpleInvoice } from './simple-invoice.js';

export const TEMPLATES_1: readonly Template[] = [
  constructionPermit,
  equipmentRefurbishment,
  invoiceFinance,
  simpleInvoice,
  purchaseOrder,
  licenceApproval,
  customsShipment,
  healthReferral,
  pingPong,
];

/** A template of language 1. */
export function templateOf1(id: string): Template {
  const found = TEMPLATES_1.find((template) => template.id === id);
  if (!found) throw new Error(`No template of language 1 is ${id}.`);
  return found;
}
