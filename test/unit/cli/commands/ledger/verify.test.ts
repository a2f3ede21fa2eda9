// Offline verification: what was proven is said with its anchor, and nothing that was changed passes.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { utf8 } from '../../../../../core/base/bytes.js';
import { sha256Hex } from '../../../../../core/base/hash.js';
import type { Json } from '../../../../../core/base/json.js';
import { verifyEvidence } from '../../../../../core/chain/evidence/proof.js';
import { verifySync } from '../../../../../core/crypto/signing/algorithms.js';
import type { OpenedCells } from '../../../../../core/envelope/cells/open.js';
import { openingOf } from '../../../../../core/envelope/cells/opening.js';
import { layoutOf } from '../../../../../core/envelope/layout/layout.js';
import { openedBy, sealed } from '../../../../support/cells/cell-runs.js';
import { called } from '../../../../support/program/command.js';
import { evidenceIn, forgedBranch } from '../../../../support/register/evidence-files.js';
import { act, alice, Ledger, publish, REGISTER_ID, VALIDATOR } from '../../../../support/register/ledger.js';
import { longEvidence } from '../../../../support/register/long-evidence.js';

const ledger = new Ledger();
const publication = publish();
const start = act({ actionId: '0', publicationTxId: publication.txId }, alice);
ledger.seal(publication, start);
ledger.seal(publish(undefined, 'later'));
const evidence = JSON.stringify(evidenceIn(ledger, { height: 1, index: 1 }));
const { genesisHash } = ledger.state;
const head = `${ledger.state.hash}@2`;

