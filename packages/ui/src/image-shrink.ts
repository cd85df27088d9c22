/** The longer edge of a picture before it is sent, in px. */
const longEdgePx = 1600
const quality = 0.82

/** Width and height that fit the long edge; smaller pictures keep their size. */
export function fitted(width: number, height: number, edge = longEdgePx) {
  const scale = Math.min(1, edge / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/**
 * Re-encodes a picture, upright and at most 1600 px long: smaller to send, and without the place
 * and camera data that phones write into it. WebP where the browser supports it, else JPEG.
 * @throws when the browser cannot read the file as a picture.
 */
export async function shrinkImage(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const { width, height } = fitted(bitmap.width, bitmap.height)
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.drawImage(bitmap, 0, 0, width, height)
    const webp = await blobOf(canvas, 'image/webp')
    // A browser that cannot write WebP returns PNG instead; JPEG is smaller then.
    return webp.type === 'image/webp' ? webp : await blobOf(canvas, 'image/jpeg')
  } finally {
    bitmap.close()
  }
}

const blobOf = (canvas: HTMLCanvasElement, type: string): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('no picture'))), type, quality),
  )
