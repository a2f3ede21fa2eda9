// Settings from defaults, then a file, then the environment, then flags; the later source wins. Anything unknown or out
// of bounds is an issue that names the setting and its source, so a misspelt setting never silently keeps its default.
// Secret values are never repeated.
import { readFileSync, statSync } from 'node:fs';
import { Errors } from 'typebox/value';
import type { Issue } from '../../core/base/issue.js';
import { issue } from '../../core/base/issue.js';
import { isObject, parseJsonText } from '../../core/base/json.js';
import { nearest } from '../../core/base/nearest.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { writtenText } from '../../core/base/written-text.js';
import { crossCheck } from './check.js';
import type { Config } from './schema.js';
import { SECTIONS, SETTINGS, type Setting } from './settings.js';
import { keepOrigins, type SettingOrigin, type SettingOrigins } from './shown.js';

export interface ConfigSources {
  /** Path of a JSON file; lines that begin with // are comments. */
  readonly file?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Setting path to text: `{ 'http.port': '9000' }`. */
  readonly flags: Readonly<Record<string, string>>;
  /** Of a node that runs (false when absent): it reads files alone, because a pipe keeps its reader waiting. */
  readonly isAgain?: boolean;
}

/** A secret or a configuration file larger than this is a mistake. */
const FILE_BYTES_MAX = 256 * 1024;

/** A value and where it was stated, for the message. */
interface Stated<T> {
  readonly value: T;
  readonly source: string;
  readonly origin: SettingOrigin;
}

interface Draft {
  readonly values: Map<string, unknown>;
  readonly origins: SettingOrigins;
  readonly issues: Issue[];
  readonly isAgain: boolean;
}

/**
 * The settings of a node, or every reason why there are none. Reads the file and the secret files it names, and nothing
 * else.
 */
export function loadConfig(sources: ConfigSources): Result<Config> {
  const draft: Draft = { values: new Map(), origins: new Map(), issues: [], isAgain: sources.isAgain === true };
  for (const setting of SETTINGS) if (setting.fallback !== undefined) draft.values.set(setting.path, setting.fallback);
  if (sources.file !== undefined) readConfigFile(draft, sources.file);
  readEnvironment(draft, sources.env);
  readFlags(draft, sources.flags);
  readSecretFiles(draft);
  if (draft.issues.length > 0) return fail(draft.issues);
  const config = Object.fromEntries(SECTIONS.map(({ name, settings }) => [name, sectionOf(draft, settings)])) as Config;
  keepOrigins(config, draft.origins);
  const issues = crossCheck(config);
  return issues.length > 0 ? fail(issues) : config;
}

/** A line for each issue, for a terminal. */
export function configErrorText(issues: readonly Issue[]): string {
  return issues.map((problem) => problem.message).join('\n');
}

function sectionOf(draft: Draft, settings: readonly Setting[]): Record<string, unknown> {
  const stated = settings.filter(({ path }) => draft.values.has(path));
  return Object.fromEntries(stated.map(({ key, path }) => [key, draft.values.get(path)]));
}

function readConfigFile(draft: Draft, file: string): void {
  const source = readText(draft, file, `configuration file ${file}`);
  if (source === undefined) return;
  const withoutComments = source.replace(/^[ \t]*\/\/.*$/gm, '');
  const parsed = parseJsonText(withoutComments);
  if (isFailure(parsed)) {
    const reason =
      parsed.issue.code === 'BODY_DUPLICATE_KEY'
        ? 'states one setting twice'
        : `is not JSON: ${jsonError(withoutComments)}`;
    draft.issues.push(issue('CONFIG_INVALID', '', `configuration file ${file} ${reason}`));
    return;
  }
  if (!isObject(parsed)) {
    draft.issues.push(issue('CONFIG_INVALID', '', `configuration file ${file} must hold one object`));
    return;
  }
  for (const [name, members] of Object.entries(parsed)) readSection(draft, { name, members, file });
}

function readSection(
  draft: Draft,
  outcome: { readonly name: string; readonly members: unknown; readonly file: string },
): void {
  const section = SECTIONS.find(({ name }) => name === outcome.name);
  if (!section) {
    const names = SECTIONS.map(({ name }) => name);
    draft.issues.push(unknownName(outcome.name, `/${outcome.name}`, nearest(outcome.name, names)));
  } else if (!isObject(outcome.members)) {
    draft.issues.push(issue('CONFIG_INVALID', `/${outcome.name}`, `${outcome.name}: must be an object`));
  } else {
    for (const [key, value] of Object.entries(outcome.members)) {
      const setting = section.settings.find((candidate) => candidate.key === key);
      const keys = section.settings.map((candidate) => candidate.key);
      if (setting) take(draft, setting, { value, source: outcome.file, origin: 'file' });
      else draft.issues.push(unknownName(`${outcome.name}.${key}`, `/${outcome.name}/${key}`, nearest(key, keys)));
    }
  }
}

