import { type Edition, isSince } from '../editions.ts'
import type { Parameters } from '../parameters.ts'
import { reopensRounds } from '../settlement/08-rounds-reopened/reopening.ts'
import type { BothLanguages } from './numbers.ts'

/** A section of the rule book: prose with `{numberName}` in the place of a number of the version. */
export interface RuleSection {
  readonly id: string
  readonly title: BothLanguages
  readonly paragraphs: readonly Paragraph[]
}

/** A paragraph of the book; one that hangs on a switch says which versions have it. */
export interface Paragraph extends BothLanguages {
  readonly appliesTo?: (p: Parameters) => boolean
}

const section = (id: string, zh: string, en: string, ...paragraphs: Paragraph[]): RuleSection => ({
  id,
  title: { zh, en },
  paragraphs,
})
const says = (zh: string, en: string): BothLanguages => ({ zh, en })
const saysWhere = (appliesTo: (p: Parameters) => boolean, zh: string, en: string): Paragraph => ({
  zh,
  en,
  appliesTo,
})
/** What the book says from an edition on … */
const saysFrom = (edition: Edition, zh: string, en: string): Paragraph =>
  saysWhere(p => isSince(edition, p), zh, en)
/** … and what it said before: a version that was published keeps its words. */
const saysBefore = (edition: Edition, zh: string, en: string): Paragraph =>
  saysWhere(p => !isSince(edition, p), zh, en)

/** One of the five lines. */
export interface Line extends BothLanguages {
  readonly id: string
  /** False where a version says that it does not keep it. */
  readonly kept: boolean
}

/** The text in the place of L3 where a re-investment reopens a round. */
const brokenL3: Line = {
  id: 'L3',
  kept: false,
  zh: '本版规则不完全遵守这条线。加入、邀请、被安置或获得资格仍不需要任何购买；但被轮次上限关闭的一轮，要在本季度内重新开启，就必须再买一次（动态复投）。在这一点上，收益与购买挂钩。不复投的人在下一季度之前不再领取网络收益，结余照常保留。',
  en: 'This version of the rules does not keep this line in full. Still no purchase is required to join, invite, be placed or qualify; but a round that its cap has closed opens again within the quarter only for those who buy once more (a dynamic re-investment). There, pay is linked to a purchase. Those who do not re-invest are paid nothing by the network until the next quarter; balances stay.',
}

/** A line that a version crosses, and the text that people read before they agree. */
export interface CrossedLine extends BothLanguages {
  readonly line: 'L3'
}

/** The lines that a version crosses and the one before it does not. */
export const newlyCrossed = (before: Parameters, after: Parameters): readonly CrossedLine[] =>
  reopensRounds(after) && !reopensRounds(before) ? [{ ...crossing, line: 'L3' }] : []

const crossing: BothLanguages = {
  zh: '“动态复投重开一轮”把收益与购买挂钩，不符合 L3（不需要任何购买）。开启后，规则书会对每位会员写明 L3 不再成立。',
  en: '“A dynamic re-investment reopens a round” links pay to a purchase and breaks L3 (no purchase is required). While it is on, the rule book tells every member that L3 does not stand.',
}

/** The five lines as a version keeps them: L3 is not claimed where the version breaks it. */
export const linesOf = (p: Parameters): readonly Line[] =>
  lines.map(line => (line.id === 'L3' && reopensRounds(p) ? brokenL3 : line))

/** The five lines. No version can change them; one can be broken, by two people who say so: see `linesOf`. */
export const lines: readonly Line[] = [
  {
    id: 'L1',
    kept: true,
    zh: '任何人都不会因为有人加入、认购、激活或复投而得到报酬。认购款 100 % 进入储备，支撑认购者自己的币。',
    en: 'Nobody is paid because somebody joined, subscribed, activated or re-invested. 100 % of a subscription goes to the reserve behind the subscriber’s own coins.',
  },
  {
    id: 'L2',
    kept: true,
    zh: '每一笔收益都是从资金池转出的账本转账，池中只有已完成的交易或服务已收取的手续费，或已到账的外部收入。池中没有，就不发放。',
    en: 'Every earning is a ledger transfer out of a pool that was filled only by fees already collected for a completed trade or service, or by outside income already received. No pool, no pay.',
  },
  {
    id: 'L3',
    kept: true,
    zh: '加入、邀请、被安置或获得资格，都不需要任何购买。',
    en: 'No purchase is required to join, invite, be placed or qualify.',
  },
  {
    id: 'L4',
    kept: true,
    zh: '任何地方都不承诺收益率，只展示已经实现的结果。',
    en: 'No rate is promised anywhere. Only realised results are shown.',
  },
  {
    id: 'L5',
    kept: true,
    zh: '网络（动态）收益是一个必须由部署方主动开启的模块，默认关闭；没有它，其余一切照常运行。',
    en: 'Network (dynamic) pay is a module that a deployment must switch on; it is off by default, and everything else works without it.',
  },
]

