import { speechUrl } from '../overlay/speech-url.ts'
import type { SpeechChain, Utterance } from './chain.ts'
import type { SpokenAudio } from './engine.ts'
import { channelOfSpeech } from './speech-id.ts'

type Audio = Pick<SpokenAudio, 'bytes' | 'mime'>

/** Lines that any node has spoken. */
export interface SharedSpeech {
  find(id: string): Promise<Audio | undefined>
}

/**
 * The audio of spoken lines, for the pages that play it. A line that waited longer than its audio is kept, or over a
 * restart, is spoken again from its text, which is stored with its delivery: nothing else is, so an address whose
 * delivery is over leads nowhere.
 */
export function createRepeatedSpeech(needs: {
  voices: () => Promise<Pick<SpeechChain, 'find' | 'readParts'>>
  secret: () => string
  shared: SharedSpeech | undefined
  /** The text of a line that some page may still have to play. */
  findText: (channelId: number, url: string) => Promise<string | undefined>
  /** Undefined if no engine can speak it now. */
  speak: (channelId: number, id: string, text: string) => Promise<Utterance | undefined>
}) {
  const { voices, secret, shared, findText, speak } = needs
  const speaking = new Map<string, Promise<boolean>>()

  async function repeat(channelId: number, id: string): Promise<boolean> {
    const text = await findText(channelId, speechUrl(id))
    // It is empty once the viewer who wrote it was erased.
    if (text === undefined || text === '') return false
    return (await speak(channelId, id, text)) !== undefined
  }

  /** Pages that ask together have it spoken once. */
  function repeatOnce(channelId: number, id: string): Promise<boolean> {
    const known = speaking.get(id)
    if (known !== undefined) return known
    const work = repeat(channelId, id).finally(() => speaking.delete(id))
    speaking.set(id, work)
    return work
  }

  return {
    async find(id: string): Promise<Audio | undefined> {
      const channelId = channelOfSpeech(secret(), id)
      if (channelId === undefined) return undefined
      const chain = await voices()
      const kept = (await chain.find(id)) ?? (await shared?.find(id))
      if (kept !== undefined) return kept
      return (await repeatOnce(channelId, id)) ? chain.find(id) : undefined
    },

    /** The files of a line in order, each as soon as it is spoken. */
    async readParts(id: string): Promise<AsyncIterable<Buffer> | undefined> {
      const channelId = channelOfSpeech(secret(), id)
      if (channelId === undefined) return undefined
      const chain = await voices()
      const kept = chain.readParts(id)
      if (kept !== undefined) return kept
      return (await repeatOnce(channelId, id)) ? chain.readParts(id) : undefined
    },
  }
}
