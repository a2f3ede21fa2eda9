// The types of moves, with the facts of them that more than one rule asks for.

/** How the step of the chain judges the place of a move in its instance. */
type Following =
  /** It takes an open branch. */
  | 'branch'
  /** It is about a run, which a step of its own judges; a dispute pauses it. */
  | 'run'
  /** It names a transaction of an instance that is open. */
  | 'instance'
  /** The instance is open. */
  | 'open'
  /** A step of its own judges that, also when the instance has ended. */
  | 'any';

const FACTS = [
  // It states the data of an action: that of its party, or of one of several that vote on it.
  'does',
  // A wallet takes an open role by it.
  'takesRole',
  // A party acts by it.
  'acts',
  // It counts among the moves of an instance that goes on; others change nothing in the flow, or end it.
  'counts',
  // The shares of roles in a long instance bound it: others have bounds of their own.
  'shared',
  // It makes old what others calculated. A delivery does: who acts after it names it (VAL_DELIVER_007).
  'overtakes',
  // Its payload is not an envelope: that of a Delivery has encrypted parts, and says in clear which runs it is of.
  'inClear',
  // A step of its own says which wallets may send it.
  'ownSender',
] as const;

type Fact = (typeof FACTS)[number];

/** The row of a type: each fact, true or false. */
export type MoveFacts = Readonly<Record<Fact, boolean>> & { readonly follows: Following };

/**
 * A Timer is a move that no wallet makes: the workflow goes on by itself (core/blueprint/plan/timers.ts). The published
 * client declares it, so it is written out.
 */
export type MoveType =
  | 'Action'
  | 'Vote'
  | 'Rejection'
  | 'Timer'
  | 'Confirmation'
  | 'Objection'
  | 'Resolution'
  | 'Delivery'
  | 'Challenge'
  | 'Handover'
  | 'Claim'
  | 'Release'
  | 'Issuance'
  | 'CredentialStatus'
  | 'Cancellation';

// biome-ignore format: one line a row, so that the eye compares them.
const ROWS: Readonly<Record<MoveType, readonly [Following, ...Fact[]]>> = {
  Action:       ['branch',   'does', 'takesRole', 'acts', 'counts', 'shared', 'overtakes'],
  Vote:         ['branch',   'does', 'takesRole', 'acts', 'counts', 'shared', 'overtakes'],
  Rejection:    ['branch',           'takesRole', 'acts', 'counts', 'shared', 'overtakes'],
  Timer:        ['branch',                                'counts', 'shared', 'overtakes'],
  Confirmation: ['run',                           'acts', 'counts', 'shared', 'overtakes',            'ownSender'],
  Objection:    ['run',                                   'counts',                                   'ownSender'],
  Resolution:   ['any',                                   'counts',                        'inClear', 'ownSender'],
  Delivery:     ['any',                                                       'overtakes', 'inClear', 'ownSender'],
  Challenge:    ['any',                                                                    'inClear', 'ownSender'],
  Handover:     ['open',                                                                   'inClear', 'ownSender'],
  Claim:        ['open',                                                                   'inClear', 'ownSender'],
  Release:      ['open',                                                                   'inClear', 'ownSender'],
  Issuance:         ['any',                                                                'inClear', 'ownSender'],
  CredentialStatus: ['any',                                                                'inClear', 'ownSender'],
  Cancellation: ['instance',                                                                          'ownSender'],
};

export const MOVE_TYPES = Object.keys(ROWS) as readonly MoveType[];

/** The facts of each type. */
export const MOVE_FACTS = Object.fromEntries(
  MOVE_TYPES.map((type) => {
    const [follows, ...facts] = ROWS[type];
    return [type, { follows, ...Object.fromEntries(FACTS.map((fact) => [fact, facts.includes(fact)])) }];
  }),
) as Readonly<Record<MoveType, MoveFacts>>;
