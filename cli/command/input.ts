// Arguments and options of one call, read by their declared names. Asking for a name that the command does not declare
// is a bug and throws.
import { assert } from '../../core/base/assert.js';

type Unstated<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];
/** The members that may be undefined are optional instead. */
export type Stated<T> = Omit<T, Unstated<T>> & { [K in Unstated<T>]?: Exclude<T[K], undefined> };

/** The members that have a value: what was not stated stays out of a request. */
export function pickStated<T extends object>(members: T): Stated<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Stated<T>;
}

export interface CommandInput {
  /** A required argument. */
  arg(name: string): string;
  /** An optional argument. */
  optionalArg(name: string): string | undefined;
  /** The rest arguments of `<name...>`. */
  rest(name: string): readonly string[];
  text(option: string): string | undefined;
  /** A text that is required or has a default. */
  requiredText(option: string): string;
  /** An option with `integer` bounds. */
  integer(option: string): number | undefined;
  flag(option: string): boolean;
  /** An option with `repeat`. */
  list(option: string): readonly string[];
  /** Data is wanted: --json, or --output in any form. */
  readonly json: boolean;
  readonly yaml: boolean;
  readonly quiet: boolean;
  /** Height of --at-least, of a command that reads a register. */
  readonly atLeast: number | undefined;
  /** Profile named by --profile. */
  readonly profile: string | undefined;
  /** Languages named by --lang, as they were written. */
  readonly lang: string | undefined;
}

/** `args` by declared name without brackets, `options` by long name as written (`derivation-index`). */
export interface ParsedCall {
  readonly args: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<string, unknown>>;
  readonly declared: ReadonlySet<string>;
}

export function inputOf(call: ParsedCall): CommandInput {
  const option = (name: string): unknown => {
    assert(call.declared.has(name), `the command does not declare --${name}`);
    return call.options[name];
  };
  const argument = (name: string): unknown => {
    assert(name in call.args, `the command does not declare <${name}>`);
    return call.args[name];
  };
  const requireText = (value: unknown, name: string): string => {
    assert(typeof value === 'string', `${name} has no value although it is required`);
    return value;
  };
  return {
    arg: (name) => requireText(argument(name), name),
    optionalArg: (name) => argument(name) as string | undefined,
    rest: (name) => argument(name) as readonly string[],
    text: (name) => option(name) as string | undefined,
    requiredText: (name) => requireText(option(name), `--${name}`),
    integer: (name) => option(name) as number | undefined,
    flag: (name) => option(name) === true,
    list: (name) => (option(name) ?? []) as readonly string[],
    json: call.options.json === true || call.options.output !== undefined,
    yaml: call.options.output === 'yaml',
    quiet: call.options.quiet === true,
    atLeast: call.options['at-least'] as number | undefined,
    profile: call.options.profile as string | undefined,
    lang: call.options.lang as string | undefined,
  };
}
