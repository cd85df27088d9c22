import type { AnswerOf, sessionEnd } from '@banyan/domain'
import { Button, Moment, Note } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type EndedSession, session, useTexts } from '../../shell/index.ts'
import { endedTexts } from '../ended-texts.ts'
import { endQuery } from '../queries.ts'
import styles from './ended-notices.module.css'
import { UndoLoginReset } from './undo-login-reset.tsx'

type End = AnswerOf<typeof sessionEnd>

/** Ends without a notice: the member caused them here, or the session has not ended. */
const silent: readonly End['why'][] = ['live', 'logout', 'removed']

/** One notice for each account that was logged out from elsewhere. */
export default function EndedNotices({ ended }: { ended: readonly EndedSession[] }) {
  return ended.map(one => <EndedNotice key={one.uuid} ended={one} />)
}

function EndedNotice({ ended }: { ended: EndedSession }) {
  const t = useTexts(endedTexts)
  const [undoing, setUndoing] = useState(false)
  const end = useQuery(endQuery(ended))
  const isClosed = end.data?.why === 'accountClosed'
  useEffect(() => {
    if (isClosed) void session.forget(ended.uuid)
  }, [isClosed, ended.uuid])
  if (!end.data || silent.includes(end.data.why)) return null
  const { why, reset } = end.data
  return (
    <Note tone={why === 'passwordReset' ? 'danger' : 'warn'}>
      <div role="alert" className={styles.notice}>
        <strong>{t(`why.${why as ShownEnd}`, { name: ended.nickname })}</strong>
        {reset && (
          <>
            <span>
              {t('undoUntil')} <Moment time={reset.cancellableUntil} />
            </span>
            <Button tone="danger" size="small" onClick={() => setUndoing(true)}>
              {t('undo')}
            </Button>
          </>
        )}
        {why === 'passwordReset' && !reset && <span>{t('tooLate')}</span>}
      </div>
      {reset && (
        <UndoLoginReset
          ended={ended}
          resetId={reset.id}
          open={undoing}
          onClose={() => setUndoing(false)}
          onTooLate={() => void end.refetch()}
        />
      )}
    </Note>
  )
}

type ShownEnd = Exclude<End['why'], 'live' | 'logout' | 'removed'>
