import { describe, expect, it } from 'vitest'
import { hasInvisibleSigns } from './visible-text.ts'

describe('an invisible character', () => {
  it.each([
    ['zero width space', 'ali\u200bce'],
    ['joiner between letters', 'ali\u200dce'],
    ['non-joiner', 'ali\u200cce'],
    ['joiner at the end', '😀\u200d'],
    ['joiner at the beginning', '\u200d😀'],
    ['two joiners in an emoji', '👩\u200d\u200d🚀'],
    ['variation selector after a letter', '客\ufe0f服'],
    ['variation selector after a digit', '1\ufe0f'],
    ['ideographic variation selector', '葛\u{e0100}'],
    ['a second selector', '❤\ufe0f\ufe0f'],
    ['word joiner', 'a\u2060b'],
    ['byte order mark', '\ufeffa'],
    ['soft hyphen', 'a\u00adb'],
    ['right-to-left override', 'a\u202eb'],
    ['isolate', 'a\u2066b'],
    ['left-to-right mark', 'a\u200eb'],
    ['Hangul filler', 'a\u3164b'],
    ['half-width Hangul filler', 'a\uffa0b'],
    ['Braille blank', 'a\u2800b'],
    ['null notehead', 'a\u{1d159}b'],
    ['grapheme joiner', 'a\u034fb'],
    ['Mongolian vowel separator', 'a\u180eb'],
    ['hidden text in tags', 'hi\u{e0068}\u{e0069}'],
    ['hidden text in tags after a flag', '🏴\u{e0068}\u{e0069}\u{e007f}'],
    ['noncharacter', 'a\uffff'],
    ['private use', 'a\ue000b'],
    ['half of a pair', 'a\ud800b'],
    ['line separator', 'a\u2028b'],
    ['null', 'a\u0000b'],
    ['line feed', 'a\nb'],
  ])('%s is found', (_, text) => {
    expect(hasInvisibleSigns(text)).toBe(true)
  })

  it.each([
    '阿榕，您好！',
    'Zoë – “naïve” café',
    'नमस्ते',
    'สวัสดี',
    'مرحبا',
    '👍🏽 ok',
    '❤️',
    '☎︎',
    '👩‍🚀 👩🏽‍❤️‍💋‍👨🏿 🏳️‍🌈 🏴‍☠️ 🐻‍❄️ 👁️‍🗨️ 🏃‍♀️‍➡️',
    '1️⃣ #️⃣',
    '🇸🇬 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿',
    '全角　空格 and nbsp\u00a0',
    '𠮷野家',
  ])('is not found in %s', text => {
    expect(hasInvisibleSigns(text)).toBe(false)
  })
})
