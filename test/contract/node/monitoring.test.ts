// The alert rules and the dashboard that ship with the program: each metric and each sample that they ask for is one of
// a node, and each runbook is a section of docs/operations.md. Where promtool is installed it takes all of it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { isFailure } from '../../../core/base/result.js';
import { composeNode } from '../../../node/compose/compose.js';
import { loadConfig } from '../../../node/config/load.js';
import { freePort } from '../../support/mesh/free-port.js';
import { anAuthority, DAY_MS, enrolled } from '../../support/mesh/pki.js';
import { SILENT } from '../world/world.js';

const read = (name: string) => readFileSync(`deploy/monitoring/${name}`, 'utf8');
/** Labels whose samples are there from the start, whatever their value. */
const CLOSED = ['state', 'reason', 'status', 'part', 'use'];

/** What a scraper reads of a node with an identity, which has every metric that a node can have. */
async function scraped(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-monitoring-'));
  const authority = await anAuthority(join(folder, 'ca'), { nowMs: Date.now() - DAY_MS });
  await enrolled(join(folder, 'data', 'mesh'), authority, { nowMs: Date.now() - DAY_MS });
  const ports = ['metrics.port', 'network.grpcPort', 'network.gossipPort'];
  const free = await Promise.all(ports.map(async (name) => [name, String(await freePort())] as const));
  const mesh = { 'network.enabled': 'true', 'network.host': '127.0.0.1' };
  const flags = { 'node.dataDir': join(folder, 'data'), 'http.port': '0', ...mesh, ...Object.fromEntries(free) };
  const config = loadConfig({ env: {}, flags });
  if (isFailure(config)) throw new Error(JSON.stringify(config));
  const node = composeNode(config, { log: SILENT, onFatal: () => undefined });
  await node.lifecycle.start();
  try {
    return await (await fetch(`${node.address('metrics')}/metrics`)).text();
  } finally {
    await node.lifecycle.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Expressions of both files, in the language of Prometheus. */
function expressions(): readonly string[] {
  const { panels } = JSON.parse(read('dashboard.json')) as {
    readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
  };
  const rules = [...read('alerts.yml').matchAll(/^ +expr: '(.*)'$/gm)].map(([, expr]) => expr as string);
  return [...rules, ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))];
}

function promtool(words: readonly string[], input?: string) {
  return spawnSync('promtool', words, { encoding: 'utf8', ...(input !== undefined && { input }) });
}

describe('the files of monitoring', () => {
  let text: string;
  const types = new Map<string, string>();
  before(async () => {
    text = await scraped();
    for (const [, name, type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) types.set(name as string, type as string);
  });

  it('ask for metrics that a node has', () => {
    const asked = expressions().flatMap((expr) => expr.match(/\b(?:ledger|nodejs|process)_\w+/g) ?? []);
    expect(asked.length).to.be.greaterThan(50);
    const isThere = (name: string) =>
      types.has(name) || types.get(name.replace(/_(bucket|sum|count)$/, '')) === 'histogram';
    expect(asked.filter((name) => !isThere(name))).to.deep.equal([]);
  });

  it('ask for samples that a node has, before the state is met', () => {
    const asked = expressions().flatMap((expr) =>
      [...expr.matchAll(/\b(ledger_\w+)\{(?:job="\$job",)?(\w+)="([^"$]+)"\}/g)]
        .filter(([, name, label]) => CLOSED.includes(label as string) && types.get(name as string) === 'gauge')
        .map(([, name, label, value]) => `${name}{${label}="${value}"}`),
    );
    expect(asked).to.include('ledger_seats{state="Fenced"}');
    expect(asked.filter((sample) => !text.includes(`\n${sample} `))).to.deep.equal([]);
  });

  it('name each state that stops work in a rule', () => {
    const rules = read('alerts.yml');
    for (const [, name, label, value] of text.matchAll(/^(ledger_(?:seats|registers_stopped))\{(\w+)="(\w+)"\} 0$/gm))
      if (!['Starting', 'Running', 'Paused', 'Stopping', 'Stopped', 'ordered'].includes(value as string))
        expect(rules).to.include(`${name}{${label}="${value}"}`);
  });

  it('lead to sections of the runbook', () => {
    const headings = readFileSync('docs/operations.md', 'utf8').matchAll(/^## (.*)$/gm);
    const anchors = new Set(
      [...headings].map(([, text = '']) =>
        text
          .toLowerCase()
          .replace(/[^\w -]/g, '')
          .replace(/ /g, '-'),
      ),
    );
    const named = [...read('alerts.yml').matchAll(/runbook: docs\/operations\.md(?:#(\S+))?$/gm)].map(([, to]) => to);
    expect(named.length).to.equal(read('alerts.yml').match(/- alert:/g)?.length);
    expect(named.filter((to) => to !== undefined && !anchors.has(to))).to.deep.equal([]);
  });

  it('are of metrics whose names say their kind: counters end in _total, and nothing else ends like a part', () => {
    const wrong = [...types].filter(([name, type]) =>
      type === 'counter' ? !name.endsWith('_total') : /_(total|count|sum|bucket)$/.test(name),
    );
    expect(wrong).to.deep.equal([]);
  });

  it('are taken by promtool, as the metrics are', function () {
    if (promtool(['--version']).error !== undefined) return this.skip();
    const failed = [
      promtool(['check', 'metrics'], text),
      promtool(['check', 'config', 'deploy/monitoring/prometheus.yml']),
      promtool(['test', 'rules', 'deploy/monitoring/alerts-test.yml']),
    ].filter(({ status }) => status !== 0);
    expect(failed.map(({ stdout, stderr }) => stdout + stderr)).to.deep.equal([]);
  });
});
