import { Card, Chip, Empty, List, Money, Row } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import type { Solvency } from '../queries.ts'
import { ratioText } from '../ratio.ts'
import { stateTone } from '../state-tone.ts'
import { texts } from '../texts.ts'

/** The last reading of each settlement's day, newest first. */
export function DayList({ days }: { days: Solvency['days'] }) {
  const t = useTexts(texts)
  if (days.length === 0) return <Empty>{t('noDays')}</Empty>
  return (
    <Card>
      <p className="cap">{t('dayNote')}</p>
      <List>
        {days.map(({ period, state, custody, owed, ratio }) => (
          <Row
            key={period}
            label={
              <>
                {period} <Chip tone={stateTone[state]}>{t(state)}</Chip>
              </>
            }
            note={
              <>
                <Money value={custody} size="sub" /> ÷ <Money value={owed} size="sub" unit="USDT" />
              </>
            }
            value={ratioText(ratio)}
            strong
          />
        ))}
      </List>
    </Card>
  )
}
