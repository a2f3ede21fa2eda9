// The shipped template of this name with its defaults, as a definition for tests.
import type { JsonObject } from '../../core/base/json.js';
import { instantiate } from '../../core/blueprint/template.js';
import { invoiceFinance } from '../../core/blueprint/templates/invoice-finance.js';

export const INVOICE_FINANCE: JsonObject = {
  ...(instantiate(invoiceFinance, {}) as unknown as JsonObject),
  id: 'invoice-finance',
};
