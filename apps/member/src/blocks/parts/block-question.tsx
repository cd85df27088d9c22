import { addBlock } from '@banyan/domain'
import { Confirm } from '@banyan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { toast, useCommand, useTexts } from '../../shell/index.ts'
import type { BlockQuestionProps } from '../../shell/load/part-props.ts'
import { blocksQuery } from '../queries.ts'
import { texts } from '../texts.ts'

/** Blocks a member after a question. */
export default function BlockQuestion({ through, nickname, open, onClose }: BlockQuestionProps) {
  const t = useTexts(texts)
  const queries = useQueryClient()
  const block = useCommand(addBlock)
  const add = async () => {
    const answer = await block.run({ body: { through } })
    if (!answer) return
    onClose()
    toast(t('added'), 'ok')
    await queries.invalidateQueries({ queryKey: blocksQuery.queryKey })
  }
  return (
    <Confirm
      open={open}
      onOpenChange={next => !next && onClose()}
      title={t('addTitle', { name: nickname })}
      confirmText={t('add')}
      tone="danger"
      pending={block.pending}
      onConfirm={() => void add()}
    >
      {t('addText')}
    </Confirm>
  )
}
