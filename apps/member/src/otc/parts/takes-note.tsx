import { Moment, Note, placedText } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { LimitsLink } from '../../shell/limits-link.tsx'
import type { PublishTerms } from '../publish-figures.ts'
import { takesTexts } from '../takes-texts.ts'

type Takes = PublishTerms['takes']

/** True when this member can take nothing until one of their trades has ended. */
export const isFullOfTakes = (takes: Takes | undefined): boolean =>
  takes !== undefined && takes.open >= takes.most

/** How many trades the member may hold as their taker, how many they hold, and how that grows. */
export function TakesNote({ takes }: { takes: Takes }) {
  const t = useTexts(takesTexts)
  const { open, most, next, loweredUntil } = takes
  const text = (
    <>
      {t('takes.open', { open, most })}{' '}
      {loweredUntil ? (
        <>
          {t('takes.lowered')} <Moment time={loweredUntil} />
        </>
      ) : (
        next && t('takes.next', next)
      )}
    </>
  )
  if (!isFullOfTakes(takes)) return <p className="cap">{text}</p>
  return (
    <Note tone="warn">
      {t('takes.full')} {text}
    </Note>
  )
}

/** What may still be invested, by subscribing or on the market, with a link to all limits. */
export function InvestsLine({ invests }: { invests: PublishTerms['invests'] | undefined }) {
  const t = useTexts(takesTexts)
  return (
    <LimitsLink>
      {invests &&
        t('takes.invests', { left: placedText(invests.left, 'limit'), days: invests.windowDays })}
    </LimitsLink>
  )
}
