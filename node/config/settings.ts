// The schema as a flat list: one row for each setting with the names it has in a file, in the environment and on the
// command line. Names are derived, never written by hand.
import type { TSchema } from 'typebox';
import { ConfigSchema } from './schema.js';

export interface Setting {
  readonly section: string;
  readonly key: string;
  /** As in messages and after --set: `http.bodyBytesMax`. */
  readonly path: string;
  /** As in the environment: `QUORATE_HTTP__BODY_BYTES_MAX`. */
  readonly env: string;
  readonly kind: 'integer' | 'boolean' | 'string' | 'list';
  readonly fallback: unknown;
  readonly description: string;
  /** The value must not be shown or stated on a command line; `{key}File` names a file that holds it. */
  readonly secret: boolean;
  /** A running node takes up a changed value on SIGHUP. */
  readonly isLive: boolean;
  readonly schema: TSchema;
}

export interface Section {
  readonly name: string;
  readonly description: string;
  readonly settings: readonly Setting[];
}

interface Described {
  readonly description: string;
  readonly default?: unknown;
  readonly type?: string;
  readonly live?: boolean;
}

/** Sections and their settings in the order of the schema. */
export const SECTIONS: readonly Section[] = Object.entries(ConfigSchema.properties).map(([name, section]) => {
  const properties: Readonly<Record<string, TSchema>> = section.properties;
  return {
    name,
    description: (section as unknown as Described).description,
    settings: Object.keys(properties).map((key) => setting(name, key, properties)),
  };
});

export const SETTINGS: readonly Setting[] = SECTIONS.flatMap((section) => section.settings);

function setting(section: string, key: string, properties: Readonly<Record<string, TSchema>>): Setting {
  const schema = properties[key] as TSchema;
  const { type, default: fallback, description: text, live: isLive = false } = schema as unknown as Described;
  const words = key.replace(/[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  return {
    section,
    key,
    path: `${section}.${key}`,
    env: `QUORATE_${section}__${words}`.toUpperCase(),
    kind: type === 'array' ? 'list' : type === 'integer' || type === 'boolean' ? type : 'string',
    fallback,
    description: isLive ? `${text} A changed value is taken up on SIGHUP.` : text,
    secret: `${key}File` in properties,
    isLive,
    schema,
  };
}
