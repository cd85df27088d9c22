import type { IconName } from '@banyan/ui'
import { pages } from '../shell/index.ts'

const { homeArea, mineArea, assetsArea, more } = pages

/** The areas of Mine, in order; the address of the menu contains one of them. */
export const areas = ['security', 'money', 'network', 'about'] as const
export type Area = (typeof areas)[number]

/** What a menu needs of a page; none of these requires a query. */
export type Entry = readonly [
  IconName,
  typeof mineArea.account | typeof more.rules | typeof more.help,
]

/** The pages of each area. */
export const entries = {
  security: [
    ['key', mineArea.export],
    ['shield', mineArea.changePass],
    ['shield', mineArea.resetPass],
    ['keyboard', mineArea.changePayPass],
    ['keyboard', mineArea.resetPayPass],
    ['mail', mineArea.verifyEmail],
    ['phone', more.sessions],
    ['minus', more.blocks],
    ['eye', more.operatorActs],
  ],
  money: [
    ['wallet', mineArea.account],
    ['upload', mineArea.withdrawal],
    ['list', mineArea.orderList],
    ['list', assetsArea.rechargeList],
    ['chart', assetsArea.limits],
    ['download', more.data],
  ],
  network: [
    ['gift', mineArea.invite],
    ['community', mineArea.inviteList],
    ['split', mineArea.settleNetwork],
    ['chart', mineArea.toSpread],
  ],
  about: [
    ['info', more.help],
    ['file', more.rules],
    ['check-circle', more.solvency],
    ['chart', more.statistics],
    ['bell', homeArea.noticeList],
  ],
} as const satisfies Record<Area, readonly Entry[]>
