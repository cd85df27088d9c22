const pad = (n: number) => String(n).padStart(2, '0')

/** Time is the platform's, UTC+8, on every operator's screen: they speak about the same minute. */
const zoneMs = 8 * 3_600_000

const local = (moment: number) => new Date(moment + zoneMs)

/** 14:26 */
export function timeText(moment: string | number): string {
  const at = local(typeof moment === 'number' ? moment : Date.parse(moment))
  return `${pad(at.getUTCHours())}:${pad(at.getUTCMinutes())}`
}

/** 14:26:19 */
export function secondText(moment: string | number): string {
  const at = local(typeof moment === 'number' ? moment : Date.parse(moment))
  return `${timeText(moment)}:${pad(at.getUTCSeconds())}`
}

/** 11-24 14:26, with its year when it is another one than now. */
export function dayText(moment: string | number, now: number): string {
  const then = typeof moment === 'number' ? moment : Date.parse(moment)
  const at = local(then)
  const year = at.getUTCFullYear() === local(now).getUTCFullYear() ? '' : `${at.getUTCFullYear()}-`
  return `${year}${pad(at.getUTCMonth() + 1)}-${pad(at.getUTCDate())} ${timeText(then)}`
}

/** How long something waits: h:mm, `25:08`; never below zero. */
export function ageText(waitedMs: number): string {
  const minutes = Math.max(0, Math.floor(waitedMs / 60_000))
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}`
}

/** 2026-11-24T14:26, as a field for day and time holds it. */
export function fieldTimeText(moment: string): string {
  const at = local(Date.parse(moment))
  const day = `${at.getUTCFullYear()}-${pad(at.getUTCMonth() + 1)}-${pad(at.getUTCDate())}`
  return `${day}T${timeText(moment)}`
}

/** The instant of such a field, ISO 8601; null while it is empty or incomplete. */
export function instantOfField(text: string): string | null {
  const moment = Date.parse(`${text}:00+08:00`)
  return Number.isNaN(moment) ? null : new Date(moment).toISOString()
}
