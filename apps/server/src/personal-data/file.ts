import { CSV_MARK, csvLine } from '@banyan/domain'
import type { ExportedRow } from './parts.ts'
import { type ZipFile, zipOf } from './zip.ts'

const readMe = `这里是平台保存的、与您有关的全部数据。data.json 是完整数据；tables 文件夹里是同样内容的表格。
时间为 UTC；金额单位为 USDT 或 LEAF。密码、助记词和散列值不在其中，平台也没有您的助记词。
其他会员只以您在页面上看到的昵称出现。图片、视频和文件可在「我的数据」页面逐个查看。

This is everything that the platform keeps about you: data.json has all of it, the folder tables the same as tables.
Times are in UTC; amounts are in USDT or LEAF. Passwords, recovery phrases and hashes are not in it.
Other members are named by the nicknames that you see in the app. Your pictures, videos and documents are on the page "My data".
`

/** The archive of an export: one JSON document, and a table of each part that has rows. */
export function exportFile(
  about: { exportedAt: Date },
  parts: readonly { name: string; rows: readonly ExportedRow[] }[],
): Buffer {
  const data = {
    exportedAt: about.exportedAt.toISOString(),
    ...Object.fromEntries(parts.map(part => [part.name, part.rows])),
  }
  const tables = parts
    .filter(part => part.rows.length > 0)
    .map((part): ZipFile => ({ name: `tables/${part.name}.csv`, body: tableOf(part.rows) }))
  return zipOf([
    { name: 'README.txt', body: Buffer.from(readMe) },
    { name: 'data.json', body: Buffer.from(JSON.stringify(data, null, 2)) },
    ...tables,
  ])
}

function tableOf(rows: readonly ExportedRow[]): Buffer {
  const names = [...new Set(rows.flatMap(row => Object.keys(row)))]
  const lines = rows.map(row => csvLine(names.map(name => cellOf(row[name]))))
  return Buffer.from(CSV_MARK + csvLine(names) + lines.join(''))
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
