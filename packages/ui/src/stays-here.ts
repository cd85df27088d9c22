import type { FormEvent } from 'react'

/** React passes events of a layer on to where it was written: its form would send the form around it too. */
export const staysHere = (event: FormEvent): void => event.stopPropagation()
