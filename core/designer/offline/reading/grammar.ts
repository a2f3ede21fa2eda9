// THE grammar of sentences, in English and German: the signs by which a sentence says what it is about. A new way
// to say something is a word here. Orders are in orders.ts; everything else about a sentence is its clauses.
import type { TextLanguage } from '../words/tokens.js';

type Signs = Readonly<Record<TextLanguage, RegExp>>;

/** Somebody says no. */
export const REFUSED: Signs = {
  en: /\b(?:reject\w*|refus\w*|declin\w*|den(?:y|ied|ies|ial)|turn(?:s|ed)? (?:\w+ ){0,3}down|negative|disapprov\w*|unsuccessful|says? no|vetoe?[sd]?|(?:not|doesn't|don't|never) (?:be )?(?:approve|support|accept|agree|grant|release|authori[sz]e|acknowledge|confirm)\w*|not (?:approved|granted|fine|ok(?:ay)?|in order)|objects?|fails?|disput\w+|disagree\w*|(?:not|un|dis)[ -]?(?:satisfied|happy|content|convinced)|unacceptable|(?:is|are) (?:missing|incomplete|insufficient|unclear|wrong|faulty))\b/i,
  de: /(?:\bablehn|ablehn|abgelehnt|lehnt\b.*\bab\b|absage|abgesagt|sagt\b.*\bab\b|negativ|zurückgewiesen|zurückweis|weist\b.*\bzurück\b|verweiger|versag|nicht (?:genehmigt|bewilligt|angenommen|zugestimmt|anerkannt|erteilt|freigegeben)|(?:genehmigt|bewilligt|akzeptiert|unterstützt|befürwortet)\b.* nicht\b|nicht zu\b|widerspricht|beanstand|reklamier|unvollständig|nicht (?:vollständig|zufrieden|einverstanden|in ordnung)|fehlt\b|fehlen\b|unzufrieden)/i,
};

/** Somebody said yes: what follows is the usual way. */
export const APPROVED: Signs = {
  en: /\b(?:approv\w*|accept\w*|grant(?:ed|s)|agree\w*|positive|successful|acknowledg\w*|releas\w*|allowed|confirmed|authori[sz]ed|supported|(?:is|are) (?:all )?(?:fine|ok(?:ay)?|well|in order|complete|good)|says yes|passes|passed)\b/i,
  de: /(?:genehmig|bewillig|zugestimmt|stimmt\b.*\bzu\b|angenommen|annahme|nimmt\b.*\ban\b|zusage|positiv|anerkannt|anerkenn|erkennt\b.*\ban\b|freigegeben|freigabe|in ordnung|vollständig|erfolgreich|zustimmung)/i,
};

export const ENDS: Signs = {
  en: /\b(?:ends?|ended|over|closed?|closes|finished|laps(?:es|ed?)|expires?|stops?|terminat\w+|that is (?:it|that|all|the end)|the end|is done|dropped|void|discarded|cancel(?:s|l?ed)?|(?:in)?valid no more|no longer valid)\b/i,
  de: /(?:\bende[tn]?\b|beende|zu ende|vorbei|geschlossen|erledigt|abgeschlossen|verfällt|verfallen|erlischt|abgebrochen|eingestellt|hinfällig|gescheitert|schluss)/i,
};

export const BACK: Signs = {
  en: /\b(?:back|again|returns?|returned|revis\w*|chang\w*|correct\w*|amend\w*|improv\w*|resubmit\w*|re-?do\w*|re-?appl\w*|rework\w*|repair\w*|modif\w*|adjust\w*|anew|another|a new)\b/i,
  de: /(?:zurück|noch ?mal|noch einmal|erneut|wieder|überarbeit|verbesser|korrigier|nachbesser|bessert\b.*\bnach\b|änder|nachreich|reicht\b.*\bnach\b|berichtig|\bein(?:e|en)? (?:neue[sn]?|andere[sn]?)\b)/i,
};

export const APPEALS: Signs = {
  en: /\b(?:appeal\w*|complain\w*|contest\w*|challenge\w*|lodge an objection|escalat\w*)\b/i,
  de: /(?:widersprechen|widerspruch|beschwer|klage|klagen|einspruch|anfecht)/i,
};

/** Silence counts as yes. */
export const CONSENTS: Signs = {
  en: /\b(?:agree\w*|approv\w*|grant\w*|consent\w*|accept\w*|no objection|deemed|positive|yes|released?)\b/i,
  de: /(?:zustimm|genehmig|erteilt|angenommen|annahme|bewillig|einverstand|einverständ|akzeptiert|anerkannt|freigegeben|erklärt)/i,
};

