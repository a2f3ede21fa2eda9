// The terms by which the model tells what a set does not take, and the vocabulary that defines them: the part of
// Org.OData.Capabilities.V1 that is used here, so that a client finds it at this node and needs no other server. Names,
// types and meanings of the terms are those of "OData Vocabularies Version 4.0" (copyright OASIS Open). It is free to
// implement and to quote under its policy on intellectual property; all other words are ours.

export const CAPABILITIES = 'Org.OData.Capabilities.V1';

interface Term {
  readonly says: string;
  /** The member of its record; absent where the term itself is the truth. */
  readonly member?: string;
}

/**
 * Each is false of every set. A program that previews rows asks for a thousand by `$top`, which is refused above 100:
 * where it is told that there is no `$top`, it goes from page to page.
 */
export const CANNOT: Readonly<Record<string, Term>> = {
  TopSupported: { says: 'Supports $top.' },
  ExpandRestrictions: { says: 'Restrictions on expand expressions.', member: 'Expandable' },
  SearchRestrictions: { says: 'Restrictions on search expressions.', member: 'Searchable' },
  InsertRestrictions: { says: 'Restrictions on insert operations.', member: 'Insertable' },
  UpdateRestrictions: { says: 'Restrictions on update operations.', member: 'Updatable' },
  DeleteRestrictions: { says: 'Restrictions on delete operations.', member: 'Deletable' },
};

/** Relative to `$metadata`. */
export const VOCABULARY_XML = `vocabularies/${CAPABILITIES}.xml`;
export const VOCABULARY_JSON = `vocabularies/${CAPABILITIES}.json`;

/** The vocabulary in CSDL XML. Words of the table need no escape. */
export function vocabularyXml(): string {
  const terms = Object.entries(CANNOT).flatMap(([name, { says, member }]) => {
    const type = member === undefined ? 'Edm.Boolean' : `${CAPABILITIES}.${name}Type`;
    const preset = member === undefined ? ' DefaultValue="true"' : '';
    const term = `<!-- ${says} --><Term Name="${name}" Type="${type}" Nullable="false"${preset} AppliesTo="EntitySet" />`;
    if (member === undefined) return [term];
    const property = `<Property Name="${member}" Type="Edm.Boolean" Nullable="false" DefaultValue="true" />`;
    return [term, `<ComplexType Name="${name}Type">${property}</ComplexType>`];
  });
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<edmx:Edmx xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx" Version="4.0">',
    '<edmx:DataServices>',
    `<Schema xmlns="http://docs.oasis-open.org/odata/ns/edm" Namespace="${CAPABILITIES}" Alias="Capabilities">`,
    ...terms,
    '</Schema>',
    '</edmx:DataServices>',
    '</edmx:Edmx>',
    '',
  ].join('\n');
}

const TRUTH = { $Type: 'Edm.Boolean', $DefaultValue: true };

/** The same in CSDL JSON. */
export function vocabularyJson(): Readonly<Record<string, unknown>> {
  const terms = Object.entries(CANNOT).flatMap(([name, { member }]): (readonly [string, unknown])[] => {
    const shared = { $Kind: 'Term', $AppliesTo: ['EntitySet'] };
    if (member === undefined) return [[name, { ...shared, ...TRUTH }]];
    return [
      [name, { ...shared, $Type: `${CAPABILITIES}.${name}Type` }],
      [`${name}Type`, { $Kind: 'ComplexType', [member]: TRUTH }],
    ];
  });
  return { $Version: '4.01', [CAPABILITIES]: { $Alias: 'Capabilities', ...Object.fromEntries(terms) } };
}
