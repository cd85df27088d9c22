import { List, Row, Sheet } from '@banyan/ui'
import { href, pages, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'

/** Links to own orders and to the trades made, of both sides. */
export default function RecordsSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts(texts)
  return (
    <Sheet open={open} onOpenChange={next => !next && onClose()} title={t('records')}>
      <List>
        {(['buy', 'sell'] as const).map(side => (
          <Row
            key={side}
            icon="list"
            label={t(`own.${side}`)}
            href={href(pages.otc[side].orders)}
            onClick={onClose}
          />
        ))}
        {(['buy', 'sell'] as const).map(side => (
          <Row
            key={side}
            icon="file"
            label={t(`deals.of.${side}`)}
            href={href(pages.otc[side].deals)}
            onClick={onClose}
          />
        ))}
      </List>
    </Sheet>
  )
}
