import { Button, CoinMark, Icon, Money, placedText, Sheet, Sprout } from '@banyan/ui'
import { useEffect, useState } from 'react'
import { CLOSING_MS } from '../step-up/over.ts'
import type { Result, ResultWay } from './result.ts'
import styles from './result-sheet.module.css'

interface ResultSheetProps extends Result {
  /** It has closed, and slid away. */
  onGone: () => void
}

/** A result over any page: how much, one green word, one line, and what next. */
export function ResultSheet(props: ResultSheetProps) {
  const { word, title = word, amount, line, ways, equal, onGone } = props
  const [open, setOpen] = useState(true)
  useEffect(() => {
    navigator.vibrate?.(10)
  }, [])
  const close = () => {
    setOpen(false)
    setTimeout(onGone, CLOSING_MS)
  }
  const [first, ...others] = ways
  const way = ({ label, go }: ResultWay, tone: 'primary' | 'tinted' | 'secondary') => (
    <Button
      key={label}
      tone={tone}
      wide
      onClick={() => {
        close()
        go?.()
      }}
    >
      {label}
    </Button>
  )
  return (
    <Sheet
      open={open}
      onOpenChange={next => !next && close()}
      title={<span className="visually-hidden">{title}</span>}
    >
      <div className={styles.result}>
        <Sprout grown={1} size={108} grows />
        <p className={styles.amount}>
          <CoinMark coin={amount.coin} size={28} />
          <Money
            value={amount.value}
            unit={amount.coin}
            size="hero"
            // An earning of less than a cent is the news here, so all its decimals are shown.
            {...(placedText(amount.value, 'earning').startsWith('<') ? {} : { place: 'earning' })}
            signed={amount.signed ?? false}
          />
        </p>
        <p className={styles.word}>
          <Icon name="check" size={18} />
          {word}
        </p>
        {line && <div className={styles.line}>{line}</div>}
        <div className={styles.ways}>
          {equal ? (
            ways.map(one => way(one, 'tinted'))
          ) : (
            <>
              {first && way(first, 'primary')}
              {others.length > 0 && (
                <div className={styles.others}>{others.map(one => way(one, 'secondary'))}</div>
              )}
            </>
          )}
        </div>
      </div>
    </Sheet>
  )
}
