import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from './canonical.ts'
import { firstPlaces, GrowingIds, IdColumn, inOrderOfIds } from './id-column.ts'

const ids = fc.array(fc.stringMatching(/^[ !#-[\]-~]{1,40}$/), { maxLength: 30 })

describe('ids in one text', () => {
  test('are the ids that were added, in whatever way they were added', () => {
    fc.assert(
      fc.property(ids, fc.nat(30), (all, cut) => {
        const growing = new GrowingIds()
        for (const id of all.slice(0, cut)) growing.push(id)
        growing.add(all.slice(cut).join('","'))
        expect([...growing.ids]).toEqual(all)
        expect(growing.ids).toEqual(IdColumn.of(all))
        expect(growing.ids.length).toBe(all.length)
      }),
    )
  })

  test('have the canonical text of their list', () => {
    const many = Array.from({ length: 700 }, (_, i) => `id-${i}`)
    fc.assert(
      fc.property(fc.oneof(ids, fc.constant(many)), all => {
        expect(canonicalJson({ ids: IdColumn.of(all) })).toBe(JSON.stringify({ ids: all }))
      }),
    )
  })

  test('are found by their index, several of them as one text, and none out of range', () => {
    const column = IdColumn.of(['a', 'bb', 'ccc'])
    expect(column.at(1)).toBe('bb')
    expect(column.textOf(1, 3)).toBe('bb","ccc')
    for (const [from, to] of [[0, 4] as const, [2, 2] as const, [-1, 1] as const])
      expect(() => column.textOf(from, to)).toThrow(RangeError)
    expect(() => column.at(3)).toThrow(RangeError)
  })

  test('are iterated in their order, and without a copy where they are sorted', () => {
    const column = IdColumn.of(['b', 'd', 'a', 'c'])
    expect([...inOrderOfIds(column, Int32Array.of(0, 1, 2, 3))]).toEqual([2, 0, 3, 1])
    expect([...inOrderOfIds(column, Int32Array.of(1, 3))]).toEqual([3, 1])
    const ordered = Int32Array.of(2, 0, 1)
    expect(inOrderOfIds(column, ordered)).toBe(ordered)
  })

  test.each(['', 'a"b', 'a\\', 'a\n', 'é'])('reject %j', text => {
    expect(() => new GrowingIds().push(text)).toThrow(RangeError)
    expect(() => new GrowingIds().add(`a","${text}`)).toThrow(RangeError)
  })

  test('map equal ids to the same first index', () => {
    const few = fc.array(fc.constantFrom('a', 'b', 'c', 'ab', 'ba', '1', '2'), { maxLength: 40 })
    fc.assert(
      fc.property(fc.oneof(ids, few), (all: string[]) => {
        const firstOf = firstPlaces(IdColumn.of(all))
        expect(all.map((_, place) => firstOf(place))).toEqual(all.map(id => all.indexOf(id)))
      }),
    )
  })
})
