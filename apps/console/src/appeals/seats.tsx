import { clauses, roundOf, seatOf } from '@banyan/domain'
import { figureText } from '@banyan/ui'
import { dayText, type Seat, Seats, useLanguage, useTexts } from '../shell/index.ts'
import type { Case } from './queries.ts'
import { appealTexts } from './texts.ts'

/** The seats of the present round in the order of acting, and the ruling. */
export function CaseSeats({ of, now }: { of: Case; now: number }) {
  const t = useTexts(appealTexts)
  const tongue = useLanguage()
  const round = roundOf(of.state)
  const open = seatOf[of.state]
  const seats = ([1, 2, 3] as const).map((no): Seat => {
    const title = `${t.seatNo(no)}${round > 1 ? ` · ${t.review}` : ''}`
    const given = of.opinions.find(one => one.round === round && one.seat === no)
    if (given)
      return {
        state: 'done',
        title: `${title} · ${t.outcome[given.outcome]}${
          given.outcome === 'split' ? ` ${figureText(given.releaseQuantity)}` : ''
        }`,
        detail: (
          <>
            {given.clause} {clauses[given.clause][tongue]}
            <br />
            {given.reasons}
            <br />
            {dayText(given.at, now)}
          </>
        ),
      }
    if (open !== null && no < open) return { state: 'done', title, detail: t.seat.hidden }
    if (no === open) {
      if (of.mine) return { state: 'yours', title, detail: t.seat.yours }
      if (of.drawn) return { state: 'yours', title, detail: t.seat.drawn }
      return { state: 'waits', title, detail: t.seat.acting }
    }
    return { state: 'waits', title, detail: no === 3 ? t.seat.later : t.seat.waits }
  })
  const ruling = of.ruling
  if (!ruling) return <Seats seats={seats} />
  const ruled: Seat = {
    state: 'done',
    title: `${t.seat.ruled} · ${t.outcome[ruling.outcome]}${ruling.isFinal ? ` · ${t.seat.final}` : ''}`,
    detail: `${ruling.clause} · ${ruling.reasons} · ${dayText(ruling.ruledAt, now)}`,
  }
  return <Seats seats={open === null ? [ruled] : [ruled, ...seats]} />
}
