import { describe, expect, it } from 'vitest'
import { isReservedNickname } from './reserved-nicknames.ts'

describe('nicknames that could be mistaken for the platform', () => {
  it.each([
    '客服',
    '客服01',
    '在线客服小王',
    '客 服',
    '客-服',
    '客\u00b7服',
    '喀服',
    '官方',
    '宫方',
    '官方认证',
    '官網',
    '管理员',
    '管理員',
    '榕树',
    '榕樹团队',
    '财务部',
    '財務',
    'admin',
    'ADMIN',
    'Adm1n',
    'аdmin', // Cyrillic а
    'ａｄｍｉｎ', // full width
    '𝓪𝓭𝓶𝓲𝓷',
    'ádmìn',
    'a.d.m.i.n',
    'adrnin',
    'Admin_CN',
    '@dmin',
    'service',
    'Serv!ce',
    'ѕеrvісе', // Cyrillic ѕ, е, і, с
    'customer service',
    'official',
    'OfficiaI', // capital i for l
    '0fficial',
    'ⓞⓕⓕⓘⓒⓘⓐⓛ',
    'support',
    'Supp0rt24',
    'Ѕupport',
    'banyan',
    'Bаnyаn team',
    '8anyan',
    'kefu_01',
    'Arbitrator',
    '客\ufe0f服',
    '客\u200d服',
    'ᗅdmin', // Canadian syllabics
    'ᎪᎠmin', // Cherokee
    'ᴀᴅᴍɪɴ',
    'ꓢupport', // Lisu
  ])('refuses %j', nickname => {
    expect(isReservedNickname(nickname)).toBe(true)
  })

  it.each([
    '小明',
    '阿榕',
    '大树',
    '方客',
    'Alice',
    'badminton fan',
    'Sergey',
    'Оксана',
    'Νίκος',
    '1314520',
    '春风十里',
    'serve ice',
    'Zoë 🌳',
  ])('accepts %j', nickname => {
    expect(isReservedNickname(nickname)).toBe(false)
  })
})