describe('cli/commands/ledger/verify', () => {
  it('proves from a file or standard input, with every fact and the trust anchor', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quorate-verify-'));
    writeFileSync(join(folder, 'evidence.json'), evidence);
    const people = await called(['verify', join(folder, 'evidence.json'), '--head', head, '--payload']);
    rmSync(folder, { recursive: true });
    expect([people.exit, people.err, people.requests.length]).to.deep.equal([0, '', 0]);
    expect(people.out)
      .to.match(/^The evidence is valid\.$/m)
      .and.contain(genesisHash)
      .and.contain('"amount": 5');
    expect(people.out.match(/^ {2}ok /gm)).to.have.length(5);
    const { out } = await called(['verify', '--json', '--head', head], {}, { stdin: evidence });
    expect(JSON.parse(out)).to.deep.include({
      verdict: 'valid',
      anchor: { hash: ledger.state.hash, height: 2 },
      txId: start.txId,
      registerId: REGISTER_ID,
      genesisHash,
      height: 1,
    });
  });

  it('names the moves of an instance that one file proves', async () => {
    const { out } = await called(
      ['verify', '--head', head],
      {},
      { stdin: JSON.stringify(evidenceIn(ledger, { height: 1, index: 1, earlier: [] })) },
    );
    expect(out)
      .to.match(/^Instance [0-9a-f]{64}$/m)
      .and.contain('It is the last of 1 move of instance');
  });

  it('writes the page that does the same in a browser', async function () {
    if (!existsSync('dist/console/verify.html')) return this.skip();
    const folder = mkdtempSync(join(tmpdir(), 'quorate-verify-'));
    const file = join(folder, 'page.html');
    const { exit, out } = await called(['verify', '--page', file, '--json']);
    const written = readFileSync(file, 'utf8');
    const both = await called(['verify', 'evidence.json', '--page', join(folder, 'other.html')]);
    rmSync(folder, { recursive: true });
    expect([exit, both.exit]).to.eql([0, 2]);
    expect(written).to.match(/^<!doctype html>/i);
    expect(JSON.parse(out)).to.eql({ file, sha256: sha256Hex(utf8(written)) });
  });

  it('says consistent without a head from elsewhere, with what that rests on and how to get one', async () => {
    for (const more of [[], ['--genesis', genesisHash], ['--head', `${ledger.dockets[1]!.docket.hash}@1`]]) {
      const { exit, out, err } = await called(['verify', ...more], {}, { stdin: evidence });
      expect(exit, more.join(' ')).to.equal(4);
      expect(out)
        .to.match(/^The evidence is consistent\.$/m)
        .and.not.match(/\bvalid\b/);
      expect(out).to.contain('1 key of validators since docket 0').and.contain('its signers say so');
      expect(out.includes(`genesis  ${genesisHash}`)).to.equal(more[0] !== '--genesis');
      expect(err).to.contain(`quorate tx evidence ${REGISTER_ID} ${start.txId} --head`);
    }
    const { exit, out } = await called(['verify', '--json'], {}, { stdin: evidence });
    expect(exit).to.equal(4);
    expect(JSON.parse(out)).to.have.property('verdict', 'consistent');
  });

  it('compares the genesis, the head and the time that the reader states', async () => {
    const other = await called(['verify', '--genesis', '0'.repeat(64)], {}, { stdin: evidence });
    expect([other.exit, other.out]).to.deep.equal([1, '']);
    expect(other.err).to.contain(genesisHash).and.contain('EVIDENCE_INVALID');
    const split = await called(['verify', '--json', '--head', `${'0'.repeat(64)}@2`], {}, { stdin: evidence });
    expect([split.exit, JSON.parse(split.out).verdict]).to.deep.equal([1, 'invalid']);
    expect(split.err).to.contain('EVIDENCE_ANCHOR_MISMATCH');
    const nowMs = ledger.state.timestampMs + 2 * 86_400_000;
    const since = new Date(ledger.state.timestampMs).toISOString();
    const times = [
      [since, 0],
      [`${since.slice(0, 4)}-01-01`, 0],
      ['P1D', 1],
      ['30m', 1],
      ['2030-01-01T00:00:00Z', 1],
      ['soon', 2],
    ] as const;
    for (const [time, exit] of times) {
      const found = await called(['verify', '--head', head, '--not-older-than', time], {}, { stdin: evidence, nowMs });
      expect(found.exit, time + found.err).to.equal(exit);
      if (exit === 1) expect(found.err).to.contain('EVIDENCE_TOO_OLD');
    }
    for (const wrong of [
      ['--genesis', 'abc'],
      ['--head', 'abc'],
      ['--head', `${genesisHash}@x`],
    ])
      expect((await called(['verify', ...wrong], {}, { stdin: evidence })).exit).to.equal(2);
  });

  it('locates what is wrong and ends with 1', async () => {
    const cases: readonly (readonly [string, string])[] = [
      [evidence.replace('"amount":5', '"amount":6'), 'at /transaction/header/payloadHash (VAL_HASH_001)'],
      [evidence.replace(/"proposer":"\w{64}"/, `"proposer":"${'0'.repeat(64)}"`), '/docket'],
      ['{}', '(EVIDENCE_INVALID)'],
      ['{"a":1,"a":2}', '(BODY_DUPLICATE_KEY)'],
    ];
    for (const [stdin, said] of cases) {
      const { exit, out, err } = await called(['verify'], {}, { stdin });
      expect([exit, out], said).to.deep.equal([1, '']);
      expect(err).to.contain(said);
    }
    expect((await called(['verify'])).exit).to.equal(2);
  });

  it('checks each signature of the largest form once, and says that it takes a while', async () => {
    const long = longEvidence({ changes: 201, seats: 1 });
    let signatures = 0;
    const counted: typeof verifySync = (...given) => {
      signatures++;
      return verifySync(...given);
    };
    expect(verifyEvidence(long, counted)).to.have.property('verdict', 'consistent');
    // One a change, docket and head; genesis with its attestation, its seat and its system wallet, and the transaction.
    expect(signatures).to.be.within(203, 210);
    const { err } = await called(['verify'], {}, { stdin: JSON.stringify(long) });
    expect(err).to.contain('Checking the signatures of 201 changes').and.contain('is consistent');
    expect((await called(['verify'], {}, { stdin: evidence })).err).to.not.contain('Checking');
  });

  it('says who stated the parts that an opening shows', async () => {
    const at = { actionId: '1', instanceId: 'i', publicationTxId: publication.txId };
    const run = { registerId: REGISTER_ID, senderWallet: alice.address, ...at };
    const properties = { total: { type: 'number' }, note: { type: 'string' }, paid: { type: 'object' } };
    const action = {
      ...{ id: 1, sender: 'x', dataSchemas: [{ type: 'object', properties }] },
      disclosures: [{ participantAddress: 'y', dataPointers: ['/*'] }],
    };
    const participants = ['x', 'y'].map((id) => ({ id }));
    const layout = layoutOf({ language: 2, participants, actions: [action] } as never, action as never);
    const data = { total: 7, note: 'a\u001b[2Jb', paid: { amount: '315000.00', currency: 'EUR' } };
    const cells = sealed(layout, { data, run });
    const payload = cells as unknown as Json;
    const transaction = act({ ...at, metadata: { contentEncoding: 'encrypted' }, payload } as never, alice);
    const made = forgedBranch(ledger, {
      transaction,
      ...{ height: 47, headHeight: 50, timestampMs: 2_000_000_000_000, roster: { validators: [VALIDATOR] } },
      ...{ rosterChanges: [], known: [1] },
    });
    const opened = openedBy('y', cells, { layout, run }) as OpenedCells;
    const opening = openingOf({ txId: transaction.txId, run, layout, opened }, ['/total', '/paid', '/note']);
    const { out, exit } = await called(['verify'], {}, { stdin: JSON.stringify({ ...made, opening }) });
    expect(exit).to.equal(4);
    expect(out)
      .to.match(new RegExp(`^stated by +${alice.address}$`, 'm'))
      .and.match(/^\/total +7$/m)
      .and.match(/^\/paid +\{ "amount": "315000.00", "currency": "EUR" \}$/m)
      .and.match(/^\/note +"a\\u001b\[2Jb"$/m);
  });

  it('refuses bytes that are not UTF-8, which would be read as the text that was signed', async () => {
    const transaction = act({ actionId: '0', publicationTxId: publication.txId, payload: { note: '\ufffd' } }, alice);
    const made = forgedBranch(ledger, {
      transaction,
      ...{ height: 47, headHeight: 50, timestampMs: 2_000_000_000_000, roster: { validators: [VALIDATOR] } },
      ...{ rosterChanges: [], known: [1] },
    });
    const folder = mkdtempSync(join(tmpdir(), 'quorate-verify-'));
    const file = join(folder, 'evidence.json');
    const good = Buffer.from(JSON.stringify(made));
    writeFileSync(file, good);
    expect((await called(['verify', file])).exit).to.equal(4);
    const at = good.indexOf('\ufffd');
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80]]) {
      writeFileSync(file, Buffer.concat([good.subarray(0, at), Buffer.from(bytes), good.subarray(at + 3)]));
      const { exit, err, out } = await called(['verify', file]);
      expect([exit, out]).to.deep.equal([1, '']);
      expect(err).to.contain('is not UTF-8').and.contain('(BODY_INVALID_JSON)');
    }
    rmSync(folder, { recursive: true });
  });

  it('refuses what is no evidence with a code, however large or deep', async () => {
    const long = longEvidence({ changes: 1, seats: 1 });
    const many = { ...long, rosterChanges: Array.from({ length: 1001 }, () => long.rosterChanges[0]) };
    for (const [stdin, code] of [
      [evidence.slice(0, evidence.length / 2), 'BODY_INVALID_JSON'],
      ['\u0000\u001b[2J'.repeat(100_000), 'BODY_INVALID_JSON'],
      [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'BODY_TOO_DEEP'],
      [JSON.stringify(many), 'EVIDENCE_INVALID'],
      ['null', 'EVIDENCE_INVALID'],
    ] as const) {
      const { exit, err } = await called(['verify'], {}, { stdin });
      expect([exit, err.includes(`(${code})`)], `${code}: ${err.slice(0, 300)}`).to.deep.equal([1, true]);
      expect(err).to.not.contain('\u001b');
    }
  });
});
