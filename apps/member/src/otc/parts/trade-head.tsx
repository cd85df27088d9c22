import type { TradeView } from '@banyan/domain'
import { IconButton, List, Row, Sheet } from '@banyan/ui'
import { useState } from 'react'
import { HeadActions, href, pages, usePageTitle, useTexts } from '../../shell/index.ts'
import { BlockQuestion, ChatButton } from '../../shell/slots.tsx'
import { menuTexts } from '../menu-texts.ts'
import { titleOf } from '../stages.ts'
import { GiveUpQuestion } from './later.tsx'

/** The head of a trade's page: what is to be done with whom, the chat, and what is seldom needed. */
export function TradeHead({ trade }: { trade: TradeView }) {
  const t = useTexts(menuTexts)
  const { nickname } = trade.side === 'buy' ? trade.seller : trade.buyer
  usePageTitle(t(`title.${titleOf(trade)}`, { name: nickname }))
  const [open, setOpen] = useState<'menu' | 'giveUp' | 'block' | null>(null)
  // A question stays drawn once it was asked: it closes with a movement.
  const [asked, setAsked] = useState<readonly string[]>([])
  const ask = (question: 'giveUp' | 'block') => {
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
          onClick={() => setOpen('menu')}
        />
      </HeadActions>
      <Sheet open={open === 'menu'} onOpenChange={next => !next && close()} title={t('more')}>
        <List>
          {trade.moves.includes('giveUp') && (
            <Row
              icon="close"
              label={t('giveUp')}
              note={t('giveUpNote')}
              onClick={() => ask('giveUp')}
            />
          )}
          {trade.moves.includes('appeal') && (
            <Row
              icon="shield"
              label={t('appeal')}
              note={t('appealNote')}
              href={href(pages.otc[trade.side].submitAppeal, { id: trade.id })}
              onClick={close}
            />
          )}
          <Row
            icon="minus"
            label={t('block', { name: nickname })}
            note={t('blockNote')}
            onClick={() => ask('block')}
          />
        </List>
      </Sheet>
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
