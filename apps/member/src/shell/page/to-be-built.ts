/** What the pages will be that are not built yet: zh and en, by path. A page that is built has no line here. */
export const toBeBuilt: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  '/pages/otc/buy/buyList': ['自己的挂单与状态，可以取消', 'Own orders with their status; cancel'],
  '/pages/otc/buy/appeal': [
    '双方陈述、凭证与仲裁进度',
    'Statements of both sides, evidence, arbitration',
  ],
  '/pages/otc/sell/appeal': [
    '双方陈述、凭证与仲裁进度',
    'Statements of both sides, evidence, arbitration',
  ],
  '/pages/otc/buy/submitAppeal': [
    '填写申诉内容，上传图片和哈希',
    'Appeal content, pictures and the hash',
  ],
  '/pages/otc/sell/submitAppeal': [
    '填写申诉内容，上传图片和哈希',
    'Appeal content, pictures and the hash',
  ],
  '/pages/home/noticeList': ['平台公告与未读标记', 'Notices with unread marks'],
  '/pages/home/noticeDetail': ['公告全文与图片', 'A notice in full, with pictures'],
  '/pages/home/service': ['与客服实时对话，提交反馈', 'Live chat with the operators, feedback'],
  '/pages/more/solvency': ['储备与负债的公开证明', 'Reserves against liabilities, in public'],
  '/pages/more/data': ['导出数据、注销账户', 'Export your data, close the account'],
}
