// Texts of the templates that come with the program, in German: their names, and their parameters by pointer. Titles of
// the schemas are the English ones. Texts of several templates stand first.
import type { Json, JsonObject } from '../../base/json.js';
import type { Texts } from '../../blueprint/definition/texts.js';
import type { Template } from './template.js';

const COMMON: Texts = {
  '/organisations': 'Organisationen',
  '/organisations?': 'Die Organisation jeder Rolle.',
  '/wallets': 'Wallets',
  '/wallets?': 'Die Adresse der Wallet jeder Rolle. Ohne sie hat die Rolle, wer zuerst in ihr handelt.',
};

/** Names of roles, under `/organisations` and `/wallets`. */
const ROLES: Texts = {
  applicant: 'Antragsteller',
  authority: 'Genehmigungsbehörde',
  bank: 'Abwicklungsbank',
  buyer: 'Käufer',
  carrier: 'Spedition',
  clinic: 'Fachklinik',
  committee: 'Bauausschuss',
  contractor: 'Bauunternehmen',
  control: 'Bauaufsicht',
  customs: 'Zoll',
  department: 'Abteilungsleitung',
  engineer: 'Statiker',
  environment: 'Umweltamt',
  exporter: 'Exporteur',
  funder: 'Geldgeber',
  heritage: 'Denkmalamt',
  highways: 'Straßenbauamt',
  importer: 'Importeur',
  inspector: 'Grenzkontrolle',
  insurer: 'Versicherung',
  officer: 'Sachbearbeitung',
  ping: 'Ping',
  planner: 'Bauplanung',
  pong: 'Pong',
  practice: 'Überweisende Praxis',
  purchasing: 'Einkauf',
  receiving: 'Wareneingang',
  regulator: 'Aufsicht für Geräte',
  requester: 'Anforderer',
  supplier: 'Lieferant',
  technician: 'Medizintechnik',
  workshop: 'Werkstatt',
};

const item = (list: string): Texts => ({
  [`/${list}/*/id`]: 'Kennung',
  [`/${list}/*/name`]: 'Name',
  [`/${list}/*/wallet`]: 'Adresse der Wallet',
});

