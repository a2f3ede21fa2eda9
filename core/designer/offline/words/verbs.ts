// Verbs of processes by what they say: that somebody does something, decides, states data, sees, answers. A row of
// each language has the base forms of a kind. The other forms are made of them, and irregular ones stand beside it.
import type { TextLanguage } from './tokens.js';

export type VerbKind =
  /** A step. */
  | 'do'
  /** States data in a step. */
  | 'state'
  /** A step that looks at what another one stated. */
  | 'check'
  | 'decide'
  /** A decision against, or back to who asked. */
  | 'refuse'
  | 'return'
  | 'issue'
  /** Gets something that another one issues or sends. */
  | 'get'
  /** Does a step of before again. */
  | 'revise'
  /** Does something against a refusal. */
  | 'appeal'
  | 'see'
  | 'reply'
  | 'remind'
  /** A thing moves on to a party. */
  | 'go'
  /** The whole is over. */
  | 'end';

export interface Verb {
  readonly lemma: string;
  readonly kind: VerbKind;
  /** Behind the verb, or at the end of its clause: `fill in`, `stellt ... aus`. */
  readonly particle?: string;
  /** As a thing is done to by somebody. */
  readonly participle: string;
}

const ENGLISH: Readonly<Record<VerbKind, string>> = {
  do: `apply ask request order send submit file book hire quote offer pay transfer reimburse refund deliver ship load unload
    transport collect install build repair fix draw+up sign prepare plan schedule call invoice bill produce make
    hand+in hand+over put+in turn+in send+in fill+in fill+out set+up carry+out pick+up register enrol enroll record publish assign appoint forward notify inform
    propose nominate invite measure calculate analyse analyze test interview visit search translate print buy sell lease rent
    insure confirm pass invoke open create draft write complete announce tender bid dispatch store train hold disburse execute perform
    buy purchase procure process handle arrange contact contract commission exchange connect disconnect switch treat prescribe
    refer admit discharge diagnose donate lend borrow join enter+into advertise select choose rank score shortlist negotiate initial start+up
    cast reach take dismantle clean replace extend renew terminate cancel claim lodge countersign witness notarise notarize seal stamp archive activate configure
    grade mark teach supervise accompany attend restore paint cook serve feed vaccinate operate dispense refill deposit convert trade invest
    digitise digitize download photograph film onboard dismiss promote reward compensate gather harvest plant fell cut dig drill demolish erect
    wire insulate calibrate commission decommission tow impound quarantine destroy dispose recycle scrap deregister revoke suspend reinstate block
    unblock impose enforce seize auction mediate arbitrate prosecute sue defend staff furnish stage circulate distribute compile
    demand close+down bring+back bring raise escalate classify remove withdraw recall pick recognise recognize compare count triage sort park mount wrap
    audit summon question hear map survey sample monitor escort scan weigh pack unpack label reserve allocate credit debit charge
    settle advance finance fund sponsor host lay+out post mail email prove demonstrate present explain`,
  state: `state enter give tell say name provide specify describe attach upload include contain list indicate report supply declare estimate
    add mention note detail disclose quantify outline summarise summarize document`,
  check: `check review examine inspect assess verify evaluate look+at look+into go+through appraise validate investigate recommend comment
    screen vet consider study rate look+over double-check cross-check proofread observe consult oversee`,
  decide: `decide approve accept authorise authorize grant consent agree release clear permit allow acknowledge vote rule sign+off support
    adjudicate endorse award certify ratify judge determine green-light waive okay ok sanction concur`,
  refuse: `reject decline refuse deny turn+down disapprove veto object dispute withhold disallow`,
  return: `send+back return give+back hand+back refer+back pass+back`,
  issue: `issue hand+out`,
  get: `receive get obtain`,
  revise: `revise correct change amend improve resubmit reapply redo rework modify adjust update edit resend`,
  appeal: `appeal complain contest challenge`,
  see: `see know learn read view find+out access`,
  reply: `answer respond reply react`,
  remind: `remind`,
  go: `go come move proceed`,
  end: `end close lapse finish expire stop`,
};

