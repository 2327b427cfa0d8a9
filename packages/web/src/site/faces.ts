// Portraits as images for the canvas.
const SIZE = 96

/**
 * Portraits as round images for the canvas, drawn once from the SVG symbols of the page. Null until the image is
 * loaded, and for agents without a portrait.
 */
export function readFaces(root: Document, onReady: () => void): (handle: string) => HTMLCanvasElement | null {
  const faces = new Map<string, HTMLCanvasElement | null>()
  const symbols = new Map<string, string>()
  for (const item of root.querySelectorAll<HTMLElement>('.cast [data-handle]'))
    symbols.set(item.dataset.handle!, item.querySelector('use')?.getAttribute('href')?.slice(1) ?? '')

  function draw(handle: string): void {
    faces.set(handle, null)
    const symbol = root.getElementById(symbols.get(handle) ?? '')
    if (symbol === null) return
    const picture = new Image()
    picture.addEventListener('load', () => {
      const canvas = root.createElement('canvas')
      canvas.width = SIZE
      canvas.height = SIZE
      const context = canvas.getContext('2d')!
      context.beginPath()
      context.arc(SIZE / 2, SIZE / 2, SIZE / 2, 0, 2 * Math.PI)
      context.clip()
      context.drawImage(picture, 0, 0, SIZE, SIZE)
      faces.set(handle, canvas)
      onReady()
    })
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${symbol.getAttribute('viewBox')}" width="${SIZE}" height="${SIZE}">${symbol.innerHTML}</svg>`
    picture.src = `data:image/svg+xml,${encodeURIComponent(drawing)}`
  }

  return (handle) => {
    if (!faces.has(handle)) draw(handle)
    return faces.get(handle) ?? null
  }
}
