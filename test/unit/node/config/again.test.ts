// The settings of a running node, read again: what it takes up, and what waits for a restart.
import { expect } from 'chai';
import { isFailure } from '../../../../core/base/result.js';
import { takeAgain } from '../../../../node/config/again.js';
import { loadConfig } from '../../../../node/config/load.js';

function settings(flags: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) {
  const config = loadConfig({ env, flags });
  if (isFailure(config)) throw new Error(JSON.stringify(config));
  return config;
}

describe('node/config/again', () => {
  it('takes up what a running node can, in the settings that it has', () => {
    const running = settings({ 'http.port': '9000' });
    const { limits, log } = running;
    const read = settings({ 'http.port': '9000', 'log.level': 'debug', 'limits.standardPerMinute': '7' });
    expect(takeAgain(running, read)).to.deep.equal({
      taken: ['limits.standardPerMinute', 'log.level'],
      needRestart: [],
    });
    expect([limits.standardPerMinute, log.level]).to.deep.equal([7, 'debug']);
    expect(takeAgain(running, read)).to.deep.equal({ taken: [], needRestart: [] });
  });

  it('names what waits for a restart, leaves it as it is, and tells no value', () => {
    const running = settings({});
    const secret = { QUORATE_AUTH__SIGNING_KEY: 'thirty-two characters, or some more' };
    const lists = { 'http.corsOrigins': 'https://a.example', 'log.requests': 'true' };
    const read = settings({ 'http.port': '9000', ...lists }, secret);
    const needRestart = ['http.port', 'http.corsOrigins', 'auth.signingKey'];
    expect(takeAgain(running, read)).to.deep.equal({ taken: ['log.requests'], needRestart });
    expect([running.http.port, running.http.corsOrigins, running.auth.signingKey]).to.deep.equal([8080, [], undefined]);
    // A setting that is stated no longer has changed too.
    expect(takeAgain(read, settings({})).needRestart).to.deep.equal(needRestart);
  });
});
