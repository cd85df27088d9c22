import { expect, it } from 'vitest'
import { splitTypes } from './split-types.ts'

const written = `import type { ColumnType } from "kysely";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type JsonObject = {
  [x: string]: string;
};

export interface Block {
  id: Generated<string>;
}

export interface OtcTrade {
  id: string;
}

export interface DB {
  block: Block;
  otcTrade: OtcTrade;
}
`
const owners = new Map([
  ['block', 'blocks'],
  ['otc_trade', 'otc'],
])

it('writes the types of each module into its own file, with the kinds of columns that they use', () => {
  const files = splitTypes(written, table => owners.get(table))
  expect(files.map(({ path }) => path)).toEqual([
    'platform/database/column-types.ts',
    'blocks/generated.ts',
    'otc/generated.ts',
  ])
  const [common, blocks, otc] = files.map(({ text }) => text)
  expect(common).toContain('export type Generated<T>')
  expect(common).toContain('  [x: string]: string;\n};\n')
  expect(blocks).toContain("import type { Generated } from '../platform/database/column-types.ts'")
  expect(blocks).toContain('    block: Block;\n')
  expect(otc).not.toContain('import')
  expect(otc).toContain("declare module '../platform/database/tables.ts' {\n  interface DB {\n")
})

it('refuses a table that no module creates', () => {
  expect(() => splitTypes(written, () => undefined)).toThrow('no module creates the table block')
})
