import { CopyText, figureText, shortAddress } from '@banyan/ui'
import {
  dayText,
  Fact,
  Facts,
  hrefOf,
  Panel,
  Quoted,
  RuleChanges,
  shellTexts,
  useLanguage,
  useTexts,
} from '../shell/index.ts'
import { Evidence } from './evidence.tsx'
import styles from './panel.module.css'
import type { Subject } from './queries.ts'
import { proposalTexts } from './texts.ts'

interface ViewProps<K extends Subject['kind']> {
  subject: Extract<Subject, { kind: K }>
  now: number
}

/** What a proposal would do, by its kind. */
export function SubjectView({ subject, now }: { subject: Subject; now: number }) {
  switch (subject.kind) {
    case 'rules':
      return <RulesView subject={subject} now={now} />
    case 'receipt':
      return <ReceiptView subject={subject} now={now} />
    case 'cost':
      return <CostView subject={subject} now={now} />
    case 'explanation':
      return <ExplanationView subject={subject} now={now} />
    default:
      return <PlainView subject={subject} />
  }
}

function RulesView({ subject, now }: ViewProps<'rules'>) {
  const t = useTexts(proposalTexts)
  const tongue = useLanguage()
  const { changes, objections, crosses, difference, effectiveAt } = subject
  return (
    <>
      <Panel title={t.changes} isNow>
        <RuleChanges changes={changes} />
        <Facts>
          <Fact name={t.fields.effectiveAt}>{dayText(effectiveAt, now)}</Fact>
        </Facts>
      </Panel>
      <Panel title={t.fields.difference}>
        <Quoted>{tongue === 'en' ? difference.en : difference.zh}</Quoted>
        <Quoted>{tongue === 'en' ? difference.zh : difference.en}</Quoted>
      </Panel>
      {objections.length > 0 && (
        <Panel title={t.objections}>
          <ul className={styles.objections}>
            {objections.map(({ rule, text }) => (
              <li key={`${rule}${text}`}>{text}</li>
            ))}
          </ul>
        </Panel>
      )}
      {crosses.length > 0 && (
        <Panel title={t.crosses}>
          <ul className={styles.objections}>
            {crosses.map(({ line, text }) => (
              <li key={line}>
                {line}: {text}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}

function ReceiptView({ subject, now }: ViewProps<'receipt'>) {
  const t = useTexts(proposalTexts)
  const { receipt } = subject
  return (
    <Panel isNow>
      <Facts>
        <Fact name={t.fields.amount}>{figureText(subject.amount)} USDT</Fact>
        <Fact name={t.fields.says}>{subject.says && t.receiptKind[subject.says]}</Fact>
        <Fact name={t.fields.payer}>{subject.payer}</Fact>
        <Fact name={t.fields.evidence}>
          <Evidence>{subject.evidence}</Evidence>
        </Fact>
        <Fact name={t.fields.blockAt}>{dayText(subject.blockAt, now)}</Fact>
      </Facts>
      {receipt && <ChainFacts of={{ ...receipt, to: receipt.address }} />}
    </Panel>
  )
}

/** What the chain shows: it can be compared, not typed. */
function ChainFacts({
  of,
}: {
  of: {
    from: string
    to: string
    hash: string
    block: number
    confirmations: number
    needed: number
  }
}) {
  const t = useTexts(proposalTexts)
  return (
    <Facts>
      <Fact name={t.fields.from}>
        <CopyText text={of.from}>{shortAddress(of.from)}</CopyText>
      </Fact>
      <Fact name={t.fields.to}>
        <CopyText text={of.to}>{shortAddress(of.to)}</CopyText>
      </Fact>
      <Fact name={t.fields.hash}>
        <CopyText text={of.hash}>{shortAddress(of.hash)}</CopyText>
      </Fact>
      <Fact name={t.fields.block}>{of.block}</Fact>
      <Fact name={t.fields.confirmations}>
        {of.confirmations} / {of.needed}
      </Fact>
    </Facts>
  )
}

function CostView({ subject, now }: ViewProps<'cost'>) {
  const t = useTexts(proposalTexts)
  const { transfer, payee, reference, evidence, document } = subject
  return (
    <Panel isNow>
      <Facts>
        <Fact name={t.fields.amount}>{figureText(transfer.amount)} USDT</Fact>
        <Fact name={t.fields.payee}>{payee}</Fact>
        <Fact name={t.fields.reference}>{reference}</Fact>
        <Fact name={t.fields.evidence}>
          <Evidence>{evidence}</Evidence>
        </Fact>
        <Fact name={t.fields.document}>
          <CopyText text={document}>{shortAddress(document)}</CopyText>
        </Fact>
        <Fact name={t.fields.blockAt}>{dayText(transfer.blockAt, now)}</Fact>
      </Facts>
      <ChainFacts of={transfer} />
    </Panel>
  )
}

function ExplanationView({ subject, now }: ViewProps<'explanation'>) {
  const t = useTexts(proposalTexts)
  const { transfer, cause, evidence, loss } = subject
  return (
    <Panel isNow>
      <Facts>
        <Fact name={t.fields.amount}>{figureText(transfer.amount)} USDT</Fact>
        <Fact name={t.fields.cause}>{t.causes[cause]}</Fact>
        <Fact name={t.fields.evidence}>
          <Evidence>{evidence}</Evidence>
        </Fact>
        <Fact name={t.fields.loss}>{loss && figureText(loss)}</Fact>
        <Fact name={t.fields.blockAt}>{dayText(transfer.blockAt, now)}</Fact>
      </Facts>
      <ChainFacts of={transfer} />
    </Panel>
  )
}

type PlainSubject = Exclude<Subject, { kind: 'rules' | 'receipt' | 'cost' | 'explanation' }>

function PlainView({ subject }: { subject: PlainSubject }) {
  const t = useTexts(proposalTexts)
  const { roles } = useTexts(shellTexts)
  const usdt = (amount: string) => `${figureText(amount)} USDT`
  return (
    <Panel isNow>
      <Facts>
        {subject.kind === 'shortfall' && (
          <>
            <Fact name={t.fields.amount}>{usdt(subject.amount)}</Fact>
            <Fact name={t.fields.evidence}>
              <Evidence>{subject.evidence}</Evidence>
            </Fact>
          </>
        )}
        {subject.kind === 'sharing' && (
          <>
            <Fact name={t.fields.most}>{usdt(subject.most)}</Fact>
            <Fact name={t.fields.uncovered}>{usdt(subject.uncovered)}</Fact>
            <BothLanguages name={t.fields.notice} texts={subject.notice} />
          </>
        )}
        {subject.kind === 'operator' && (
          <>
            <Fact name={t.fields.name}>{subject.name}</Fact>
            <Fact name={t.fields.role}>{roles[subject.role]}</Fact>
            <Fact name={t.fields.roleBefore}>
              {subject.roleBefore ? roles[subject.roleBefore] : t.fields.newAccount}
            </Fact>
          </>
        )}
        {subject.kind === 'insider' && (
          <>
            <Fact name={t.fields.account}>{subject.accountId}</Fact>
            <Fact name={t.fields.nickname}>{subject.nickname}</Fact>
            <Fact name={t.fields.role}>{t.insiderRole[subject.role]}</Fact>
            <Fact name={t.fields.why}>
              <Quoted>{subject.why}</Quoted>
            </Fact>
          </>
        )}
        {subject.kind === 'wind_down' && (
          <>
            <Fact name={t.fields.costs}>{usdt(subject.costs)}</Fact>
            <Fact name={t.fields.evidence}>
              <Evidence>{subject.evidence}</Evidence>
            </Fact>
            <BothLanguages name={t.fields.notice} texts={subject.notice} />
          </>
        )}
        {subject.kind === 'wind_down_cancel' && (
          <BothLanguages name={t.fields.why} texts={subject.why} />
        )}
        {subject.kind === 'operator_end' && <Fact name={t.fields.role}>{roles[subject.role]}</Fact>}
        {(subject.kind === 'factor_reset' || subject.kind === 'operator_end') && (
          <>
            <Fact name={t.fields.name}>{subject.name}</Fact>
            <Fact name={t.fields.why}>
              <Quoted>{subject.why}</Quoted>
            </Fact>
          </>
        )}
        {subject.kind === 'account_freeze' && (
          <>
            <Fact name={t.fields.does}>{subject.freezes ? t.fields.freezes : t.fields.opens}</Fact>
            <Fact name={t.fields.account}>
              <a href={hrefOf('members', subject.accountId)}>{subject.accountId}</a>
            </Fact>
            <Fact name={t.fields.nickname}>{subject.nickname}</Fact>
            <Fact name={t.fields.why}>
              <Quoted>{subject.why}</Quoted>
            </Fact>
          </>
        )}
        {subject.kind === 'distributed_status' && (
          <>
            <Fact name={t.fields.does}>{t.statusAct[subject.act]}</Fact>
            <Fact name={t.fields.account}>
              <a href={hrefOf('members', subject.accountId)}>{subject.accountId}</a>
            </Fact>
            <Fact name={t.fields.nickname}>{subject.nickname}</Fact>
            <BothLanguages name={t.fields.memberReads} texts={subject.why} />
            <Fact name={t.fields.appeal}>
              {subject.appeal && <Quoted>{subject.appeal.text}</Quoted>}
            </Fact>
          </>
        )}
        {subject.kind === 'withdrawal_void' && (
          <>
            <Fact name={t.fields.withdrawal}>
              <a href={hrefOf('withdrawals', subject.withdrawalId)}>{subject.withdrawalId}</a>
            </Fact>
            <Fact name={t.fields.amount}>{usdt(subject.amount)}</Fact>
            <Fact name={t.fields.signerCause}>{subject.cause}</Fact>
            <Fact name={t.fields.why}>
              <Quoted>{subject.why}</Quoted>
            </Fact>
          </>
        )}
        {subject.kind === 'deposit_key' && (
          <>
            <Fact name={t.fields.xpub}>
              <span className={styles.mono}>{subject.xpub}</span>
            </Fact>
            <Fact name={t.fields.replaces}>
              <span className={styles.mono}>{subject.replaces}</span>
            </Fact>
            <Fact name={t.fields.generation}>{subject.generation}</Fact>
            <BothLanguages name={t.fields.why} texts={subject.why} />
          </>
        )}
      </Facts>
    </Panel>
  )
}

const BothLanguages = ({ name, texts }: { name: string; texts: { zh: string; en: string } }) => (
  <>
    <Fact name={name}>
      <Quoted>{texts.zh}</Quoted>
    </Fact>
    <Fact name="EN">
      <Quoted>{texts.en}</Quoted>
    </Fact>
  </>
)
