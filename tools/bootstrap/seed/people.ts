/** A person's way of life in the demo community. */
export type Way =
  /** Subscribes, keeps most of it, has some of it activated. */
  | 'holder'
  /** Sells regularly on the market. */
  | 'seller'
  /** Buys and sells. */
  | 'trader'
  /** Trades, invites, and becomes a distributed member. */
  | 'guide'
  /** Made an account and never came back: the branch under them has stalled. */
  | 'sleeper'

/** A person of the demo community. Amounts are whole USDT. */
export interface Person {
  readonly nickname: string
  /** The inviter's place in this list; null for the first founder, whom the root invited. */
  readonly inviter: number | null
  /** The day of the community's life on which they join. */
  readonly day: number
  readonly recharge: number
  /** Their first order; 0 where they never subscribe. */
  readonly subscribes: number
  readonly way: Way
  /** The side that their inviter requests two days later; null without a request. */
  readonly side: 'left' | 'right' | 'smaller' | null
}

type Row = [string, number | null, number, number, number, Way, Person['side']]

/** The first eight found the community; every person comes after their inviter. */
const rows: readonly Row[] = [
  ['星河', null, 0, 3000, 1000, 'seller', null],
  ['蓝鲸', 0, 0, 2600, 1000, 'seller', 'left'],
  ['晨曦', 0, 0, 1800, 900, 'seller', 'right'],
  ['极光', 1, 0, 1500, 800, 'seller', 'left'],
  ['山茶', 1, 0, 1200, 600, 'seller', 'right'],
  ['云上', 2, 0, 900, 500, 'trader', 'left'],
  ['青禾', 2, 0, 600, 300, 'trader', 'right'],
  ['墨竹', 3, 0, 700, 200, 'holder', 'left'],
  ['拾光', 0, 1, 2400, 900, 'guide', 'left'],
  ['海棠', 0, 1, 2000, 900, 'guide', 'right'],
  ['听雨', 2, 2, 1500, 700, 'guide', 'smaller'],
  ['北辰', 8, 3, 1600, 800, 'trader', 'left'],
  ['南枝', 8, 3, 1400, 600, 'trader', 'right'],
  ['小满', 9, 3, 300, 100, 'holder', 'left'],
  ['阿岚', 9, 4, 900, 500, 'trader', 'left'],
  ['白露', 9, 4, 1200, 600, 'guide', 'right'],
  ['松间', 8, 4, 800, 400, 'holder', 'left'],
  ['渔火', 10, 5, 900, 500, 'trader', 'left'],
  ['半夏', 10, 6, 700, 400, 'trader', 'right'],
  ['长安', 11, 6, 1500, 700, 'guide', 'right'],
  ['木槿', 12, 8, 600, 300, 'trader', 'left'],
  ['知秋', 12, 8, 500, 300, 'holder', 'right'],
  ['远山', 15, 8, 1000, 500, 'trader', 'left'],
  ['流萤', 15, 9, 800, 400, 'trader', 'right'],
  ['石榴', 4, 9, 0, 0, 'sleeper', 'left'],
  ['麦田', 24, 11, 0, 0, 'sleeper', 'left'],
  ['江影', 24, 11, 0, 0, 'sleeper', 'right'],
  ['雪落', 25, 12, 0, 0, 'sleeper', 'left'],
  ['老周', 24, 12, 0, 0, 'sleeper', null],
  ['橘子汽水', 1, 11, 700, 400, 'trader', 'left'],
  ['大鹏', 19, 11, 900, 500, 'trader', 'left'],
  ['梅子黄时', 19, 12, 600, 300, 'holder', 'right'],
  ['一叶舟', 5, 12, 500, 300, 'trader', 'left'],
  ['风铃', 6, 13, 400, 200, 'holder', 'right'],
  ['糖炒栗子', 14, 13, 800, 400, 'trader', 'left'],
  ['夜航船', 17, 14, 1000, 500, 'guide', 'left'],
  ['春山', 35, 16, 600, 300, 'trader', 'left'],
  ['豆蔻', 35, 16, 500, 200, 'trader', 'right'],
  ['青石巷', 22, 16, 700, 300, 'trader', 'left'],
  ['月半弯', 23, 18, 400, 200, 'holder', 'right'],
  ['阿布', 29, 18, 900, 500, 'trader', 'left'],
  ['踏雪', 29, 18, 500, 300, 'holder', 'right'],
  ['向晚', 30, 20, 600, 300, 'trader', 'left'],
  ['三七', 8, 20, 1200, 600, 'trader', 'right'],
  ['银杏', 20, 22, 500, 200, 'holder', 'smaller'],
  ['竹外桃花', 20, 22, 800, 400, 'trader', 'right'],
  ['卡布奇诺', 34, 24, 1000, 500, 'trader', 'left'],
  ['晴川', 34, 24, 400, 200, 'holder', 'right'],
  ['若水', 36, 26, 600, 300, 'trader', 'left'],
  ['林间鹿', 38, 26, 500, 200, 'holder', 'left'],
  ['燕子归', 40, 29, 1500, 800, 'trader', 'left'],
  ['小北', 40, 29, 500, 300, 'trader', 'right'],
  ['苏木', 43, 31, 600, 300, 'trader', 'left'],
  ['荷风', 43, 31, 400, 200, 'holder', 'right'],
  ['九里香', 46, 34, 800, 400, 'trader', 'left'],
  ['暖冬', 9, 36, 900, 500, 'trader', 'right'],
  ['雨霖', 50, 36, 400, 200, 'holder', null],
  ['归帆', 8, 40, 600, 300, 'trader', null],
  ['星野', 0, 42, 500, 200, 'holder', null],
  ['扶摇', 11, 44, 300, 200, 'holder', null],
]

export const people: readonly Person[] = rows.map(
  ([nickname, inviter, day, recharge, subscribes, way, side]) => ({
    nickname,
    inviter,
    day,
    recharge,
    subscribes,
    way,
    side,
  }),
)

/** The e-mail address of the person at a place of the list, if they bind one. */
export const mailAddressOf = (place: number): string => `member${place + 1}@banyan.example`

/** Who is printed at the start, and what a visitor finds with them. */
export const programs: readonly { place: number; about: string }[] = [
  { place: 0, about: 'founder, sells on the market; a withdrawal that was paid' },
  { place: 1, about: 'sells: one trade paid for; a cancelled withdrawal; answered feedback' },
  { place: 2, about: 'sells: one trade to be paid' },
  {
    place: 3,
    about: 'sells: one trade in appeal; a withdrawal under review, asked about at the service',
  },
  { place: 4, about: 'a stalled branch; a release that is overdue' },
  {
    place: 5,
    about: 'buys: one trade to pay, one in appeal; a refused withdrawal; waits for the service',
  },
  { place: 6, about: 'buys: one trade paid, one not released in time' },
  { place: 7, about: 'a small early activation' },
  { place: 8, about: 'distributed member, network pay' },
  { place: 9, about: 'distributed member; network pay at its cap, and a prompt to answer' },
]
