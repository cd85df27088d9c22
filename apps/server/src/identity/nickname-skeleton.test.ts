import { describe, expect, it } from 'vitest'
import { skeletonOf } from './nickname-skeleton.ts'

describe('nicknames that look alike', () => {
  it.each([
    ['Alice', 'alice'],
    ['Alice', 'AIice'], // capital i
    ['Alice', 'A1ice'],
    ['Alice', 'ALICE'],
    ['Alice', 'Аliсе'], // Cyrillic А, с, е
    ['Alice', 'Ａｌｉｃｅ'],
    ['Alice', '𝓐𝓵𝓲𝓬𝓮'],
    ['Alice', 'ᴀʟɪᴄᴇ'],
    ['Alice', 'ᎪliceᎪ'.slice(0, -1)], // Cherokee
    ['Alice', 'Al ice'],
    ['Alice', 'Ali\u200dce'],
    ['Alice', 'Ali\u200bce'],
    ['Tom', 'Torn'],
    ['Tom 0', 'Tom O'],
    ['星河', '星\ufe0f河'],
    ['星河', '星\u{e0100}河'],
    ['星 河', '星\u3000河'],
    ['八一', '⼋⼀'], // radicals
    ['一叶', 'ー叶'],
    ['小树 ❤', '小树 ❤\ufe0f'],
    ['Zoe\u0308', 'Zoë'],
  ])('%s and %s are the same', (one, other) => {
    expect(skeletonOf(other)).toBe(skeletonOf(one))
  })

  it.each([
    ['星河', '银河'],
    ['Alice', 'Alicia'],
    ['Zoe', 'Zoë'],
    ['小明', '小明2'],
    ['小明2', '小明3'],
    ['👩‍🚀 Ann', '👨‍🚀 Ann'],
    ['榕树下', '溶树下'],
  ])('%s and %s are different', (one, other) => {
    expect(skeletonOf(other)).not.toBe(skeletonOf(one))
  })
})
