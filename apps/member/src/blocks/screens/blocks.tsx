import { type Block, removeBlock } from '@banyan/domain'
import { Avatar, Button, Card, Confirm, Empty, List, RelativeTime } from '@banyan/ui'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { nav, PagedList, pages, toast, useCommand, useTexts } from '../../shell/index.ts'
import styles from '../parts/blocks.module.css'
import { blocksQuery } from '../queries.ts'
import { texts } from '../texts.ts'

/** The members whom the member has blocked from trading. */
export default function BlocksScreen() {
  const t = useTexts(texts)
  const query = useInfiniteQuery(blocksQuery)
  const [removing, setRemoving] = useState<Block | null>(null)
  return (
    <div className="page-pad stack">
      <PagedList query={query} empty={<Nobody />}>
        {items => (
          <Card>
            <List>
              {items.map(one => (
                <BlockRow key={one.id} block={one} onRemove={() => setRemoving(one)} />
              ))}
            </List>
          </Card>
        )}
      </PagedList>
      <p className="cap">{t('note')}</p>
      <RemoveOne block={removing} onClose={() => setRemoving(null)} />
    </div>
  )
}

function BlockRow({ block, onRemove }: { block: Block; onRemove: () => void }) {
  const t = useTexts(texts)
  return (
    <li className={styles.row}>
      <Avatar name={block.nickname} size={40} />
      <span className={styles.facts}>
        <strong>{block.nickname}</strong>
        <span className="cap">
          {t('since')} <RelativeTime time={block.blockedAt} />
        </span>
      </span>
      <Button
        tone="secondary"
        size="small"
        aria-label={t('removeOf', { name: block.nickname })}
        onClick={onRemove}
      >
        {t('remove')}
      </Button>
    </li>
  )
}

function Nobody() {
  const t = useTexts(texts)
  return (
    <Empty
      icon="shield"
      action={
        <Button tone="secondary" size="small" onClick={() => nav.relaunch(pages.market)}>
          {t('toMarket')}
        </Button>
      }
    >
      {t('none')}
    </Empty>
  )
}

function RemoveOne({ block, onClose }: { block: Block | null; onClose: () => void }) {
  const t = useTexts(texts)
  const queries = useQueryClient()
  const remove = useCommand(removeBlock)
  const end = async () => {
    if (!block) return
    const answer = await remove.run({ params: { id: block.id } })
    onClose()
    await queries.invalidateQueries({ queryKey: blocksQuery.queryKey })
    if (answer) toast(t('removed'), 'ok')
  }
  return (
    <Confirm
      open={block !== null}
      onOpenChange={open => !open && onClose()}
      title={t('removeTitle')}
      confirmText={t('remove')}
      pending={remove.pending}
      onConfirm={() => void end()}
    >
      {block && t('removeText', { name: block.nickname })}
    </Confirm>
  )
}
