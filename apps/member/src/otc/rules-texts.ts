import { registerTexts } from '../shell/index.ts'

/** The clauses of arbitration, and how cases ended. */
export const rulesTexts = registerTexts('otc.rules', {
  zh: {
    rules: {
      title: '仲裁规则',
      which: '条款或统计',
      clauses: '条款',
      statistics: '公开统计',
      noCases: '还没有案件',
      cases: '案件',
      opened: '新开',
      closed: '结束',
      reviewed: '申请复核',
      overturned: '复核改判',
      median: '处理时长（中位数）',
      hours: '{{n}} 小时',
    },
    end: {
      withdrawn: '撤回',
      releasedBySeller: '卖家放币',
      concededByBuyer: '买家认同退回',
      verifiedOnChain: '链上查到付款',
      ruledRelease: '裁定放币',
      ruledRefund: '裁定退回',
      ruledSplit: '裁定分配',
    },
  },
  en: {
    rules: {
      title: 'Arbitration rules',
      which: 'Clauses or statistics',
      clauses: 'Clauses',
      statistics: 'Statistics',
      noCases: 'There were no cases yet',
      cases: 'Cases',
      opened: 'Opened',
      closed: 'Closed',
      reviewed: 'Reviews asked for',
      overturned: 'Changed by a review',
      median: 'Time, median',
      hours: '{{n}} h',
    },
    end: {
      withdrawn: 'Withdrawn',
      releasedBySeller: 'Released by the seller',
      concededByBuyer: 'Conceded by the buyer',
      verifiedOnChain: 'Found on the chain',
      ruledRelease: 'Ruled for the buyer',
      ruledRefund: 'Ruled for the seller',
      ruledSplit: 'Ruled to share',
    },
  },
})
