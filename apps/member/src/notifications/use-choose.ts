import type { PushKind, PushState } from '@banyan/domain'
import { useState } from 'react'
import { failureText, isRefused, toast, useTexts } from '../shell/index.ts'
import * as device from './push-device.ts'
import { pushTexts } from './push-texts.ts'

/** Changes the kinds that this device receives, one change at a time, and shows why a change failed. */
export function useChoose() {
  const t = useTexts(pushTexts)
  const [pending, setPending] = useState(false)
  const choose = async (kinds: readonly PushKind[]): Promise<PushState | null> => {
    setPending(true)
    try {
      return await device.choose(kinds)
    } catch (error) {
      toast(isRefused(error) ? failureText(error) : t('failed'), 'danger')
      return null
    } finally {
      setPending(false)
    }
  }
  return { pending, choose }
}
