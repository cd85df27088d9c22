import { appointArbitrator } from '@banyan/domain'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  ActForm,
  Age,
  Answer,
  Desk,
  dayText,
  Fact,
  Facts,
  OpenHead,
  openHere,
  Panel,
  SideItem,
  SideLine,
  SideNote,
  Tag,
  toast,
  useAddress,
  useCommand,
  useMinute,
  useRowKeys,
  useTexts,
} from '../shell/index.ts'
import styles from './appeals.module.css'
import { type Desk as DeskAnswer, deskQuery } from './queries.ts'
import { targetMinutes } from './queues.ts'
import { appealTexts } from './texts.ts'

type Waiting = DeskAnswer['cases'][number]

/** The administrator's view: which cases wait for whom, and an appointment where nobody sits down. */
export function AppointmentDesk() {
  const { id } = useAddress()
  const now = useMinute()
  const t = useTexts(appealTexts)
  const desk = useQuery(deskQuery)
  const row = desk.data?.cases.find(one => one.id === id)
  return (
    <Desk
      isOpen={row !== undefined}
      list={<Answer query={desk}>{({ cases }) => <WaitingList cases={cases} />}</Answer>}
      middle={
        row ? (
          <WaitingCase key={row.id} row={row} now={now} />
        ) : (
          <p className={styles.choose}>{t.choose}</p>
        )
      }
      side={row && <Appointment key={row.id} row={row} now={now} />}
    />
  )
}

function WaitingList({ cases }: { cases: readonly Waiting[] }) {
  const { id } = useAddress()
  const t = useTexts(appealTexts)
  useRowKeys({ ids: cases.map(one => one.id), current: id, choose: openHere })
  if (cases.length === 0) return <p className={styles.choose}>{t.desk.none}</p>
  return (
    <section>
      <h2 className={styles.group}>
        {t.desk.title} <span>{cases.length}</span>
      </h2>
      <ul>
        {cases.map(row => (
          <SideItem key={row.id} id={row.id}>
            <SideLine>
              <strong>{row.caseNumber}</strong>
              <Age since={row.queue.since} targetMinutes={targetMinutes} />
            </SideLine>
            <SideNote>{t.desk.awaited[row.queue.awaited]}</SideNote>
          </SideItem>
        ))}
      </ul>
    </section>
  )
}

function WaitingCase({ row, now }: { row: Waiting; now: number }) {
  const t = useTexts(appealTexts)
  const { queue, ties } = row
  return (
    <>
      <OpenHead>
        <h2>
          {t.row(row.caseNumber)} <Tag>{t.state[row.state]}</Tag>
        </h2>
      </OpenHead>
      <Panel isNow title={t.desk.awaited[queue.awaited]}>
        <Facts>
          <Fact name={t.seat.title}>
            {t.seatNo(queue.seat)} {row.round > 1 && t.review}
          </Fact>
          <Fact name={t.desk.since}>{dayText(queue.since, now)}</Fact>
          <Fact name={t.desk.lot}>{queue.asked === null ? null : t.desk.asked(queue.asked)}</Fact>
          <Fact name={t.desk.seated}>{row.held && t.desk.held(row.held)}</Fact>
        </Facts>
      </Panel>
      <Panel title={t.desk.arbitrators} isFlush>
        <table className={styles.ties}>
          <tbody>
            {ties.map(({ name, tie, asked }) => (
              <tr key={name}>
                <td>{name}</td>
                <td>
                  <Tag tone={tie === 'never' ? 'bad' : tie === 'none' ? 'ok' : 'warn'}>
                    {t.desk.tie[tie]}
                  </Tag>
                </td>
                <td>{asked && t.desk.hasLot}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
    </>
  )
}

function Appointment({ row, now }: { row: Waiting; now: number }) {
  const t = useTexts(appealTexts)
  const [name, setName] = useState<string | null>(null)
  const appoint = useCommand(appointArbitrator, { form: `appeals.appoint:${row.id}` })
  const { appointFrom } = row.queue
  const isEarly = appointFrom === null || Date.parse(appointFrom) > now
  const because = isEarly
    ? appointFrom
      ? t.desk.appointFrom(dayText(appointFrom, now))
      : t.desk.early
    : name === null
      ? t.desk.chooseFirst
      : undefined
  return (
    <Panel isNow>
      <ActForm
        label={t.desk.reason}
        button={t.desk.appoint(name ?? '…')}
        pending={appoint.pending}
        because={because}
        onAct={async reason => {
          if (name === null) return false
          const body = { arbitrator: name, reason }
          if (!(await appoint.run({ params: { id: row.id }, body }))) return false
          toast(t.desk.appointed, 'ok')
          openHere(null)
          return true
        }}
      >
        <fieldset className={styles.choices}>
          <legend>{t.desk.choose}</legend>
          {row.ties.map(tied => (
            <label key={tied.name} className={styles.choice}>
              <input
                type="radio"
                name="arbitrator"
                disabled={tied.tie === 'never'}
                checked={name === tied.name}
                onChange={() => setName(tied.name)}
              />
              <span>
                {tied.name} <span className="cap">{t.desk.tie[tied.tie]}</span>
              </span>
            </label>
          ))}
        </fieldset>
      </ActForm>
    </Panel>
  )
}