const GERMAN: Readonly<Record<VerbKind, string>> = {
  do: `beantragen stellen ein|reichen:reicht:eingereicht melden:meldet:gemeldet an|melden:meldet:angemeldet bezahlen:bezahlt:bezahlt zahlen aus|zahlen
    überweisen:überweist:überwiesen liefern:liefert:geliefert versenden:versendet:versandt schicken senden:sendet:gesendet übermitteln:übermittelt:übermittelt weiter|leiten:leitet:weitergeleitet
    bestellen:bestellt:bestellt beauftragen:beauftragt:beauftragt verordnen:verordnet:verordnet verschreiben:verschreibt:verschrieben ergänzen:ergänzt:ergänzt aus|füllen erstellen:erstellt:erstellt
    verfassen:verfasst:verfasst schreiben:schreibt:geschrieben unterschreiben:unterschreibt:unterschrieben unterzeichnen:unterzeichnet:unterzeichnet bestätigen:bestätigt:bestätigt reparieren:repariert:repariert
    ein|bauen installieren:installiert:installiert messen:misst:gemessen ab|lesen:liest:abgelesen zu|ordnen:ordnet:zugeordnet ab|holen übergeben:übergibt:übergeben
    übernehmen:übernimmt:übernommen auf|nehmen:nimmt:aufgenommen kündigen an|kündigen an|künden buchen reservieren:reserviert:reserviert vereinbaren:vereinbart:vereinbart ab|rechnen:rechnet:abgerechnet
    dokumentieren:dokumentiert:dokumentiert protokollieren:protokolliert:protokolliert registrieren:registriert:registriert ein|laden:lädt:eingeladen informieren:informiert:informiert benachrichtigen:benachrichtigt:benachrichtigt
    veröffentlichen:veröffentlicht:veröffentlicht vor|schlagen:schlägt:vorgeschlagen planen eröffnen:eröffnet:eröffnet an|bieten:bietet:angeboten machen fordern:fordert:gefordert an|fordern:fordert:angefordert
    berechnen:berechnet:berechnet wählen aus|wählen ernennen:ernennt:ernannt zu|weisen:weist:zugewiesen bauen errichten:errichtet:errichtet montieren:montiert:montiert ein|tragen:trägt:eingetragen
    führen durch|führen aus|führen unternehmen verlangen:verlangt:verlangt kaufen verkaufen:verkauft:verkauft mieten vermieten:vermietet:vermietet erheben:erhebt:erhoben setzen treffen:trifft:getroffen fällen:fällt:gefällt fest|setzen legen vor|legen fest|legen
    erfassen:erfasst:erfasst behandeln:behandelt:behandelt überstellen transportieren:transportiert:transportiert verladen:verlädt:verladen ab|schließen:schließt:abgeschlossen ein|richten:richtet:eingerichtet
    versichern:versichert:versichert verteilen:verteilt:verteilt erstatten:erstattet:erstattet rück|erstatten archivieren:archiviert:archiviert testen:testet:getestet schalten frei|schalten:schaltet:freigeschaltet um|setzen
    ab|geben:gibt:abgegeben heraus|geben:gibt:herausgegeben zusammen|stellen vergeben:vergibt:vergeben hinterlegen:hinterlegt:hinterlegt beginnen:beginnt:begonnen verschicken:verschickt:verschickt her|stellen drucken begleichen:begleicht:beglichen beheben:behebt:behoben
    schätzen spenden holen bringen vor|bereiten:bereitet:vorbereitet vermitteln:vermittelt:vermittelt begleiten:begleitet:begleitet betreuen:betreut:betreut pflegen impfen operieren:operiert:operiert
    löschen sperren ein|ziehen:zieht:eingezogen ein|zahlen an|weisen:weist:angewiesen verrechnen:verrechnet:verrechnet räumen reinigen entsorgen:entsorgt:entsorgt vernichten:vernichtet:vernichtet lagern
    verpacken:verpackt:verpackt sortieren:sortiert:sortiert verzollen:verzollt:verzollt benoten:benotet:benotet beraten:berät:beraten ermitteln:ermittelt:ermittelt aus|schreiben:schreibt:ausgeschrieben
    verhandeln:verhandelt:verhandelt schulen zeichnen gegen|zeichnen:zeichnet:gegengezeichnet quittieren:quittiert:quittiert vermessen:vermisst:vermessen pflanzen verlegen:verlegt:verlegt an|schließen:schließt:angeschlossen
    warten:wartet:gewartet ab|stempeln:stempelt:abgestempelt zurück|bringen:bringt:zurückgebracht umtauschen um|tauschen ein|lösen vor|stellen ab|sichern bereit|stellen sammeln:sammelt:gesammelt`,
  state: `an|geben:gibt:angegeben nennen:nennt:genannt beschreiben:beschreibt:beschrieben bei|fügen hoch|laden:lädt:hochgeladen mit|teilen benennen:benennt:benannt enthalten:enthält:enthalten berichten:berichtet:berichtet
    beziffern:beziffert:beziffert an|hängen ein|geben:gibt:eingegeben hinzu|fügen`,
  check: `prüfen überprüfen:überprüft:überprüft begutachten:begutachtet:begutachtet bewerten:bewertet:bewertet untersuchen:untersucht:untersucht kontrollieren:kontrolliert:kontrolliert besichtigen:besichtigt:besichtigt
    beurteilen:beurteilt:beurteilt nach|prüfen empfehlen:empfiehlt:empfohlen analysieren:analysiert:analysiert sichten:sichtet:gesichtet`,
  decide: `entscheiden:entscheidet:entschieden genehmigen:genehmigt:genehmigt bewilligen:bewilligt:bewilligt zu|stimmen an|nehmen:nimmt:angenommen an|erkennen:erkennt:anerkannt zu|lassen:lässt:zugelassen
    frei|geben:gibt:freigegeben erlauben:erlaubt:erlaubt gestatten:gestattet:gestattet zu|sagen billigen ab|stimmen befürworten:befürwortet:befürwortet beschließen:beschließt:beschlossen gewähren:gewährt:gewährt
    akzeptieren:akzeptiert:akzeptiert urteilen ab|nehmen:nimmt:abgenommen stimmen:stimmt:gestimmt autorisieren:autorisiert:autorisiert ein|willigen statt|geben:gibt:stattgegeben`,
  refuse: `ab|lehnen zurück|weisen:weist:zurückgewiesen verweigern:verweigert:verweigert versagen:versagt:versagt ab|sagen widersprechen:widerspricht:widersprochen beanstanden:beanstandet:beanstandet untersagen:untersagt:untersagt
    verwerfen:verwirft:verworfen reklamieren:reklamiert:reklamiert`,
  return: `zurück|geben:gibt:zurückgegeben zurück|schicken zurück|senden:sendet:zurückgesendet zurück|reichen`,
  issue: `aus|stellen erteilen:erteilt:erteilt aus|geben:gibt:ausgegeben aus|händigen`,
  get: `erhalten:erhält:erhalten bekommen:bekommt:bekommen empfangen:empfängt:empfangen`,
  revise: `verbessern:verbessert:verbessert überarbeiten:überarbeitet:überarbeitet korrigieren:korrigiert:korrigiert nach|bessern:bessert:nachgebessert ändern:ändert:geändert berichtigen:berichtigt:berichtigt nach|reichen
    an|passen wiederholen:wiederholt:wiederholt`,
  appeal: `klagen beschweren:beschwert:beschwert ein|legen an|fechten:ficht:angefochten`,
  see: `sehen:sieht:gesehen erfahren:erfährt:erfahren wissen:weiß:gewusst kennen:kennt:gekannt lesen:liest:gelesen ein|sehen:sieht:eingesehen`,
  reply: `antworten:antwortet:geantwortet reagieren:reagiert:reagiert äußern:äußert:geäußert rück|melden:meldet:rückgemeldet`,
  remind: `erinnern:erinnert:erinnert mahnen`,
  go: `gehen:geht:gegangen kommen:kommt:gekommen wandern:wandert:gewandert`,
  end: `enden:endet:geendet schließen:schließt:geschlossen verfallen:verfällt:verfallen erlöschen:erlischt:erloschen beenden:beendet:beendet`,
};

