/** Renders the PNG icons of public/ from icon.svg: run `npm run icons` after a change of the drawing. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const folder = join(import.meta.dirname, 'public')
const svg = readFileSync(join(folder, 'icon.svg'), 'utf8')
const ground = /<rect[^>]*fill="([^"]+)"/.exec(svg)?.[1] ?? '#000'
/** Systems that crop icons to their own shape need the background to the edge and the drawing in the middle. */
const maskable = svg
  .replace(/<rect[^>]*\/>/, `<rect width="64" height="64" fill="${ground}"/>`)
  .replace(/<g /, '<g transform="translate(6.4 6.4) scale(.8)" ')

const icons = [
  ['icon-192.png', svg, 192],
  ['icon-512.png', svg, 512],
  ['icon-maskable-512.png', maskable, 512],
  ['apple-touch-icon.png', maskable, 180],
]
for (const [name, drawing, edge] of icons) {
  await sharp(Buffer.from(drawing), { density: 600 })
    .resize(edge, edge)
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(folder, name))
}
