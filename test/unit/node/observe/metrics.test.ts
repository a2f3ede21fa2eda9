// The contents of the metrics text after each measurement, bounded labels, and the off switch.
import { expect } from 'chai';
import { createMetrics, type Metrics } from '../../../../node/observe/metrics.js';

function created(): Metrics {
  const metrics = createMetrics({ enabled: true });
  if (metrics === null) throw new Error('metrics are on');
  return metrics;
}

async function values(metrics: Metrics): Promise<Map<string, number>> {
  const lines = (await metrics.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

const NAMES: readonly string[] = [
  ...['ledger_actor_dropped_total', 'ledger_actor_restarts_total', 'ledger_credentials_issued_total'],
  'ledger_credentials_presented_total',
  ...['ledger_designer_requests_total', 'ledger_designer_tokens_total'],
  'ledger_docket_seal_seconds',
  ...['ledger_docket_sealed_bytes_total', 'ledger_docket_sealed_total', 'ledger_docket_transactions'],
  ...['ledger_gate_seconds', 'ledger_gates_evidence_total', 'ledger_gates_total'],
  ...['ledger_gossip_messages_total', 'ledger_http_request_seconds', 'ledger_http_requests_total'],
  ...['ledger_hub_connections', 'ledger_hub_cuts_total', 'ledger_hub_events_lost_total'],
  ...['ledger_hub_events_total', 'ledger_journal_bytes_total', 'ledger_journal_commits_total'],
  ...['ledger_journal_ops_total', 'ledger_journal_sync_seconds', 'ledger_mail_sent_total'],
  ...['ledger_network_bytes_total', 'ledger_network_call_seconds', 'ledger_network_dropped_total'],
  ...['ledger_network_failures_total', 'ledger_network_frames_total', 'ledger_operations_duration_seconds'],
  ...['ledger_operations_finished_total', 'ledger_outgoing_request_seconds', 'ledger_outgoing_requests_total'],
  ...['ledger_peer_bans_total', 'ledger_peer_offences_total', 'ledger_pool_transactions'],
  'ledger_program_grants_total',
  ...['ledger_register_halted', 'ledger_register_refused_total', 'ledger_register_sealed_total'],
  ...['ledger_register_submitted_total', 'ledger_request_authentication_total'],
  ...['ledger_trust_certificates_total', 'ledger_trust_lists_read_total'],
  'ledger_webhook_attempts_total',
  'publish_override_total',
  ...['rehearsal_duration_seconds', 'rehearsal_run_total', 'sandbox_provision_total'],
];

describe('node/observe/metrics', () => {
  it('is null when switched off', () => {
    expect(createMetrics({ enabled: false })).to.equal(null);
  });

  it('counts journal commits with their operations, bytes and time', async () => {
    const metrics = created();
    metrics.journal.onCommitted({ ops: 6, bytes: 1000, seconds: 0.003 });
    metrics.journal.onCommitted({ ops: 4, bytes: 500, seconds: 0.3 });
    const now = await values(metrics);
    expect(now.get('ledger_journal_commits_total')).to.equal(2);
    expect(now.get('ledger_journal_ops_total')).to.equal(10);
    expect(now.get('ledger_journal_bytes_total')).to.equal(1500);
    expect(now.get('ledger_journal_sync_seconds_bucket{le="0.005"}')).to.equal(1);
    expect(now.get('ledger_journal_sync_seconds_count')).to.equal(2);
  });

  it('counts requests by the state of their token, and what programs got', async () => {
    const metrics = created();
    metrics.access.countAuthentication('bearer');
    metrics.access.countAuthentication('unproven');
    metrics.access.countGrant('refresh_token', 'invalid_grant');
    const now = await values(metrics);
    const requests = (state: string) => now.get(`ledger_request_authentication_total{state="${state}"}`);
    expect(['bearer', 'unproven', 'none'].map(requests)).to.deep.equal([1, 1, 0]);
    expect(now.get('ledger_program_grants_total{grant="refresh_token",outcome="invalid_grant"}')).to.equal(1);
  });

  it('counts rehearsals, sandboxes and overrides under the names of the specification', async () => {
    const metrics = created();
    const { workflow } = metrics;
    workflow.publishOverride();
    workflow.publishOverride();
    workflow.rehearsalBegun();
    workflow.rehearsalEnded('Passed', 12);
    workflow.rehearsalEnded('Passed', 70);
    workflow.sandboxProvisioned('founded');
    const now = await values(metrics);
    expect(now.get('publish_override_total')).to.equal(2);
    expect(now.get('rehearsal_run_total')).to.equal(1);
    expect(now.get('rehearsal_duration_seconds_count{outcome="Passed"}')).to.equal(2);
    expect(now.get('rehearsal_duration_seconds_sum{outcome="Passed"}')).to.equal(82);
    expect(now.get('rehearsal_duration_seconds_bucket{le="30",outcome="Passed"}')).to.equal(1);
    expect(now.get('sandbox_provision_total{outcome="founded"}')).to.equal(1);
  });

  it('counts what peers did wrong, by kind, and bans', async () => {
    const metrics = created();
    metrics.peers.offence('flood');
    metrics.peers.offence('flood');
    metrics.peers.offence('protocol');
    metrics.peers.onBanned();
    const now = await values(metrics);
    expect(now.get('ledger_peer_offences_total{offence="flood"}')).to.equal(2);
    expect(now.get('ledger_peer_offences_total{offence="protocol"}')).to.equal(1);
    expect(now.get('ledger_peer_bans_total')).to.equal(1);
  });

  it('counts what happens to transactions and registers', async () => {
    const { register, ...metrics } = created();
    register.onSubmitted();
    register.onSubmitted();
    register.onRefused('VAL_SIG_001');
    register.onSealed(7, 4096, 0.02);
    register.poolSize(5);
    register.poolSize(-2);
    register.onHalted(1);
    register.onRestarted();
    register.onDropped('queue-full');
    const now = await values({ register, ...metrics });
    expect(now.get('ledger_register_submitted_total')).to.equal(2);
    expect(now.get('ledger_register_refused_total{code="VAL_SIG_001"}')).to.equal(1);
    expect(now.get('ledger_register_sealed_total')).to.equal(7);
    expect(now.get('ledger_docket_sealed_total')).to.equal(1);
    expect(now.get('ledger_docket_sealed_bytes_total')).to.equal(4096);
    expect(now.get('ledger_docket_transactions_bucket{le="10"}')).to.equal(1);
    expect(now.get('ledger_docket_seal_seconds_sum')).to.equal(0.02);
    expect(now.get('ledger_pool_transactions')).to.equal(3);
    expect(now.get('ledger_register_halted')).to.equal(1);
    expect(now.get('ledger_actor_restarts_total')).to.equal(1);
    expect(now.get('ledger_actor_dropped_total{reason="queue-full"}')).to.equal(1);
  });

  it('counts requests by operation and status, with a bound on operations', async () => {
    const metrics = created();
    metrics.http.onAnswered({ operationId: 'getRegister', status: 200, seconds: 0.004 });
    metrics.http.onAnswered({ operationId: '', status: 404, seconds: 0.001 });
    for (let i = 0; i < 1000; i++) metrics.http.onAnswered({ operationId: `made${i}`, status: 200, seconds: 0 });
    const now = await values(metrics);
    expect(now.get('ledger_http_requests_total{operation="getRegister",status="200"}')).to.equal(1);
    expect(now.get('ledger_http_requests_total{operation="none",status="404"}')).to.equal(1);
    expect(now.get('ledger_http_requests_total{operation="other",status="200"}')).to.equal(602);
    const series = [...now.keys()].filter((name) => name.startsWith('ledger_http_requests_total'));
    expect(series).to.have.length(401);
  });

  it('reads gauges when asked and includes the measurements of the process once', async () => {
    const first = created();
    const second = created();
    let depth = 4;
    first.gauge({ name: 'ledger_outbox_transactions', help: 'Waiting.', read: () => depth });
    expect((await values(first)).get('ledger_outbox_transactions')).to.equal(4);
    depth = 9;
    expect((await values(first)).get('ledger_outbox_transactions')).to.equal(9);
    const names = [...(await values(second)).keys()];
    expect(names).to.include('process_cpu_seconds_total').and.to.include('nodejs_eventloop_lag_seconds');
    expect(names).not.to.include('ledger_outbox_transactions');
    expect(second.contentType).to.equal('text/plain; version=0.0.4; charset=utf-8');
  });

  it('names every metric of ours ledger_area_what, with its unit, and keeps each name: dashboards ask by it', async () => {
    const ours = [...(await created().text()).matchAll(/^# TYPE (\S+)/gm)].map((match) => match[1] as string);
    const names = ours.filter((name) => !/^(process|nodejs)_/.test(name)).sort();
    expect(names).to.deep.equal(NAMES);
    for (const name of names.filter((one) => one.startsWith('ledger_')))
      expect(name)
        .to.match(/^ledger(_[a-z]+){2,}$/)
        .and.not.match(/_count$/);
  });
});
