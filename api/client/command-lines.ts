// Lines of the command line that do what an act of the console does, for people who go on in a terminal. A test gives
// each to the parser of the command line.

/**
 * Lines by their act. `<name>` is an argument; what stands in `[...]` is left out where one of its arguments is. An
 * argument of an option is written `--option=<name>`, and stands once for each where it is a list.
 */
export const COMMAND_LINES = {
  'action.claim': 'action claim <instance> <action> --wallet=<wallet> [--role=<role>]',
  'action.release': 'action release <instance> <action> --wallet=<wallet> [--role=<role>]',
  'audit.list':
    'audit identity [--type=<type>] [--actor=<actor>] [--about=<about>] [--since=<since>] [--until=<until>]',
  'blueprint.publish': 'blueprint publish <blueprint> --register=<register>',
  'clock.confirm': 'clock confirm --yes',
  'credentials.export': 'credential export <credential> --wallet=<wallet> --out=credential.txt',
  'governance.activate-validator':
    'validator activate <register> <validatorId> --readiness=readiness.json [--justification=<justification>] --wallet=<wallet>',
  'governance.add-member':
    'governance propose <register> add-member --target=<targetDid> --role=<targetRole> --public-key=<publicKey> --algorithm=<algorithm> [--justification=<justification>] --wallet=<wallet>',
  'governance.add-validator':
    'validator add <register> --candidacy=candidacy.json [--justification=<justification>] --wallet=<wallet>',
  'governance.approve': 'governance approve <register> <proposal> --wallet=<wallet>',
  'governance.distrust': 'governance distrust <register> <hashes> [--justification=<justification>] --wallet=<wallet>',
  'governance.policy':
    'governance propose <register> <operationType> --file=policy.json [--justification=<justification>] --wallet=<wallet>',
  'governance.propose':
    'governance propose <register> <operationType> --target=<targetDid> [--justification=<justification>] --wallet=<wallet>',
  'governance.rekey-validator':
    'validator rekey <register> <validatorId> --candidacy=candidacy.json [--justification=<justification>] --wallet=<wallet>',
  'governance.remove-trust':
    'governance remove-trust <register> <listId> [--justification=<justification>] --wallet=<wallet>',
  'governance.remove-validator':
    'validator remove <register> <validatorId> [--evidence=<evidenceHash>] [--justification=<justification>] --wallet=<wallet>',
  'governance.replace-wallet':
    'governance replace-wallet <register> --proof=proof.json [--justification=<justification>] --wallet=<wallet>',
  'governance.reset-time': 'register reset-time <register> [--justification=<justification>] --wallet=<wallet>',
  'governance.revoke-credential':
    'governance revoke-credential <register> <issuance> [--justification=<justification>] --wallet=<wallet>',
  'governance.revoke-participant':
    'governance revoke-participant <register> <participantId> [--justification=<justification>] --wallet=<wallet>',
  'governance.rules':
    'register rules <register> --raise --support=support.json [--justification=<justification>] --wallet=<wallet>',
  'governance.set-trust':
    'governance set-trust <register> <listId> --sequence=<sequence> --anchor=anchors.pem [--assurance=<assurance>] [--justification=<justification>] --wallet=<wallet>',
  'governance.set-trust-keys':
    'governance set-trust <register> <listId> --sequence=<sequence> --issuer=<issuer> --keys=jwks.json [--assurance=<assurance>] [--justification=<justification>] --wallet=<wallet>',
  'governance.sign': 'governance sign <file> --words --out=<out>',
  'instance.cancel': 'instance cancel <instance> --wallet=<wallet> [--reason=<reason>]',
  'instance.challenge': 'instance challenge <instance> --tx=<tx> --wallet=<wallet> [--role=<role>] [--gate=<gate>]',
  'instance.confirm': 'instance confirm <instance> --run=<tx> --role=<role> --wallet=<wallet>',
  'instance.decline': 'instance decline <instance> --run=<tx> --role=<role> --wallet=<wallet> --reason=<reason>',
  'instance.deliver': 'instance deliver <instance> --wallet=<wallet> [--role=<role>]',
  'instance.evidence': 'instance evidence <instance> --out=<out>',
  'instance.handover': 'instance handover <instance> --role=<role> --to=<to> --out=handover.tx',
  'instance.keep': 'instance handover <instance> --role=<role> --refuse --out=handover.tx',
  'instance.object': 'instance object <instance> --tx=<tx> --wallet=<wallet> [--ground=<ground>] --yes',
  'instance.object-private':
    'instance object <instance> --tx=<tx> --wallet=<wallet> [--ground=<ground>] --private --yes',
  'instance.resolve': 'instance resolve <instance> [--outcome=<outcome>] --wallet=<wallet> --yes',
  'invitations.revoke': 'invitation revoke <invitation>',
  'invitations.send': 'invitation send <email> --role=<role>',
  'issued.list': 'credential list [--state=<state>] [--type=<type>]',
  'issued.reinstate': 'credential reinstate <credential> [--reason=<reason>]',
  'issued.revoke': 'credential revoke <credential> [--reason=<reason>]',
  'issued.suspend': 'credential suspend <credential> [--reason=<reason>]',
  'node.backup': 'backup ledger.backup --online',
  'node.logs': 'logs --level=<level>',
  'node.pause': 'validator pause <register>',
  'node.resume': 'validator resume <register>',
  'node.settings': 'settings --running',
  'organisation.audit-months': 'org settings --audit-months=<months>',
  'peer.ban': 'peer ban <peer> [--reason=<reason>]',
  'peer.ban-seated': 'peer ban <peer> [--reason=<reason>] --force --yes',
  'peer.reset': 'peer reset <peer>',
  'peer.unban': 'peer unban <peer>',
  'platform.settings': 'platform settings --founding=<founding> --invitation-days=<days>',
  'programs.end': 'session programs --end=<consent>',
  'programs.remove': 'program remove <client>',
  'registers.follow': 'register subscribe <register> [--genesis=<genesis>] [--checkpoint=<checkpoint>]',
  'registers.found': 'register create <name> --owner=<owner> [--description=<description>] [--validator=<validator>]',
  'registers.found-offered':
    'register create <name> --owner=<owner> [--description=<description>] [--validator=<validator>] --advertise',
  'registers.leave': 'register unsubscribe <register>',
  'registers.offer': 'register update <register> --advertise=yes',
  'registers.withdraw': 'register update <register> --advertise=no',
  'roles.delegate': 'participant delegate <register> <participant> --to=<to> --until=<until>',
  'services.delete': 'service delete <service>',
  'services.reactivate': 'service reactivate <service>',
  'services.rotate': 'service rotate <service>',
  'services.suspend': 'service suspend <service>',
  'sessions.end': 'session revoke <session>',
  'sessions.end-others': 'session revoke --others',
  'users.invite': 'user invite <email> --role=<role>',
  'users.reactivate': 'user reactivate <user>',
  'users.remove': 'user remove <user>',
  'users.role': 'user role <user> <role>',
  'users.suspend': 'user suspend <user>',
  'users.unlock': 'user unlock <user>',
  'wallets.create': 'wallet create <name> --algorithm=<key>',
  'wallets.grant': 'wallet grant <wallet> <person> --right=<right>',
  'wallets.recover': 'wallet recover <name> --algorithm=<key>',
  'webhooks.redeliver': 'webhook redeliver <webhook> <delivery>',
  'webhooks.redeliver-dead': 'webhook redeliver <webhook> --dead',
  'webhooks.remove': 'webhook remove <webhook>',
  'webhooks.resume': 'webhook resume <webhook>',
  'webhooks.rotate': 'webhook rotate <webhook>',
  'webhooks.suspend': 'webhook suspend <webhook>',
} as const;

