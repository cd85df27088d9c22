import type { Callable, CallInput } from '@banyan/client'
import { useState } from 'react'
import { queryClient, toast } from '../app.ts'
import { useCommand } from '../use-command.ts'

interface CancelOptions {
  /** The subject, a path parameter of the call. */
  id: string
  /** As for `useCommand`: the name of the form, with the subject. */
  form: string
  /** The key of the queries that it changes. */
  stale: string
  /** Said after success. */
  done: string
}

/** Cancels something that waits, after a question: `ask` opens it, `question` has the props of its `Confirm`. */
export function useCancel(call: Callable, { id, form, stale, done }: CancelOptions) {
  const [open, setOpen] = useState(false)
  const { run, pending } = useCommand(call, { form })
  const cancel = async () => {
    const answer = await run({ params: { id } } as CallInput<Callable>)
    setOpen(false)
    await queryClient.invalidateQueries({ queryKey: [stale] })
    if (answer) toast(done, 'ok')
  }
  const question = { open, onOpenChange: setOpen, pending, onConfirm: () => void cancel() }
  return { ask: () => setOpen(true), question }
}
