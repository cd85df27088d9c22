import {
  type AnswerOf,
  appointAfterHours,
  arbitratorsNeeded,
  arbitratorsWanted,
  type Locale,
  type OperatorRole,
  type operatorMe,
  presentDays,
} from '@banyan/domain'
import type { Database } from '../platform/database/connect.ts'
import { arbitrators } from './accounts.ts'
import type { OperatorContext } from './context.ts'

export type Warning = AnswerOf<typeof operatorMe>['warnings'][number]

const texts: Readonly<
  Record<Warning['what'], Readonly<Record<Locale, (count: number) => string>>>
> = {
  marketClosed: {
    'zh-CN': count =>
      `近 ${presentDays} 天内登录过的仲裁员只有 ${count} 位，少于 ${arbitratorsNeeded} 位：市场已暂停新的挂单和交易。请仲裁员登录，或增加仲裁员。`,
    en: count =>
      `Only ${count} arbitrators have signed in within ${presentDays} days, fewer than ${arbitratorsNeeded}: members cannot publish or take orders. Have arbitrators sign in, or add some.`,
  },
  fewArbitrators: {
    'zh-CN': count =>
      `近 ${presentDays} 天内登录过的仲裁员只有 ${count} 位，少于 ${arbitratorsWanted} 位：案件可能须由与当事人有关联的仲裁员办理。请增加仲裁员。`,
    en: count =>
      `Only ${count} arbitrators have signed in within ${presentDays} days, fewer than ${arbitratorsWanted}: cases may come to somebody with a tie. Add arbitrators.`,
  },
  casesWait: {
    'zh-CN': count =>
      `有 ${count} 个案件等待仲裁员超过 ${appointAfterHours} 小时或没有可用的仲裁员，请指定仲裁员。`,
    en: count =>
      `${count} cases have waited ${appointAfterHours} hours for an arbitrator, or have none who can hear them: appoint one.`,
  },
}

/** What an administrator has to act on now; empty for other roles. */
export async function warningsFor(
  database: Database,
  context: OperatorContext,
  { role, locale }: { role: OperatorRole; locale: Locale },
): Promise<Warning[]> {
  if (role !== 'administrator') return []
  const present = (await arbitrators(database, context)).filter(one => one.present).length
  const waiting = await context.casesToAppoint(database)
  const warnings: [Warning['what'], number][] = []
  if (present < arbitratorsNeeded) warnings.push(['marketClosed', present])
  else if (present < arbitratorsWanted) warnings.push(['fewArbitrators', present])
  if (waiting > 0) warnings.push(['casesWait', waiting])
  return warnings.map(([what, count]) => ({ what, text: texts[what][locale](count) }))
}
