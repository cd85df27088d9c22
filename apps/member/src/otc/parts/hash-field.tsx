import { TextField } from '@banyan/ui'
import type { UseFormRegisterReturn } from 'react-hook-form'

interface HashFieldProps {
  label: string
  hint: string
  error: string | undefined
  /** What the form registers the input as. */
  input: UseFormRegisterReturn
}

/** The hash of a payment, typed or pasted. */
export const HashField = ({ label, hint, error, input }: HashFieldProps) => (
  <TextField
    label={label}
    error={error}
    hint={hint}
    placeholder="0x…"
    maxLength={80}
    enterKeyHint="done"
    {...input}
  />
)
