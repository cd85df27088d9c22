import type { TradeView } from '@banyan/domain'
import { Avatar, Card, Chip, Moment } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { MessageFiles } from '../../shell/message-files.tsx'
import { disputeTexts } from '../dispute-texts.ts'
import { reasonTexts } from '../reason-texts.ts'
import { viewerOf } from '../stages.ts'
import type { Dispute } from './case-card.tsx'
import styles from './dispute.module.css'
import { Hash } from './evidence-card.tsx'
import { PictureRow } from './picture-row.tsx'

/** The statements and evidence of both sides, in order: each sees the other's words. */
export default function Statements({ trade, dispute }: { trade: TradeView; dispute: Dispute }) {
  const t = useTexts(disputeTexts)
  const silent = (['buyer', 'seller'] as const).filter(
    side => !dispute.statements.some(one => one.by === side),
  )
  return (
    <Card title={t('said.title')}>
      {/* biome-ignore lint/a11y/noRedundantRoles: without markers VoiceOver reads no list. */}
      <ol role="list" className={styles.statements}>
        {dispute.statements.map(one => (
          <li key={one.id}>
            <Statement trade={trade} statement={one} />
          </li>
        ))}
        {silent.map(side => (
          <li key={side} className={styles.silent}>
            <Avatar name={trade[side].nickname} size={28} />
            {side === viewerOf(trade)
              ? t('said.youNot')
              : t('said.otherNot', { name: trade[side].nickname })}
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Statement(props: { trade: TradeView; statement: Dispute['statements'][number] }) {
  const { trade, statement } = props
  const t = useTexts(disputeTexts)
  const tr = useTexts(reasonTexts)
  const own = statement.by === viewerOf(trade)
  const { nickname } = statement.by === 'buyer' ? trade.buyer : trade.seller
  return (
    <article className={styles.statement}>
      <header>
        <Avatar name={nickname} size={28} />
        <span className={styles.who}>
          {own ? t('you') : nickname}
          <span className="cap">
            {t(`by.${statement.by}`)} · <Moment time={statement.at} />
          </span>
        </span>
        <Chip tone={statement.kind === 'answer' ? 'neutral' : 'warn'}>
          {t(`kind.${statement.kind}`)}
        </Chip>
      </header>
      {statement.reason && <p className={styles.reason}>{tr(`reason.${statement.reason}`)}</p>}
      <p className={styles.words}>{statement.text}</p>
      <PictureRow ids={statement.pictures} name={n => t('said.pictureN', { n })} />
      <MessageFiles files={statement.files} />
      {statement.hash && <Hash trade={trade} hash={statement.hash} />}
    </article>
  )
}
