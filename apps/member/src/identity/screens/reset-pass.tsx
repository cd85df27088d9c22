import type { ResetProof } from '@banyan/domain'
import { SkeletonCards } from '@banyan/ui'
import { lazy, Suspense, useState } from 'react'
import { session, toast, useTexts } from '../../shell/index.ts'
import { ResetByWords } from '../parts/reset-by-words.tsx'
import { type Reset, ResetDone } from '../parts/reset-done.tsx'
import { ResetHead } from '../parts/reset-head.tsx'
import { passwordTexts } from '../password-texts.ts'

// The other way is loaded when it is chosen: most members have their words.
const ResetLoginByEmail = lazy(() =>
  import('../parts/reset-login-by-email.tsx').then(part => ({ default: part.ResetLoginByEmail })),
)

/** A new login password without the old one, by the words or by a code. Open without a login. */
export default function ResetPassScreen() {
  const t = useTexts(passwordTexts)
  const [by, setBy] = useState<ResetProof>('words')
  const [done, setDone] = useState<Reset | null>(null)
  const finish = (reset: Reset) => {
    // The reset has ended every session of the account, this device's too.
    if (session.state().current?.accountId === reset.accountId) session.expire()
    setDone(reset)
    toast(t('done'), 'ok')
  }
  if (done) return <ResetDone kind="login" reset={done} />
  const head = <ResetHead kind="login" by={by} onBy={setBy} />
  return by === 'words' ? (
    <ResetByWords kind="login" head={head} onDone={finish} />
  ) : (
    <Suspense fallback={<SkeletonCards />}>
      <ResetLoginByEmail head={head} onDone={finish} />
    </Suspense>
  )
}
