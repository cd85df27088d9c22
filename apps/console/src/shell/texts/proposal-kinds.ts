import type { ProposalKind } from '@banyan/domain'
import { inLanguages } from './texts.ts'

/** The kinds of proposals by name. */
export const proposalKinds = inLanguages(
  {
    rules: '规则版本',
    receipt: '链上收款归类',
    cost: '运营费用',
    shortfall: '短缺报告',
    sharing: '共担损失',
    operator: '操作员',
    insider: '平台自有账户',
    wind_down: '清盘',
    wind_down_cancel: '取消清盘',
    explanation: '不明转账说明',
    withdrawal_void: '作废转出',
    deposit_key: '充值密钥',
    factor_reset: '重置第二验证',
    operator_end: '停用操作员',
    account_freeze: '会员账户冻结',
    distributed_status: '推广资格',
  } satisfies Record<ProposalKind, string>,
  {
    rules: 'Version of the rules',
    receipt: 'Receipt from the chain',
    cost: 'Cost of operations',
    shortfall: 'Shortfall',
    sharing: 'Shared loss',
    operator: 'Operator',
    insider: 'Platform’s own account',
    wind_down: 'Wind-down',
    wind_down_cancel: 'Wind-down cancelled',
    explanation: 'Unexplained transfer',
    withdrawal_void: 'Withdrawal given back',
    deposit_key: 'Recharge key',
    factor_reset: 'Second factors reset',
    operator_end: 'Operator’s account ends',
    account_freeze: 'Member account freeze',
    distributed_status: 'Distributed member status',
  },
)
