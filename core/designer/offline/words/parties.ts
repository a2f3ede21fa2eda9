// Which nouns are parties of a process: persons, offices, firms. Words and endings; an unknown noun is neither.
import { stemOf, type TextLanguage } from './tokens.js';
import { verbsOf } from './verbs.js';

const ENGLISH_PARTIES = new Set(
  `applicant citizen resident person owner tenant landlord client customer buyer seller supplier vendor employee worker
  student pupil teacher professor dean supervisor lead head chief boss director president chair chairman secretary clerk
  officer official mayor minister ministry council committee commission board panel jury court judge ombudsman notary
  lawyer solicitor attorney police agency authority office department service team unit bureau registry municipality
  city town county government treasury treasurer bank insurer fund foundation association club
  society union company firm business organisation organization corporation enterprise partner shop store
  hospital clinic practice doctor physician nurse surgeon specialist pharmacy pharmacist patient lab laboratory
  sponsor agent broker forwarder carrier shipper haulier customs warehouse importer exporter
  architect engineer contractor subcontractor developer builder installer inspector auditor surveyor planner scaffolder
  operator utility producer generator farmer grower
  finance accounting purchasing procurement logistics management legal compliance treasury controlling marketing sales
  hr it reviewer referee expert appraiser assessor evaluator mediator arbiter arbitrator witness guarantor
  manager leader coordinator administrator administration secretariat registrar librarian archivist archive
  school university college faculty institute museum library church charity group crew brigade
  driver pilot captain courier postman mechanic technician electrician plumber caretaker janitor
  parent guardian child neighbour neighbor beneficiary claimant member volunteer candidate investor lender borrower creditor
  debtor franchisee licensee licensor donor recipient vet veterinarian coroner trader retailer wholesaler manufacturer
  mother father family household visitor guest host passenger traveller holder trustee executor heir payer payee
  requester requestor sender receiver consultant adviser advisor regulator certifier verifier dispatcher
  station centre center garage workshop factory mill dealer yard desk counter
  deputy substitute colleague payroll ward bidder bursar underwriter paramedic spouse trainee apprentice mentor principal
  prosecutor bailiff policyholder shareholder parish bishop priest pastor representative delegate reception helpdesk cashier
  midwife dentist therapist carer caregiver warden ranger forester curator editor publisher author translator
  party side anybody anyone somebody someone everyone people whoever consortium chamber guild embassy consulate`
    .split(/\s+/)
    .map(stemOf),
);

const ENGLISH_ENDINGS =
  /(?:[^aeiou]er|[aeiou][lmnprtv]er|ator|itor|ctor|essor|isor|ist|ant|ician|ologist|ee|woman|man)$/;

/** Nouns of things that look like persons, and what processes are about. */
const ENGLISH_THINGS = new Set(
  `number order letter paper offer water power meter register folder answer matter computer printer container trailer header
  transfer order tender tier cover chapter quarter semester winter summer weather parameter filter layer corner
  fee plant grant amount document payment statement assessment agreement invoice permit licence license certificate report request application claim case process project contract price cost
  value deadline period decision quote photo plan list form file date day week month year place address name email
  factor vector motor reactor sector indicator monitor error mirror account bill cheque check test sample result crane
  scaffold machine vehicle vessel ship truck building flat house room site system grid connection tax budget money sum
  stall item thing part goods work repair defect reason matter approval refusal rejection acceptance answer silence opinion
  vote recommendation comment remark delivery handover inspection audit study proposal booking receipt
  procedure event trip conference other another former latter either neither whether after never over under later earlier
  rather higher lower larger greater smaller longer shorter newer older further however together per ever diameter
  constant variant instant relevant important significant distant want reminder transformer boiler charger
  turbine permission manner starter newsletter timber lumber silver copper fiber fibre rubber
  declaration certificate notice notification message draft version response reply complaint appeal objection dispute degree guarantee
  tree agree three free see list-item checklist waitlist shortlist exist assist insist resist consist
  supplement equipment document treatment instrument element moment shipment consent extent percent event`
    .split(/\s+/)
    .map(stemOf),
);

