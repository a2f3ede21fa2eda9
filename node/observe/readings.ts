// Values that are read when metrics are collected, with labels where there are several. It keeps none of them.
import { Counter, Gauge, type Registry } from 'prom-client';

export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

type Read = number | readonly Sample[];

/** A value that is read when metrics are collected, such as a queue depth; one that ends in `_total` only grows. */
export interface Reading {
  readonly name: `ledger_${string}`;
  readonly help: string;
  /** Names of the labels of its samples: their values are a closed set. */
  readonly labels?: readonly string[];
  readonly read: () => Read | Promise<Read>;
}

export function addReading(registry: Registry, { name, help, labels = [], read }: Reading): void {
  const about = { name, help, labelNames: [...labels], registers: [registry] };
  const samples = async (): Promise<readonly Sample[]> => {
    const reading = await read();
    return typeof reading === 'number' ? [{ labels: {}, value: reading }] : reading;
  };
  if (name.endsWith('_total'))
    new Counter({
      ...about,
      async collect() {
        const readings = await samples();
        this.reset();
        for (const sample of readings) this.inc(sample.labels, sample.value);
      },
    });
  else
    new Gauge({
      ...about,
      async collect() {
        const readings = await samples();
        this.reset();
        for (const sample of readings) this.set(sample.labels, sample.value);
      },
    });
}
