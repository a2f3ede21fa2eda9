// The form of an answer by Accept (RFC 9110 section 12.5.1).
import { expect } from 'chai';
import { Refusal } from '../../../../api/define.js';
import { negotiation } from '../../../../api/requests/negotiation.js';

const choose = negotiation({ 'application/json': 'json', 'text/csv': 'csv', 'application/x-ndjson': 'lines' });
function chosen(accept?: string | string[], notes: string[] = []): string {
  const found = choose({ headers: { accept }, note: (name, value) => void notes.push(`${name}: ${value}`) });
  return found instanceof Refusal ? String(found.issues[0]?.code) : found;
}

describe('the form of an answer', () => {
  it('is JSON for who says nothing or takes all', () => {
    for (const accept of [undefined, '', '*/*', 'application/*', '*/*;q=0.1', 'text/html, */*;q=0.8'])
      expect(chosen(accept), String(accept)).to.equal('json');
  });

  it('is the one that is liked best, and the first of equals that is named', () => {
    expect(chosen('text/csv')).to.equal('csv');
    expect(chosen('TEXT/CSV')).to.equal('csv');
    expect(chosen('text/*')).to.equal('csv');
    expect(chosen('application/json;q=0.5, text/csv;q=0.6')).to.equal('csv');
    expect(chosen('text/csv;q=0.5, application/json;q=0.6')).to.equal('json');
    expect(chosen('text/csv, application/json')).to.equal('csv');
    expect(chosen('application/x-ndjson, */*;q=0.5')).to.equal('lines');
  });

  it('is judged by the range that says most of it', () => {
    expect(chosen('application/*, application/json;q=0')).to.equal('lines');
    expect(chosen('*/*, application/json;q=0.2, application/x-ndjson;q=0.1')).to.equal('csv');
    expect(chosen('application/json;charset=utf-8')).to.equal('json');
    expect(chosen('text/csv; charset="utf-8"')).to.equal('csv');
  });

  it('is that with the parameters of the range', () => {
    const compacted = 'http://www.w3.org/ns/json-ld#compacted';
    const linked = negotiation(
      { 'application/json': 'json', 'application/ld+json': 'linked' },
      { 'application/ld+json': compacted },
    );
    const of = (accept: string) => {
      const found = linked({ headers: { accept }, note: () => undefined });
      return found instanceof Refusal ? String(found.issues[0]?.code) : found;
    };
    for (const range of [
      'application/ld+json',
      `application/ld+json;profile="${compacted}"`,
      `application/ld+json; PROFILE="${compacted}" ;charset=utf-8, application/json;q=0.9`,
      `application/json;q=0.1, application/ld+json;charset="utf-8";profile="${compacted}";q=0.2`,
      // A comma or semicolon in quotes divides nothing.
      `text/html;a="b, application/json;q=1", application/ld+json;profile="${compacted}"`,
    ])
      expect(of(range), range).to.equal('linked');
    const flat = 'application/ld+json;profile="http://www.w3.org/ns/json-ld#flattened"';
    expect(of(flat)).to.equal('NOT_ACCEPTABLE');
    expect(of(`${flat}, application/json;q=0.1`)).to.equal('json');
    expect(of(`${flat}, application/ld+json;q=0.2, application/json;q=0.1`)).to.equal('linked');
    expect(of(`application/ld+json;q=0.9;profile="${compacted}", application/json;q=0.8`)).to.equal('linked');
    expect(
      of(`application/ld+json, application/ld+json;profile="${compacted}";q=0.1, application/json;q=0.5`),
    ).to.equal('json');
    expect(of(`application/*;q=0.3, application/ld+json;profile="${compacted}";q=0, */*`)).to.equal('json');
  });

  it('has the quality of the range that says most of it, as in the example of the standard', () => {
    const accept = 'text/*;q=0.3, text/plain;q=0.7, text/plain;format=flowed, text/plain;format=fixed;q=0.4, */*;q=0.5';
    const falling = [
      'text/plain;format=flowed',
      'text/plain',
      'image/jpeg',
      'text/plain;format=fixed',
      'text/html;level=3',
    ];
    // Whichever comes first in the table, the best of those that are left is taken.
    for (let n = 0; n < falling.length; n++) {
      const forms = Object.fromEntries(falling.slice(n).map((type) => [type, type]));
      for (const table of [forms, Object.fromEntries(Object.entries(forms).reverse())])
        expect(negotiation(table)({ headers: { accept }, note: () => undefined })).to.equal(falling[n]);
    }
  });

  it('is none for who takes no form that there is', () => {
    for (const accept of ['text/html', 'application/json;q=0', 'image/*, */*;q=0', 'json', 'text/csv;header=absent'])
      expect(chosen(accept), accept).to.equal('NOT_ACCEPTABLE');
    const refusal = choose({ headers: { accept: 'text/html' }, note: () => undefined }) as Refusal;
    expect(refusal.issues[0]?.message).to.equal(
      'This operation answers application/json, text/csv, application/x-ndjson.',
    );
  });

  it('is not looked for in a header without end', () => {
    expect(chosen(`text/csv${', a/b'.repeat(200)}`)).to.equal('csv');
    expect(chosen(`text/csv${', a/b'.repeat(400)}`)).to.equal('HEADER_INVALID');
    expect(chosen(['text/csv', 'application/json'])).to.equal('HEADER_INVALID');
  });

  it('is told to caches as depending on the header, whatever it is', () => {
    const headers = [
      undefined,
      'text/csv',
      'application/json;q=0.5, */*',
      'text/html',
      `text/csv${', a/b'.repeat(400)}`,
    ];
    for (const accept of [...headers, ['text/csv', 'application/json']]) {
      const notes: string[] = [];
      chosen(accept, notes);
      expect(notes, String(accept).slice(0, 40)).to.deep.equal(['vary: accept']);
    }
  });
});
