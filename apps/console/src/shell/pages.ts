import { type OperatorRole, operatorRoles } from '@banyan/domain'
import type { IconName } from '@banyan/ui'
import type { ComponentType } from 'react'
import type { Language } from './texts/texts.ts'

/** The heads of the navigation, in its order. */
export const pageGroups = ['work', 'community', 'books', 'records'] as const
type PageGroup = (typeof pageGroups)[number]

/** A page of the console. */
export interface Page {
  /** Its name in the address. */
  readonly path: string
  /** With g it opens the page from anywhere. */
  readonly key: string
  /** Under which head of the navigation it is. */
  readonly group: PageGroup
  readonly icon: IconName
  readonly title: Readonly<Record<Language, string>>
  /** Roles that may read it; the others see who may. */
  readonly roles: readonly OperatorRole[]
}

/** Every page, in the order of the navigation. */
export const pages = {
  overview: {
    path: 'overview',
    key: 'o',
    group: 'work',
    icon: 'home',
    title: { 'zh-CN': '总览', en: 'Overview' },
    roles: operatorRoles,
  },
  appeals: {
    path: 'appeals',
    key: 'a',
    group: 'work',
    icon: 'scales',
    title: { 'zh-CN': '申诉', en: 'Appeals' },
    roles: ['arbitrator', 'administrator'],
  },
  withdrawals: {
    path: 'withdrawals',
    key: 'w',
    group: 'work',
    icon: 'upload',
    title: { 'zh-CN': '转出', en: 'Withdrawals' },
    roles: ['reviewer', 'treasurer'],
  },
  treasury: {
    path: 'treasury',
    key: 't',
    group: 'work',
    icon: 'wallet',
    title: { 'zh-CN': '资金', en: 'Treasury' },
    roles: ['treasurer', 'administrator'],
  },
  proposals: {
    path: 'proposals',
    key: 'p',
    group: 'work',
    icon: 'check',
    title: { 'zh-CN': '提案', en: 'Proposals' },
    roles: ['support', 'reviewer', 'treasurer', 'administrator'],
  },
  service: {
    path: 'service',
    key: 's',
    group: 'work',
    icon: 'chat',
    title: { 'zh-CN': '客服', en: 'Service' },
    roles: ['support', 'administrator'],
  },
  members: {
    path: 'members',
    key: 'm',
    group: 'community',
    icon: 'me',
    title: { 'zh-CN': '会员', en: 'Members' },
    roles: operatorRoles,
  },
  deposits: {
    path: 'deposits',
    key: 'd',
    group: 'community',
    icon: 'download',
    title: { 'zh-CN': '充值', en: 'Recharges' },
    roles: ['support', 'reviewer', 'treasurer', 'administrator'],
  },
  notices: {
    path: 'notices',
    key: 'n',
    group: 'community',
    icon: 'bell',
    title: { 'zh-CN': '公告', en: 'Notices' },
    roles: ['support', 'administrator'],
  },
  settlements: {
    path: 'settlements',
    key: 'e',
    group: 'books',
    icon: 'clock',
    title: { 'zh-CN': '结算', en: 'Settlements' },
    roles: ['treasurer', 'administrator'],
  },
  statistics: {
    path: 'statistics',
    key: 'i',
    group: 'books',
    icon: 'chart',
    title: { 'zh-CN': '统计', en: 'Statistics' },
    roles: ['reviewer', 'treasurer', 'administrator'],
  },
  rules: {
    path: 'rules',
    key: 'r',
    group: 'books',
    icon: 'file',
    title: { 'zh-CN': '规则书', en: 'Rule book' },
    roles: operatorRoles,
  },
  audit: {
    path: 'audit',
    key: 'j',
    group: 'records',
    icon: 'shield',
    title: { 'zh-CN': '审计日志', en: 'Audit log' },
    roles: operatorRoles,
  },
  operators: {
    path: 'operators',
    key: 'k',
    group: 'records',
    icon: 'desktop',
    title: { 'zh-CN': '操作员', en: 'Operators' },
    roles: ['administrator'],
  },
  account: {
    path: 'account',
    key: 'y',
    group: 'records',
    icon: 'key',
    title: { 'zh-CN': '我的账户', en: 'Your account' },
    roles: operatorRoles,
  },
} as const satisfies Record<string, Page>

export type PageName = keyof typeof pages
export const pageList: readonly Page[] = Object.values(pages)

type PageLoads = Readonly<Record<PageName, () => Promise<{ default: ComponentType }>>>
let loads: PageLoads | null = null

/** Gives the shell the code of the pages; the entry calls it once. */
export function registerPages(table: PageLoads): void {
  loads = table
}

/** Fetches the code of a page. */
export function loadPage(name: PageName): Promise<{ default: ComponentType }> {
  if (!loads) throw new Error('the entry has registered no pages')
  return loads[name]()
}

export const isPage = (path: string): path is PageName => path in pages

/** True when the role may read the page. */
export const mayRead = (page: Page, role: OperatorRole): boolean => page.roles.includes(role)