/** The rules in words. Numbers are never written out here: they come from the version. */
export const ruleSections: readonly RuleSection[] = [
  section(
    '2.1',
    '资产与账户',
    'Assets and accounts',
    says(
      'USDT 与社区币 LEAF 都有 6 位小数，以整数微单位记在同一本复式账上。每笔转账一借一贷，分录从不更改；错误由一笔新的冲正来纠正。除外部世界、发行、裂变和损失四个对冲账户外，没有账户可以低于 0。',
      'USDT and the community coin LEAF have 6 decimals and are whole micro-units in one double-entry ledger. Every transfer has one debit and one credit; entries are never changed, a mistake is reversed by a new one. No account goes below 0 except the contra accounts of the outside world, issue, split and loss.',
    ),
    says(
      '没有积分、没有第二种货币、没有只能复投的钱包：一切收益都是可用余额里的 USDT。',
      'No bonus points, no second currency, no wallet that can only be re-invested: all pay is plain USDT in your available balance.',
    ),
  ),
  section(
    '2.2',
    '指导价',
    'Guide price',
    says(
      '指导价 = 储备 ÷ 流通币数量。认购按向上取整的价格，退出按向下取整的价格，差额总是留给继续持有的人。没有流通币时价格为 {firstPrice}。',
      'Guide price = reserve ÷ outstanding coins. A subscription pays it rounded up, an exit gets it rounded down, so the difference always stays with those who stay. While no coin is outstanding it is {firstPrice}.',
    ),
    says(
      '储备和币量只在结算中变化。截止前的订单按下一个价格成交。创始时运营方以自有资金 {genesisUsdt} 买入 {genesisLeaf}，永不兑换、出售或激活。',
      'Reserve and coins change only inside a settlement. Orders placed before a cut-off deal at the next price. At the founding the operator paid {genesisUsdt} of its own money for {genesisLeaf}, which can never be exchanged, sold or activated.',
    ),
    says(
      'LEAF 本身不产生收益。价格因他人兑换时留下的 {exchangeFeeBps} 和外部收入而上升，因亏损而下降。没有外部收入，全体会员取回的合计少于投入。网络收益是会员交易手续费的一部分，其中也有新人和被邀请人的手续费：谁交易，谁支付。',
      'LEAF earns nothing by itself. Its price rises by the {exchangeFeeBps} that others leave when they exchange and by income from outside; it falls by losses. Without income from outside, members together get back less than they put in. Network pay is a part of the fees of members’ trades, newcomers’ and invitees’ among them: who trades pays it.',
    ),
    says(
      '价格可能下跌（记账的损失会使其下跌），走势图照实显示。低于 {subscriptionFloorPrice} 时不再配售，兑换照常。',
      'The price can fall (a booked loss makes it fall) and the chart shows it. Below {subscriptionFloorPrice} nothing is filled; exchanges go on.',
    ),
  ),
  section(
    '2.3',
    '认购与配售',
    'Subscription and allotment',
    says(
      '认购至少 {subscriptionMinimumUsdt}，以 {subscriptionStepUsdt} 为步长；金额被冻结，截止前可免费取消。截止后订单进入结算，不能再改。',
      'Subscribe at least {subscriptionMinimumUsdt}, in steps of {subscriptionStepUsdt}; the amount is held and can be cancelled free of charge until the cut-off. From then on the order belongs to the run.',
    ),
    says(
      '在首次配售之前，每笔认购下单后须满 {firstOrderWaitMs} 才能配售，取消后重新下单也一样。首次配售后 {undoWindowMs} 内可以申请撤销一次，按下一期的退出价执行，最多退回原额。',
      'Until a member has had coins issued for a subscription, every order waits {firstOrderWaitMs} before it can be filled; cancelling one uses up nothing of the wait. Within {undoWindowMs} of the first issue its undo can be asked, once; the next run carries it out at the exit price, at most for what was paid.',
    ),
    saysFrom(
      3,
      '每次结算配售 {runCapacityUsdt}。需求超出时，所有人一起均等增加，直到容量用完或各自的认购已满足；多报金额不会多得，先后也不影响。不足一个微单位的零头按会员编号各得一个。同一会员的份额按时间先后分到自己的订单。未成交部分全额退回；取整会剩余超过 {unspentToleranceUsdt} 的成交整笔退回。认购没有手续费。',
      'Each run fills {runCapacityUsdt}. When more is asked, all members are raised together until it is used up or they have what they asked for: asking for more than one wants gains nothing, and neither does being early. The last units go one each by the members’ ids. A member’s share goes to the own orders, oldest first. What is not filled returns; a fill that rounding would leave with more than {unspentToleranceUsdt} unspent returns whole. A subscription has no fee.',
    ),
    saysBefore(
      3,
      '每次结算配售 {runCapacityUsdt}。需求超出时，每人先得保底 {memberGuaranteeUsdt}，其余按比例分配；同一会员的份额按时间先后分到自己的订单。未成交部分全额退回；取整会剩余超过 {unspentToleranceUsdt} 的成交整笔退回。认购没有手续费。',
      'Each run fills {runCapacityUsdt}. When more is asked, each member first gets up to {memberGuaranteeUsdt}, the rest is shared pro rata; a member’s share goes to the own orders, oldest first. What is not filled returns; a fill that rounding would leave with more than {unspentToleranceUsdt} unspent returns whole. A subscription has no fee.',
    ),
  ),
  section(
    '2.4',
    '额度',
    'Limits',
    saysFrom(
      5,
      '最大投资额：{investmentWindowDays}内 {maxInvestmentUsdt}；账户未满 {youngAccountDays} 时为 {youngMaxInvestmentUsdt}。认购与市场买入合并计算：已配售与等待中的认购，加上未完成与已完成的买入交易的付款额；卖出不会恢复额度。您可以随时调低，再调高需等待 {raiseInvestmentWaitMs}。每轮认购上限 {roundLimitUsdt}。',
      'Maximum investment: {maxInvestmentUsdt} within {investmentWindowDays}, or {youngMaxInvestmentUsdt} while the account is younger than {youngAccountDays}. Subscriptions and market buys count together: subscriptions issued and waiting, and the payment amounts of trades bought in, open and finished. Selling does not give any of it back. You may lower your own at once; raising it again takes {raiseInvestmentWaitMs}. One round takes at most {roundLimitUsdt} of your orders.',
    ),
    saysBefore(
      5,
      '最大投资额：{investmentWindowDays}内 {maxInvestmentUsdt}；账户未满 {youngAccountDays} 时为 {youngMaxInvestmentUsdt}。您可以随时调低，再调高需等待 {raiseInvestmentWaitMs}。每轮认购上限 {roundLimitUsdt}。',
      'Maximum investment: {maxInvestmentUsdt} within {investmentWindowDays}, or {youngMaxInvestmentUsdt} while the account is younger than {youngAccountDays}. You may lower your own at once; raising it again takes {raiseInvestmentWaitMs}. One round takes at most {roundLimitUsdt} of your orders.',
    ),
    says(
      '交易额度：滚动 {tradingWindowHours}内出售 {tradingLimitUsdt}，扣除已售、交易中和挂单中的部分。',
      'Trading limit: sales of {tradingLimitUsdt} within {tradingWindowHours}, less what is sold, in trade or on offer.',
    ),
  ),
  section(
    '2.5',
    '手续费与去向',
    'Fees and where each one goes',
    says(
      '认购、充值、邀请、安置、激活、成为推广会员：免费。交易：卖方以币支付数量的 {otcFeeBps}，只在成交后收取；结算时按退出价赎回销毁，分给静态池 {feeToStaticBps}、动态池 {feeToDynamicBps}、运营 {feeToOpsBps}，其余归风险准备。动态模块关闭时，动态部分进入储备。',
      'Subscription, recharge, invite, placement, activation, distributed member: free. OTC: the seller pays {otcFeeBps} of the quantity in coin, on success only; a settlement redeems it at the exit price, burns it and shares it out: {feeToStaticBps} to the static pool, {feeToDynamicBps} to the dynamic pool, {feeToOpsBps} to operations, the rest to the risk fund. While the dynamic module is off its part goes to the reserve.',
    ),
    says(
      '兑换：{exchangeFeeBps}，留在储备，归继续持有的人。转出：每笔 {withdrawalFeeUsdt}，归运营，并与实际网络成本一同公布。',
      'Exchange: {exchangeFeeBps}; it stays in the reserve for those who stay. Withdrawal: {withdrawalFeeUsdt} flat, to operations, published against the real network cost.',
    ),
  ),
  section(
    '2.6',
    '静态：激活、收益、出局',
    'Static: activate, earn, eliminate',
    says(
      '激活至少 {activationMinimumLeaf}，币被锁定。每次结算释放静态池的 1/{staticReleaseDivisor}，按锁定数量分给所有仓位。不承诺收益率，只显示已实现的 7、30、90 天结果。',
      'Activate at least {activationMinimumLeaf}; the coins are locked. Each settlement releases one part in {staticReleaseDivisor} of the static pool and shares it among all positions by locked coins. No rate is promised; realised results of 7, 30 and 90 days are shown.',
    ),
    saysFrom(
      6,
      '锁定没有期限：随时可申请解锁，下一次结算照常分配一次，随后解锁。收益达到开仓价值的 {staticCapBps} 即静态出局：停止分配，全部币解锁，不没收任何东西。随后的提示有三个同样大小的选择：提走、保留、复投。上限是轮换，不是承诺，也不是惩罚。',
      'A position stays locked until it is unlocked: ask at any time, and the next settlement pays it once more and then frees the coins. At {staticCapBps} of the opening value it is eliminated: it stops sharing, all its coins unlock, nothing is forfeited. The prompt that follows has three equal choices: withdraw, keep, re-invest. The cap is a rotation, not a promise and not a penalty.',
    ),
    saysBefore(
      6,
      '一个周期 {cycleSettlements} 次结算，到期自动续期；随时可申请解锁，下一次结算后解锁。收益达到开仓价值的 {staticCapBps} 或满 {termCycles} 个周期即静态出局：停止分配，全部币解锁，不没收任何东西。随后的提示有三个同样大小的选择：提走、保留、复投。上限是轮换，不是承诺，也不是惩罚。',
      'A cycle has {cycleSettlements} settlements; at its end the position renews. It can be unlocked at any time by the next settlement. At {staticCapBps} of the opening value, or after {termCycles} cycles, it is eliminated: it stops sharing, all its coins unlock, nothing is forfeited. The prompt that follows has three equal choices: withdraw, keep, re-invest. The cap is a rotation, not a promise and not a penalty.',
    ),
  ),
  section(
    '2.7',
    '动态（网络）收益',
    'Dynamic (network) pay',
    says(
      '业绩只有一种：已收取的交易手续费。充值、认购和人头从不算业绩。推荐收益：被推荐人手续费的 {directBps}。匹配收益：左右区匹配业绩的 {pairBps}；业绩每高一层保留 {decayNumerator}/{decayDenominator}，所以网络再深也不会超过手续费本身。',
      'Volume is one thing only: OTC fees that were collected. Deposits, subscriptions and heads are never volume. Direct pay: {directBps} of an invitee’s fee. Pairing pay: {pairBps} of the volume matched between the regions; each level hands on {decayNumerator}/{decayDenominator} of the volume below it, so depth can never cost more than the fee.',
    ),
    saysFrom(
      4,
      '只有一个上限：每轮最多 {roundCapUsdt}。上限从不销毁业绩，未匹配的业绩留作结余，不设上限，也不失效。新版本调低上限时，已得的不收回：所得已达到新上限的一轮，在该版本下的第一次结算时出局，提示与达到上限时相同。每季度开始新一轮。动态池若不足，所有人按同一拨付系数发放，并公布该系数。',
      'There is one cap: {roundCapUsdt} a round. It never burns volume; what is not matched is carried on, however much it is and however long its owner is away. A version that lowers the cap takes nothing back: a round that was paid as much already ends with the first settlement under it, with the same prompt as one that reaches its cap. A new round begins each quarter. Should the pool ever fall short, everybody is paid by one published payment factor.',
    ),
    saysBefore(
      4,
      '每次结算最多 {dailyCapUsdt}，每轮最多 {roundCapUsdt}，每侧结余最多 {balanceCapUsdt}。上限从不销毁业绩，剩余留作结余。结余不再失效（原规则：{balanceLapseDays}未登录，提前 {balanceLapseNoticeDays}通知）。每季度开始新一轮。动态池若不足，所有人按同一拨付系数发放，并公布该系数。',
      'At most {dailyCapUsdt} a settlement, {roundCapUsdt} a round, {balanceCapUsdt} carried on a side. A cap never burns volume: the rest stays as balance. Balances lapse no longer (they did after {balanceLapseDays} without a login, and a notice {balanceLapseNoticeDays} before). A new round begins each quarter. Should the pool ever fall short, everybody is paid by one published payment factor.',
    ),
    saysWhere(
      p => !reopensRounds(p),
      '动态复投重开一轮：{reopenByReinvest}。复投不会重开一轮，因为那会把收益与购买挂钩，不符合 L3；轮次出局后等到下一季度即可。只有两名操作员确认这一点之后，才能在新版本里开启；最低额为 {reopenMinimumUsdt}。',
      'A dynamic re-investment reopens a round: {reopenByReinvest}. A re-investment opens no round again, because that would link pay to a purchase and break L3; a closed round waits for the next quarter. Only two operators who both acknowledge this can switch it on, in a later version; the minimum is {reopenMinimumUsdt}.',
    ),
    saysWhere(
      reopensRounds,
      '动态复投重开一轮：{reopenByReinvest}。被上限关闭的一轮，在其提示里复投的认购获得配售（至少 {reopenMinimumUsdt}）后立即重开，每季度一次；从下一次结算的动态收益起按零重新计算上限，结余照常保留。同一季度第二次达到上限，只能等到下一季度。这把收益与购买挂钩，不符合 L3。',
      'A dynamic re-investment reopens a round: {reopenByReinvest}. A round that its cap has closed opens again as soon as the subscription that answers its prompt is issued, with at least {reopenMinimumUsdt}, once per quarter; from the dynamic pay of the next settlement on the cap counts from nothing again, and balances stay as they are. Who reaches the cap a second time in a quarter waits for the next one. This links pay to a purchase and breaks L3.',
    ),
    says(
      '平台根节点、员工与测试节点从不领取，名单公开。自己与自己交易总是亏损：拿回的永远少于付出的手续费。',
      'The platform root, staff and test nodes are never paid, and are listed publicly. Dealing with oneself always loses: what comes back is always less than the fee.',
    ),
  ),
  section(
    '2.8',
    '投资类型',
    'Investment kinds',
    saysWhere(
      p => !reopensRounds(p),
      '首次投资、静态复投、动态复投、追加。类型由系统判定，只作记录，不影响价格、额度或收益。',
      'First, static re-invest, dynamic re-invest, additional. The platform sets the kind; it is a record and changes no price, limit or earning.',
    ),
    saysWhere(
      reopensRounds,
      '首次投资、静态复投、动态复投、追加。类型由系统判定，不影响价格或额度；除动态复投可以重开一轮（2.7）外，也不影响收益。',
      'First, static re-invest, dynamic re-invest, additional. The platform sets the kind. It changes no price and no limit; and no earning, but that a dynamic re-investment can reopen a round (2.7).',
    ),
  ),
  section(
    '2.9',
    '人数与资格',
    'Counts and qualification',
    says(
      '有效会员：已绑定邮箱、未被冻结，且在截止前 {effectiveWindowMs}内兑换、或在市场上与自己推荐线以外的对手成交，自己的手续费合计不少于 {effectiveFeesUsdt}。认购不算。',
      'An effective member has an e-mail bound, is not frozen and paid own fees of at least {effectiveFeesUsdt} within {effectiveWindowMs} before the cut-off, for exchanges and for market deals with members outside the own inviter line. Subscriptions do not count.',
    ),
    says(
      '推广会员：免费；账户满 {distributedAccountDays}，已绑定邮箱，已设支付密码，风险测验 {quizQuestions} 题全对（当天 {quizTries} 次机会），签署行为守则。可以撤销并申诉。',
      'A distributed member: free; account of {distributedAccountDays}, e-mail bound, payment password set, all {quizQuestions} questions of the risk quiz right ({quizTries} tries a day), conduct code signed. Revocable, with appeal.',
    ),
  ),
  section(
    '2.10',
    '安置',
    'Placement',
    says(
      '推荐人由邀请码确定，终身不变。只有推荐人可以安置自己的待安置会员，且只能放在自己最外侧左线或右线的末端。到下一次结算前它只是申请，可免费改动；结算后对任何人都不可更改。',
      'The inviter is fixed by the invite code, for life. Only the inviter places own pending invitees, and only at the end of the own outer left or right line. Until the next settlement it is a request and can be changed at no cost; after it, nobody can change it.',
    ),
    says(
      '{placementDays}内未安置则按推荐人的偏好自动安置，第 {placementNoticeDays}提醒。安置给上级带来的只是业绩位置，本身从不带来钱。',
      'Whoever is not placed within {placementDays} is placed automatically by the inviter’s preference; the inviter is reminded after {placementNoticeDays}. Being placed gives those above volume, never money by itself.',
    ),
  ),
  section(
    '2.11',
    '裂变',
    'Split',
    says(
      '结算时退出价不低于 {splitTriggerPrice} 则裂变：币量乘以 {splitMultiple}，价格除以 {splitMultiple}，储备不变。裂变不改变您的资产总值。以币计的最低数量不随裂变改变。',
      'When the exit price of a run is at least {splitTriggerPrice} the coin splits: coins times {splitMultiple}, prices divided by {splitMultiple}, the reserve unchanged. Your total value did not change. Minimums in coins do not split.',
    ),
  ),
  section(
    '2.12',
    '兑换与出售记录',
    'Exchange and sale records',
    says(
      '兑换至少 {exchangeMinimumLeaf}，或全部剩余；截止前可免费取消，按结算的退出价成交，币被销毁，USDT 来自储备。没有门槛：储备 100 % 是可动用的 USDT。',
      'Exchange at least {exchangeMinimumLeaf}, or the whole rest; free to cancel until the cut-off, dealt at the exit price of the run; the coins are burned, the USDT comes out of the reserve. There is no gate: the reserve is 100 % liquid USDT.',
    ),
  ),
  section(
    '2.14',
    '为什么负债不会超过资产',
    'Why liabilities never exceed assets',
    says(
      '每笔转账总和为零；币只对储备有索取权，所有人同时按退出价兑换，总额也不超过储备；收益只从有余额的池中转出。没有任何操作能凭空产生 USDT。这不证明托管地址里仍有币，为此另有偿付能力证明和链上地址。',
      'Every transfer sums to zero; coins are claims on the reserve only, and should everybody exchange at once, all of it together is no more than the reserve; earnings leave pools that have them. No operation creates USDT. This does not prove that custody still holds the coins: that is what the solvency proof and the addresses on the chain are for.',
    ),
  ),
  section(
    '2.15',
    '其他参数与规则版本',
    'Further numbers, and versions of the rules',
    says(
      '充值最低 {rechargeMinimumUsdt}。转出最低 {withdrawalMinimumUsdt}，{withdrawalWindowMs}内最多 {withdrawalLimitUsdt}，新地址等待 {newAddressWaitMs}。',
      'Recharge at least {rechargeMinimumUsdt}. Withdraw at least {withdrawalMinimumUsdt}, at most {withdrawalLimitUsdt} within {withdrawalWindowMs}; a new address waits {newAddressWaitMs}.',
    ),
    saysFrom(
      7,
      '不超过 {automaticWithdrawalUsdt} 的转出，可由一次自动规则检查代替两位操作员核准，须同时满足：{withdrawalWindowMs}内该会员的转出合计不超过 {automaticMemberUsdt}，全平台经此核准的合计不超过 {automaticPlatformUsdt}，且一小时内不超过 {automaticHourCount} 笔；账户开立满 {automaticAccountDays}；该地址首次由两人核准并到账已满 {automaticAddressDays}；密码与邮箱 {automaticQuietDays}内没有变动；会员状态正常。其余一律由审核人与司库两人决定。检查拒绝不了任何转出，只会交给人。',
      'A rule check in place of the two people may approve a withdrawal of at most {automaticWithdrawalUsdt} while all of this holds: within {withdrawalWindowMs} the member’s withdrawals come to at most {automaticMemberUsdt}, and what the check approved on the whole platform to at most {automaticPlatformUsdt}, in one hour no more than {automaticHourCount} of them; the account is {automaticAccountDays} old; {automaticAddressDays} ago or earlier a withdrawal that two people approved reached the address; no password and no e-mail address has changed for {automaticQuietDays}; the member is in good standing. Everything else is decided by a reviewer and a treasurer. The check refuses nothing: it gives a withdrawal to people.',
    ),
    says(
      '交易：价格在指导价上下 {otcBandBps} 以内，每单至少 {otcMinimumLeaf}，每侧最多 {otcMaxOpenOrders} 单，让利最高 {otcMaxConcessionBps}；付款 {otcPaymentWindowMs}，宽限 {otcGraceWindowMs}，放币 {otcReleaseWindowMs}。',
      'OTC: a price within {otcBandBps} of the guide price, orders of at least {otcMinimumLeaf}, {otcMaxOpenOrders} open on a side, a concession of at most {otcMaxConcessionBps}; {otcPaymentWindowMs} to pay, {otcGraceWindowMs} of grace, {otcReleaseWindowMs} to release.',
    ),
    says(
      '买单最高 {otcMaxBuyUsdt}；挂单有效 {otcOrderLifeMs}，到期退回剩余；指导价变动超过 {otcGuideMoveBps} 时挂单暂停，等本人确认。',
      'A buy order is worth at most {otcMaxBuyUsdt}. An order lives {otcOrderLifeMs} and then gives back what is left. A guide price that has moved by more than {otcGuideMoveBps} holds it until its owner looks.',
    ),
    saysFrom(
      4,
      '单价可以是固定数，也可以是高于或低于指导价最多 {otcBandBps} 的浮动价，并由本人定下最低价（卖单）或最高价（买单）。浮动价在每次公布指导价时随之变动，成交时固定，不因指导价变动而暂停；买单金额按其最高价计算。',
      'A price is a fixed number, or one that follows the guide price at most {otcBandBps} above or below it, with its owner’s floor (to sell) or ceiling (to buy). It moves with every guide price that is published, a take fixes it, and no move holds it; what a buy order may be worth is counted at its ceiling.',
    ),
    says(
      '{otcFaultWindowMs}内 {otcFaultsToPause} 次放弃或付款超时则暂停接单：依次 {otcFirstPauseMs}、{otcSecondPauseMs}、{otcThirdPauseMs}，此后每次 {otcFurtherPauseMs}；{otcPauseMemoryMs}没有暂停则重新起算。付款 {otcAppealAfterMs}后可以申诉；放币超时 {otcEscalationMs}后平台代买方申诉；案件每方有 {otcReplyWindowMs}答复，裁决有 {otcReviewWindowMs}复核期。',
      'Who gives up or misses the payment of {otcFaultsToPause} trades within {otcFaultWindowMs} takes none for {otcFirstPauseMs}, then {otcSecondPauseMs}, then {otcThirdPauseMs}, then {otcFurtherPauseMs} each time; after {otcPauseMemoryMs} without a pause it begins anew. A buyer may appeal {otcAppealAfterMs} after paying; {otcEscalationMs} after a missed release the platform appeals for them. A side of a case has {otcReplyWindowMs} to answer, a ruling {otcReviewWindowMs} to be reviewed.',
    ),
    saysFrom(
      5,
      '接单：同时最多 {otcTakesFirst} 笔，累计完成 {otcTakesSecondFrom} 笔后 {otcTakesSecond} 笔，完成 {otcTakesThirdFrom} 笔后 {otcTakesThird} 笔。{otcTakeFaultWindowMs}内 {otcTakeFaults} 次违约，则此后 {otcTakesLoweredMs}内最多 {otcTakesLowered} 笔。还没有完成过交易的会员，在一个卖单里合计最多让 {otcNewcomersBps} 处于未付款状态。',
      'A taker holds at most {otcTakesFirst} open trades at once, {otcTakesSecond} from {otcTakesSecondFrom} finished ones on, and {otcTakesThird} from {otcTakesThirdFrom} on. {otcTakeFaults} faults within {otcTakeFaultWindowMs} lower that to {otcTakesLowered} for {otcTakesLoweredMs}. Members without a finished trade together leave at most {otcNewcomersBps} of a sell order unpaid.',
    ),
    says(
      '可能损害会员的修改至少提前 7 天公布；每个版本都带有前一版本的哈希。订单、结算和收益都记住当时的版本。',
      'A change that can harm members is published at least 7 days before it holds; every version carries the hash of the one before. Orders, settlements and earnings remember the version that made them.',
    ),
  ),
  section(
    '2.16',
    '结算的步骤',
    'One settlement, step by step',
    says(
      '每天 {cutoffHour}:00 截止（按比 UTC 早 {zoneOffsetHours}的时间）。顺序：截止冻结输入；损失、外部收入与结余；退出价；手续费币；静态收益与出局；动态收益；兑换与撤销；认购价与配售；仓位开启、解锁；安置；裂变；公布价格、系数、输入哈希和结果哈希。',
      'Every day at {cutoffHour}:00, in the time that is {zoneOffsetHours} ahead of UTC. In this order: the cut-off freezes the inputs; losses, outside income and surplus; exit price; fee coins; static pay and eliminations; dynamic pay; exchanges and undos; entry price and subscriptions; positions open and unlock; placements; split; prices, factor, input hash and result hash are published.',
    ),
    saysFrom(
      3,
      '外部收入是从外部转入公布地址、链上已最终确定、并由两位财务共同归类的到账；金额与时间由链决定，归类之前不改变任何结算。它先记入“待释放收入”账户。每次结算释放其 1/{incomeReleaseDivisor}，但不超过储备的 {incomeReleaseBps}，最后的零头一次释放；所释放的 {incomeToStaticBps} 乘以激活占比归静态池，其余归储备。没有流通币时不释放。价格因此不会因一笔收入而跳涨：为收入而买入、随即离开，得到的不会多于离开的手续费。',
      'Outside income is a receipt at a published address that is final on the chain and that two treasurers have called income. Its amount and time are the chain’s; before that it changes no run. It first stands in an account of its own: income not yet released. Each settlement releases one part in {incomeReleaseDivisor} of it, at most {incomeReleaseBps} of the reserve, and the last units together; of what is released {incomeToStaticBps}, times the activated part of the coins, goes to the static pool, the rest to the reserve. Nothing is released while no coin is outstanding. So no price jumps by a receipt: who buys for one and leaves again gets no more of it than leaving costs.',
    ),
    saysBefore(
      3,
      '外部收入是从外部转入公布地址、链上已最终确定、并由两位财务共同归类的到账；金额与时间由链决定，归类之前不改变任何结算，也不再因超过储备 {unapprovedReceiptBps} 而使配售暂停。其 {incomeToStaticBps} 乘以激活占比归静态池，其余归储备。',
      'Outside income is a receipt at a published address that is final on the chain and that two treasurers have called income. Its amount and time are the chain’s; before that it changes no run, and no longer stops one when it is above {unapprovedReceiptBps} of the reserve. {incomeToStaticBps} of it, times the activated part of the coins, goes to the static pool, the rest to the reserve.',
    ),
    says(
      '错过的期次逐期补做，从不合并或跳过。',
      'Missed periods are run one by one, never merged or skipped.',
    ),
  ),
  section(
    '2.17',
    '损失、红色状态与清盘',
    'Losses, the red state, wind-down',
    saysFrom(
      3,
      '托管短缺在下一次结算按此顺序承担：风险准备、运营、待释放收入、静态池、储备；只有储备为 0 时才轮到动态池与会员余额，按同一比例，且需两人批准并公告。没有人因为先跑而被全额支付。',
      'A shortfall of custody is booked at the next run in this order: risk fund, operations, income not yet released, static pool, reserve; only with no reserve left the dynamic pool and members’ balances, at one common rate, with two approvals and a notice. Nobody is paid in full because they ran first.',
    ),
    saysBefore(
      3,
      '托管短缺在下一次结算按此顺序承担：风险准备、运营、静态池、储备；只有储备为 0 时才轮到动态池与会员余额，按同一比例，且需两人批准并公告。没有人因为先跑而被全额支付。',
      'A shortfall of custody is booked at the next run in this order: risk fund, operations, static pool, reserve; only with no reserve left the dynamic pool and members’ balances, at one common rate, with two approvals and a notice. Nobody is paid in full because they ran first.',
    ),
    says(
      '分担须由一名操作员附公告提出、另一名批准，并写明上限；批准后通知每位会员，由下一次结算执行一次。截止时的每笔余额 b 保留 floor6(b ×（全部 − 缺口）÷ 全部），“全部”是动态池与所有会员的 USDT 余额；冻结中的转出与认购同比例减少，余下不足支付手续费的转出即告结束；舍去的零头归风险准备。动态池应还储备的部分也同比例减少；此后支付不足时按拨付系数发放。从截止到入账，余额不能冻结或解冻。未获批准时，短缺留在损失账户，结算不与任何人成交，也不动用任何余额。',
      'One operator proposes the sharing with its notice and the most that may be taken, another approves; every member is told, and the next run carries it out, once. Of each balance b at the cut-off floor6(b × (all − missing) ÷ all) is kept, where all is the dynamic pool and every member’s USDT; pending withdrawals and subscriptions shrink with it, a withdrawal that is left less than its fee ends, and the roundings go to the risk fund. What the dynamic pool owes to the reserve shrinks as well; if it cannot pay in full from then on, the payment factor says so. From the cut-off until it is booked nothing is frozen or freed. Without the approval what is missing stays in the loss account, runs deal with nobody, and no balance is touched.',
    ),
    says(
      '转出：储备与各池足以承担短缺时照常；不足时申请照常受理但要等待，分摊之后按同一比例支付。',
      'Withdrawals go on while the reserve, the pools and the platform’s own accounts cover what is missing; otherwise requests are taken and wait, and are paid at the one rate after the loss is shared.',
    ),
    says(
      '托管是链上在全部地址显示的 USDT；账上有而链上没有的，不算作持有。红色状态（链上显示的少于应付，短缺已经确认，或有不变式被打破）停止认购、激活以及市场上的发布与接单，直到结算记账；进行中的交易照常完成，恢复后价格超出范围的挂单先暂挂。链上显示的短缺未经两人确认时，兑换、撤销、配售与已申请的激活都等到为它记账的那次结算。一人单独的报告不改变任何事，两人能确认的也不超过链上显示的短缺。清盘由两名操作员提前 {windDownNoticeDays}公告；退出价跌破底价，或平台满 {windDownFromDays}后最近 {windDownWindowDays}成交低于 {windDownTradesUsdt} 时，会提出建议。',
      'Custody is the USDT that the chain shows at all addresses; what is in the books and not on the chain counts as nothing. The red state (the chain shows less than is owed, a shortfall is confirmed, or an invariant broken) stops subscriptions, activations, and the publishing and taking of orders until a run has booked it; open trades go on to their end, and afterwards orders outside the band stay on hold. While a shortfall that the chain shows is not confirmed by two people, exchanges, undos, fills and activations asked for before wait for the run that books it. One person’s report alone changes nothing, and two confirm no more than the chain shows. A wind-down is announced by two operators {windDownNoticeDays} ahead; it is proposed when the price falls below its floor, or, from an age of {windDownFromDays}, when the trades of the last {windDownWindowDays} are worth less than {windDownTradesUsdt}.',
    ),
    says(
      '清盘时停止认购、激活与业绩，仓位解锁；静态池按权重分给仓位，动态池最后发放一次匹配；运营账户保留 {windDownCostDays}的开支，其余与池中剩余归储备；所有币按退出价免费支付，创始币的部分归风险准备；风险准备按每位会员公告前 {windDownHeldDays}内的最低持币分配。',
      'At its end subscriptions, activations and volume stop and positions unlock. The static pool goes to positions by weight, the dynamic pool pays matches once more; operations keeps the costs of {windDownCostDays}, and what the pools and it leave over goes to the reserve. All coins are paid at the exit price without fee; the part of the seed coins goes to the risk fund, which is shared by the smallest balance that each member held over the {windDownHeldDays} before the notice.',
    ),
    saysFrom(3, '待释放收入届时归储备。', 'Income not yet released goes to the reserve then.'),
    says(
      '清盘的执行：公告起停止注册、认购与激活，未结算的认购与激活退回；公告期内仍可买卖与兑换，业绩从公告后的第一次结算起停止；公告期结束前两人可以撤销，之后不能。公告期结束后市场与兑换停止，挂单与排队中的兑换退回，进行中的交易照常完成，未成交而关闭的交易仍可申诉 7 天；全部结束后再有一次结算，账目随即冻结，由两个独立程序算出相同结果后才付款。运营账户保留的开支金额由公告写明，不超过其余额。最低持币包括公告前持有、公告后已卖出的币；平台自有账户只按币价获付，不参与风险准备的分配；若会员的最低持币合计不足其持币的十分之一，则按持币数量分配。零头依次归储备、风险准备与运营账户。关闭后转出照常进行，最低转出额不再适用。',
      'How it is carried out: from the notice on nobody joins, subscribes or activates, and subscriptions and activations that no run has taken are given back; trading and exchanging go on, and volume stops with the first settlement after the notice. Two operators can cancel it until the notice has ended, and nobody afterwards. Then the market and exchanges stop, orders and queued exchanges are given back, open trades go on to their end, and a trade closed without a deal can be appealed for 7 days as always. When all of it has ended there is one more settlement; the books are frozen, and money moves once two separate programs have come to the same result. The notice names the amount of costs that operations keeps, never more than it has. The smallest balance counts for members who have sold since as well; accounts of the platform are paid the price of their coins and have no part of the risk fund; where these balances are less than a tenth of the coins that members have, it is shared by coins. What rounding leaves goes to the reserve, then to the risk fund, then to operations. After the closing withdrawing goes on as before, without the smallest amount.',
    ),
    says(
      '关闭后发现的损失由运营账户承担；不足的部分，经一名操作员附公告提出、另一名批准后，在批准后的下一个结算点由所有余额按同一比例分担，与上文相同，舍入零头归运营账户。在此之前，余额不变，超出部分的转出申请等待。',
      'A loss that is found after the closing is borne by operations. What is more than operations has is shared by all balances at one rate, at the first cut-off after one operator has proposed it with a notice and another has approved it, as above; roundings go to operations. Until then no balance changes, and withdrawals wait.',
    ),
  ),
]
