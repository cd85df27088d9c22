import { kitRules } from './rules.ts'

/** One tick per second for everything on the page that shows time; it stops without listeners. */
class Ticker {
  readonly #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#start()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#stop()
    }
  }

  #start(): void {
    document.addEventListener('visibilitychange', this.#beat)
    this.#wait()
  }
  #stop(): void {
    document.removeEventListener('visibilitychange', this.#beat)
    clearTimeout(this.#timer)
  }
  #wait(): void {
    // Until just after the next full second, so that all figures change together.
    this.#timer = setTimeout(
      () => {
        this.#beat()
        this.#wait()
      },
      1010 - (Date.now() % 1000),
    )
  }
  /** Listeners read the clock themselves: nothing here counts, so a sleeping tab loses nothing. */
  readonly #beat = (): void => {
    for (const listener of this.#listeners) listener()
  }
}

export const ticker = new Ticker()

/** Whole seconds until a deadline, never below 0. A started second counts. */
export const secondsUntil = (deadline: string | number, now: number): number =>
  Math.max(0, Math.ceil((momentOf(deadline) - now) / 1000))

/** Epoch milliseconds of an ISO text or of a number that already is one. */
export const momentOf = (moment: string | number): number =>
  typeof moment === 'number' ? moment : Date.parse(moment)

const pad = (n: number) => String(n).padStart(2, '0')

/** 14:32, or 1:05:09 above an hour. */
export function clockText(seconds: number): string {
  const hours = Math.floor(seconds / 3600)
  const rest = `${pad(Math.floor((seconds % 3600) / 60))}:${pad(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** Elapsed time, in the unit to be shown: the specification's table. */
export type Ago =
  | { unit: 'now' }
  | { unit: 'minutes' | 'hours' | 'days'; n: number }
  | { unit: 'date' }

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Under 5 minutes is just now, then minutes, hours, days up to 30 days, then a date. */
export function agoOf(then: number, now: number): Ago {
  const passed = now - then
  if (passed < kitRules.justNowMs) return { unit: 'now' }
  if (passed < hour) return { unit: 'minutes', n: Math.floor(passed / minute) }
  if (passed < day) return { unit: 'hours', n: Math.floor(passed / hour) }
  if (passed <= kitRules.relativeTimeMaxDays * day)
    return { unit: 'days', n: Math.floor(passed / day) }
  return { unit: 'date' }
}

/** How a language formats days. */
export interface DateWords {
  /** The month counts from 1; the year is null when it is the current one. */
  date: (year: number | null, month: number, day: number) => string
  /** Today, the day before (-1) and the day after (1). */
  nearDay: Record<-1 | 0 | 1, string>
}

/** Formats the day of an instant, in the device's time zone, with its year if that is not the present one. */
export function dateText(moment: number, { date }: Pick<DateWords, 'date'>, now: number): string {
  const at = new Date(moment)
  const year = at.getFullYear()
  return date(year === new Date(now).getFullYear() ? null : year, at.getMonth() + 1, at.getDate())
}

/**
 * Formats day and time of an instant, from 00:00 to 23:59, in the device's time zone; the days
 * around `now` by their names. Implemented here and not by `Intl`: on a phone making the first
 * formatter takes longer than drawing all figures of a page.
 */
export function momentText(moment: number, words: DateWords, now: number): string {
  const at = new Date(moment)
  const near = daysBetween(new Date(now), at)
  const day =
    near === -1 || near === 0 || near === 1 ? words.nearDay[near] : dateText(moment, words, now)
  return `${day} ${pad(at.getHours())}:${pad(at.getMinutes())}`
}

/** The number of midnights between two instants. Days of 23 and 25 hours count as days. */
function daysBetween(from: Date, to: Date): number {
  const midnight = (at: Date) => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate())
  return (midnight(to) - midnight(from)) / day
}
