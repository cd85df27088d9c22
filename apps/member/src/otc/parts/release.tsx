import { releaseTrade, type TradeView } from '@banyan/domain'
import { ActionBar, Button, Card, Checkbox, figureText } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useShown, useTexts } from '../../shell/index.ts'
import { payedTexts } from '../payed-texts.ts'
import { evidenceQuery } from '../queries.ts'
import { PasswordMove } from './later.tsx'
import { ReleaseQuestion } from './release-question.tsx'
import styles from './trade-parts.module.css'

interface GuardedReleaseProps {
  trade: TradeView
  /** Above and below the seller's own statement. */
  head: ReactNode
  rest: ReactNode
}

/**
 * Releases the coin once the seller has confirmed that the money is in their own wallet. When the
 * chain does not confirm the payment, that must be acknowledged first. Neither is kept when the
 * page is left.
 */
export function GuardedRelease({ trade, head, rest }: GuardedReleaseProps) {
  const t = useTexts(payedTexts)
  const shown = useShown()
  const { data: evidence, isPending } = useQuery(evidenceQuery(trade.id))
  const isVerified = evidence?.hashes.some(one => one.now?.finding === 'verified') ?? false
  const [read, setRead] = useState(false)
  const [received, setReceived] = useState(false)
  const [asking, setAsking] = useState<'never' | 'open' | 'closed'>('never')
  const mayTick = isVerified || read
  // Where pages change without motion it is hidden at once, and no effect runs while it is.
  useEffect(() => {
    if (!shown) return
    return () => {
      setRead(false)
      setReceived(false)
      setAsking(now => (now === 'open' ? 'closed' : now))
    }
  }, [shown])
  const quantity = figureText(trade.dealQuantity, 2, 2)
  return (
    <>
      <div className="page-pad stack">
        {head}
        <Card className={styles.ticks ?? ''}>
          {!isVerified && (
            <Checkbox
              label={t('payed.readFinding')}
              checked={read}
              // Nothing can be acknowledged before the chain's finding is loaded, or has failed to
              // load.
              disabled={isPending}
              onChange={event => {
                setRead(event.currentTarget.checked)
                setReceived(false)
              }}
            />
          )}
          <Checkbox
            label={t('payed.sawMoney')}
            checked={received && mayTick}
            disabled={!mayTick}
            onChange={event => setReceived(event.currentTarget.checked)}
          />
        </Card>
        {rest}
      </div>
      <ActionBar>
        <Button
          tone={received && mayTick ? 'primary' : 'secondary'}
          disabled={!(received && mayTick)}
          onClick={() => setAsking('open')}
        >
          {t(received && mayTick ? 'payed.release' : 'payed.firstConfirm', { quantity })}
        </Button>
      </ActionBar>
      {asking !== 'never' && (
        <PasswordMove
          trade={trade}
          call={releaseTrade}
          open={asking === 'open' && received && mayTick}
          onClose={() => setAsking('closed')}
          title={t('payed.confirmTitle', { amount: trade.paymentAmount })}
          text={<ReleaseQuestion trade={trade} isVerified={isVerified} />}
          verb={t('payed.release', { quantity })}
          done={t('payed.released')}
        />
      )}
    </>
  )
}