export const REMINDS: Signs = {
  en: /\b(?:remind\w*|told|informed|notified)\b/i,
  de: /(?:erinner|mahn|informiert|benachrichtigt)/i,
};

/** No answer comes. */
export const SILENT: Signs = {
  en: /\b(?:silen\w+|no \w+ (?:comes|arrives|follows|is (?:received|sent|given|made))|no (?:answer|reply|response|reaction)|without (?:an? )?(?:answer|reply|response|reaction)|says nothing|nobody (?:answers|replies|responds|reacts|acts|objects)|no one (?:answers|replies|responds)|(?:is|are) not (?:returned|paid|delivered|answered|received|decided|confirmed|signed)|(?:not|doesn't|don't) (?:answer|respond|reply|react|object|decide|act|say|do|get back|come back|deliver|pay|confirm)\w*)\b/i,
  de: /(?:schweig|kein\w* \p{L}+ (?:kommt|eingeht|vorliegt|folgt)|keine (?:antwort|reaktion|rückmeldung|äußerung|entscheidung)|ohne (?:antwort|rückmeldung)|niemand (?:antwortet|reagiert)|(?:antwortet|reagiert|äußert|meldet|entscheidet|rührt|handelt|bestätigt|zahlt|liefert)\b.*\bnicht\b|nicht (?:antwortet|reagiert|äußert|meldet|entscheidet|innerhalb|binnen))/iu,
};

/** Something else happens otherwise. */
export const OTHERWISE: Signs = {
  en: /(?:,|\band\b|\bbut\b|;)?\s*\b(?:otherwise|or else|else|after that|after which|afterwards|thereafter|if not|if (?:it|they|he|she) (?:is|are) late|then|in which case)\b,?\s*/i,
  de: /(?:,|\bund\b)?\s*\b(?:sonst|andernfalls|ansonsten|danach|dann|falls nicht|wenn nicht)\b,?\s*/i,
};

