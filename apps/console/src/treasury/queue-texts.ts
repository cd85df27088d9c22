import { inLanguages } from '../shell/index.ts'

/** The texts of the queues; apart from those of the page, which load with it. */
export const treasuryQueueTexts = inLanguages(
  {
    receipts: '链上收款 · 待归类',
    strays: '不明转出 · 待说明',
    use: { founding: '创始地址', income: '收入地址', hot: '热钱包', cold: '冷地址' },
  },
  {
    receipts: 'Receipts · to classify',
    strays: 'Stray transfers · to explain',
    use: { founding: 'Founding', income: 'Income', hot: 'Hot wallet', cold: 'Cold address' },
  },
)
