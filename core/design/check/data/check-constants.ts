// Findings about currencies, calendars and tables, which a definition states for all of its rules. Pure.
import { escapePointer } from '../../../base/json.js';
import type { Definition } from '../../../blueprint/definition/types.js';
import type { Findings } from '../../../blueprint/findings/finding.js';
import type { Table } from '../../../blueprint/tables/table.js';
import { calendarOf } from '../../../values/calendar.js';
import { CURRENCIES_MAX, isCurrencies } from '../../../values/money.js';
import { checkCoverages, checkTableForms } from './check-tables.js';

/** Adds the findings. */
export function checkConstants(definition: Definition, findings: Findings): void {
  checkCoverages(checkConstantForms(definition, findings), findings);
}

/**
 * Adds what leaves it open what rules read: a ledger asks for it too. Gives the tables without errors.
 */
export function checkConstantForms(definition: Definition, findings: Findings): ReadonlyMap<string, Table> {
  const { currencies = {}, calendars = {} } = definition;
  if (!isCurrencies(currencies))
    findings.error(
      'BP_CURRENCIES',
      '/currencies',
      `Expected at most ${CURRENCIES_MAX} currencies of three capital letters with 0 to 18 places each, such as {"EUR": 2, "JPY": 0}.`,
    );
  for (const [name, data] of Object.entries(calendars)) {
    const calendar = calendarOf(data);
    if (typeof calendar === 'string') findings.error('BP_CALENDAR', `/calendars/${escapePointer(name)}`, calendar);
  }
  return checkTableForms(definition, findings);
}
