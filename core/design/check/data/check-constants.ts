// Findings about currencies, calendars and tables, which a definition of language 2 states for all of its rules. Pure.
import { escapePointer } from '../../../base/json.js';
import { languageOf } from '../../../blueprint/definition/language.js';
import type { Definition } from '../../../blueprint/definition/types.js';
import type { Findings } from '../../../blueprint/findings/finding.js';
import type { Table } from '../../../blueprint/tables/table.js';
import { calendarOf } from '../../../values/calendar.js';
import { CURRENCIES_MAX, isCurrencies } from '../../../values/money.js';
import { checkCoverages, checkTableForms } from './check-tables.js';

const MEMBERS = ['currencies', 'calendars', 'tables'] as const;

/** Adds the findings. Members of language 2 in language 1 are none: nothing reads them there. */
export function checkConstants(definition: Definition, findings: Findings): void {
  if (languageOf(definition) === 1) {
    for (const name of MEMBERS)
      if (definition[name])
        findings.error(
          'BP_MEMBER_UNREAD',
          `/${name}`,
          'It is a member of language 2, and nothing reads it here: leave it out, or say "language": 2.',
        );
    return;
  }
  checkCoverages(checkConstantForms(definition, findings), findings);
}

/**
 * Adds what leaves it open what rules of language 2 read: a ledger asks for it too. Gives the tables without errors.
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
    const found = calendarOf(data);
    if (typeof found === 'string') findings.error('BP_CALENDAR', `/calendars/${escapePointer(name)}`, found);
  }
  return checkTableForms(definition, findings);
}
