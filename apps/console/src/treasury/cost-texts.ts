import { inLanguages } from '../shell/index.ts'

/** The texts of costs that OPS bears. */
export const costTexts = inLanguages(
  {
    held: 'OPS 现有',
    note: '费用从创始、收入或冷钱包地址付出后，由两位财务员在此登记，由 OPS 承担；所有人都能读到。',
    phase: { classify: '待登记', decide: '待第二人', confirming: '确认中', booked: '已登记' },
    phaseNote: {
      classify:
        '这笔钱已从平台地址付出，账上还没有人承担。两位财务员一致后由 OPS 承担，登记一次，永不再改。',
      decide: '一位财务员已提出，等另一位财务员打开凭据后决定。在此之前不改变任何数字。',
      confirming: '还在等待区块确认，确定之后才能登记。',
      booked: '两位财务员一致，已由 OPS 承担。',
    },
    fields: {
      payee: '收款人',
      reference: '单据号',
      evidence: '用途',
      document: '单据文件',
    },
    act: {
      title: '登记为运营费用',
      button: (amount: string) => `提出由 OPS 承担 ${amount} USDT`,
      payeeHint: '公司或人的名称，所有人可见',
      referenceHint: '发票或合同编号，所有人可见',
      evidenceHint: '付了什么、哪段时间，所有人可见',
      documentHint: '只在本机计算 SHA-256，文件不上传；请把文件归档',
      namePayee: '请填写收款人和单据号',
      chooseDocument: '请选择单据文件',
      beyond: 'OPS 不够承担这笔费用，请先由运营方转入',
      proposed: '已提出，等另一位财务员决定',
    },
  },
  {
    held: 'OPS holds',
    note: 'What was paid from the founding, income or cold address is booked here by two treasurers, and OPS bears it; everybody reads it.',
    phase: {
      classify: 'To book',
      decide: 'For the second',
      confirming: 'Confirming',
      booked: 'Booked',
    },
    phaseNote: {
      classify:
        'This money has left an address of the platform, and no account bears it yet. Once two treasurers agree, OPS does, once and for ever.',
      decide:
        'One treasurer has proposed it; another one opens the evidence and decides. Until then no figure changes.',
      confirming: 'It waits for blocks on top; only then can it be booked.',
      booked: 'Two treasurers agreed, and OPS bears it.',
    },
    fields: {
      payee: 'Payee',
      reference: 'Reference',
      evidence: 'What for',
      document: 'Receipt’s file',
    },
    act: {
      title: 'Book as a cost',
      button: amount => `Propose that OPS bears ${amount} USDT`,
      payeeHint: 'The company or person; everybody reads it',
      referenceHint: 'Number of the invoice or contract; everybody reads it',
      evidenceHint: 'What was paid, and for which time; everybody reads it',
      documentHint:
        'Only its SHA-256 is computed on this device, and no file is sent; keep the file',
      namePayee: 'Name the payee and the reference',
      chooseDocument: 'Choose the receipt’s file',
      beyond: 'OPS cannot bear this cost; have the operator’s own money paid in first',
      proposed: 'Proposed; another treasurer decides',
    },
  },
)
