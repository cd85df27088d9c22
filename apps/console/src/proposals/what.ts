import { figureText } from '@banyan/ui'
import { shellTexts, textsOf } from '../shell/index.ts'
import type { Subject } from './queries.ts'
import { proposalTexts } from './texts.ts'

/** A proposal in one line: the figure, the name or the version that it is about. */
export function whatOf(subject: Subject): string {
  const t = textsOf(proposalTexts)
  const { roles } = textsOf(shellTexts)
  const usdt = (amount: string) => `${figureText(amount)} USDT`
  switch (subject.kind) {
    case 'rules':
      return `${t.fields.version} ${subject.version} · ${subject.changes.length}`
    case 'receipt':
      return `${usdt(subject.amount)}${subject.says ? ` · ${t.receiptKind[subject.says]}` : ''}`
    case 'cost':
      return `${usdt(subject.transfer.amount)} · ${subject.payee}`
    case 'shortfall':
      return usdt(subject.amount)
    case 'sharing':
      return `≤ ${usdt(subject.most)}`
    case 'operator':
      return `${subject.name} · ${roles[subject.role]}`
    case 'insider':
      return `${subject.nickname} · ${subject.accountId}`
    case 'wind_down':
      return `≤ ${usdt(subject.costs)}`
    case 'wind_down_cancel':
      return ''
    case 'explanation':
      return `${usdt(subject.transfer.amount)} · ${t.causes[subject.cause]}`
    case 'withdrawal_void':
      return usdt(subject.amount)
    case 'operator_end':
      return `${subject.name} · ${roles[subject.role]}`
    case 'factor_reset':
      return subject.name
    case 'account_freeze':
      return `${subject.freezes ? t.fields.freezes : t.fields.opens} · ${subject.nickname} · ${subject.accountId}`
    case 'distributed_status':
      return `${t.statusAct[subject.act]} · ${subject.nickname} · ${subject.accountId}`
    case 'deposit_key':
      return `${subject.xpub.slice(0, 10)}…${subject.xpub.slice(-6)}`
  }
}
