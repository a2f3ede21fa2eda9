// Trust lists through HTTP: imported as a file and from a URL, refused, refreshed, followed, read by programs.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { trustListRoutes } from '../../../api/groups/trust/trust-lists/routes.js';
import { utf8 } from '../../../core/base/bytes.js';
import { isFailure } from '../../../core/base/result.js';
import { PLATFORM_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import type { KeptTrustList } from '../../../core/trust/lists/snapshot.js';
import { LIST_OF_LISTS, operatorOf, signedList } from '../../support/trust-lists/signed-list.js';
import { call } from '../world/caller.js';
import type { Persona } from '../world/personas.js';
import { aWorld, NO_LIMITS } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';
import { LIST_URL, PARTS, ROOT, seedTrustList } from './fixtures.js';

const { importTrustList, refreshTrustList, readTrustListAnchors, getTrustList, deleteTrustList, listTrustLists } =
  trustListRoutes;
const BOUNDARY = 'x-boundary';

/** A form as browsers write it. */
function formOf(fields: readonly (readonly [name: string, value: string, file?: string])[]): string {
  const parts = fields.map(([name, value, file]) => {
    const disposition = `form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"`}`;
    const type = file === undefined ? '' : '\r\nContent-Type: application/xml';
    return `--${BOUNDARY}\r\nContent-Disposition: ${disposition}${type}\r\n\r\n${value}\r\n`;
  });
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}

describe('trust lists', () => {
  const world = worldOfAll();
  const as = async (persona: Persona = 'administrator') => ({ token: await world.token(persona) });
  const codeOf = ({ status, json }: { status: number; json: { code?: string } }) => [status, json.code];
  const upload = async (fields: Parameters<typeof formOf>[0]) =>
    call(
      world,
      importTrustList,
      {},
      {
        ...(await as()),
        rawBody: formOf(fields),
        headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      },
    );
  const fetchList = async (body: object, persona?: Persona) =>
    call(world, importTrustList, { body }, await as(persona));

  before(() => seedTrustList(world));

  it('takes a list as a file, under operators that the call pins', async () => {
    const operator = operatorOf('Other');
    const parts = [
      ['trustListId', 'file'],
      ['file', signedList(PARTS, operator), 'list.xml'],
    ] as const;
    expect(codeOf(await upload(parts))).to.deep.equal([422, 'TRUSTLIST_SIGNATURE_INVALID']);
    const answer = await upload([...parts, ['operatorCertificates', operator.certificate]]);
    expect(answer.status).to.equal(201);
    expect(answer.json).to.include({ trustListId: 'file', source: 'upload', rootCount: 1, freshness: 'fresh' });
    const again = await call(world, refreshTrustList, { params: { trustListId: 'file' } }, await as());
    expect(codeOf(again)).to.deep.equal([400, 'OUTGOING_REFUSED']);
  });

  it('refuses forms that are no forms, and lists that come in no way or in two', async () => {
    const rows: readonly (readonly [string, string])[] = [
      ['--x\r\n', 'BODY_INVALID'],
      [formOf([['trustListId', 'a']]).slice(0, -6), 'BODY_INVALID'],
      [`${formOf([['trustListId', 'a']])}more`, 'BODY_INVALID'],
      [
        formOf([
          ['trustListId', 'a'],
          ['trustListId', 'b'],
        ]),
        'BODY_DUPLICATE_KEY',
      ],
      [formOf([['trustListId', 'a']]).replace(' name=', ' other='), 'BODY_INVALID'],
      [formOf([['trustListId', 'a']]), 'BODY_INVALID'],
      [
        formOf([
          ['trustListId', 'a'],
          ['url', LIST_URL],
          ['file', '<a/>', 'a.xml'],
        ]),
        'BODY_INVALID',
      ],
      [
        formOf([
          ['trustListId', 'A b'],
          ['url', LIST_URL],
        ]),
        'BODY_INVALID',
      ],
      [
        formOf([
          ['trustListId', 'a'],
          ['file', '<a/>', 'a.xml'],
          ['operatorCertificates[]', 'AAAA'],
        ]),
        'BODY_INVALID',
      ],
      [
        formOf([
          ['trustListId', 'a'],
          ['file', '<a/>', 'a.xml'],
        ]),
        'TRUSTLIST_MALFORMED',
      ],
    ];
    for (const [rawBody, code] of rows) {
      const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
      const answer = await call(world, importTrustList, {}, { ...(await as()), rawBody, headers });
      expect(answer.json.code, rawBody).to.equal(code);
    }
  });

  it('fetches a list once, and refuses one that is older or another under its number', async () => {
    const { served, operator } = world.trust;
    const url = 'https://lists.example/sequence.xml';
    const serve = (sequence: number, more = {}) =>
      served.set(url, signedList({ ...PARTS, sequence, ...more }, operator));
    const body = { trustListId: 'sequence', url };
    serve(5);
    expect((await fetchList(body)).json).to.include({ source: url, sequenceNumber: 5 });
    serve(4);
    expect(codeOf(await fetchList(body))).to.deep.equal([409, 'TRUSTLIST_SEQUENCE_REGRESSION']);
    serve(5, { issued: '2026-02-01T00:00:00Z' });
    expect(codeOf(await fetchList(body))).to.deep.equal([409, 'TRUSTLIST_SEQUENCE_REGRESSION']);
    serve(6);
    const fresh = await call(world, refreshTrustList, { params: { trustListId: 'sequence' } }, await as());
    expect(fresh.json).to.include({ sequenceNumber: 6, formerSequenceNumber: 5 });
    served.set(url, '');
    const gone = await call(world, refreshTrustList, { params: { trustListId: 'sequence' } }, await as());
    expect(codeOf(gone)).to.deep.equal([502, 'OUTGOING_ANSWER_REFUSED']);
    const kept = await call(world, getTrustList, { params: { trustListId: 'sequence' } }, await as());
    expect(kept.json.sequenceNumber).to.equal(6);
  });

  it('is for administrators alone, each for the lists of the own organisation', async () => {
    for (const persona of ['user', 'citizen', 'service'] as const)
      expect(codeOf(await fetchList({ trustListId: 'a', url: LIST_URL }, persona))[0], persona).to.equal(403);
    await seedTrustList(world, { trustListId: 'theirs', organisationId: PLATFORM_ORGANISATION_ID });
    for (const definition of [getTrustList, deleteTrustList, refreshTrustList]) {
      const answer = await call(world, definition, { params: { trustListId: 'theirs' } }, await as());
      expect(codeOf(answer), definition.url).to.deep.equal([404, 'TRUSTLIST_UNAVAILABLE']);
    }
    const { json } = await call(world, listTrustLists, {}, await as());
    expect(json.trustLists.map((list: { trustListId: string }) => list.trustListId)).not.to.include('theirs');
  });

  it('gives roots to services and administrators, stale ones as stale or not at all', async () => {
    const { settings } = world.trust;
    await seedTrustList(world, { trustListId: 'anchors', organisationId: PLATFORM_ORGANISATION_ID });
    const anchors = async (trustListId: string, persona: Persona) =>
      call(world, readTrustListAnchors, { params: { trustListId } }, await as(persona));
    for (const persona of ['service', 'administrator'] as const) {
      const expected = {
        trustListId: 'anchors',
        sequenceNumber: 1,
        freshness: 'fresh',
        nextUpdate: '2029-01-01T00:00:00.000Z',
      };
      expect((await anchors('anchors', persona)).json).to.deep.equal({ ...expected, roots: [ROOT] });
    }
    expect(codeOf(await anchors('anchors', 'user'))[0]).to.equal(403);
    expect(codeOf(await anchors('none', 'service'))).to.deep.equal([404, 'TRUSTLIST_UNAVAILABLE']);
    world.setClock(4 * 365 * 86_400_000);
    try {
      expect((await anchors('anchors', 'service')).json).to.include({ freshness: 'stale' });
      settings.strictFreshness = true;
      expect(codeOf(await anchors('anchors', 'service'))).to.deep.equal([503, 'TRUSTLIST_STALE']);
    } finally {
      settings.strictFreshness = false;
      world.setClock(-4 * 365 * 86_400_000);
    }
  });

  it('follows the pointers of a list of lists, each under its own operators, and forgets those that go', async () => {
    const { served, operator, trustListRefresher, settings } = world.trust;
    const [own, liar] = [operatorOf('XB'), operatorOf('Liar')];
    const pointer = (territory: string, operators = [own.certificate]) => ({
      url: `https://${territory}.example/`,
      territory,
      operators,
    });
    const lists = {
      type: LIST_OF_LISTS,
      pointers: [pointer('XB'), pointer('XC'), pointer('XD'), pointer('XE'), pointer('XB')],
    };
    settings.lotlUrl = 'https://lotl.example/';
    served.set(settings.lotlUrl, signedList(lists, operator));
    served.set('https://XB.example/', signedList({ ...PARTS, territory: 'XB' }, own));
    served.set('https://XC.example/', signedList({ ...PARTS, territory: 'XC' }, liar));
    served.set('https://XD.example/', signedList({ ...PARTS, territory: 'XB' }, own));
    expect((await fetchList({ trustListId: 'lotl', followPointers: true })).status).to.equal(201);
    await trustListRefresher.idle();
    const shown = async (trustListId: string) => call(world, getTrustList, { params: { trustListId } }, await as());
    expect((await shown('lotl')).json.pointers).to.deep.equal([
      { trustListId: 'lotl/XB' },
      { trustListId: 'lotl/XC', code: 'TRUSTLIST_SIGNATURE_INVALID' },
      { trustListId: 'lotl/XD', code: 'TRUSTLIST_MALFORMED' },
      { trustListId: 'lotl/XE', code: 'OUTGOING_FAILED' },
      { trustListId: 'lotl/XB', code: 'TRUSTLIST_MALFORMED' },
    ]);
    expect((await shown('lotl/XB')).json).to.include({ territory: 'XB', rootCount: 1 });
    served.set(settings.lotlUrl, signedList({ ...lists, sequence: 2, pointers: [pointer('XC')] }, operator));
    await call(world, refreshTrustList, { params: { trustListId: 'lotl' } }, await as());
    await trustListRefresher.idle();
    expect(codeOf(await shown('lotl/XB'))).to.deep.equal([404, 'TRUSTLIST_UNAVAILABLE']);
    served.set('https://XC.example/', signedList({ ...PARTS, territory: 'XC' }, own));
    await call(world, refreshTrustList, { params: { trustListId: 'lotl' } }, await as());
    await trustListRefresher.idle();
    expect((await shown('lotl/XC')).status).to.equal(200);
    expect((await call(world, deleteTrustList, { params: { trustListId: 'lotl' } }, await as())).status).to.equal(204);
    expect(codeOf(await shown('lotl/XC'))).to.deep.equal([404, 'TRUSTLIST_UNAVAILABLE']);
  });

  it('fetches lists again by the timer, and keeps the last good snapshot', async () => {
    const { served, operator, trustListRefresher, recorded } = world.trust;
    const url = 'https://lists.example/timer.xml';
    served.set(url, signedList(PARTS, operator));
    await fetchList({ trustListId: 'timer', url });
    const nowMs = world.deps.clock.now();
    const sweptAt = async (hours: number) => {
      recorded.length = 0;
      await trustListRefresher.sweep(nowMs + hours * 3_600_000);
      return recorded.filter((each) => each.startsWith('timer'));
    };
    served.set(url, signedList({ ...PARTS, sequence: 2 }, operator));
    expect(await sweptAt(0.5)).to.deep.equal([]);
    expect(await sweptAt(1)).to.deep.equal(['timer']);
    served.set(url, signedList({ ...PARTS, sequence: 1 }, operator));
    expect(await sweptAt(3)).to.deep.equal(['timer TRUSTLIST_SEQUENCE_REGRESSION']);
    const kept = await call(world, getTrustList, { params: { trustListId: 'timer' } }, await as());
    expect(kept.json).to.include({ sequenceNumber: 2 });
  });

  it('tells the audit trail what was imported, refused and removed', async () => {
    await fetchList({ trustListId: 'audited', url: LIST_URL });
    await upload([
      ['trustListId', 'audited'],
      ['file', '<a/>', 'a.xml'],
    ]);
    await call(world, deleteTrustList, { params: { trustListId: 'audited' } }, await as());
    const { organisationId } = EXAMPLE;
    const { rows } = await world.deps.audit.page([organisationId], {}, 50);
    const told = rows.filter(({ details }) => details['trustListId'] === 'audited').map(({ eventType }) => eventType);
    expect(told.sort()).to.deep.equal(['TrustListImported', 'TrustListRefused', 'TrustListRemoved']);
  });

  it('takes as many lists as an organisation may have', async () => {
    const { trustListRefresher } = world.trust;
    const organisationId = 'a0000000-0000-4000-8000-000000000001';
    const take = (i: number) =>
      trustListRefresher.take({ organisationId, trustListId: `l${i}`, from: { url: LIST_URL } });
    for (let i = 0; i < 64; i++) await take(i);
    expect(await take(64)).to.have.nested.property('issue.code', 'QUOTA_EXCEEDED');
    expect(await take(0)).to.include({ trustListId: 'l0' });
  });

  it('fetches a list again that was looked at under a clock that was ahead', async () => {
    const { served, operator, trustListRefresher, recorded } = world.trust;
    const url = 'https://lists.example/ahead.xml';
    served.set(url, signedList(PARTS, operator));
    await fetchList({ trustListId: 'ahead', url });
    served.set(url, signedList({ ...PARTS, sequence: 2 }, operator));
    recorded.length = 0;
    await trustListRefresher.sweep(world.deps.clock.now() - 1_800_000);
    expect(recorded).not.to.include('ahead');
    await trustListRefresher.sweep(world.deps.clock.now() - 7_200_000);
    expect(recorded).to.include('ahead');
  });

  it('takes a list of lists as a file, where the settings name another one', async () => {
    const { settings, operator } = world.trust;
    settings.lotlUrl = 'https://lotl.example/';
    const file = signedList({ type: LIST_OF_LISTS }, operator);
    const answer = await fetchList({ trustListId: 'brought', followPointers: true, file });
    expect([answer.status, answer.json.source]).to.deep.equal([201, 'upload']);
    const form = (followPointers: string) => upload(Object.entries({ trustListId: 'form', file, followPointers }));
    const taken = await form('true');
    expect([taken.status, codeOf(await form('yes'))]).to.deep.equal([201, [400, 'BODY_INVALID']]);
    expect(world.trust.trustLists.find(EXAMPLE.organisationId, 'form')).to.include({ followPointers: true });
  });

  describe('while a list is fetched again', () => {
    const URL_OF = { own: 'https://lists.example/own.xml', mirror: 'https://lists.example/mirror.xml' };
    const { organisationId } = EXAMPLE;
    const list = { organisationId, trustListId: 'raced' };
    const another = operatorOf('Another');
    const imported = (url: string, by: typeof another, sequence: number) => {
      world.trust.served.set(url, signedList({ ...PARTS, sequence }, by));
      return world.trust.trustListRefresher.take({ ...list, from: { url }, operators: [by.certificate] });
    };
    const source = () => {
      const now = world.trust.trustLists.find(organisationId, 'raced');
      return isFailure(now) ? undefined : [now.url, now.operators];
    };
    const rows: readonly (readonly [string, () => Promise<unknown>, () => unknown])[] = [
      ['a removal', () => world.trust.trustLists.remove(list as KeptTrustList, []), () => undefined],
      [
        'an import from elsewhere',
        () => imported(URL_OF.mirror, world.trust.operator, 2),
        () => [URL_OF.mirror, [world.trust.operator.certificate]],
      ],
      [
        'an import under other operators',
        () => imported(URL_OF.own, another, 2),
        () => [URL_OF.own, [another.certificate]],
      ],
    ];
    for (const [what, meanwhile, expected] of rows)
      it(`${what} stands`, async () => {
        const { served, operator, trustListRefresher } = world.trust;
        const kept = await imported(URL_OF.own, operator, 1);
        if (isFailure(kept)) throw new Error(kept.issue.message);
        served.set(URL_OF.own, async () => {
          await meanwhile();
          return signedList({ ...PARTS, sequence: 3 }, operator);
        });
        expect(await trustListRefresher.refresh(kept)).to.have.nested.property('issue.code', 'TRUSTLIST_UNAVAILABLE');
        expect(source()).to.deep.equal(expected());
        await world.trust.trustLists.remove(list as KeptTrustList, []);
      });

    it('no import without operators is judged by those that were pinned before', async () => {
      const { operator, trustListRefresher } = world.trust;
      await imported(URL_OF.own, operator, 1);
      const rePinned = trustListRefresher.take({
        ...{ ...list, operators: [another.certificate] },
        from: { bytes: utf8(signedList({ ...PARTS, sequence: 2 }, another)) },
      });
      const taking = trustListRefresher.take({
        ...list,
        from: { bytes: utf8(signedList({ ...PARTS, sequence: 3 }, operator)) },
      });
      const [first, second] = await Promise.all([rePinned, taking]);
      expect(isFailure(first)).to.equal(false);
      expect(second).to.have.nested.property('issue.code', 'TRUSTLIST_UNAVAILABLE');
    });
  });

  it('follows the newest pointers, also where older ones are being followed', async () => {
    const { served, operator, trustLists, trustListRefresher } = world.trust;
    const { organisationId } = EXAMPLE;
    const own = operatorOf('XB');
    const pointer = (territory: string) => ({
      ...{ url: `https://newest-${territory}.example/`, territory, operators: [own.certificate] },
    });
    const take = (sequence: number, territory: string) => {
      const lists = { type: LIST_OF_LISTS, sequence, pointers: [pointer(territory)] };
      const from = { bytes: utf8(signedList(lists, operator)) };
      return trustListRefresher.take({ organisationId, trustListId: 'newest', from, followPointers: true });
    };
    served.set('https://newest-XB.example/', async () => {
      await take(2, 'XC');
      return signedList({ ...PARTS, territory: 'XB' }, own);
    });
    served.set('https://newest-XC.example/', signedList({ ...PARTS, territory: 'XC' }, own));
    await take(1, 'XB');
    await trustListRefresher.idle();
    const ids = trustLists.of(organisationId).map(({ trustListId }) => trustListId);
    expect(ids.filter((id) => id.startsWith('newest'))).to.deep.equal(['newest', 'newest/XC']);
  });

  it('brings no list back by a pointer of a list of lists that was removed meanwhile', async () => {
    const { served, operator, trustLists, trustListRefresher } = world.trust;
    const { organisationId } = EXAMPLE;
    const own = operatorOf('XB');
    const pointers = [{ url: 'https://orphan.example/', territory: 'XB', operators: [own.certificate] }];
    const parent = { organisationId, trustListId: 'parent' } as KeptTrustList;
    let seen: unknown;
    served.set('https://orphan.example/', async () => {
      await trustLists.remove(parent, []);
      return signedList({ ...PARTS, territory: 'XB' }, own);
    });
    const take = trustLists.take.bind(trustLists);
    trustLists.take = async (asked) => {
      const taken = await take(asked);
      if (asked.trustListId === 'parent/XB') seen = taken;
      return taken;
    };
    const from = { bytes: utf8(signedList({ type: LIST_OF_LISTS, pointers }, operator)) };
    await trustListRefresher.take({ organisationId, trustListId: 'parent', from, followPointers: true });
    await trustListRefresher.idle();
    trustLists.take = take;
    expect(seen).to.have.nested.property('issue.code', 'TRUSTLIST_UNAVAILABLE');
  });
});

describe('the rate of trust lists', () => {
  it('is that of the policy Strict', async () => {
    const world = await aWorld({ rates: { ...NO_LIMITS, strict: 2 } });
    await seedTrustList(world);
    const token = await world.token('administrator');
    const seen: number[] = [];
    for (let n = 0; n < 3; n++) seen.push((await call(world, listTrustLists, {}, { token })).status);
    expect(seen).to.deep.equal([200, 200, 429]);
    await world.close();
  });
});
