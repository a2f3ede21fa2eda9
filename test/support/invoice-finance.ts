// The template of this name of language 1 with its defaults, as a definition for tests.
import type { JsonObject } from '../../core/base/json.js';
import { filledIn } from '../../core/design/templates/template.js';
import { invoiceFinance } from '../vectors/templates-1/invoice-finance.js';

export const INVOICE_FINANCE: JsonObject = {
  ...(filledIn(invoiceFinance, {}) as unknown as JsonObject),
  id: 'invoice-finance',
};
