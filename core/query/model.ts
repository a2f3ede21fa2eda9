// The entity data model (OData CSDL 4.0): the shapes that expressions are checked against and that $metadata tells.

/** Primitive types that members have here. */
export type EdmType = 'Edm.String' | 'Edm.Boolean' | 'Edm.Int32' | 'Edm.Int64' | 'Edm.DateTimeOffset';

export interface Property {
  readonly type: EdmType | ComplexType;
  readonly isCollection?: boolean;
  /** Absent from some entities. A collection is never absent. */
  readonly isNullable?: boolean;
  /** Shown, and not looked into by a filter or an order: it may be large. */
  readonly isOpaque?: boolean;
}

export interface ComplexType {
  readonly name: string;
  readonly properties: Readonly<Record<string, Property>>;
  /** Has members that the model does not name. */
  readonly isOpen?: boolean;
}

export interface EntityType extends ComplexType {
  readonly key: readonly string[];
  /** Names of the entity sets that lie behind each entity, by the name of the way. */
  readonly navigation: Readonly<Record<string, string>>;
}

export interface EntitySet {
  readonly name: string;
  readonly entity: EntityType;
}

export interface EntityModel {
  readonly namespace: string;
  readonly sets: readonly EntitySet[];
}

/** An entity as JSON, before members are chosen. */
export type EntityRecord = Readonly<Record<string, unknown>>;

export function isComplex(type: Property['type']): type is ComplexType {
  return typeof type === 'object';
}

/** The complex types that the model uses, each once, those that others use first. */
export function complexTypesOf(model: EntityModel): readonly ComplexType[] {
  const byKey = new Map<string, ComplexType>();
  const visit = ({ properties }: ComplexType): void => {
    for (const { type } of Object.values(properties)) {
      if (!isComplex(type) || byKey.has(type.name)) continue;
      visit(type);
      byKey.set(type.name, type);
    }
  };
  for (const { entity } of model.sets) visit(entity);
  return [...byKey.values()];
}
