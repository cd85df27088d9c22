import { drawnAs } from './nickname-skeleton.ts'

/**
 * Words with which a member could impersonate the platform. A nickname is folded until look-alikes
 * are the same letters, and must then contain none of these words.
 */
const reservedWords = [
  '客服',
  '客户服务',
  '官方',
  '官网',
  '管理员',
  '系统消息',
  '系统通知',
  '工作人员',
  '仲裁',
  '财务',
  '榕树',
  'kefu',
  'guanfang',
  'guanliyuan',
  'rongshu',
  'banyan',
  'admin',
  'administrator',
  'service',
  'official',
  'support',
  'moderator',
  'helpdesk',
  'arbitrator',
]

/** Everyday words that contain a reserved one by chance. */
const innocentWords = ['badminton']

/**
 * Maps a character to one that a hurried reader mistakes it for, beyond what Unicode lists as drawn
 * alike: letters with a tail, digits, punctuation, traditional and similar Han characters.
 */
const similarSigns = new Map<string, string>()
for (const [letter, same] of Object.entries({
  a: 'а@4αɑ∀',
  b: 'вьβ8ß',
  c: 'сϲ¢ⅽ',
  d: 'ԁɗ',
  e: 'еєё3ε€',
  f: 'ƒϝ',
  g: 'ɡ9ցg',
  h: 'һнη',
  // l, 1, | and ! are a single stroke, and i nearly is.
  i: 'іl1|!¡ıιӏɩɪ',
  k: 'кκ',
  m: 'мμ',
  n: 'пռ',
  o: 'о0οσө',
  p: 'рρ',
  q: 'ԛ',
  r: 'гɾ',
  s: 'ѕ5$ꜱ',
  t: 'тτ7+',
  u: 'υսц',
  v: 'ѵν',
  w: 'ԝω',
  x: 'хχ×',
  y: 'уүγ¥',
  z: 'ᴢ2',
  官: '宫宮宦菅',
  客: '喀',
  服: '菔',
  方: '万萬',
  管: '琯',
  理: '裡里',
  员: '員',
  户: '戶户',
  务: '務',
  网: '網',
  统: '統',
  仲: '种',
  裁: '栽',
  财: '財',
  榕: '溶熔',
  树: '樹',
})) {
  for (const sign of same) similarSigns.set(sign, letter)
}

/** The nickname with everything taken away that a hurried eye does not see. */
function foldNickname(text: string): string {
  const plain = drawnAs(text).normalize('NFKD').replace(/\p{M}/gu, '')
  const signs = [...plain].map(sign => similarSigns.get(sign) ?? sign)
  return signs
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
}

const foldedReserved = reservedWords.map(foldNickname)
const foldedInnocent = innocentWords.map(foldNickname)

/** True when the nickname could be mistaken for the platform itself. */
export function isReservedNickname(nickname: string): boolean {
  const folded = foldedInnocent.reduce(
    (text, word) => text.replaceAll(word, ' '),
    foldNickname(nickname),
  )
  return foldedReserved.some(word => folded.includes(word))
}