export interface VerbForm {
  readonly verb: Verb;
  readonly form: 'base' | 'third' | 'participle' | 'gerund';
}

const IRREGULAR: Readonly<Record<string, string>> = {
  ...{
    send: 'sent',
    give: 'given',
    tell: 'told',
    build: 'built',
    pay: 'paid',
    write: 'written',
    make: 'made',
    see: 'seen',
  },
  ...{
    draw: 'drawn',
    put: 'put',
    set: 'set',
    buy: 'bought',
    sell: 'sold',
    lend: 'lent',
    choose: 'chosen',
    hold: 'held',
  },
  ...{ know: 'known', learn: 'learned', read: 'read', find: 'found', bid: 'bid', get: 'got', go: 'gone', come: 'come' },
  ...{
    cut: 'cut',
    dig: 'dug',
    teach: 'taught',
    feed: 'fed',
    bring: 'brought',
    withdraw: 'withdrawn',
    oversee: 'overseen',
  },
  ...{ say: 'said', let: 'let', lay: 'laid', hear: 'heard', withhold: 'withheld', redo: 'redone' },
};

function endingsOf(word: string): Readonly<Record<VerbForm['form'], string>> {
  const isSoft = /[^aeiou]y$/.test(word);
  const third = isSoft ? `${word.slice(0, -1)}ies` : /(s|x|ch|sh|o)$/.test(word) ? `${word}es` : `${word}s`;
  const isDoubled = /^(book|sign)$/.test(word)
    ? false
    : /^(ship|plan|submit|refer|admit|permit|scan|map|vet|commit|cut|dig|drop|wrap|tag|ban|transfer|put|get|set|stop|pack)$/.test(
        word,
      ) && !/ck$/.test(word);
  const root = word.endsWith('e') ? word.slice(0, -1) : isDoubled ? `${word}${word.at(-1)}` : word;
  const participle = IRREGULAR[word] ?? (isSoft ? `${word.slice(0, -1)}ied` : `${root}ed`);
  return { base: word, third, participle, gerund: `${root}ing` };
}

