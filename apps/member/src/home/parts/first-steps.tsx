import { Button, Card, CoinMark, classes, Icon, Sprout } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, nav, pages, useTexts } from '../../shell/index.ts'
import { type FirstStep, firstSteps, stepsDone } from '../first-steps.ts'
import { emailQuery, flowsQuery, summaryQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './first-steps.module.css'

const ways = {
  recharge: pages.assetsArea.recharge,
  coin: pages.market,
  email: pages.mineArea.verifyEmail,
} as const

const marks: Readonly<Record<FirstStep, ReactNode>> = {
  recharge: <CoinMark coin="USDT" size={20} />,
  coin: <CoinMark coin="LEAF" size={20} />,
  email: null,
}

type Done = ReturnType<typeof stepsDone>

/** Which first steps are done; null while loading. */
export function useFirstSteps(): Done | null {
  const { data: summary } = useQuery(summaryQuery)
  const { data: flows } = useQuery(flowsQuery)
  const { data: email } = useQuery(emailQuery)
  return summary && flows && email ? stepsDone({ assets: summary.assets, flows, email }) : null
}

/** The welcome of a member without money, instead of a total of zero. */
export function FirstHero({ done }: { done: Done }) {
  const t = useTexts(texts)
  const grown = firstSteps.filter(step => done[step]).length as 0 | 1 | 2 | 3
  return (
    <Card hero className={styles.hero}>
      <div>
        <h2>{t('first.title')}</h2>
        <p>{t('first.made')}</p>
        <p className="sub">{t('first.calm')}</p>
      </div>
      <Sprout grown={grown} size={92} />
    </Card>
  )
}

/** The three first steps; the next one has the button. */
export function FirstSteps({ done }: { done: Done }) {
  const t = useTexts(texts)
  const next = firstSteps.find(step => !done[step])
  return (
    <Card aria-label={t('first.steps')}>
      <ol className={styles.steps}>
        {firstSteps.map((step, nth) => (
          <li key={step} className={classes(styles.step, step === next && styles.next)}>
            <span className={styles.number}>
              {done[step] ? <Icon name="check" size={16} label={t('first.done')} /> : nth + 1}
            </span>
            {step === next ? (
              <div className={styles.words}>
                <StepWords step={step} />
                <Button wide onClick={() => nav.to(ways[step])}>
                  {t(`first.${step}Act`)}
                </Button>
              </div>
            ) : done[step] ? (
              <div className={styles.words}>
                <StepName step={step} />
              </div>
            ) : (
              <Link page={ways[step]} className={styles.words}>
                <StepWords step={step} />
                <Icon name="forward" size={16} className={styles.arrow ?? ''} />
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

const StepName = ({ step }: { step: FirstStep }) => {
  const t = useTexts(texts)
  return (
    <strong className={styles.name}>
      {t(`first.${step}`)} {marks[step]}
    </strong>
  )
}

const StepWords = ({ step }: { step: FirstStep }) => {
  const t = useTexts(texts)
  return (
    <span className={styles.text}>
      <StepName step={step} />
      <span className="sub">{t(`first.${step}Text`)}</span>
    </span>
  )
}

/** The last step alone, once the money has arrived. */
export function LastStep() {
  const t = useTexts(texts)
  return (
    <Card className={styles.last} aria-label={t('first.steps')}>
      <Sprout grown={2} size={40} />
      <StepWords step="email" />
      <Button tone="tinted" size="small" onClick={() => nav.to(ways.email)}>
        {t('first.emailAct')}
      </Button>
    </Card>
  )
}

/** How prices are formed and how trades are secured, for members who want to read first. */
export const Learn = () => (
  <nav className={styles.learn}>
    <Link page={pages.more.rules} className={styles.lesson}>
      <Lesson name="price" />
    </Link>
    <Link page={pages.more.help} query={{ topic: 'buy' }} className={styles.lesson}>
      <Lesson name="trade" />
    </Link>
  </nav>
)

function Lesson({ name }: { name: 'price' | 'trade' }) {
  const t = useTexts(texts)
  return (
    <>
      <Icon name={name === 'price' ? 'scale' : 'shield'} />
      <strong>{t(`learn.${name}`)}</strong>
      <span className="sub">{t(`learn.${name}Text`)}</span>
    </>
  )
}
