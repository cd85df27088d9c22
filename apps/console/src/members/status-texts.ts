import { inLanguages } from '../shell/index.ts'

/** The texts of a member's status as a distributed member. */
export const statusTexts = inLanguages(
  {
    title: '推广资格',
    since: '自',
    reason: '理由',
    appeal: '会员的申诉',
    answer: '处理结果',
    waits: '等待处理',
    proposals: '对推广资格的处理',
    queue: '推广资格申诉',
    queueRow: (nickname: string, accountId: string) => `${nickname} · ${accountId}`,
    answering: (id: string) => `已提出处理 ${id}，等另一人决定`,
    event: {
      apply: '申请',
      accept: '生效',
      leave: '退出或撤回',
      suspend: '暂停',
      appeal: '申诉',
      reinstate: '恢复',
      revoke: '取消资格',
    },
    actor: { member: '会员', settlement: '结算', operator: '两位操作员' },
    act: { suspend: '提议暂停推广资格', reinstate: '提议恢复推广资格', revoke: '提议取消推广资格' },
    asks: {
      suspend: '另一位审核员、财务员或管理员批准后，从下一次结算起没有网络收益；会员可以申诉一次。',
      reinstate:
        '另一位审核员、财务员或管理员批准后恢复。如有申诉，这就是答复，暂停的两位不能批准。',
      revoke:
        '另一位审核员、财务员或管理员批准后失去资格。如有申诉，这就是答复，暂停的两位不能批准。',
    },
    whyZh: '给会员看的理由（中文）',
    whyEn: '给会员看的理由（英文）',
    both: '理由须有两种语言',
    proposed: '已提出，等另一位操作员决定',
  },
  {
    title: 'Distributed member',
    since: 'Since',
    reason: 'Reason',
    appeal: 'Appeal',
    answer: 'Answer',
    waits: 'Waits',
    proposals: 'Decisions on the status',
    queue: 'Appeals of distributed members',
    queueRow: (nickname, accountId) => `${nickname} · ${accountId}`,
    answering: id => `${id} proposes an answer; another person decides`,
    event: {
      apply: 'Applied',
      accept: 'Accepted',
      leave: 'Left, or took the application back',
      suspend: 'Suspended',
      appeal: 'Appealed',
      reinstate: 'Reinstated',
      revoke: 'Status taken away',
    },
    actor: { member: 'The member', settlement: 'A settlement', operator: 'Two operators' },
    act: {
      suspend: 'Propose to suspend the status',
      reinstate: 'Propose to reinstate the status',
      revoke: 'Propose to take the status away',
    },
    asks: {
      suspend:
        'Once another reviewer, treasurer or administrator approves it, there is no network pay from the next settlement on. The member may appeal once.',
      reinstate:
        'It holds once another reviewer, treasurer or administrator approves it. It answers an appeal that waits; the two who suspended do not approve that.',
      revoke:
        'It holds once another reviewer, treasurer or administrator approves it. It answers an appeal that waits; the two who suspended do not approve that.',
    },
    whyZh: 'Reason that the member reads (Chinese)',
    whyEn: 'Reason that the member reads (English)',
    both: 'The reason is needed in both languages',
    proposed: 'Proposed; another operator decides',
  },
)
