import type { Bus } from '../../../kernel/bus/bus.ts'
import type { Log } from '../../../kernel/log.ts'
import { createSerialQueue } from '../../../kernel/serial-queue.ts'
import type { Catalogue } from '../../../kernel/text/message.ts'
import type { Pages } from './pages.ts'

/** Changes of a channel's settings that wait for the texts of the one before. */
const maxWaitingChanges = 100

/** What goes with the welcome of a page; English needs no texts. */
interface PageTexts {
  readonly texts?: Catalogue
}

/**
 * The texts that viewers read on overlay pages, in the language of the channel: with the welcome of a page, and to all
 * pages when the language changes.
 */
export function createTextRelay(needs: {
  pages: Pick<Pages, 'count' | 'broadcast'>
  readTexts: (channelId: number) => Promise<PageTexts>
  /** Whatever else on the pages has texts is sent again. */
  onChange: (channelId: number) => Promise<void>
  bus: Bus
  log: Log
}) {
  const { pages, readTexts, onChange, bus, log } = needs
  /** The language that the pages of a channel have. */
  const languages = new Map<number, string>()
  const queues = new Map<number, ReturnType<typeof createSerialQueue>>()

  const unsubscribe = bus.subscribe('settings-changed', ({ channelId }) => {
    if (pages.count(channelId) > 0) void sendChange(channelId)
    else {
      languages.delete(channelId)
      queues.delete(channelId)
    }
  })

  function queueOf(channelId: number) {
    const queue = queues.get(channelId) ?? createSerialQueue(maxWaitingChanges)
    queues.set(channelId, queue)
    return queue
  }

  async function sendChange(channelId: number): Promise<void> {
    try {
      // A file that takes longer to read than that of the language chosen after it must not be the last one sent.
      await queueOf(channelId)(async () => {
        const before = languages.get(channelId)
        const texts = await of(channelId)
        if (languages.get(channelId) === before) return
        pages.broadcast(channelId, { type: 'texts', ...texts })
        await onChange(channelId)
      })
    } catch (error) {
      log.warn('the texts of another language were not sent to overlay pages', { channelId, error })
    }
  }

  async function of(channelId: number): Promise<PageTexts> {
    const texts = await readTexts(channelId)
    languages.set(channelId, texts.texts?.locale ?? 'en')
    return texts
  }

  return { of, close: unsubscribe }
}
