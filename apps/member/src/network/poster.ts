import { qrPath } from '@banyan/ui'

/** The texts of a poster: a template. Nothing is typed, no amount is on it. */
export interface PosterWords {
  brand: string
  headline: string
  from: string
  /** The additional text of a distributed member's poster. */
  own: string | null
  codeLabel: string
  code: string
  scan: string
  /** What members really came out with, and the risk notice. */
  foot: readonly string[]
  link: string
}

const width = 1125
const height = 2001
const edge = 96

const colours = {
  ground: ['#2b3a86', '#1a2147', '#0b0d12'],
  text: '#f4f6fb',
  quiet: '#c3cbe6',
  caption: '#9aa5c4',
  accent: '#8aa4ff',
  card: '#ffffff',
  ink: '#12151c',
} as const

const fonts =
  'system-ui, -apple-system, "Segoe UI", Roboto, "PingFang SC", "HarmonyOS Sans SC", "MiSans", "Noto Sans SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif'

/**
 * Draws the poster at three times a phone's width and returns it as a PNG.
 * @throws Error when the browser cannot draw or encode it.
 */
export async function drawPoster(words: PosterWords): Promise<Blob> {
  await document.fonts.ready
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser draws no pictures')
  drawGround(pen)
  drawHead(pen, words)
  await drawCard(pen, words)
  drawFoot(pen, words.foot)
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('the picture could not be encoded')
  return blob
}

type Pen = CanvasRenderingContext2D

/** A dusk sky, and the crown of a tree whose branches are the network's own. */
function drawGround(pen: Pen): void {
  const dusk = pen.createRadialGradient(width * 0.82, 60, 60, width * 0.5, 500, 1_750)
  dusk.addColorStop(0, colours.ground[0])
  dusk.addColorStop(0.42, colours.ground[1])
  dusk.addColorStop(1, colours.ground[2])
  pen.fillStyle = dusk
  pen.fillRect(0, 0, width, height)
  pen.lineCap = 'round'
  drawBranch(pen, { x: width / 2, y: 1_980, angle: -Math.PI / 2, length: 330, level: 0 })
}

/** One branch and the next two levels, ever fainter. */
function drawBranch(
  pen: Pen,
  at: { x: number; y: number; angle: number; length: number; level: number },
): void {
  const x = at.x + Math.cos(at.angle) * at.length
  const y = at.y + Math.sin(at.angle) * at.length
  pen.globalAlpha = at.level === 0 ? 0.07 : 0.2 - at.level * 0.022
  pen.strokeStyle = colours.accent
  pen.lineWidth = Math.max(2, 20 - at.level * 3.4)
  pen.beginPath()
  pen.moveTo(at.x, at.y)
  pen.lineTo(x, y)
  pen.stroke()
  if (at.level === 6) {
    pen.fillStyle = colours.accent
    pen.beginPath()
    pen.arc(x, y, 9, 0, 2 * Math.PI)
    pen.fill()
  } else {
    for (const turn of [-0.42, 0.42]) {
      const next = { x, y, angle: at.angle + turn, length: at.length * 0.79, level: at.level + 1 }
      drawBranch(pen, next)
    }
  }
  pen.globalAlpha = 1
}

function drawHead(pen: Pen, { brand, headline, from, own }: PosterWords): void {
  pen.fillStyle = colours.quiet
  pen.font = `600 42px ${fonts}`
  pen.fillText(brand, edge, 168)
  pen.fillStyle = colours.text
  const size = fitted(pen, headline, 96, width - 2 * edge)
  pen.font = `600 ${size}px ${fonts}`
  pen.fillText(headline, edge, 330)
  pen.fillStyle = colours.quiet
  pen.font = `400 ${fitted(pen, from, 48, width - 2 * edge, 400)}px ${fonts}`
  pen.fillText(from, edge, 416)
  if (!own) return
  pen.fillStyle = colours.accent
  pen.font = `400 ${fitted(pen, own, 36, width - 2 * edge, 400)}px ${fonts}`
  pen.fillText(own, edge, 474)
}

const card = { x: edge, y: 520, width: width - 2 * edge, height: 1_070, radius: 64 } as const

async function drawCard(pen: Pen, words: PosterWords): Promise<void> {
  const { path, edge: modules } = await qrPath(words.link)
  pen.fillStyle = colours.card
  pen.beginPath()
  pen.roundRect(card.x, card.y, card.width, card.height, card.radius)
  pen.fill()
  const size = 660
  pen.save()
  pen.translate(width / 2 - size / 2, card.y + 64)
  pen.scale(size / modules, size / modules)
  pen.fillStyle = '#000'
  pen.fill(new Path2D(path))
  pen.restore()
  pen.textAlign = 'center'
  pen.fillStyle = '#626b7a'
  pen.font = `400 40px ${fonts}`
  pen.fillText(words.codeLabel, width / 2, card.y + 800)
  pen.fillStyle = colours.ink
  pen.font = `650 92px ${fonts}`
  pen.letterSpacing = '10px'
  // The last letter's spacing would shift the word off the middle.
  pen.fillText(words.code, width / 2 + 5, card.y + 906)
  pen.letterSpacing = '0px'
  pen.fillStyle = '#4c5564'
  pen.font = `400 ${fitted(pen, words.scan, 40, card.width - 80, 400)}px ${fonts}`
  pen.fillText(words.scan, width / 2, card.y + 994)
  pen.textAlign = 'start'
}

function drawFoot(pen: Pen, foot: readonly string[]): void {
  pen.textAlign = 'center'
  pen.fillStyle = colours.text
  pen.font = `400 34px ${fonts}`
  const lines = foot.flatMap(text => wrapped(pen, text, width - 2 * edge))
  lines.forEach((line, i) => {
    pen.fillText(line, width / 2, 1_672 + i * 50)
  })
  pen.textAlign = 'start'
}

/** Breaks a text at spaces into lines that fit a width. */
function wrapped(pen: Pen, text: string, most: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && pen.measureText(longer).width <= most) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** The size at which a text fits a width, at most `size`. */
function fitted(pen: Pen, text: string, size: number, most: number, weight = 600): number {
  pen.font = `${weight} ${size}px ${fonts}`
  return Math.floor(size * Math.min(1, most / pen.measureText(text).width))
}
