import { z } from 'zod'

/** When the staff are present: days of the week, 1 for Monday, and times of the day in a time zone. */
export const serviceHours = z.object({
  days: z.array(z.number().int()),
  from: z.string(),
  until: z.string(),
  timeZone: z.string(),
})
export type ServiceHours = z.infer<typeof serviceHours>

const time = '([01]\\d|2[0-3]):[0-5]\\d'
const pattern = new RegExp(`^([1-7])-([1-7]) (${time})-(${time}|24:00) ([A-Za-z0-9_+/-]{1,64})$`)

/**
 * Parses opening hours such as `1-5 09:00-18:00 Asia/Shanghai`: days of the week from 1 (Monday) to
 * 7, times of one day, and their time zone. Null for anything else.
 */
export function readHours(text: string): ServiceHours | null {
  const parts = pattern.exec(text)
  if (!parts) return null
  const [, first = '', last = '', from = '', , until = '', , timeZone = ''] = parts
  if (Number(first) > Number(last) || from >= until || !isTimeZone(timeZone)) return null
  const days = Array.from(
    { length: Number(last) - Number(first) + 1 },
    (_, at) => Number(first) + at,
  )
  return { days, from, until, timeZone }
}

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Whether an instant is within the hours. The end is outside. */
export function isWithin({ days, from, until, timeZone }: ServiceHours, at: Date): boolean {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string) => parts.find(one => one.type === type)?.value ?? ''
  const now = `${part('hour')}:${part('minute')}`
  return days.includes(weekdays.indexOf(part('weekday')) + 1) && now >= from && now < until
}
