"""Recomputes test/vectors/due.json from docs/hashes.md section 12 with the standard library of Python 3 alone."""
import calendar, datetime, json, re, sys

DAY = 86_400_000
EPOCH = datetime.date(1970, 1, 1).toordinal()
LAST = (datetime.date.max.toordinal() + 1 - EPOCH) * DAY - 1

def offset(zone):  # milliseconds east of UTC
    if zone in ('UTC', 'Z'): return 0
    sign, hours, minutes = re.fullmatch(r'([+-])(\d\d):(\d\d)', zone).groups()
    return (int(hours) * 60 + int(minutes)) * 60_000 * (-1 if sign == '-' else 1)

def end_of(ordinal, east):  # the last millisecond of a day
    return (ordinal + 1 - EPOCH) * DAY - 1 - east

def day_of(ms, east):
    return datetime.date.fromordinal((ms + east) // DAY + EPOCH)

def later(ms, plus, east, off):
    work = re.fullmatch(r'(\d+) workdays', plus)
    if work:
        day, left = day_of(ms, east), int(work[1])
        while left:
            day += datetime.timedelta(1)
            left -= day.isoweekday() not in off['weekend'] and day.isoformat() not in off['holidays']
        return end_of(day.toordinal(), east)
    months = re.fullmatch(r'P(?:(\d+)Y)?(?:(\d+)M)?', plus)
    if months:
        day = day_of(ms, east)
        all_ = day.year * 12 + day.month - 1 + int(months[1] or 0) * 12 + int(months[2] or 0)
        year, month = all_ // 12, all_ % 12 + 1
        return end_of(datetime.date(year, month, min(day.day, calendar.monthrange(year, month)[1])).toordinal(), east)
    weeks = re.fullmatch(r'P(\d+)W', plus)
    if weeks: return ms + int(weeks[1]) * 7 * DAY
    d, h, m, s, f = re.fullmatch(r'P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d+))?S)?)?', plus).groups()
    return ms + ((int(d or 0) * 24 + int(h or 0)) * 60 + int(m or 0)) * 60_000 + int(s or 0) * 1000 + int((f or '').ljust(3, '0'))

def moment(text, east):
    if re.fullmatch(r'\d{4}-\d\d-\d\d', text): return end_of(datetime.date.fromisoformat(text).toordinal(), east)
    day, hours, minutes, seconds, ms = re.fullmatch(r'([\d-]{10})T(\d\d):(\d\d):(\d\d)\.(\d{3})Z', text).groups()
    in_day = ((int(hours) * 60 + int(minutes)) * 60 + int(seconds)) * 1000 + int(ms)
    return (datetime.date.fromisoformat(day).toordinal() - EPOCH) * DAY + in_day

def text_of(ms):
    day, rest = datetime.date.fromordinal(ms // DAY + EPOCH), ms % DAY
    hours, minutes, seconds = rest // 3_600_000, rest // 60_000 % 60, rest // 1000 % 60
    return f'{day.isoformat()}T{hours:02}:{minutes:02}:{seconds:02}.{rest % 1000:03}Z'

def stated_by(definition, action):  # the timers that take their time from this action
    for waiting in definition['actions']:
        for timer in waiting.get('timers', []):
            if 'at' not in timer: continue
            kind, *name = timer['at']['var'].split('.')
            actions = [int(name[0])] if kind == 'act' else definition['facts'][name[-1]]
            if action in actions: yield f"{waiting['id']}.{timer['id']}", timer, name[-1]

def due_of(definition, timer, value):
    east, plus = offset(timer.get('zone', 'UTC')), timer.get('plus')
    ms = moment(value, east)
    if plus is not None:
        try: ms = later(ms, plus, east, definition.get('calendars', {}).get(timer.get('calendar')))
        except (OverflowError, ValueError): return None
    return None if ms > LAST else text_of(max(ms, 0))

def check(vector):
    definition, data = vector['definition'], vector['data']
    found = {key: due_of(definition, timer, data[member]) for key, timer, member in stated_by(definition, vector['action'])}
    stated = None if None in found.values() else found
    if stated != vector['due']: sys.exit(f"{vector['name']}: found {found!r}, and the vector says {vector['due']!r}")

vectors = json.load(open(sys.argv[1], encoding='utf-8'))
for vector in vectors: check(vector)
print(f'{len(vectors)} vectors hold')
