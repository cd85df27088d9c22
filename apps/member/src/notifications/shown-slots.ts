import type { NotificationSlots } from '@banyan/domain'
import { placedText } from '@banyan/ui'

const isDay = /^\d{4}-\d\d-\d\d$/

/**
 * The slots of a notification as the list shows them: amounts with the decimals of a list, or dots
 * while the member hides them; days in usual form, with the year only when it is another one.
 */
export function shownSlots(
  slots: NotificationSlots,
  { language, thisYear, hidden }: { language: string; thisYear: string; hidden: boolean },
): NotificationSlots {
  const shown = (name: string, value: string): string => {
    if (name === 'amount') return hidden ? '••••' : placedText(value, 'earning')
    if (!isDay.test(value)) return value
    const year = value.startsWith(thisYear) ? {} : { year: 'numeric' as const }
    const format = { month: 'short', day: 'numeric', timeZone: 'UTC', ...year } as const
    return new Intl.DateTimeFormat(language, format).format(new Date(`${value}T00:00:00Z`))
  }
  return Object.fromEntries(
    Object.entries(slots).map(([name, value]) => [name, shown(name, value)]),
  )
}
