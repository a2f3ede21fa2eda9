// The rules by which a seat takes a message that somebody signed: each alone refuses one that is wrong in nothing else.
import { certificateOf } from '../../../../../core/consensus/certificate.js';
import { draftOf, isActive } from '../../../../../core/consensus/draft.js';
import { isSecond, onDecided } from '../../../../../core/consensus/handlers/on-decided.js';
import { isProven } from '../../../../../core/consensus/handlers/on-round-change.js';
import { isOurs } from '../../../../../core/consensus/handlers/receive.js';
import type { Env, PCert, State, Vote } from '../../../../../core/consensus/types.js';
import type { Certificate, Docket } from '../../../../../core/model/register.js';
import { changeBy, docketOn, Seat, sealedBy, TRIO, voteBy } from '../../../../model/scenarios.js';
import { envOf, genesisOf, idOf, sha } from '../../../../model/world.js';
import { guardCases } from '../../../../support/base/guard-cases.js';

const genesis = genesisOf(TRIO);
const docket = docketOn(TRIO, genesis, 'A');
const env = envOf(TRIO, 'C', 1);
const { state } = new Seat(TRIO, 'C');
const prepare = voteBy(TRIO, 'A', { kind: 'PREPARE', height: 1, round: 0, docketHash: docket.hash });

describe('a message', () => {
  guardCases<State & Env>(
    'isActive',
    ({ self = env.self, ...said }) => isActive(draftOf({ ...state, ...said }, { ...env, self })),
    {
      '!d.state.folding': { folding: true },
      'd.state.halted === null': { halted: 'FORK' },
      'isSeated(d.env)': { self: idOf('Z') },
    },
  );

  guardCases<Vote>('isOurs', (said) => isOurs(env, { ...prepare, ...said }), {
    'signed.registerId === env.registerId': { registerId: '00000000-0000-4000-8000-000000000002' },
    'signed.genesisHash === env.genesisHash': { genesisHash: sha('another') },
    'signed.rosterHash === env.rosterHash': { rosterHash: sha('another') },
    'seatOf(env.roster, signed.voter) >= 0': { voter: idOf('Z') },
    "(!('code' in signed) || isOneAnswer(signed))": { code: 'VAL_X' },
  });

  interface Claim {
    readonly prepared: PCert | null;
  }
  const certificate = certificateOf([prepare], env.roster);
  const change = changeBy(TRIO, 'B', 1, 3, prepare);
  guardCases<Claim>('isProven', ({ prepared = certificate }) => isProven(draftOf(state, env), change, prepared), {
    'prepared !== null': { prepared: null },
    // A is the proposer of round 3 too.
    'prepared.round === change.preparedRound': { prepared: { ...certificate, round: 3 } },
    'prepared.docketHash === change.preparedHash': { prepared: { ...certificate, docketHash: sha('another') } },
    'isPrepared(prepared, d.state.tip, d.env)': {
      prepared: { ...certificate, signatures: [{ voterIndex: 1, signature: prepare.signature }] },
    },
  });
});

describe('a decision', () => {
  const { certificate } = sealedBy(TRIO, docket, 'AB');
  interface Told {
    readonly docket: Docket | null;
  }
  guardCases<Told>(
    'onDecided',
    (told) => {
      const d = draftOf(state, env);
      onDecided(d, certificate, told.docket === undefined ? docket : told.docket, idOf('A'));
      return d.state.bodies.length === 1;
    },
    {
      docket: { docket: null },
      'docket.hash === certificate.docketHash': { docket: docketOn(TRIO, genesis, 'A', 2) },
      'extendsHead(d, docket)': { docket: { ...docket, header: { ...docket.header, prevHash: sha('another') } } },
    },
  );

  /** The tip is another docket of the height that the certificate decides. */
  const tip = new Seat(TRIO, 'C', TRIO.reducer, sealedBy(TRIO, docketOn(TRIO, genesis, 'A', 2), 'AC')).state.tip;
  const { previous } = envOf(TRIO, 'C', 2);
  guardCases<Certificate>(
    'isSecond',
    (said) => previous !== null && isSecond({ ...certificate, ...said }, tip, previous),
    {
      "certificate.kind === 'COMMIT'": { kind: 'PREPARE' },
      'certificate.height === tip.height': { height: 2 },
      'certificate.docketHash !== tip.hash': { docketHash: tip.hash },
      '!shapeProblem(certificate, { size: roster.validators.length, rosterHash, quorum })': {
        signatures: certificate.signatures.slice(1),
      },
    },
  );
});
