import { createLazyThread } from '../threads/lazy-thread.ts'
import type { SoundName, TrackName } from './catalogue.ts'
import type { SoundJob } from './sounds-thread.ts'

export interface RenderOptions {
  readonly signal?: AbortSignal | undefined
  /** Called with a share from 0 to 1, in order. */
  readonly onProgress?: ((share: number) => void) | undefined
}

/** Our own sounds as WAV files. Nothing is kept here: the caller stores what it gets. */
export interface Sounds {
  renderSound(name: SoundName, options?: RenderOptions): Promise<Buffer>
  renderTrack(name: TrackName, options?: RenderOptions): Promise<Buffer>
  close(): Promise<void>
}

export function createSounds({ idleMs = 5000, timeoutMs = 60_000 } = {}): Sounds {
  const thread = createLazyThread<SoundJob, Uint8Array>({
    script: new URL('./sounds-thread.ts', import.meta.url),
    timeoutMs,
    idleMs,
    maxWaiting: 64,
  })

  async function render(job: SoundJob, options: RenderOptions = {}): Promise<Buffer> {
    const bytes = await thread.run(job, options)
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  return {
    renderSound: (sound, options) => render({ sound }, options),
    renderTrack: (track, options) => render({ track }, options),
    close: () => thread.close(),
  }
}
