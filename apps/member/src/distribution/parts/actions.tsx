import { applyDistributed, type DistributedStatus, leaveDistributed } from '@banyan/domain'
import { ActionBar, Button, Confirm } from '@banyan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast, useCommand, useTexts } from '../../shell/index.ts'
import { statusKey } from '../queries.ts'
import { texts } from '../texts.ts'
import { AppealSheet } from './appeal-sheet.tsx'

/** What the member may do now: apply, withdraw the application, leave, appeal. */
export function Actions({ status }: { status: DistributedStatus }) {
  const { moves } = status
  if (moves.includes('apply')) return <Apply status={status} />
  return (
    <>
      {moves.includes('appeal') && <Appeal />}
      {moves.includes('leave') && <Leave applied={status.state === 'applied'} />}
    </>
  )
}

function Apply({ status }: { status: DistributedStatus }) {
  const t = useTexts(texts)
  const queries = useQueryClient()
  const apply = useCommand(applyDistributed)
  const ready = Object.values(status.conditions).every(one => one.met)
  const send = async () => {
    const answer = await apply.run()
    if (!answer) return
    queries.setQueryData(statusKey, answer)
    toast(t('applied'), 'ok')
  }
  return (
    <ActionBar>
      <Button wide pending={apply.pending} disabled={!ready} onClick={() => void send()}>
        {t(ready ? 'apply' : 'applyLater')}
      </Button>
    </ActionBar>
  )
}

function Leave({ applied }: { applied: boolean }) {
  const t = useTexts(texts)
  const queries = useQueryClient()
  const leave = useCommand(leaveDistributed)
  const [asking, setAsking] = useState(false)
  const send = async () => {
    const answer = await leave.run()
    setAsking(false)
    if (!answer) return
    queries.setQueryData(statusKey, answer)
    toast(t('left_'), 'ok')
  }
  return (
    <>
      <Button
        wide
        tone="secondary"
        pending={applied && leave.pending}
        onClick={() => (applied ? void send() : setAsking(true))}
      >
        {t(applied ? 'withdraw' : 'leave')}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('leaveTitle')}
        confirmText={t('leave')}
        pending={leave.pending}
        onConfirm={() => void send()}
      >
        {t('leaveText')}
      </Confirm>
    </>
  )
}

function Appeal() {
  const t = useTexts(texts)
  const [open, setOpen] = useState(false)
  return (
    <>
      <ActionBar>
        <Button wide onClick={() => setOpen(true)}>
          {t('appeal')}
        </Button>
      </ActionBar>
      <AppealSheet open={open} onOpenChange={setOpen} />
    </>
  )
}
