import type { TradeView } from '@banyan/domain'
import { IconButton } from '@banyan/ui'
import { useState } from 'react'
import { HeadActions, usePageTitle, useTexts } from '../../shell/index.ts'
import { BlockQuestion, ChatButton } from '../../shell/slots.tsx'
import { headTexts } from '../head-texts.ts'
import { titleOf } from '../stages.ts'
import { GiveUpQuestion, TradeMenu } from './later.tsx'

/** The head of a trade's page: the current task and the other party, the chat, and the menu. */
export function TradeHead({ trade }: { trade: TradeView }) {
  const t = useTexts(headTexts)
  const { nickname } = trade.side === 'buy' ? trade.seller : trade.buyer
  usePageTitle(t(`title.${titleOf(trade)}`, { name: nickname }))
  const [open, setOpen] = useState<'menu' | 'giveUp' | 'block' | null>(null)
  // An opened dialog stays rendered: it closes with an animation.
  const [asked, setAsked] = useState<readonly string[]>([])
  const ask = (question: 'menu' | 'giveUp' | 'block') => {
    setAsked([...asked, question])
    setOpen(question)
  }
  const close = () => setOpen(null)
  return (
    <>
      <HeadActions>
        <ChatButton tradeId={trade.id} />
        <IconButton
          name="more"
          label={t('more')}
          aria-haspopup="dialog"
          onClick={() => ask('menu')}
        />
      </HeadActions>
      {asked.includes('menu') && (
        <TradeMenu
          trade={trade}
          nickname={nickname}
          open={open === 'menu'}
          onClose={close}
          onAsk={ask}
        />
      )}
      {asked.includes('giveUp') && (
        <GiveUpQuestion trade={trade} open={open === 'giveUp'} onClose={close} />
      )}
      {asked.includes('block') && (
        <BlockQuestion
          through={trade.id}
          nickname={nickname}
          open={open === 'block'}
          onClose={close}
        />
      )}
    </>
  )
}
