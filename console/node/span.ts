// For how long the charts of the node look back: it is in the address.

/** Steps of ten seconds. */
export const SPANS = { '15m': 90, '1h': 360, '6h': 2160 } as const;
export type ChartSpan = keyof typeof SPANS;
export const SPAN_USUAL: ChartSpan = '1h';

export interface NodeFilter {
  readonly span?: ChartSpan;
}

export function spanIn({ span }: Readonly<Record<string, unknown>>): NodeFilter {
  return typeof span === 'string' && span in SPANS ? { span: span as ChartSpan } : {};
}
