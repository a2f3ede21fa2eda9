// A node that founds its registers under the draft of the next rules, so that the bench can measure language 2 on a mesh: `main.js` and the flags of
// `quorate start`. The real node in all else; it is no part of the product, and `quorate start` cannot become it.
import { LedgerHost } from '../../actors/ledger-host.js';
import { RULES_DRAFT } from '../../core/base/version.js';
import { Greeting } from '../../node/network/greeting.js';

const { create, prepareGenesis } = LedgerHost.prototype;
const { hello } = Greeting.prototype;

LedgerHost.prototype.create = function (founding, prepared) {
  return create.call(this, { rules: RULES_DRAFT, ...founding }, prepared);
};
LedgerHost.prototype.prepareGenesis = function (founding) {
  return prepareGenesis.call(this, { rules: RULES_DRAFT, ...founding });
};
// Who founds with others asks which rules they know.
Greeting.prototype.hello = function (peerId) {
  return { ...hello.call(this, peerId), rules: RULES_DRAFT };
};

await import('../../cli/main.js');
