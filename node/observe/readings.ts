// Values that are read when metrics are collected, with labels where there are several. It keeps none of them.
import { Counter, Gauge, type Registry } from 'prom-client';

export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A value that is read when metrics are collected, such as a queue depth; one that ends in `_total` only grows. */
export interface Reading {
  readonly name: `ledger_${string}`;
  readonly help: string;
  /** Names of the labels of its samples: their values are a closed set. */
  readonly labels?: readonly string[];
  readonly read: () => number | readonly Sample[];
}

export function addReading(registry: Registry, { name, help, labels = [], read }: Reading): void {
  const about = { name, help, labelNames: [...labels], registers: [registry] };
  const samples = (): readonly Sample[] => {
    const found = read();
    return typeof found === 'number' ? [{ labels: {}, value: found }] : found;
  };
  if (name.endsWith('_total'))
    new Counter({
      ...about,
      collect() {
        this.reset();
        for (const sample of samples()) this.inc(sample.labels, sample.value);
      },
    });
  else
    new Gauge({
      ...about,
      collect() {
        this.reset();
        for (const sample of samples()) this.set(sample.labels, sample.value);
      },
    });
}
