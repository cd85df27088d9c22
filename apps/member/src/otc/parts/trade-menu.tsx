import type { TradeView } from '@banyan/domain'
import { List, Row, Sheet } from '@banyan/ui'
import { href, pages, useTexts } from '../../shell/index.ts'
import { menuTexts } from '../menu-texts.ts'

export interface TradeMenuProps {
  trade: TradeView
  /** The other party's. */
  nickname: string
  open: boolean
  onClose: () => void
  onAsk: (question: 'giveUp' | 'block') => void
}

/** The rarely needed actions of a trade's page. */
export default function TradeMenu({ trade, nickname, open, onClose, onAsk }: TradeMenuProps) {
  const t = useTexts(menuTexts)
  return (
    <Sheet open={open} onOpenChange={next => !next && onClose()} title={t('title')}>
      <List>
        {trade.moves.includes('giveUp') && (
          <Row
            icon="close"
            label={t('giveUp')}
            note={t('giveUpNote')}
            onClick={() => onAsk('giveUp')}
          />
        )}
        {trade.moves.includes('appeal') && (
          <Row
            icon="shield"
            label={t('appeal')}
            note={t('appealNote')}
            href={href(pages.otc[trade.side].submitAppeal, { id: trade.id })}
            onClick={onClose}
          />
        )}
        <Row
          icon="minus"
          label={t('block', { name: nickname })}
          note={t('blockNote')}
          onClick={() => onAsk('block')}
        />
      </List>
    </Sheet>
  )
}
