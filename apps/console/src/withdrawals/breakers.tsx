import { figureText, microOf, thousandths } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Answer, dayText, hrefOf, Meter, useTexts } from '../shell/index.ts'
import styles from './breakers.module.css'
import { collectionQuery, payoutsQuery } from './queries.ts'
import { Refill } from './refill.tsx'
import { refillTexts } from './refill-texts.ts'
import { withdrawalTexts } from './texts.ts'

const whole = (figure: string) => figureText(figure, 2, 2)
/** Wei as BNB; the last four decimals are enough to see that fees can be paid. */
const bnbOf = (wei: string): string => figureText(BigInt(wei) / 10n ** 12n, 4, 4)

/** Above the table: what has been released against its limits, the hot wallet, and why payouts wait. */
export function Breakers({ now }: { now: number }) {
  const t = useTexts(withdrawalTexts)
  const { title } = useTexts(refillTexts)
  const [isRefilling, setRefilling] = useState(false)
  const payouts = useQuery(payoutsQuery)
  const cap = useQuery(collectionQuery).data?.settings?.hotCap
  return (
    <Answer query={payouts}>
      {({ pause, since, pace, signer, waiting }) => {
        const reviewed = waiting.find(({ state }) => state === 'reviewed')
        return (
          <>
            <div className={styles.bars}>
              <Pace name={t.breakers.hour} {...pace.hour} />
              <Pace name={t.breakers.day} {...pace.day} />
              <div className={styles.meter}>
                <span className={styles.name}>{t.breakers.hot}</span>
                <span className={styles.figure}>{signer ? whole(signer.usdt) : '–'}</span>
                <span className={styles.note}>
                  {signer ? t.breakers.gas(bnbOf(signer.gas)) : t.breakers.signerAway}
                  {cap && ` · ${t.breakers.cap(whole(cap))}`}
                </span>
              </div>
              <div className={styles.meter}>
                <span className={styles.name}>{t.breakers.waiting}</span>
                <span className={styles.figure}>{whole(reviewed?.amount ?? '0')}</span>
                <span className={styles.note}>{t.breakers.orders(reviewed?.count ?? 0)}</span>
              </div>
            </div>
            <details
              className={styles.refill}
              open={isRefilling}
              onToggle={event => setRefilling(event.currentTarget.open)}
            >
              <summary>{title}</summary>
              {isRefilling && <Refill now={now} />}
            </details>
            {pause && (
              <p className={styles.tripped} role="alert">
                <strong>{t.pause[pause]}</strong>
                {since && ` ${t.breakers.since(dayText(since, now))}`} {t.breakers.reviewGoesOn}{' '}
                {pause === 'unknownTransfer' && (
                  <a href={hrefOf('proposals')}>{t.breakers.explain}</a>
                )}
              </p>
            )}
          </>
        )
      }}
    </Answer>
  )
}

/** What is used of a limit, and what can still go now. */
function Pace({ name, used, most }: { name: string; used: string; most: string | null }) {
  const t = useTexts(withdrawalTexts)
  const part = most === null ? 0 : Math.min(1000, thousandths(used, most))
  const left = most === null ? null : microOf(most) - microOf(used)
  return (
    <div className={styles.meter}>
      <span className={styles.name}>{name}</span>
      <span className={styles.figure}>
        {whole(used)}
        <span className={styles.of}>
          {most === null ? t.breakers.noLimit : t.breakers.of(whole(most))}
        </span>
      </span>
      <Meter label={name} value={part} most={1000} />
      {left !== null && (
        <span className={styles.note}>
          {t.breakers.canGo(figureText(left > 0n ? left : 0n, 2, 2))}
        </span>
      )}
    </div>
  )
}