function englishForms(kind: VerbKind): readonly (readonly [string, VerbForm])[] {
  return ENGLISH[kind].split(/\s+/).flatMap((spec) => {
    const [word, particle] = spec.split('+') as [string, string | undefined];
    const forms = endingsOf(word);
    const lemma = particle === undefined ? word : `${word} ${particle}`;
    const verb = { lemma, kind, participle: forms.participle, ...(particle !== undefined && { particle }) };
    return (Object.keys(forms) as VerbForm['form'][]).map((form) => [forms[form], { verb, form }] as const);
  });
}

function germanForms(kind: VerbKind): readonly (readonly [string, VerbForm])[] {
  return GERMAN[kind].split(/\s+/).flatMap((spec) => {
    const [name, ...irregular] = spec.split(':') as [string, ...string[]];
    const [particle, base] = name.includes('|') ? (name.split('|') as [string, string]) : [undefined, name];
    const root = base.replace(/e?n$/, '');
    const third = irregular[0] ?? `${root}t`;
    const participle = irregular[1] ?? `${particle ?? ''}ge${root}t`;
    const verb = { lemma: name.replace('|', ''), kind, participle, ...(particle !== undefined && { particle }) };
    const joined =
      particle === undefined ? [] : ([`${particle}${base}`, `${particle}zu${base}`, `${particle}${third}`] as const);
    const whole: Verb = { lemma: verb.lemma, kind, participle };
    return [
      [base, { verb, form: 'base' }] as const,
      [third, { verb, form: 'third' }] as const,
      [participle, { verb: whole, form: 'participle' }] as const,
      ...joined.map((word, i) => [word, { verb: whole, form: i === 2 ? 'third' : 'base' }] as const),
    ];
  });
}

function tableOf(
  forms: (kind: VerbKind) => readonly (readonly [string, VerbForm])[],
): ReadonlyMap<string, readonly VerbForm[]> {
  const table = new Map<string, VerbForm[]>();
  for (const kind of Object.keys(ENGLISH) as VerbKind[])
    for (const [word, form] of forms(kind)) table.set(word, [...(table.get(word) ?? []), form]);
  return table;
}

const TABLES: Readonly<Record<TextLanguage, ReadonlyMap<string, readonly VerbForm[]>>> = {
  en: tableOf(englishForms),
  de: tableOf(germanForms),
};

/** The verbs that a word may be a form of; those with a particle first. */
export function verbsOf(word: string, language: TextLanguage): readonly VerbForm[] {
  const match = TABLES[language].get(word) ?? [];
  return [...match].sort((a, b) => Number(b.verb.particle !== undefined) - Number(a.verb.particle !== undefined));
}
