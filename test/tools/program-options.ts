// The options of a program beside `quorate`, such as those of `npm run tool -- chaos`: --help shows them, and one that
// is not known ends with a sentence.
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { EXIT } from '../../cli/command/command.js';
import { suggestions } from '../../cli/command/suggesting.js';

type Parsed<T extends ParseArgsConfig> = ReturnType<typeof parseArgs<T>>;

/**
 * `call` is how it is started, such as `npm run tool -- chaos`; `about` says what it does. Ends the process after
 * --help, and with 2 for what is not known.
 */
export function programOptions<const T extends ParseArgsConfig>(call: string, about: string, config: T): Parsed<T> {
  const options = { ...config.options, help: { type: 'boolean', short: 'h' } } as const;
  try {
    const parsed = parseArgs({ ...config, options });
    if ((parsed.values as { readonly help?: boolean }).help !== true) return parsed as Parsed<T>;
  } catch (error) {
    if (!/^ERR_PARSE_ARGS/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    process.stderr.write(
      `${(error as Error).message.split('. ')[0]}.\n  ${hintFor(error as Error, Object.keys(options))}\n`,
    );
    return process.exit(EXIT.usage);
  }
  process.stdout.write(`Usage: ${call} [options]\n\n${about}\n\nOptions:\n${optionLines(options)}\n`);
  return process.exit(EXIT.ok);
}

function hintFor({ message }: Error, names: readonly string[]): string {
  const word = /'--?([^'= ]+)/.exec(message)?.[1] ?? '';
  const near = names.includes(word) ? [] : suggestions(word, names);
  return near.length > 0
    ? `Did you mean ${near.map((name) => `--${name}`).join(' or ')}?`
    : '--help shows the options.';
}

function optionLines(options: NonNullable<ParseArgsConfig['options']>): string {
  return Object.entries(options)
    .map(([name, { type, default: value }]) => {
      const flag = `  --${name}${type === 'string' ? ' VALUE' : ''}`;
      return value === undefined || value === false ? flag : `${flag}  (default: ${String(value)})`;
    })
    .join('\n');
}
