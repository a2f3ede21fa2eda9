// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import type { consoleSessionRoutes } from './routes.js';

const LINK = 'bGluay1leGFtcGxlLWxpbmstZXhhbXBsZS1saW5rLWU';
const headers = { 'sec-fetch-site': 'same-origin', 'x-quorate-console': '1' };

export const consoleSessionExamples: Examples<typeof consoleSessionRoutes> = {
  openConsoleSession: {
    input: { headers, body: { refreshToken: 'c2Vzc2lvbi1leGFtcGxlLW.dGhlIHNlY3JldCBvZiB0aGlzIHNlc3Npb24' } },
    output: { accessToken: 'eyJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl', tokenType: 'Bearer', expiresIn: 600 },
  },
  createConsoleLink: {
    input: {},
    output: { url: `http://localhost:8080/console#start=${LINK}`, expiresAt: '2026-11-21T10:10:00.000Z' },
  },
  redeemConsoleLink: {
    input: { headers: { ...headers, origin: 'http://localhost:8080' }, body: { link: LINK } },
    output: { accessToken: 'eyJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl', tokenType: 'Bearer', expiresIn: 600 },
  },
  endConsoleSession: { input: { headers }, output: undefined },
};
