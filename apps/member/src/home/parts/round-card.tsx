import type { AnswerOf, guidePrice, subscriptionRound } from '@banyan/domain'
import { Button, Card, List, Money, Note, Row, useLayer } from '@banyan/ui'
import { useState } from 'react'
import { href, pages, riskTexts, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import type { SubscribeSheetProps } from './subscribe-sheet.tsx'

/** The form brings its libraries with it: they come with the first tap, not with the page. */
const subscribeSheet = () => import('./subscribe-sheet.tsx')

/** The subscription round under way, with the risk notice above its button. */
export function RoundCard({
  round,
  guide,
}: {
  round: AnswerOf<typeof subscriptionRound>
  guide: AnswerOf<typeof guidePrice>
}) {
  const t = useTexts(texts)
  const risk = useTexts(riskTexts)
  const [open, setOpen] = useState(false)
  const SubscribeSheet = useLayer<SubscribeSheetProps>(open, subscribeSheet, () => setOpen(false))
  return (
    <Card title={t('round')}>
      <List>
        <Row label={t('capacity')} value={<Money value={round.capacity} unit="USDT" />} />
        <Row label={t('demand')} value={<Money value={round.demand} unit="USDT" />} />
        <Row label={t('purchasable')} value={<Money value={round.purchasable} unit="USDT" />} />
        <Row label={t('records')} href={href(pages.homeArea.subscribeList)} />
      </List>
      <Note tone="warn">{risk('loss')}</Note>
      <Button wide onClick={() => setOpen(true)}>
        {t('subscribe')}
      </Button>
      {SubscribeSheet && (
        <SubscribeSheet open={open} onOpenChange={setOpen} round={round} guidePrice={guide.price} />
      )}
    </Card>
  )
}
