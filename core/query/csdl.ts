// The model as $metadata: CSDL XML 4.01 and CSDL JSON 4.01, in the elements that 4.0 has too.
import {
  type ComplexType,
  complexTypesOf,
  type EntityModel,
  type EntitySet,
  type EntityType,
  isComplex,
  type Property,
} from './model.js';
import { CANNOT, CAPABILITIES, VOCABULARY_JSON, VOCABULARY_XML } from './vocabulary.js';

const CONTAINER = 'Container';

const CANNOT_XML: readonly string[] = Object.entries(CANNOT).map(([term, { member }]) => {
  const open = `<Annotation Term="${CAPABILITIES}.${term}"`;
  if (member === undefined) return `${open} Bool="false" />`;
  return `${open}><Record><PropertyValue Property="${member}" Bool="false" /></Record></Annotation>`;
});

const CANNOT_JSON: Csdl = Object.fromEntries(
  Object.entries(CANNOT).map(([term, { member }]) => [
    `@${CAPABILITIES}.${term}`,
    member === undefined ? false : { [member]: false },
  ]),
);

/** The document of `$metadata` in XML. Names of the model need no escape. */
export function csdlXml(model: EntityModel): string {
  const { namespace, sets } = model;
  const types = [
    ...complexTypesOf(model).map((type) => complexXml(type, namespace)),
    ...sets.map(({ entity }) => entityXml(entity, model)),
    containerXml(model),
  ];
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<edmx:Edmx xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx" Version="4.0">',
    `<edmx:Reference Uri="${VOCABULARY_XML}"><edmx:Include Namespace="${CAPABILITIES}" /></edmx:Reference>`,
    '<edmx:DataServices>',
    `<Schema xmlns="http://docs.oasis-open.org/odata/ns/edm" Namespace="${namespace}">`,
    ...types,
    '</Schema>',
    '</edmx:DataServices>',
    '</edmx:Edmx>',
    '',
  ].join('\n');
}

function complexXml(type: ComplexType, namespace: string): string {
  const open = type.isOpen ? ' OpenType="true"' : '';
  return [`<ComplexType Name="${type.name}"${open}>`, ...propertiesXml(type, namespace), '</ComplexType>'].join('\n');
}

function entityXml(entity: EntityType, model: EntityModel): string {
  const navigation = Object.entries(entity.navigation).map(
    ([name, set]) =>
      `<NavigationProperty Name="${name}" Type="Collection(${model.namespace}.${entityOf(model, set).name})" />`,
  );
  return [
    `<EntityType Name="${entity.name}">`,
    '<Key>',
    ...entity.key.map((name) => `<PropertyRef Name="${name}" />`),
    '</Key>',
    ...propertiesXml(entity, model.namespace),
    ...navigation,
    '</EntityType>',
  ].join('\n');
}

function propertiesXml({ properties }: ComplexType, namespace: string): readonly string[] {
  return Object.entries(properties).map(([name, property]) => {
    const nullable = property.isNullable ? '' : ' Nullable="false"';
    const precision = property.type === 'Edm.DateTimeOffset' ? ' Precision="3"' : '';
    return `<Property Name="${name}" Type="${typeName(property, namespace)}"${nullable}${precision} />`;
  });
}

function containerXml(model: EntityModel): string {
  const sets = model.sets.map(({ name, entity }) => {
    const bindings = Object.entries(entity.navigation).map(
      ([way, set]) => `<NavigationPropertyBinding Path="${way}" Target="${set}" />`,
    );
    return [
      `<EntitySet Name="${name}" EntityType="${model.namespace}.${entity.name}">`,
      ...bindings,
      ...CANNOT_XML,
      '</EntitySet>',
    ].join('\n');
  });
  return [`<EntityContainer Name="${CONTAINER}">`, ...sets, '</EntityContainer>'].join('\n');
}

function typeName({ type, isCollection }: Property, namespace: string): string {
  const name = isComplex(type) ? `${namespace}.${type.name}` : type;
  return isCollection ? `Collection(${name})` : name;
}

function entityOf({ sets }: EntityModel, name: string): EntityType {
  return (sets.find((set) => set.name === name) as EntitySet).entity;
}

type Csdl = { readonly [name: string]: unknown };

/** The document of `$metadata` in JSON. */
export function csdlJson(model: EntityModel): Csdl {
  const { namespace, sets } = model;
  const types = [
    ...complexTypesOf(model).map((type) => [type.name, complexJson(type, namespace)] as const),
    ...sets.map(({ entity }) => [entity.name, entityJson(entity, model)] as const),
  ];
  return {
    $Version: '4.01',
    $EntityContainer: `${namespace}.${CONTAINER}`,
    $Reference: { [VOCABULARY_JSON]: { $Include: [{ $Namespace: CAPABILITIES }] } },
    [namespace]: { ...Object.fromEntries(types), [CONTAINER]: containerJson(model) },
  };
}

function complexJson(type: ComplexType, namespace: string): Csdl {
  return { $Kind: 'ComplexType', ...(type.isOpen && { $OpenType: true }), ...propertiesJson(type, namespace) };
}

function entityJson(entity: EntityType, model: EntityModel): Csdl {
  const navigation = Object.entries(entity.navigation).map(([name, set]) => [
    name,
    { $Kind: 'NavigationProperty', $Collection: true, $Type: `${model.namespace}.${entityOf(model, set).name}` },
  ]);
  return {
    $Kind: 'EntityType',
    $Key: [...entity.key],
    ...propertiesJson(entity, model.namespace),
    ...Object.fromEntries(navigation),
  };
}

function propertiesJson({ properties }: ComplexType, namespace: string): Csdl {
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type, isCollection, isNullable }]) => [
      name,
      {
        // Edm.String is what a property has that names no type.
        ...(type !== 'Edm.String' && { $Type: isComplex(type) ? `${namespace}.${type.name}` : type }),
        ...(isCollection && { $Collection: true }),
        ...(isNullable && { $Nullable: true }),
        ...(type === 'Edm.DateTimeOffset' && { $Precision: 3 }),
      },
    ]),
  );
}

function containerJson({ namespace, sets }: EntityModel): Csdl {
  return {
    $Kind: 'EntityContainer',
    ...Object.fromEntries(
      sets.map(({ name, entity }) => [
        name,
        {
          $Collection: true,
          $Type: `${namespace}.${entity.name}`,
          $NavigationPropertyBinding: { ...entity.navigation },
          ...CANNOT_JSON,
        },
      ]),
    ),
  };
}