const BY_TEMPLATE: Readonly<Record<string, Texts>> = {
  'construction-permit': {
    '/riskThreshold': 'Schwelle des Risikos',
    '/riskThreshold?': 'Punkte, ab denen das Umweltamt prüft.',
    '/assessmentDays': 'Tage der Prüfung',
    '/assessmentDays?': 'So viele Tage hat das Umweltamt.',
    '/permitDays': 'Gültigkeit in Tagen',
    '/permitDays?': 'So viele Tage gilt eine Genehmigung.',
    '/factors': 'Faktoren',
    '/factors?': 'Der Faktor der Punkte, nach der Nutzung des Gebäudes.',
    '/factors/industrial': 'Industrie',
    '/factors/industrial?': 'Für Industrie.',
    '/factors/commercial': 'Gewerbe',
    '/factors/commercial?': 'Für Gewerbe.',
    '/fee': 'Gebühr',
    '/fee?': 'Ein Anteil am Wert und ein Preis der Fläche, wenigstens das Minimum.',
    '/fee/minimum': 'Minimum',
    '/fee/minimum?': 'Die kleinste Gebühr.',
    '/fee/valueRate': 'Anteil am Wert',
    '/fee/valueRate?': 'Als Bruchteil des Wertes.',
    '/fee/areaRate': 'Preis der Fläche',
    '/fee/areaRate?': 'Für einen Quadratmeter.',
  },
  'customs-shipment': {
    '/pickUpDays': 'Tage bis zur Abholung',
    '/pickUpDays?': 'In so vielen Tagen holt die Spedition ab.',
    '/dutyFree': 'Zollfreier Wert',
    '/dutyFree?': 'Bis zu diesem Wert fällt kein Zoll an.',
    '/dutyRate': 'Zollsatz',
    '/dutyRate?': 'Zoll als Anteil am Wert.',
    '/inspectionValue': 'Wert für die Kontrolle',
    '/inspectionValue?': 'Über diesem Wert wird immer kontrolliert.',
  },
  'equipment-refurbishment': {
    '/hourlyRate': 'Stundensatz',
    '/hourlyRate?': 'Preis einer Arbeitsstunde.',
    '/certificateDays': 'Gültigkeit des Zertifikats',
    '/certificateDays?': 'So viele Tage gilt ein Zertifikat.',
    '/criticalClasses': 'Kritische Klassen',
    '/criticalClasses?': 'Klassen, die immer von der Aufsicht geprüft werden.',
  },
  'framework-order': {
    '/currency': 'Währung',
    '/currency?': 'Währung des Rahmenvertrags.',
    '/places': 'Nachkommastellen',
    '/places?': 'Stellen hinter dem Komma seiner Beträge.',
    '/deliveryDays': 'Lieferfrist in Tagen',
    '/deliveryDays?': 'In so vielen Tagen wird ein Abruf geliefert.',
  },
  'health-referral': {
    '/specialties': 'Fachgebiete',
    '/answerDays': 'Tage bis zur Antwort',
    '/answerDays?': 'In so vielen Tagen antwortet die Klinik.',
    '/coverFrom': 'Zusage ab',
    '/coverFrom?': 'Über diesen Kosten wird zuerst die Versicherung gefragt.',
    '/patientRate': 'Anteil des Patienten',
    '/patientRate?': 'So viel zahlt, wer versichert ist.',
  },
  'invoice-finance': {
    '/deliveryDays': 'Lieferfrist in Tagen',
    '/deliveryDays?': 'In so vielen Tagen bestätigt die Spedition die Lieferung.',
    '/offerDays': 'Tage eines Angebots',
    '/offerDays?': 'So viele Tage gilt ein Angebot.',
    '/yearlyRateMax': 'Höchster Jahreszins',
    '/yearlyRateMax?': 'Mehr darf ein Geldgeber nicht verlangen.',
  },
  'licence-approval': {
    '/licence': 'Erlaubnis',
    '/credentialType': 'Art des Nachweises',
    '/activities': 'Tätigkeiten',
    '/checks': 'Prüfungen',
    ...item('checks'),
    '/checks/*/sees': 'Liest',
    '/checkDays': 'Tage der Prüfung',
    '/checkDays?': 'So viele Tage haben die Ämter.',
    '/licenceDays': 'Gültigkeit in Tagen',
    '/licenceDays?': 'So viele Tage gilt eine Erlaubnis.',
  },
  'ping-pong': { '/rounds': 'Runden', '/rounds?': 'Hin und zurück; jede sind zwei Aktionen.' },
  'planning-permission': {
    '/consultDays': 'Tage der Anhörung',
    '/consultDays?': 'In so vielen Tagen antwortet ein Amt. Danach gilt sein Schweigen nicht als Einwand.',
    '/decisionDays': 'Tage bis zur Entscheidung',
    '/decisionDays?': 'In so vielen Tagen nach dem Antrag entscheidet der Ausschuss.',
    '/validMonths': 'Gültigkeit in Monaten',
    '/validMonths?': 'In so vielen Monaten müssen die Arbeiten beginnen.',
    '/fee': 'Gebühr',
    '/fee?': 'Ein Preis der Fläche, wenigstens das Minimum.',
    '/fee/minimum': 'Minimum',
    '/fee/minimum?': 'Die kleinste Gebühr.',
    '/fee/areaRate': 'Preis der Fläche',
    '/fee/areaRate?': 'Für einen Quadratmeter.',
  },
  'purchase-order': {
    '/levels': 'Stufen',
    '/levels?': 'Stufen der Freigabe, die niedrigste zuerst.',
    ...item('levels'),
    '/levels/*/limit': 'Grenze',
    '/levels/*/limit?': 'Der größte Betrag, der keine höhere Stufe braucht.',
  },
  'sealed-tender': {
    '/bidders': 'Bieter',
    '/bidders?': 'Die Wallets, die bieten dürfen.',
    ...item('bidders'),
    '/committee': 'Ausschuss',
    '/committee?': 'Die Wallets, die vergeben.',
    ...item('committee'),
    '/need': 'Stimmen',
    '/need?': 'So viele Stimmen vergeben den Auftrag.',
    '/bidDays': 'Tage für Gebote',
    '/bidDays?': 'In so vielen Tagen kommen Gebote.',
    '/voteDays': 'Tage der Abstimmung',
    '/voteDays?': 'In so vielen Tagen stimmt der Ausschuss ab.',
  },
  'simple-invoice': {
    '/paymentDays': 'Zahlungsziel in Tagen',
    '/paymentDays?': 'In so vielen Tagen zahlt der Käufer.',
    '/taxRates': 'Steuersätze',
    '/taxRates?': 'Steuersätze zur Auswahl.',
  },
};

