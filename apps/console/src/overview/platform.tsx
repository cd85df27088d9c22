import { figureText } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import {
  Answer,
  ageText,
  dayText,
  Fact,
  Facts,
  Panel,
  Tag,
  useMinute,
  useTexts,
} from '../shell/index.ts'
import styles from './page.module.css'
import { platformQuery, settlementQuery, solvencyQuery } from './queries.ts'
import { overviewTexts } from './texts.ts'

/** Custody against everything owed, as the chain and the books show it, and the check of the books. */
export function Solvency() {
  const t = useTexts(overviewTexts).solvency
  const now = useMinute()
  return (
    <Answer query={useQuery(solvencyQuery)}>
      {({ newest, redSince }) => {
        if (newest === null)
          return (
            <Panel title={t.title}>
              <p className="cap">{t.none}</p>
            </Panel>
          )
        const { ratio, custody, owed, missing, unproven, check, chain, readAt } = newest
        const isWell = redSince === null && newest.paysInFull
        return (
          <Panel
            title={t.title}
            aside={<Tag tone={isWell ? 'ok' : 'bad'}>{isWell ? t.full : t.short}</Tag>}
          >
            <div className={styles.figures}>
              <Figure name={t.held} value={figureText(custody, 2, 2)} />
              <Figure name={t.owed} value={figureText(owed, 2, 2)} />
              <Figure name={t.ratio} value={ratio === null ? '–' : percentOf(ratio)} />
            </div>
            <Facts>
              {Number(missing) > 0 && (
                <Fact name={t.missing}>
                  <Tag tone="bad">{figureText(missing)} USDT</Tag>
                </Fact>
              )}
              {Number(unproven) > 0 && <Fact name={t.unproven}>{figureText(unproven)} USDT</Fact>}
              <Fact name={t.read}>
                {chain ? t.block(chain.block, dayText(readAt, now)) : t.notRead}
              </Fact>
              <Fact name={t.books}>
                {check === null ? (
                  t.notChecked
                ) : (
                  <>
                    <Tag tone={check.breaches === 0 ? 'ok' : 'bad'}>
                      {check.breaches === 0 ? t.holds : t.breaches(check.breaches)}
                    </Tag>{' '}
                    {dayText(check.checkedAt, now)}
                  </>
                )}
              </Fact>
              {redSince && <Fact name={t.red}>{dayText(redSince, now)}</Fact>}
            </Facts>
          </Panel>
        )
      }}
    </Answer>
  )
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div className={styles.figure}>
    <span className="cap">{name}</span>
    <span className={styles.value}>{value}</span>
  </div>
)

/** A ratio as percent with two decimals, cut: 1.004361 is 100.43 %. */
function percentOf(ratio: string): string {
  const [whole = '0', decimals = ''] = ratio.split('.')
  const digits = `${whole}${decimals.padEnd(4, '0').slice(0, 4)}`.replace(/^0+(?=\d{3})/, '')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}%`
}

/** What runs beside the calls: the chain, e-mails, and the next settlement. */
export function Machinery() {
  const t = useTexts(overviewTexts).machinery
  const now = useMinute()
  const last = useQuery(settlementQuery).data?.items[0]
  return (
    <Answer query={useQuery(platformQuery)}>
      {({ chain, mail, settlement }) => (
        <Panel title={t.title}>
          <Facts>
            <Fact name={t.chain}>
              {chain === null ? (
                t.noChain
              ) : (
                <>
                  <Tag tone={chain.state === 'following' ? 'ok' : 'bad'}>
                    {t.chainIs[chain.state]}
                  </Tag>
                  {chain.block !== null && ` ${t.block(chain.block)}`}
                </>
              )}
            </Fact>
            <Fact name={t.mail}>
              {mail === null ? (
                t.noMail
              ) : mail.waiting === 0 ? (
                t.mailSent
              ) : (
                <>
                  <Tag tone={mail.lastError ? 'bad' : 'warn'}>{t.mailWaits(mail.waiting)}</Tag>{' '}
                  {mail.oldestAt && ageText(now - Date.parse(mail.oldestAt))} {mail.lastError}
                </>
              )}
            </Fact>
            <Fact name={t.settled}>
              {last ? t.run(last.period, dayText(last.publishedAt, now)) : t.never}
            </Fact>
            <Fact name={t.next}>
              {t.inTime(
                dayText(settlement.nextAt, now),
                ageText(Date.parse(settlement.nextAt) - now),
              )}
            </Fact>
          </Facts>
        </Panel>
      )}
    </Answer>
  )
}
