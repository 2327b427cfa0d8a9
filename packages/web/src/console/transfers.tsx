// Upload and download of world files with progress.
import { type Signal, signal } from '@preact/signals'
import { operatorOver } from './api.ts'

/** Progress of a transfer; null before it starts. `total` is 0 if unknown. */
type Progress = Signal<{ readonly done: number; readonly total: number; readonly words: string } | null>

export const makeProgress = (): Progress => signal(null)

export const ProgressBar = ({ label, of }: { label: string; of: Progress }) => (
  <div class="progress" hidden={of.value === null}>
    <progress
      max={1}
      aria-label={label}
      {...(of.value !== null && of.value.total > 0 && { value: of.value.done / of.value.total })}
    />
    <span class="soft" role="status">
      <span key={of.value?.words}>{of.value?.words}</span>
    </span>
  </div>
)

const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`

/** A fetch that reports the download progress. */
const fetchWithDownloadProgress =
  (progress: Progress) =>
  async (url: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(url, init)
    if (response.body === null) return response
    // With a content encoding, Content-Length is the compressed size.
    const total = response.headers.has('content-encoding') ? 0 : Number(response.headers.get('content-length') ?? 0)
    let done = 0
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        done += chunk.length
        const words = total > 0 ? `${megabytes(done)} of ${megabytes(total)}` : megabytes(done)
        progress.value = { done, total, words }
        controller.enqueue(chunk)
      },
    })
    return new Response(response.body.pipeThrough(counted), { status: response.status, headers: response.headers })
  }

/** Lets the browser save bytes as a file; returns their number. */
export async function saveFile(name: string, load: () => Promise<Uint8Array>): Promise<number> {
  const bytes = await load()
  const url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
  return bytes.length
}

/** Downloads a world file and lets the browser save it. */
export async function saveExport(worldId: string, progress: Progress): Promise<void> {
  progress.value = { done: 0, total: 0, words: 'The server is writing the file…' }
  const size = await saveFile(`${worldId}.json`, () =>
    operatorOver(fetchWithDownloadProgress(progress)).exportWorld({ query: { worldId } }),
  )
  // The page first shows the last progress of the download.
  await new Promise((resume) => setTimeout(resume))
  progress.value = { done: 1, total: 1, words: `${megabytes(size)} written to ${worldId}.json` }
}

/** A fetch that reports the upload progress, with XMLHttpRequest because fetch has no upload events. */
const fetchWithUploadProgress =
  (progress: Progress) =>
  (url: string, { method = 'POST', headers, body }: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, url)
      for (const [name, value] of Object.entries(headers as Record<string, string>))
        request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        const sent = `${megabytes(loaded)} of ${megabytes(total)} sent`
        const words = loaded < total ? sent : 'Sent; the server is checking and writing…'
        progress.value = { done: loaded, total, words }
      })
      request.addEventListener('error', () => reject(new TypeError('server not reachable')))
      request.addEventListener('load', () => resolve(new Response(request.responseText, { status: request.status })))
      request.send(body as XMLHttpRequestBodyInit)
    })

/** Uploads a world file. Returns the number of written rows by list. */
export async function sendImport(file: File, progress: Progress): Promise<Readonly<Record<string, number>>> {
  const body = new Uint8Array(await file.arrayBuffer())
  const { data } = await operatorOver(fetchWithUploadProgress(progress)).importWorld({ body })
  progress.value = null
  return data.counts
}
