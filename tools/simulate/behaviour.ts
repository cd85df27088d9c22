import type { Flood } from './flood.ts'
import { plans } from './snipers.ts'

/** How a community behaves. Chances are per member and day, in ten-thousandths. */
export interface Behaviour {
  /** What happens in it, for the report. */
  readonly story: string
  /** New members of a day; `part` of the simulated time is over (0 to 1), `left` may still come. */
  readonly joins: (facts: {
    members: number
    left: number
    part: number
    daysLeft: number
  }) => number
  readonly recharge: number
  readonly subscribe: number
  readonly activate: number
  /** Sells to another member. */
  readonly sell: number
  readonly exchange: number
  readonly withdraw: number
  /** From this part of the time on everybody wants out, where no day is chosen for it. */
  readonly runFrom?: number
  /** Everybody leaves for good so many days after joining. */
  readonly stayDays?: number
  /** Members who bring all the others, and do nothing else. */
  readonly recruiters?: number
  /** How many give back what they subscribed as soon as they have it, in ten thousand. */
  readonly speculators?: number
  /** Members who trade among themselves only, to earn by their own fees. */
  readonly ring?: number
  /** The first member has more money than all others, and leaves with all coins at this part of the time. */
  readonly whaleUntil?: number
  /** At this part of the time custody is found to lack this part of what it should hold, basis points. */
  readonly loss?: { readonly at: number; readonly bps: number }
  /** Outside income: every so many days, whole USDT. */
  readonly income?: { readonly everyDays: number; readonly usdt: number }
  /** Receipts of any size up to this part of the reserve, basis points, every so many days. */
  readonly receipts?: { readonly everyDays: number; readonly mostBps: number }
  /** Members who buy on the eve of a receipt and leave some nights after, one for each plan. */
  readonly snipers?: number
  /** Members who try to have coins for the payments of others. */
  readonly thieves?: number
  /** Accounts that order as much as they may every day, and honest members for comparison. */
  readonly flood?: Flood
}

const evenly = ({ left, daysLeft }: { left: number; daysLeft: number }): number =>
  Math.ceil(left / Math.max(daysLeft, 1))
const usual = {
  recharge: 500,
  subscribe: 400,
  activate: 300,
  sell: 600,
  exchange: 60,
  withdraw: 120,
}

export const behaviours: Readonly<Record<string, Behaviour>> = {
  calm: {
    ...usual,
    story: 'Members come evenly, trade a little, and leave a little.',
    joins: evenly,
    income: { everyDays: 30, usdt: 300 },
  },
  growth: {
    ...usual,
    story: 'Everybody brings somebody: the community doubles again and again, until it is full.',
    joins: ({ members, left }) => Math.min(left, Math.ceil(members / 8)),
  },
  stall: {
    ...usual,
    story:
      'It grows fast for a third of the time; then nobody joins any more. Nothing is owed to growth, so nothing breaks.',
    joins: ({ members, left, part }) => (part < 1 / 3 ? Math.min(left, Math.ceil(members / 6)) : 0),
  },
  run: {
    ...usual,
    story:
      'A run on the bank: in the last quarter everybody wants out at once. Whoever asks on a day is paid at the one exit price of that day, the last as the first.',
    joins: ({ left, part, daysLeft }) => (part < 0.75 ? evenly({ left, daysLeft }) : 0),
    runFrom: 0.75,
  },
  ring: {
    ...usual,
    story: 'Twelve members trade among themselves all day, to be paid for their own fees.',
    joins: evenly,
    ring: 12,
  },
  idle: {
    ...usual,
    sell: 0,
    story:
      'Nobody trades on the market. There are no fees to share, so nobody is paid anything, and every coin keeps its worth.',
    joins: evenly,
  },
  whale: {
    ...usual,
    story:
      'The first member subscribes as far as the limits let them, buys what others sell, and after three quarters of the time gives every coin back in one day.',
    joins: evenly,
    whaleUntil: 0.75,
  },
  sniper: {
    ...usual,
    story:
      'Outside income comes in every twelve days, up to half of the reserve at once. Eighteen members know it the day before: they buy that night and leave one to ten nights after, some with their coins locked in between.',
    joins: evenly,
    receipts: { everyDays: 12, mostBps: 5_000 },
    snipers: plans.length,
  },
  flood: {
    ...usual,
    story:
      'From the fortieth day on twelve accounts order all that the limits allow, every day. Four others want a certain amount each and no more: they are looked at.',
    joins: evenly,
    flood: { accounts: 12, from: 40, wants: [200, 500, 1_000, 2_000] },
  },
  thief: {
    ...usual,
    story:
      'Six members steal: each day each of them takes a part of somebody’s order and shows the payment of another buyer, an old one, a smaller one or a worthless token. Sellers release what the chain has verified without looking.',
    joins: evenly,
    thieves: 6,
  },
  loss: {
    ...usual,
    story:
      'In the middle custody is found to lack a fifth of what it should hold. RISK, OPS and the static pool bear it first, then the reserve: every coin is worth less, and nobody’s USDT is.',
    joins: evenly,
    loss: { at: 0.5, bps: 2_000 },
  },
  leavers: {
    ...usual,
    story: 'Nobody stays: each leaves with everything 30 days after joining, and others come.',
    joins: evenly,
    stayDays: 30,
  },
  recruiters: {
    ...usual,
    story:
      'Five members bring all the others and do nothing else. They are paid out of the fees of whom they brought, never because somebody came.',
    joins: evenly,
    recruiters: 5,
  },
  speculators: {
    ...usual,
    story:
      'One member in ten subscribes for all the limits allow, gives the coins back the next day, and does it again.',
    joins: evenly,
    speculators: 1_000,
  },
}
