import type { OnClose } from '../../kernel/closing.ts'
import { loadOnce } from '../../kernel/load-once.ts'
import type { SourceMessage } from '../overlay/contract/source.ts'
import type { openSourceHub } from './open-source-hub.ts'
import type { WantedSource } from './page-sources.ts'
import type { SourceHub, SourceLimits } from './source-hub.ts'

export type WidgetDataParts = ReturnType<typeof openWidgetData>

/** The live data of widgets. It is loaded with the first page that shows any. */
export function openWidgetData(
  needs: Omit<Parameters<typeof openSourceHub>[0], 'limits'> & {
    overrides: { readonly sourceLimits?: Partial<SourceLimits> }
    onClose: OnClose
  },
) {
  const { overrides, log, onClose } = needs
  const loadSourceHub = loadOnce(async () => {
    const { openSourceHub } = await import('./open-source-hub.ts')
    return openSourceHub({ ...needs, limits: overrides.sourceLimits })
  })
  onClose(async () => (await loadSourceHub.loaded())?.close())

  return {
    loadSourceHub,

    liveSources: {
      /** The sources of a page, which says with `show` what it wants. */
      open(channelId: number, send: (message: SourceMessage) => void) {
        let page: ReturnType<SourceHub['open']> | undefined
        let wanted: readonly WantedSource[] = []
        let isClosed = false

        async function begin(): Promise<void> {
          const hub = await loadSourceHub()
          if (isClosed) return
          page ??= hub.open(channelId, send)
          page.show(wanted)
        }

        return {
          /** Replaces what the page wants. Returns the keys of sources that it cannot have, as far as that is known. */
          show(next: readonly WantedSource[]): readonly string[] {
            wanted = next
            if (page !== undefined) return page.show(next)
            if (next.length > 0) {
              begin().catch((error: unknown) => log.error('the data of widgets could not be loaded', { error }))
            }
            return []
          },

          close(): void {
            isClosed = true
            page?.close()
          },
        }
      },
    },
  }
}
