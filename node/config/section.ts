// How a section of the settings is written: each setting with its type, bounds, default and description.
import { type TSchema, Type } from 'typebox';

export const MINUTE = 60_000;

export const integer = (
  fallback: number,
  range: { readonly minimum: number; readonly maximum: number },
  description: string,
) => Type.Integer({ default: fallback, ...range, description });
export const flag = (fallback: boolean, description: string) => Type.Boolean({ default: fallback, description });
export const text = (fallback: string, description: string) =>
  Type.String({ default: fallback, minLength: 1, description });
export const optionalText = (description: string, minLength = 1) =>
  Type.Optional(Type.String({ minLength, description }));
/**
 * A running node takes up a changed value (config/again.ts): its readers read such a setting from the settings each
 * time.
 */
export const live = <S extends TSchema>(schema: S): S => Object.assign(schema, { live: true });
export const section = <P extends Type.TProperties>(description: string, properties: P) =>
  Type.Object(properties, { additionalProperties: false, description });
