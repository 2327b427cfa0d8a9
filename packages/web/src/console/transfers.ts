// Upload and download of world files with progress.
import { h } from '../screens/dom.ts'
import { operatorOver } from './api.ts'

/** Progress of a transfer. */
export interface Progress {
  readonly box: HTMLElement
  /** `total` is 0 if unknown. */
  update(done: number, total: number, words: string): void
}

const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`

export function progressBar(label: string): Progress {
  const bar = h('progress', { max: 1, 'aria-label': label })
  const statusText = h('span', { class: 'soft', role: 'status' })
  const box = h('div', { class: 'progress', hidden: true }, bar, statusText)
  return {
    box,
    update(done, total, words) {
      box.hidden = false
      if (total > 0) bar.value = done / total
      else bar.removeAttribute('value')
      statusText.textContent = words
    },
  }
}

/** A fetch that reports the download progress. */
const tellingOfAnswer =
  ({ update: tell }: Progress) =>
  async (url: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(url, init)
    if (response.body === null) return response
    // With a content encoding, Content-Length is the compressed size.
    const total = response.headers.has('content-encoding') ? 0 : Number(response.headers.get('content-length') ?? 0)
    let done = 0
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        done += chunk.length
        tell(done, total, total > 0 ? `${megabytes(done)} of ${megabytes(total)}` : megabytes(done))
        controller.enqueue(chunk)
      },
    })
    return new Response(response.body.pipeThrough(counted), { status: response.status, headers: response.headers })
  }

/** Lets the browser save bytes as a file; returns their number. */
export async function saveFile(name: string, load: () => Promise<Uint8Array>): Promise<number> {
  const bytes = await load()
  const url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/json' }))
  const link = h('a', { href: url, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  URL.revokeObjectURL(url)
  return bytes.length
}

/** Downloads a world file and lets the browser save it. */
export async function saveExport(worldId: string, progress: Progress): Promise<void> {
  progress.update(0, 0, 'The server is writing the file…')
  const size = await saveFile(`${worldId}.json`, () =>
    operatorOver(tellingOfAnswer(progress)).exportWorld({ query: { worldId } }),
  )
  progress.update(1, 1, `${megabytes(size)} written to ${worldId}.json`)
}

/** A fetch that reports the upload progress, with XMLHttpRequest because fetch has no upload events. */
const fetchWithUploadProgress =
  ({ update: tell }: Progress) =>
  (url: string, { method = 'POST', headers, body }: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, url)
      for (const [name, value] of Object.entries(headers as Record<string, string>))
        request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        const sent = `${megabytes(loaded)} of ${megabytes(total)} sent`
        tell(loaded, total, loaded < total ? sent : 'Sent; the server is checking and writing…')
      })
      request.addEventListener('error', () => reject(new TypeError('server not reachable')))
      request.addEventListener('load', () => resolve(new Response(request.responseText, { status: request.status })))
      request.send(body as XMLHttpRequestBodyInit)
    })

/** Uploads a world file. Returns the number of written rows by list. */
export async function sendImport(file: File, progress: Progress): Promise<Readonly<Record<string, number>>> {
  const body = new Uint8Array(await file.arrayBuffer())
  const { data } = await operatorOver(fetchWithUploadProgress(progress)).importWorld({ body })
  return data.counts
}
