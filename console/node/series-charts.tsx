// Twelve charts of the last hours, as the node kept them.
import { Link } from '@tanstack/react-router';
import { Chart } from '../charts/chart.js';
import { useAgain } from '../live/use-again.js';
import { PATHS } from '../paths.js';
import { useWords } from '../words/words.js';
import { type NodeSeries, readSeries } from './read-node.js';
import { type ChartSpan, SPANS } from './span.js';

/** The chart of an hour gains a step; that of six is read less often: it is 130 KB at most. */
const READ_MS: Readonly<Record<ChartSpan, number>> = { '15m': 10_000, '1h': 10_000, '6h': 60_000 };

interface SeriesChartsProps {
  readonly first: NodeSeries;
  readonly span: ChartSpan;
}

export function SeriesCharts({ first, span }: SeriesChartsProps) {
  const words = useWords();
  const [{ series, stepSeconds, until }] = useAgain(first, () => readSeries(span), READ_MS[span]);
  if (series.length === 0) return <p className="card">{words('node.no-series')}</p>;
  return (
    <>
      <nav className="row-choice" aria-label={words('node.span')}>
        {Object.keys(SPANS).map((each) => (
          <Link
            key={each}
            className="chip"
            to={PATHS.node}
            search={{ span: each as ChartSpan }}
            aria-current={each === span ? 'true' : undefined}
          >
            {words('node.span.each', { span: each })}
          </Link>
        ))}
      </nav>
      <div className="charts">
        {series.map(({ name, unit, values }) => (
          <Chart
            key={name}
            title={words(`series.${name}`)}
            unit={unit}
            values={values}
            stepMs={stepSeconds * 1000}
            untilMs={Date.parse(until)}
            steps={SPANS[span]}
          />
        ))}
      </div>
    </>
  );
}
