import type { ServicePage } from '@banyan/domain'
import type { Language } from '../shell/index.ts'
import type { Say } from './texts.ts'

/** The opening hours as a sentence, with their time zone as a UTC offset. */
export function hoursText(
  { days, from, until, timeZone }: ServicePage['hours'],
  t: Say,
  language: Language,
): string {
  const name = (day: number | undefined) => t(`day${day as 1 | 2 | 3 | 4 | 5 | 6 | 7}`)
  const [first, last] = [days[0], days.at(-1)]
  const shown =
    days.length === 7
      ? t('everyDay')
      : first === last
        ? name(first)
        : t('daysFromTo', { first: name(first), last: name(last) })
  const zone = new Intl.DateTimeFormat(language === 'en' ? 'en' : 'zh-CN', {
    timeZone,
    timeZoneName: 'shortOffset',
  })
    .formatToParts(new Date())
    .find(part => part.type === 'timeZoneName')
  return t('hours', {
    days: shown,
    from,
    until,
    zone: (zone?.value ?? timeZone).replace('GMT', 'UTC'),
  })
}