/** Data that somebody does not read. */
export const SEES: Signs = {
  en: /\b(?:see|know|learn|read|find out|be shown|be told|access|get to see|view|have access|sees|knows|reads|learns|gets to see)\b/i,
  de: /\b(?:sehen|erfahren|wissen|kennen|kennenlernen|lesen|einsehen|sieht|erfährt|kennt|liest|gezeigt|angezeigt|zugänglich)\b/i,
};
export const MUST_NOT: Signs = {
  en: /\b(?:must|may|should|shall|can|could|does|do|is|are|will|would|has|have)(?: never|n't| not|not)\b|\bnever\b|\bneither\b|\bnobody\b|\bwithout\b|\bnot\b|\bno\b/i,
  de: /\b(?:nicht|nie|niemals|kein|keine|keinen|weder|niemand)\b/i,
};
/** "stays hidden from", "is confidential for". */
export const HIDDEN_FROM: Signs = {
  en: /^(.*?)\s*\b(?:is|are|be|stays?|remains?|must be|must stay|must remain|should be|should stay|has to be|kept|keep)\b.*?\b(?:hidden|secret|confidential|invisible|concealed|withheld|kept|private)\b\s*(?:from|for|to)\s+(.+)$/i,
  de: /^(.*?)\s*\b(?:bleib\w*|ist|sind|muss|soll)\b.*?\b(?:vor|für|gegenüber)\s+(.+?)\s+(?:verborgen|geheim|vertraulich|unsichtbar|verdeckt)/i,
};
export const NOT_SHOWN_TO: Signs = {
  en: /^(.*?)\s*\b(?:must|may|should|is|are|can|will|shall)(?: not|not|n't| never)\b(?: be)? (?:shown|visible|disclosed|told|given|revealed|passed|known|seen|readable)\b (?:to|by|for)\s+(.+)$/i,
  de: /^(.*?)\s*\b(?:darf|dürfen|soll|sollen|ist|sind)\s+(?:für )?(.+?)\s+nicht\s+(?:gezeigt|angezeigt|mitgeteilt|sichtbar|zugänglich|bekannt)/i,
};
/** Nothing of what was asked for is there. */
export const NOTHING: Signs = {
  en: /^(?:no|none|nothing|nobody|no one|never|not?hing is (?:issued|hidden)|there (?:is|are) (?:none|no|nothing)\b.*|no\b[^,.]*|n\/a|everybody (?:may|can|sees)\b.*(?:everything|all).*|everyone (?:may|can|sees)\b.*(?:everything|all).*|all (?:may|can) see (?:all|everything).*|nothing (?:is|at all|special)?.*)$/i,
  de: /^(?:nein|keine?[nr]?\b[^,.]*|nichts\b.*|niemand\b.*|es gibt keine?\b.*|alle (?:dürfen|können|sehen)\b.*alles.*)$/i,
};

/** A condition before its sentence, up to the comma. */
export const LEADING_CONDITION: Signs = {
  en: /^(?:and |but |or |then )?(if|when|whenever|where|once|unless|in case(?: of)?|provided(?: that)?|should|as soon as|after|before|for|upon|following|on)\s+((?:[^,]|,(?=\d))+?),\s+(?:then )?(.+)$/i,
  de: /^(?:und |aber |oder |dann )?(wenn|falls|sofern|sobald|nachdem|bevor|im falle?|ist)\s+((?:[^,]|,(?=\d))+?),\s+(?:dann |so )?(.+)$/i,
};
export const TRAILING_CONDITION: Signs = {
  en: /^(.+?),?\s+(if|when|whenever|unless|in case(?: of)?|provided(?: that)?|as long as|as soon as|once)\s+(.+)$/i,
  de: /^(.+?),?\s+(wenn|falls|sofern|sobald)\s+(.+)$/i,
};

export const COMPARES: Signs = {
  en: /\b(more than|over|above|exceed(?:s|ing)?|greater than|higher than|larger than|bigger than|taller than|longer than|heavier than|older than|at least|or more|not more than|less than|below|under|fewer than|up to|at most|cheaper than|lower than|smaller than|shorter than|beyond|from|\w+er than)\s+(?:of )?(?:about )?(?:EUR|USD|GBP|CHF|[€$£])?\s*(\d[\d.,]*\d|\d)/i,
  de: /(?:(?<!\p{L})(mehr als|über|oberhalb von|höher als|größer als|länger als|schwerer als|älter als|teurer als|mindestens|weniger als|unter|unterhalb von|niedriger als|kleiner als|kürzer als|\p{L}+er als|bis zu|höchstens|ab)\s+(?:von )?(?:etwa )?(\d[\d.,]*\d|\d)|(?<!\p{L})(übersteigt|überschreitet|unterschreitet)(?!\p{L})\D*?(\d[\d.,]*\d|\d)|(?<![\d.,])(\d[\d.,]*\d|\d)\D{1,9}(über(?:steigen|schreiten|steigt|schreitet)|unterschreiten))/iu,
};
export const NOT_LESS = /^(?:at least|or more|mindestens|ab|from)$/i;
export const LESS =
  /^(?:less|below|under|fewer|cheaper|lower|smaller|shorter|thinner|colder|younger|weniger|unter|unterhalb|niedriger|kleiner|kürzer|dünner|kälter|jünger|unterschreite)/i;
export const NOT_MORE = /^(?:up to|at most|not more than|bis zu|höchstens)/i;

/** The thing that an adjective measures. */
export const MEASURES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:higher|taller|höher)\b/i, 'height höhe'],
  [/\b(?:longer|länger|shorter|kürzer)\b/i, 'length duration länge dauer'],
  [/\b(?:heavier|lighter|schwerer|leichter)\b/i, 'weight gewicht'],
  [/\b(?:thicker|wider|thinner|dicker|breiter|dünner)\b/i, 'diameter thickness width durchmesser dicke breite'],
  [/\b(?:hotter|warmer|colder|wärmer|kälter|heißer)\b/i, 'temperature temperatur'],
  [/\b(?:larger|bigger|smaller|größer|kleiner)\b/i, 'area size fläche größe'],
  [/\b(?:older|younger|älter|jünger)\b/i, 'age alter'],
  [/\b(?:dearer|cheaper|expensive|costs?|kostet|teurer|billiger)\b/i, 'price cost amount preis kosten betrag'],
];

/** Sides by side, not one behind the other. */
export const PARALLEL: Signs = {
  en: /\b(?:in parallel|at the same time|simultaneously|meanwhile|independently|side by side|both)\b/i,
  de: /\b(?:gleichzeitig|parallel|zur gleichen zeit|zeitgleich|unabhängig voneinander|nebeneinander|beide)\b/i,
};

/** Words that open an enumeration of data. */
export const LISTS: Signs = {
  en: /(?:^|\s)(?:with|including|giving|stating|naming|together with|along with|containing|such as|consisting of|listing|attaching|specifying|by stating|by giving|as well as|noting|recording|showing|describing)\s+|:\s*/i,
  de: /(?:^|\s)(?:mit|einschließlich|inklusive|samt|unter angabe (?:von|der|des)|bestehend aus|und zwar)\s+|:\s*/i,
};

/** Words behind which something else than data is named. */
export const RECIPIENTS: Signs = {
  en: /\s+(?:to|from|by|at|for|in|on|within|before|after|until|when|if|so that|because|why|that|who)\s+.*$/i,
  de: /\s+(?:an|bei|beim|zum|zur|von|vom|für|im|in|nach|vor|bis|damit|weil|wenn)\s+.*$/i,
};
