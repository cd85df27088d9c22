import { isRefused } from '@banyan/client'
import { operatorProofCodes } from '@banyan/domain'
import { useState } from 'react'
import { failureText, PasskeyCancelled, useTexts } from '../shell/index.ts'
import { accountTexts } from './texts.ts'

/** A step of adding a factor, with why it did not happen. */
export function useAdding() {
  const t = useTexts(accountTexts).factors
  const [error, setError] = useState('')
  const [pending, setPending] = useState(false)

  /** Resolves with what the step gives, or null when it did not happen: the reason is shown. */
  async function run<T>(step: () => Promise<T>): Promise<T | null> {
    setPending(true)
    setError('')
    try {
      return await step()
    } catch (failure) {
      const isOld = isRefused(failure) && failure.code === operatorProofCodes.signInStale
      if (failure instanceof PasskeyCancelled) setError(t.cancelled)
      else setError(isOld ? t.fresh : failureText(failure))
      return null
    } finally {
      setPending(false)
    }
  }
  return { run, error, pending }
}