/** Title and description. */
const NAMES: Readonly<Record<string, readonly [string, string]>> = {
  'construction-permit': [
    'Baugenehmigung',
    'Ein Bauunternehmen beantragt eine Genehmigung; Statik, Bauplanung und Umweltamt entscheiden, jeder über das, was er wissen muss.',
  ],
  'customs-shipment': [
    'Sendung durch den Zoll',
    'Ein Exporteur sendet Waren über eine Grenze; der Zoll fertigt sie ab, lässt manche prüfen, und der Importeur empfängt sie.',
  ],
  'equipment-refurbishment': [
    'Aufarbeitung von Medizintechnik',
    'Eine Klinik lässt ein Gerät aufarbeiten und zertifizieren; was die Sicherheit betrifft, prüft zuerst die Aufsicht.',
  ],
  'framework-order': [
    'Rahmenauftrag mit wiederholten Lieferungen',
    'Käufer und Lieferant vereinbaren Preis und Obergrenze; abgerufen, geliefert, berechnet und bezahlt wird immer wieder, mit laufenden Summen.',
  ],
  'health-referral': [
    'Überweisung an eine Fachklinik',
    'Eine Praxis überweist einen Patienten; die Klinik nimmt an, die Versicherung trägt, was viel kostet, und der Bericht kommt zurück.',
  ],
  'invoice-finance': [
    'Rechnungsfinanzierung für kleine Lieferanten',
    'Ein Geldgeber zahlt einem Lieferanten eine Rechnung früher, die der Käufer freigab; der Käufer zahlt bei Fälligkeit.',
  ],
  'licence-approval': [
    'Erlaubnis mit gleichzeitigen Prüfungen',
    'Ein Antragsteller will eine Erlaubnis; mehrere Ämter prüfen gleichzeitig, und die Behörde entscheidet, wenn alle fertig sind.',
  ],
  'ping-pong': [
    'Ping-Pong',
    'Zwei Parteien antworten einander eine Anzahl von Malen. Die Wege führen im Kreis, und ein Zähler beendet ihn.',
  ],
  'planning-permission': [
    'Baubescheid mit fingierter Zustimmung',
    'Ein Antragsteller will bauen; Ämter werden gehört, ein Ausschuss entscheidet. Ohne Entscheidung in der Frist gilt der Antrag als genehmigt.',
  ],
  'purchase-order': [
    'Bestellung mit mehreren Stufen',
    'Einen Einkauf geben so viele Stufen frei, wie sein Betrag verlangt; dann wird bestellt, bestätigt und empfangen.',
  ],
  'sealed-tender': [
    'Ausschreibung mit verschlossenen Geboten',
    'Bieter senden Gebote, die niemand lesen kann; alle werden zugleich geöffnet, und ein Ausschuss vergibt an das niedrigste.',
  ],
  'simple-invoice': [
    'Einfache Rechnung',
    'Ein Lieferant sendet eine Rechnung; der Käufer zahlt sie, wird erinnert, oder gibt sie mit einer Begründung zurück.',
  ],
};

/** The texts of a template that comes with the program. */
export function shippedTexts({
  id,
  parameterSchema,
}: Pick<Template, 'id' | 'parameterSchema'>): NonNullable<Template['texts']> {
  const { organisations, wallets } = parameterSchema.properties as JsonObject;
  const rolesIn = (group: string, schema: Json | undefined): Texts => {
    const names = Object.keys((schema as JsonObject | undefined)?.properties ?? {});
    return Object.fromEntries(names.map((role) => [`/${group}/${role}`, ROLES[role] ?? role]));
  };
  const roles = { ...rolesIn('organisations', organisations), ...rolesIn('wallets', wallets) };
  const [title, description] = NAMES[id] ?? [];
  const names = title !== undefined && description !== undefined && { title, description };
  return { de: { ...names, ...COMMON, ...roles, ...BY_TEMPLATE[id] } };
}