function readEnvironment(draft: Draft, env: ConfigSources['env']): void {
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || !name.startsWith('QUORATE_')) continue;
    const setting = SETTINGS.find((candidate) => candidate.env === name);
    if (setting) takeText(draft, setting, { value, source: name, origin: 'environment' });
    else if (name.includes('__'))
      draft.issues.push(
        unknownName(
          name,
          '',
          nearest(
            name,
            SETTINGS.map(({ env: known }) => known),
          ),
        ),
      );
    else rejectFlattened(draft, name);
  }
}

/**
 * QUORATE_HTTP_PORT for QUORATE_HTTP__PORT is the likeliest slip; other names without `__` belong to other programs
 * (QUORATE_URL).
 */
function rejectFlattened(draft: Draft, name: string): void {
  const meant = SETTINGS.find(({ env }) => env.replaceAll('_', '') === name.replaceAll('_', ''));
  if (meant) draft.issues.push(unknownName(name, '', meant.env));
}

function readFlags(draft: Draft, flags: ConfigSources['flags']): void {
  for (const [path, value] of Object.entries(flags)) {
    const setting = SETTINGS.find((candidate) => candidate.path === path);
    if (!setting)
      draft.issues.push(
        unknownName(
          path,
          '',
          nearest(
            path,
            SETTINGS.map((known) => known.path),
          ),
        ),
      );
    else if (setting.secret)
      draft.issues.push(settingIssue(setting, 'a secret on a command line can be read by others; use a file', ''));
    else takeText(draft, setting, { value, source: `--set ${path}`, origin: 'flag' });
  }
}

/** Replaces `{key}File` by what the file holds, without the line end that editors add. */
function readSecretFiles(draft: Draft): void {
  for (const setting of SETTINGS) {
    const file = setting.secret ? draft.values.get(`${setting.path}File`) : undefined;
    if (typeof file !== 'string') continue;
    if (draft.values.has(setting.path)) {
      draft.issues.push(settingIssue(setting, `is stated twice, here and as ${setting.path}File`, ''));
      continue;
    }
    const text = readText(draft, file, `${setting.path}File ${file}`);
    const origin = draft.origins.get(`${setting.path}File`) ?? 'default';
    if (text !== undefined) take(draft, setting, { value: text.replace(/\r?\n$/, ''), source: file, origin });
  }
}

function takeText(draft: Draft, setting: Setting, stated: Stated<string>): void {
  take(draft, setting, { ...stated, value: fromText(setting, stated.value) });
}

/** The value a text stands for; a text that stands for none stays a text, which the schema then refuses. */
function fromText(setting: Setting, text: string): unknown {
  if (setting.kind === 'integer') return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  if (setting.kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (setting.kind === 'list') return text === '' ? [] : text.split(',').map((item) => item.trim());
  return text;
}

function take(draft: Draft, setting: Setting, { value, source, origin }: Stated<unknown>): void {
  const wrong = Errors(setting.schema, value)[0];
  if (wrong === undefined) {
    draft.values.set(setting.path, value);
    draft.origins.set(setting.path, origin);
  } else draft.issues.push(settingIssue(setting, reasonOf(setting, wrong.message, value), source));
}

function reasonOf(setting: Setting, message: string, value: unknown): string {
  const allowed = (setting.schema as { readonly enum?: readonly string[] }).enum;
  const rule = allowed ? `must be one of ${allowed.join(', ')}` : message;
  return setting.secret ? rule : `${rule}, not ${JSON.stringify(value)}`;
}

function settingIssue(setting: Setting, reason: string, source: string): Issue {
  const from = source === '' ? '' : ` (from ${source})`;
  return issue('CONFIG_INVALID', `/${setting.section}/${setting.key}`, `${setting.path}: ${reason}${from}`);
}

function unknownName(name: string, path: string, near: string | undefined): Issue {
  return issue(
    'CONFIG_INVALID',
    path,
    `${name}: unknown setting${near === undefined ? '' : `; did you mean ${near}?`}`,
  );
}

function readText(draft: Draft, file: string, what: string): string | undefined {
  try {
    if (draft.isAgain && !statSync(file).isFile()) {
      draft.issues.push(issue('CONFIG_INVALID', '', `${what} is not a file: it is read at the start alone`));
      return undefined;
    }
    const bytes = readFileSync(file);
    const text = bytes.length <= FILE_BYTES_MAX ? writtenText(bytes) : undefined;
    if (typeof text === 'string') return text;
    const reason = text?.issue.message ?? `is larger than ${FILE_BYTES_MAX} bytes`;
    draft.issues.push(issue('CONFIG_INVALID', '', `${what} ${reason}`));
  } catch (error) {
    draft.issues.push(issue('CONFIG_INVALID', '', `${what} cannot be read: ${(error as NodeJS.ErrnoException).code}`));
  }
  return undefined;
}

/** The parser's reason, without what it quotes: text beside a mistake may be of a secret. */
function jsonError(source: string): string {
  try {
    JSON.parse(source);
    return 'a text or number in it cannot be represented';
  } catch (error) {
    return (error as Error).message.replace(/\s*(\.\.\.)?".*"(\.\.\.)?/s, ' ...');
  }
}
