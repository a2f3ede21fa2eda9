// Schemas that come with the program: parts that forms of many trades have, as rules of language 2 read them (dates,
// decimals, money). Each is an object with described members, so that it serves as a data schema of an action as it is.
import type { JsonObject } from '../../base/json.js';
import { type LibrarySchema, PROGRAM_PROVIDER } from './library.js';

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';
const text = (title: string, maxLength: number): JsonObject => ({ type: 'string', title, minLength: 1, maxLength });
const date = (title: string): JsonObject => ({ type: 'string', format: 'date', title });
const COUNTRY: JsonObject = {
  type: 'string',
  title: 'Country, as ISO 3166-1 has it in two letters',
  pattern: '^[A-Z]{2}$',
};

interface Stated {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly sectors: readonly string[];
  readonly properties: JsonObject;
  readonly required: readonly string[];
}

function makeSystemSchema({ id, title, description, sectors, properties, required }: Stated): LibrarySchema {
  return {
    ...{ schemaId: id, title, description, sectors, provider: PROGRAM_PROVIDER, status: 'active', version: 1 },
    schema: {
      $schema: DRAFT,
      title,
      description,
      type: 'object',
      properties,
      required,
      additionalProperties: false,
    },
  };
}

/** By their ids. */
export const SYSTEM_SCHEMAS: readonly LibrarySchema[] = [
  makeSystemSchema({
    id: 'bank-account',
    title: 'Bank account',
    description: 'An account that money goes to, by its IBAN (ISO 13616).',
    sectors: ['finance'],
    properties: {
      accountHolder: text('Name of the holder', 140),
      iban: { type: 'string', title: 'IBAN, without spaces', pattern: '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' },
      bic: { type: 'string', title: 'BIC of the bank', pattern: '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$' },
    },
    required: ['accountHolder', 'iban'],
  }),
  makeSystemSchema({
    id: 'contact',
    title: 'Contact',
    description: 'How a person or an office is reached.',
    sectors: ['general'],
    properties: {
      contactName: text('Name', 140),
      email: { type: 'string', format: 'email', title: 'E-mail address', maxLength: 254 },
      phone: { type: 'string', title: 'Telephone number (E.164)', pattern: '^\\+[1-9][0-9]{6,14}$' },
    },
    required: ['contactName'],
  }),
  makeSystemSchema({
    id: 'decision',
    title: 'Decision',
    description: 'An outcome, and its reason.',
    sectors: ['general', 'government'],
    properties: {
      decision: { type: 'string', title: 'Decision', enum: ['approved', 'refused'] },
      reason: text('Reason', 2000),
      decidedOn: date('Day of the decision'),
    },
    required: ['decision', 'reason'],
  }),
  makeSystemSchema({
    id: 'document',
    title: 'Document',
    description: 'A file that goes along with an action, with what it is.',
    sectors: ['general'],
    properties: {
      document: {
        type: 'object',
        title: 'File',
        properties: { fileId: { type: 'string' } },
        required: ['fileId'],
      },
      documentTitle: text('What it is', 200),
      issuedOn: date('Day of issue'),
    },
    required: ['document', 'documentTitle'],
  }),
  makeSystemSchema({
    id: 'money-amount',
    title: 'Amount of money',
    description: 'An amount in a currency that the blueprint names under "currencies".',
    sectors: ['finance'],
    properties: {
      amount: {
        type: 'object',
        format: 'money',
        title: 'Amount',
        properties: { amount: { type: 'string', format: 'decimal', 'x-minimum': '0' } },
      },
    },
    required: ['amount'],
  }),
  makeSystemSchema({
    id: 'organisation',
    title: 'Organisation',
    description: 'A legal person, by its name and its number in a public register.',
    sectors: ['general', 'finance', 'government'],
    properties: {
      legalName: text('Legal name', 200),
      registrationNumber: text('Number in the register of companies', 64),
      country: COUNTRY,
      lei: { type: 'string', title: 'Legal entity identifier (ISO 17442)', pattern: '^[A-Z0-9]{18}[0-9]{2}$' },
      vatNumber: text('VAT number', 20),
    },
    required: ['legalName', 'country'],
  }),
  makeSystemSchema({
    id: 'period',
    title: 'Period',
    description: 'From a day to a day, both included.',
    sectors: ['general'],
    properties: { firstDay: date('First day'), lastDay: date('Last day') },
    required: ['firstDay', 'lastDay'],
  }),
  makeSystemSchema({
    id: 'person',
    title: 'Person',
    description: 'A natural person, by name and day of birth.',
    sectors: ['general', 'government', 'health'],
    properties: {
      givenName: text('Given names', 140),
      familyName: text('Family name', 140),
      birthDate: date('Day of birth'),
      nationality: COUNTRY,
    },
    required: ['givenName', 'familyName'],
  }),
  makeSystemSchema({
    id: 'postal-address',
    title: 'Postal address',
    description: 'Where mail reaches somebody, or where a building stands.',
    sectors: ['general', 'government', 'supply'],
    properties: {
      street: text('Street and number', 200),
      postalCode: text('Postal code', 20),
      locality: text('Town', 140),
      region: text('Region', 140),
      country: COUNTRY,
    },
    required: ['street', 'locality', 'country'],
  }),
];

const byId = new Map(SYSTEM_SCHEMAS.map((schema) => [schema.schemaId, schema]));

export function systemSchema(schemaId: string): LibrarySchema | undefined {
  return byId.get(schemaId);
}
