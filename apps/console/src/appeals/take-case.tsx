import { takeCase } from '@banyan/domain'
import { Button } from '@banyan/ui'
import {
  dayText,
  Fact,
  Facts,
  OpenHead,
  Panel,
  toast,
  useCommand,
  useKeys,
  useTexts,
} from '../shell/index.ts'
import type { QueuedCase } from './queries.ts'
import { appealTexts } from './texts.ts'

/** A case whose seat is free: nothing that identifies the parties is shown before it is taken. */
export function TakeCase({ row, now }: { row: QueuedCase; now: number }) {
  const t = useTexts(appealTexts)
  const take = useCommand(takeCase, { form: `appeals.take:${row.id}` })
  const doTake = async () => {
    if (await take.run({ params: { id: row.id } })) toast(t.act.taken, 'ok')
  }
  useKeys([{ keys: 'shift+t', label: t.act.take, run: () => void doTake() }], { off: !row.drawn })
  return (
    <>
      <OpenHead>
        <h2>{t.row(row.caseNumber)}</h2>
      </OpenHead>
      <Panel isNow>
        <Facts>
          <Fact name={t.list.view}>{row.reason ? t.reason[row.reason] : t.noReason}</Fact>
          <Fact name={t.seat.title}>
            {row.seat && t.seatNo(row.seat)} {row.round > 1 && t.review} · {t.state[row.state]}
          </Fact>
          <Fact name={t.event.appeal}>{dayText(row.openedAt, now)}</Fact>
        </Facts>
        <p className="cap">{t.notHeld}</p>
        <Button
          pending={take.pending}
          aria-disabled={!row.drawn}
          {...(row.drawn ? {} : { icon: 'lock' as const })}
          onClick={() => row.drawn && void doTake()}
        >
          {row.drawn ? t.act.take : t.seat.waits} {row.drawn && <kbd>⇧ T</kbd>}
        </Button>
      </Panel>
    </>
  )
}
