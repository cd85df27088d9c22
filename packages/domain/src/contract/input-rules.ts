import type { Locale } from './envelope.ts'
import { fillSlots, type RefusalSlots } from './refusal.ts'

/**
 * Every message that a wrong input can get. The schemas name a rule; the texts say what to do.
 * The wording of the password rules is the specification's (section 5).
 */
export const inputRules = {
  required: { 'zh-CN': '此项不能为空', en: 'This cannot be empty' },
  tooLong: { 'zh-CN': '内容过长，请缩短', en: 'This is too long; please shorten it' },
  invisibleSigns: {
    'zh-CN': '包含看不见的字符，请删除后重新输入',
    en: 'There are invisible characters in this text; remove them or type it again',
  },
  id: { 'zh-CN': '编号格式不正确', en: 'This is not a valid id' },
  fileHash: {
    'zh-CN': '请填写文件的 SHA-256：64 位小写十六进制',
    en: 'Give the SHA-256 of the file: 64 lower-case hex digits',
  },
  cursor: {
    'zh-CN': '翻页标记无效，请重新打开列表',
    en: 'The list position is not valid; open the list again',
  },
  limit: { 'zh-CN': '每页数量须为 1 至 100', en: 'The page size must be from 1 to 100' },
  amountTwoDecimals: {
    'zh-CN': '请输入数字金额，最多两位小数',
    en: 'Enter an amount in digits, at most two decimals',
  },
  amountSixDecimals: {
    'zh-CN': '请输入数字，最多六位小数',
    en: 'Enter a number, at most six decimals',
  },
  orderPrice: {
    'zh-CN': '请输入固定单价，或浮动幅度与最低（最高）价',
    en: 'Enter a fixed price, or a margin with a floor or a ceiling',
  },
  margin: {
    'zh-CN': '浮动幅度须为整数基点（1 = 0.01%）',
    en: 'The margin is a whole number of basis points (1 = 0.01%)',
  },
  amountAboveZero: { 'zh-CN': '必须大于 0', en: 'Must be above 0' },
  deviceCode: { 'zh-CN': '设备码格式不正确', en: 'The device code is not valid' },
  accountIdRequired: { 'zh-CN': '请输入账户ID', en: 'Enter the account ID' },
  accountIdFormat: { 'zh-CN': '账户ID为 8 位数字', en: 'An account ID is 8 digits' },
  nicknameRequired: { 'zh-CN': '昵称不能为空', en: 'The nickname cannot be empty' },
  nicknameFormat: { 'zh-CN': '昵称为 2 至 20 个字符', en: 'A nickname has 2 to 20 characters' },
  inviteCodeRequired: { 'zh-CN': '邀请码不能为空', en: 'The invitation code cannot be empty' },
  inviteCodeFormat: {
    'zh-CN': '邀请码为 8 位字母和数字',
    en: 'An invitation code is 8 letters and digits',
  },
  loginPasswordRequired: { 'zh-CN': '登录密码不能为空', en: 'The login password cannot be empty' },
  loginPasswordFormat: {
    'zh-CN': '登录密码格式不正确：8 至 64 位，须同时包含字母和数字',
    en: 'The password format is incorrect: 8 to 64 characters combining letters and digits',
  },
  loginPasswordConfirmRequired: {
    'zh-CN': '确认登录密码不能为空',
    en: 'Confirm the login password',
  },
  loginPasswordsDiffer: {
    'zh-CN': '两次输入的登录密码不一致',
    en: 'The two login passwords entered are inconsistent',
  },
  paymentPasswordRequired: {
    'zh-CN': '支付密码不能为空',
    en: 'The payment password cannot be empty',
  },
  paymentPasswordShort: {
    'zh-CN': '支付密码不能少于 6 位数字',
    en: 'The payment password cannot be less than 6 digits',
  },
  paymentPasswordFormat: {
    'zh-CN': '支付密码格式不正确：6 至 32 位数字',
    en: 'The payment password format is incorrect: 6 to 32 digits',
  },
  paymentPasswordWeak: {
    'zh-CN': '支付密码过于简单，请避免重复、连续的数字和日期',
    en: 'This payment password is too easy to guess; avoid repeats, runs of digits and dates',
  },
  paymentPasswordConfirmRequired: {
    'zh-CN': '确认支付密码不能为空',
    en: 'Confirm the payment password',
  },
  paymentPasswordsDiffer: {
    'zh-CN': '两次输入的支付密码不一致',
    en: 'The two payment password inputs are inconsistent',
  },
  passwordUnchanged: {
    'zh-CN': '新密码不能与原密码相同',
    en: 'The new password must differ from the old one',
  },
  emailRequired: { 'zh-CN': '请输入邮箱', en: 'Enter an e-mail address' },
  emailFormat: { 'zh-CN': '邮箱格式不正确', en: 'This is not a valid e-mail address' },
  emailCodeRequired: { 'zh-CN': '请输入验证码', en: 'Enter the verification code' },
  emailCodeFormat: { 'zh-CN': '验证码为 6 位数字', en: 'The code is 6 digits' },
  token: { 'zh-CN': '登录凭证格式不正确', en: 'The token is not valid' },
  consentRequired: {
    'zh-CN': '请先阅读并同意规则与风险提示',
    en: 'Read and accept the rules and the risk notice first',
  },
  country: { 'zh-CN': '请选择国家或地区', en: 'Choose a country or region' },
  publicKey: { 'zh-CN': '公钥格式不正确', en: 'The public key is not valid' },
  signature: { 'zh-CN': '签名格式不正确', en: 'The signature is not valid' },
  nonce: { 'zh-CN': '验证随机数格式不正确', en: 'The challenge is not valid' },
  bscAddress: {
    'zh-CN': '请输入以 0x 开头的 42 位 BSC 地址',
    en: 'Enter a BSC address: 0x and 40 hex digits',
  },
  tronAddress: {
    'zh-CN': '请输入以 T 开头的 34 位 TRON 地址',
    en: 'Enter a TRON address: 34 characters starting with T',
  },
  networkAddress: {
    'zh-CN': '请输入完整的 BSC 或 TRON 地址',
    en: 'Enter a whole BSC or TRON address',
  },
  bscChecksum: {
    'zh-CN': 'BSC 地址校验不通过，请逐字核对',
    en: 'The BSC address fails its checksum; check every character',
  },
  tronChecksum: {
    'zh-CN': 'TRON 地址校验不通过，请逐字核对',
    en: 'The TRON address fails its checksum; check every character',
  },
  receivingAddressRequired: {
    'zh-CN': '请至少填写一个收款地址',
    en: 'Enter at least one receiving address',
  },
  contactRequired: {
    'zh-CN': '请填写联系方式，例如电话或 Telegram',
    en: 'Enter how you can be reached, such as a phone number or Telegram',
  },
  transactionHash: {
    'zh-CN': '交易哈希为 64 位十六进制字符（可带 0x）',
    en: 'A transaction hash is 64 hex digits (0x may lead)',
  },
  voucherRequired: { 'zh-CN': '请上传付款凭证', en: 'Upload the payment voucher' },
  voucherTooMany: { 'zh-CN': '付款凭证最多 9 张', en: 'At most 9 voucher pictures' },
  chatPicturesTooMany: { 'zh-CN': '一条消息最多 3 张图片', en: 'At most 3 pictures in a message' },
  picturesTooMany: { 'zh-CN': '最多 9 张图片', en: 'At most 9 pictures' },
  filesTooMany: { 'zh-CN': '最多 5 个视频或文件', en: 'At most 5 videos or files' },
  forecastDays: { 'zh-CN': '不能计算这么多天', en: 'So many days cannot be computed' },
  stars: { 'zh-CN': '请选择 1 至 5 星', en: 'Choose 1 to 5 stars' },
  network: { 'zh-CN': '请选择收款网络', en: 'Choose a network' },
  side: { 'zh-CN': '请选择买入或卖出', en: 'Choose buy or sell' },
  conditionTrades: {
    'zh-CN': '完成笔数须为 0 至 1000 的整数',
    en: 'Completed trades must be a whole number from 0 to 1000',
  },
  conditionRate: {
    'zh-CN': '完成率须为 0 至 100 的整数',
    en: 'The completion rate must be a whole percentage from 0 to 100',
  },
  concessionRate: {
    'zh-CN': '让利比例须不低于 0%，且低于 100%',
    en: 'The concession is 0% or more, and below 100%',
  },
  subscribeStep: {
    'zh-CN': '认购金额须为 {{step}} 的整数倍',
    en: 'The amount must be a multiple of {{step}}',
  },
  wholeUsdt: {
    'zh-CN': '请输入整数 USDT，可以为 0',
    en: 'Enter whole USDT; 0 is possible',
  },
  operatorName: {
    'zh-CN': '名称为 2 至 32 个小写字母、数字或 -',
    en: 'A name is 2 to 32 small letters, digits or -',
  },
  operatorPassword: {
    'zh-CN': '密码至少 12 位',
    en: 'The password needs at least 12 characters',
  },
  instant: { 'zh-CN': '时间格式不正确', en: 'This is not a valid time' },
  unknownField: { 'zh-CN': '包含不认识的字段', en: 'There is a field that is not known here' },
  wrongType: { 'zh-CN': '格式不正确', en: 'The format is not correct' },
  choice: { 'zh-CN': '请选择列出的选项之一', en: 'Choose one of the options' },
} as const satisfies Record<string, Record<Locale, string>>

export type InputRule = keyof typeof inputRules

/** The text of a rule; an unknown name (a schema library's own message) reads as "wrong format". */
export function inputRuleText(name: string, locale: Locale, slots: RefusalSlots = {}): string {
  const texts = name in inputRules ? inputRules[name as InputRule] : inputRules.wrongType
  return fillSlots(texts[locale], slots)
}
