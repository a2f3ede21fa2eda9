// The page shape of queries (reference-facts 4.2.6), counted from 1, over lists whose total is kept and never counted.
import { PAGE_BYTES_MAX } from '../../core/base/limits/node/requests.js';

/** Of lists of whole transactions, for their documents. */
export const SHORT_PAGE = `A page ends before it has more than ${PAGE_BYTES_MAX / 1024 / 1024} MiB of transactions: nextCursor goes on behind its last one, whatever number it has.`;

export interface PageAsked {
  readonly page: number;
  readonly pageSize: number;
}

/** The numbers of a page that begins after so many items. */
export function pageOfSkip({ skip, top }: { readonly skip: number; readonly top: number }): PageAsked {
  return { page: Math.floor(skip / top) + 1, pageSize: top };
}

export function skipOf({ page, pageSize }: PageAsked): { readonly skip: number; readonly top: number } {
  return { skip: (page - 1) * pageSize, top: pageSize };
}

export function pageView<T>(items: readonly T[], totalCount: number, { page, pageSize }: PageAsked) {
  const totalPages = Math.ceil(totalCount / pageSize);
  return {
    items: [...items],
    page,
    pageSize,
    totalCount,
    totalPages,
    hasPreviousPage: page > 1,
    hasNextPage: page < totalPages,
  };
}

/** Headers of a list that is a plain array: how many there are in all. */
export function totalHeader(totalCount: number): Readonly<Record<string, string>> {
  return { 'x-total-count': String(totalCount) };
}