type Lines = typeof COMMAND_LINES;
export type CommandAct = keyof Lines;

type Named<Text extends string> = Text extends `${string}<${infer Name}>${infer Rest}` ? Name | Named<Rest> : never;
type Optional<Text extends string> = Text extends `${string}[${infer Part}]${infer Rest}`
  ? Named<Part> | Optional<Rest>
  : never;
type CommandValue = string | number | readonly string[];
export type CommandValues<Act extends CommandAct> = Readonly<
  Record<Exclude<Named<Lines[Act]>, Optional<Lines[Act]>>, CommandValue> &
    Partial<Record<Optional<Lines[Act]>, CommandValue | undefined>>
>;

type AnyValues = Readonly<Record<string, CommandValue | undefined>>;

/** Words that need no quotes in any shell. */
const PLAIN = /^[\w@+:,./-][\w@%+=:,./-]*$/;
/** A terminal obeys control characters, others show a line in another order, and half a character becomes another. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * The line for a shell of POSIX. Undefined where a value is one that a person should not paste: with control or format
 * characters, or, in the place of an argument, a word that begins like an option.
 */
export function commandLine<Act extends CommandAct>(act: Act, values: CommandValues<Act>): string | undefined {
  const whole = COMMAND_LINES[act]
    .replace(/ ?\[([^\]]*)\]/g, (_, part: string) => (isFilled(part, values) ? ` ${part}` : ''))
    .split(' ');
  const words = whole.flatMap((word) => wordsOf(word, values));
  return words.includes(undefined) ? undefined : `quorate ${words.join(' ')}`;
}

function isFilled(part: string, values: AnyValues): boolean {
  return [...part.matchAll(/<(.*?)>/g)].every(([, name = '']) => values[name] !== undefined);
}

function wordsOf(word: string, values: AnyValues): readonly (string | undefined)[] {
  const [, before = '', name] = /^(.*)<(.*)>$/.exec(word) ?? [];
  if (name === undefined) return [word];
  return [values[name]].flat().map((value) => wordOf(before, String(value)));
}

function wordOf(before: string, value: string): string | undefined {
  if (UNSAFE.test(value) || (before === '' && value.startsWith('-'))) return undefined;
  return before + (PLAIN.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`);
}
