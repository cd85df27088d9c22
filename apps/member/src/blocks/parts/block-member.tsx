import { addBlock } from '@banyan/domain'
import { Button, Confirm } from '@banyan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast, useCommand, useTexts } from '../../shell/index.ts'
import { blocksQuery } from '../queries.ts'
import { texts } from '../texts.ts'

/** Whom to block: the other party of this trade, or the owner of this order. */
export interface BlockMemberProps {
  through: string
  nickname: string
}

/** The button that blocks a member, with its question. */
export default function BlockMember({ through, nickname }: BlockMemberProps) {
  const t = useTexts(texts)
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const block = useCommand(addBlock)
  const add = async () => {
    const answer = await block.run({ body: { through } })
    if (!answer) return
    setAsking(false)
    toast(t('added'), 'ok')
    await queries.invalidateQueries({ queryKey: blocksQuery.queryKey })
  }
  return (
    <>
      <Button tone="quiet" size="small" icon="minus" onClick={() => setAsking(true)}>
        {t('add')}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('addTitle', { name: nickname })}
        confirmText={t('add')}
        tone="danger"
        pending={block.pending}
        onConfirm={() => void add()}
      >
        {t('addText')}
      </Confirm>
    </>
  )
}
