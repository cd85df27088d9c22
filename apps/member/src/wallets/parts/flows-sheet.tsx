import type { AnswerOf, moneyFlows } from '@banyan/domain'
import { List, Money, Row, Sheet } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { flowsTexts } from '../flows-texts.ts'

export interface FlowsSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  flows: AnswerOf<typeof moneyFlows>
}

const sums = [
  [['recharged', 'paidToSellers'], 'totalIn'],
  [['withdrawn', 'gotFromBuyers'], 'totalOut'],
  [['totalValue'], 'result'],
] as const

/** The parts of the totals, down to the overall result. */
export default function FlowsSheet({ open, onOpenChange, flows }: FlowsSheetProps) {
  const t = useTexts(flowsTexts)
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('title')}>
      <div className="stack">
        <List>
          {sums.flatMap(([parts, sum]) => [
            ...parts.map(name => (
              <Row
                key={name}
                label={t(name)}
                value={<Money value={flows[name]} unit="USDT" place="list" />}
              />
            )),
            <Row
              key={sum}
              label={t(sum)}
              note={sum === 'result' && t('resultOf')}
              value={
                <Money value={flows[sum]} unit="USDT" place="list" signed={sum === 'result'} />
              }
              strong
            />,
          ])}
        </List>
        <p className="cap">{t('note')}</p>
      </div>
    </Sheet>
  )
}
