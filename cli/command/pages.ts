// Pages of long lists: the two options that every list takes, and the line below a table that says what the page left
// out.
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../../core/base/limits/node/requests.js';
import type { Option } from './command.js';
import type { CommandInput } from './input.js';

export const PAGE_SIZE_OPTION: Option = {
  flags: '--page-size <number>',
  description: 'rows of a page',
  integer: { min: 1, max: PAGE_SIZE_MAX },
  default: PAGE_SIZE_DEFAULT,
};

export const PAGE_OPTIONS: readonly Option[] = [
  { flags: '--page <number>', description: 'page, counted from 1', integer: { min: 1, max: 1_000_000 }, default: 1 },
  PAGE_SIZE_OPTION,
];

/** For commands that read a register: `connect` sends it along. */
export const AT_LEAST: Option = {
  flags: '--at-least <height>',
  description: 'answer from this height of the register or above, or not at all',
  integer: { min: 0, max: Number.MAX_SAFE_INTEGER },
};

interface PageOptions {
  readonly page: number;
  readonly pageSize: number;
}

export function pageIn(input: CommandInput): PageOptions {
  return { page: input.integer('page') ?? 1, pageSize: input.integer('page-size') ?? PAGE_SIZE_DEFAULT };
}

/** Below a table: what of how many is shown, and how to see more. Empty when everything is. */
export function pageNote({ page, pageSize }: PageOptions, total: number | undefined): string {
  if (total === undefined || total === 0) return '';
  const pages = Math.ceil(total / pageSize);
  if (pages <= 1) return '';
  const next = page < pages ? ` Next: --page ${page + 1}.` : '';
  return `\n\nPage ${page} of ${pages}, ${total} in all.${next}`;
}
