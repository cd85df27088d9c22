import type { Network } from '@banyan/domain'
import { Folded, TextField, type TextInput } from '@banyan/ui'
import type { ComponentProps } from 'react'
import { useTexts } from '../../shell/index.ts'
import { takeTexts } from '../take-texts.ts'

interface PayFromFieldProps {
  network: Network
  error: string | undefined
  input: Partial<ComponentProps<typeof TextInput>>
}

/** The one address that a buyer will pay from: folded away, because most buyers need not say. */
export function PayFromField({ network, error, input }: PayFromFieldProps) {
  const t = useTexts(takeTexts)
  return (
    <Folded title={t('take.payFrom')} open={error !== undefined}>
      <TextField
        label={t('take.payFromLabel', { network })}
        error={error}
        hint={!error && t('take.payFromHint')}
        placeholder={network === 'BSC' ? '0x…' : 'T…'}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        {...input}
      />
    </Folded>
  )
}
