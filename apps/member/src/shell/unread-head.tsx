import type { Callable, CallInput } from '@banyan/client'
import { Button } from '@banyan/ui'
import type { ReactNode } from 'react'
import { queryClient, toast } from './app.ts'
import { registerTexts, useTexts } from './texts/texts.ts'
import styles from './unread-head.module.css'
import { useCommand } from './use-command.ts'

const texts = registerTexts('shell.unread', {
  zh: { readAll: '全部标为已读', marked: '已全部标为已读' },
  en: { readAll: 'Mark all as read', marked: 'All marked as read' },
})

interface UnreadHeadProps {
  /** The call that marks all as read. */
  call: Callable
  /** The key of the queries that it changes. */
  stale: string
  isUnread: boolean
  /** How many are unread. */
  children: ReactNode
}

/** Above a list with unread lines: how many there are, and a button that marks them as read. */
export function UnreadHead({ call, stale, isUnread, children }: UnreadHeadProps) {
  const t = useTexts(texts)
  const mark = useCommand(call)
  const readAll = async () => {
    if (!(await mark.run({ body: {} } as CallInput<Callable>))) return
    toast(t('marked'), 'ok')
    await queryClient.invalidateQueries({ queryKey: [stale] })
  }
  return (
    <div className={styles.head}>
      <span className="sub" role="status">
        {children}
      </span>
      {isUnread && (
        <Button
          tone="quiet"
          size="small"
          icon="check"
          pending={mark.pending}
          onClick={() => void readAll()}
        >
          {t('readAll')}
        </Button>
      )}
    </div>
  )
}
