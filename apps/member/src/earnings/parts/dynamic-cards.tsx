import { type AnswerOf, type dynamicSummary, isPayStop } from '@banyan/domain'
import { Card, Chip, figureText, List, Moment, Note, Progress, placedText, Row } from '@banyan/ui'
import { OwnMoney, useOwnText } from '../../shell/hidden-figures.tsx'
import { Link, pages, useTexts } from '../../shell/index.ts'
import { PayStopText } from '../../shell/pay-stop.tsx'
import { dynamicTexts } from '../dynamic-texts.ts'
import { factorText } from '../factor-text.ts'
import styles from './dynamic-cards.module.css'
import { SubscribeLink } from './subscribe-link.tsx'

type Summary = AnswerOf<typeof dynamicSummary>

/** The last settlement, the state of the round, and the carried volume. */
export function DynamicCards({ summary }: { summary: Summary }) {
  const t = useTexts(dynamicTexts)
  const { moduleOn, distributed, round } = summary
  const kind = round.prompt?.reopening?.kind
  return (
    <>
      <LastCard summary={summary} />
      {round.eliminated && <EliminatedNote round={round} />}
      {moduleOn && distributed !== 'active' && !(kind && isPayStop(kind)) && (
        <Note>
          <p>{t('notMember')}</p>
          <p>
            <Link page={pages.mineArea.toSpread}>{t('toSpread')}</Link>
          </p>
        </Note>
      )}
      <BalanceCard balances={summary.balances} />
    </>
  )
}

/**
 * That pay pauses, and what a re-investment now would change; it promises nothing to a member whom
 * it would not help.
 */
function EliminatedNote({ round: { reopenMinimum, reopened, prompt } }: Pick<Summary, 'round'>) {
  const t = useTexts(dynamicTexts)
  const kind = prompt?.reopening?.kind
  return (
    <Note tone="warn">
      <p>{t('eliminated')}</p>
      {reopenMinimum === null && <p className={styles.apart}>{t('reopensNothing')}</p>}
      {reopened && <p className={styles.apart}>{t('reopenUsed')}</p>}
      {kind && isPayStop(kind) && <PayStopText stop={kind} className={styles.apart} />}
      {prompt?.reopening && kind === 'opens' && (
        <>
          <p className={styles.apart}>
            {t('reopens', { min: figureText(prompt.reopening.minimum, 0) })}
          </p>
          <p className={styles.apart}>
            <SubscribeLink promptId={prompt.id}>{t('toSubscribe')}</SubscribeLink>
          </p>
        </>
      )}
    </Note>
  )
}

function LastCard({ summary }: { summary: Summary }) {
  const t = useTexts(dynamicTexts)
  const shown = useOwnText()
  const { last, round } = summary
  const factor = last && factorText(last.factor)
  return (
    <Card hero>
      <p className={styles.caption}>
        {t('last')}
        {last && (
          <>
            {' · '}
            <Moment time={last.at} />
          </>
        )}
      </p>
      {last ? (
        <OwnMoney value={last.amount} unit="USDT" size="hero" place="earning" />
      ) : (
        <p className={styles.none}>{t('none')}</p>
      )}
      {last && factor && (
        <p className={styles.chips}>
          <Chip tone={factor === '1' ? 'ok' : 'warn'}>
            {factor === '1' ? t('factorFull') : t('factor', { factor })}
          </Chip>
          <span>{t('volume', { volume: placedText(last.volume, 'earning') })}</span>
        </p>
      )}
      <div className={styles.round}>
        <Progress
          label={t('round')}
          reached={<OwnMoney value={round.paid} place="earning" />}
          whole={`/ ${t('roundOf', { cap: shown(figureText(round.cap, 0)) })}`}
          part={round.paid}
          of={round.cap}
        />
        <p className={styles.caption}>
          {t('restarts')} <Moment time={round.restartsAt} />
        </p>
      </div>
    </Card>
  )
}

function BalanceCard({ balances }: { balances: Summary['balances'] }) {
  const t = useTexts(dynamicTexts)
  return (
    <Card title={t('balances')}>
      <List>
        <Row
          label={t('left')}
          value={<OwnMoney value={balances.left} unit="USDT" place="earning" />}
          strong
        />
        <Row
          label={t('right')}
          value={<OwnMoney value={balances.right} unit="USDT" place="earning" />}
          strong
        />
      </List>
      <p className="sub">{t('balancesText')}</p>
    </Card>
  )
}
