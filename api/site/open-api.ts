// The OpenAPI document as the reference reads it: the members that this program writes (api/server/openapi.ts).

export interface ApiSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly nullable?: boolean;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: ApiSchema;
  readonly oneOf?: readonly ApiSchema[];
  readonly allOf?: readonly ApiSchema[];
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | ApiSchema;
}

export interface ApiContent {
  readonly schema?: ApiSchema;
  readonly example?: unknown;
}

export interface ApiParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: ApiSchema;
}

export interface ApiAnswer {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, ApiContent>>;
}

export interface SiteOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly parameters: readonly (ApiParameter | { readonly $ref: string })[];
  readonly requestBody?: ApiAnswer & { readonly required: boolean };
  readonly responses: Readonly<Record<string, ApiAnswer>>;
}

export interface ApiDocument {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, SiteOperation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, ApiParameter>>;
    readonly responses: Readonly<Record<string, ApiAnswer>>;
    readonly schemas: Readonly<Record<string, ApiSchema>>;
  };
}

/** The last word of a `$ref`. */
export function refName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}
