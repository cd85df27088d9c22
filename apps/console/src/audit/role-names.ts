import type { ActRole } from '@banyan/domain'
import { useCallback } from 'react'
import { shellTexts, useTexts } from '../shell/index.ts'
import { auditTexts } from './texts.ts'

/** Names of everybody who can be in the log. */
export function useRoleName(): (role: ActRole) => string {
  const { roles } = useTexts(shellTexts)
  const t = useTexts(auditTexts)
  return useCallback(
    role => {
      if (role === 'house') return t.roles.system
      return role === 'unknown' ? t.roles.nobody : roles[role]
    },
    [roles, t],
  )
}