const GERMAN_PARTY =
  /(?:amt|behörde|stelle|büro|kasse|bank|haus|unternehmen|firma|verein|rat|ausschuss|kommission|gremium|gericht|ministerium|versicherung|versicherer|klinik|praxis|labor|leiter|leitung|ant|ent|ist|arzt|ärztin|herr|herrin|mann|frau|nehmer|geber|träger|planer|wehr|polizei|stadt|gemeinde|kreis|verwaltung|abteilung|wache|überwachung|aufsicht|dienst|agentur|zentrale|redaktion|werkstatt|jury|beirat|vorstand|kunde|betrieb|gesellschaft|verband|institut|universität|hochschule|schule|partei|team|gruppe|kanzlei|notar|vermieter|mieter|bürger|antragsteller|finanzamt|zoll|reederei|spedition|apotheke|bürgerschaft|feuerwehr|genossenschaft|innung|kammer|buchhaltung|einkauf|vertrieb|personalabteilung|geschäftsführung|direktion|dekan|dekanat|präsidium|gutachter|prüfer|lieferant|hersteller|händler|makler|architekt|ingenieur|patient|student|schüler|lehrer|eltern|nachbar|eigentümer|inhaber|erzeuger|betreiber|sachverständiger?|beauftragter?|versicherter?|angestellter?|beamter?|vorsitzender?|studierender?|reisender?|beschäftigter?|betroffener?|vertreter|kläger|stiftung|fonds|sponsor|autor|direktor|rektor|professor|moderator|investor|koordinator|installateur|monteur|redakteur|ingenieurin|chef|chefin|hebamme|pflegekraft|fachkraft|hilfskraft|lehrkraft|werk|hof|zentrum|station|post|organisation|institution|delegation|eltern|betreuer|kollegium|senat|kabinett|parlament|mitarbeiter|mitglied|person|familie|haushalt|meister|partner|jäger|förster|landwirt|wirt|bäcker|richter|mediator|schiedsrichter|ombudsmann|sekretariat|archiv|bibliothek|museum|controlling|revision)$/;
const GERMAN_AGENT = /(?:[^aeiouäöü]er|[aeiouäöü][lmnrt]er|eur|iker|ler|ner|(?:er|ant|ent|ist|eur|at|or|ker)in)$/;
const GERMAN_THINGS =
  /(?:nummer|(?<![hwt])alter|fenster|zähler|wasser|fehler|wetter|zimmer|steuer|dauer|muster|ordner|meter|liter|dokument|motor|sektor|faktor|register|papier|januar|oktober|november|dezember|september|termin|gutachten|medikament|instrument|element|moment|prozent|kontinent|talent|container|server|computer|speicher|bedarf|übergabe|antwort|kraftwerk|netzwerk|bauwerk|kunstwerk|bahnhof|friedhof|wohnhaus|treppenhaus|hochhaus|auto|krankheit|gebühr|bescheid|vertrag|antrag|nachtrag|beitrag|betrag|vorrat|gerät|monat|format|zitat|referat|attest|test|rest|protest|auftrag|bericht|unterricht|nachricht|messer|opfer|ufer|mauer|feuer|trauer|lager|kalender|semester|theater|charakter|parameter|filter|ausweis|bestand|zustand|gegenstand|handwerk|feuerwerk|stellungnahme|kosten|entwurf|bauteil|ankunft|stadtteil|zeichen|ordnung|aufenthalt|widerspruch|einspruch|haushaltsplan|mehrwertsteuer|förder|winter|sommer|kennwort|passwort|verbraucherpreis|frist|liste|ersatz|cent|euro|ort|hort|antwort|wert|art|fahrt|ostern|last)$/;

/** True where the last word of a name is a party by what it means. */
export function isPartyNoun(word: string, language: TextLanguage): boolean {
  const lower = word.toLowerCase();
  if (language === 'de')
    return (
      !isThingNoun(word, 'de') &&
      [lower, lower.replace(/(?:n|en|s|es)$/, '')].some((form) => GERMAN_PARTY.test(form) || GERMAN_AGENT.test(form))
    );
  const stem = stemOf(lower);
  if (ENGLISH_PARTIES.has(stem)) return true;
  if (verbsOf(lower, 'en').length > 0) return false;
  return !ENGLISH_THINGS.has(stem) && lower.length > 4 && ENGLISH_ENDINGS.test(lower.replace(/s$/, ''));
}

/** True where it is a thing for certain, and does nothing by itself. */
export function isThingNoun(word: string, language: TextLanguage): boolean {
  const lower = word.toLowerCase();
  if (language === 'en') return ENGLISH_THINGS.has(stemOf(lower));
  return (
    [lower, lower.replace(/(?:s|es|n|en)$/, '')].some((form) => GERMAN_THINGS.test(form)) ||
    (/(?:ung|heit|keit|schaft|tion|tät|nis|chen|tag|ation|zeit|ismus)$/.test(lower) && !GERMAN_PARTY.test(lower))
  );
}
