import type { ResetProof } from '@banyan/domain'
import { SkeletonCards } from '@banyan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { toast, useTexts } from '../../shell/index.ts'
import { ResetByWords } from '../parts/reset-by-words.tsx'
import { type Reset, ResetDone } from '../parts/reset-done.tsx'
import { ResetHead } from '../parts/reset-head.tsx'
import { passwordTexts } from '../password-texts.ts'
import { securityQuery } from '../queries.ts'

// The other way is loaded when it is chosen: most members have their words.
const ResetPaymentByEmail = lazy(() =>
  import('../parts/reset-payment-by-email.tsx').then(part => ({
    default: part.ResetPaymentByEmail,
  })),
)

/** A new payment password without the old one, by the words or by a code. */
export default function ResetPayPassScreen() {
  const t = useTexts(passwordTexts)
  const queries = useQueryClient()
  const [by, setBy] = useState<ResetProof>('words')
  const [done, setDone] = useState<Reset | null>(null)
  const finish = (reset: Reset) => {
    void queries.invalidateQueries({ queryKey: securityQuery.queryKey })
    setDone(reset)
    toast(t('done'), 'ok')
  }
  if (done) return <ResetDone kind="payment" reset={done} />
  const head = <ResetHead kind="payment" by={by} onBy={setBy} />
  return by === 'words' ? (
    <ResetByWords kind="payment" head={head} onDone={finish} />
  ) : (
    <Suspense fallback={<SkeletonCards />}>
      <ResetPaymentByEmail head={head} onDone={finish} />
    </Suspense>
  )
}
