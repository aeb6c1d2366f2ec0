import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { TtsPayload } from '../../registry/overlay-messages.ts'
import type { ChannelSettings } from '../../registry/setting-schemas.ts'
import type { Cause } from '../events/events.ts'
import { overlayErrors } from '../overlay/contract/messages.ts'
import type { NewCue, Overlays, TriedCue } from '../overlay/overlays.ts'
import { speechPartsUrl, speechUrl } from '../overlay/speech-url.ts'
import type { Settings } from '../settings/settings.ts'
import type { SpeechEffects } from '../voice/speech-effects.ts'
import type { SpeechChain, Utterance } from './chain.ts'
import { createRepeatedSpeech, type SharedSpeech } from './repeated-speech.ts'
import { makeSpeechId } from './speech-id.ts'
import type { WordFilter } from './word-filter.ts'

/** Long enough for a page that reconnects, short enough that no outdated speech is played. */
const expiresInMs = 60_000

interface Line {
  readonly text: string
  readonly username: string
}

type SpeechSettings = ChannelSettings['speech']

export type Speech = ReturnType<typeof createSpeech>

/** Speech on stream: the server synthesizes it, the overlay page plays it and shows name and text. */
export function createSpeech(needs: {
  overlays: Overlays
  speechEffects: SpeechEffects
  /** Loaded with the first text to speak, since a start needs no engine. */
  voices: () => Promise<SpeechChain>
  /** Whether a speech service is set up; they speak many languages. */
  hasService: () => boolean
  settings: Settings
  secret: () => string
  /** The lines of other nodes. */
  shared: SharedSpeech | undefined
}) {
  const { overlays, speechEffects, voices, hasService, settings, secret } = needs
  /** Values derived from settings, cached until the settings change. */
  const filters = new WeakMap<SpeechSettings, Promise<WordFilter | undefined>>()

  function filterFor(speechSettings: SpeechSettings): Promise<WordFilter | undefined> {
    const known = filters.get(speechSettings)
    if (known !== undefined) return known
    const { hide_bad_words: builtIn, hidden_words: words } = speechSettings
    const made = builtIn || words.length > 0 ? makeFilter({ builtIn, words }) : Promise.resolve(undefined)
    filters.set(speechSettings, made)
    return made
  }

  async function prepare(channelId: number, text: string) {
    const speechSettings = (await settings.of(channelId)).speech
    const filter = await filterFor(speechSettings)
    const { prepareText } = await loadTexts()
    const { shown, spoken } = prepareText(text, { showLinks: true, filter, maxLength: speechSettings.max_length })
    return { speechSettings, filter, shown, spoken }
  }

  async function voiced(
    channelId: number,
    speechSettings: SpeechSettings,
    spoken: string | undefined,
  ): Promise<TtsPayload['audio']> {
    if (spoken === undefined) return undefined
    const id = makeSpeechId(secret(), channelId)
    const line = await synthesize(channelId, speechSettings, id, spoken)
    if (line === undefined) return undefined
    const parts = line.isInParts ? { partsUrl: speechPartsUrl(id) } : {}
    return { url: speechUrl(id), text: spoken, durationMs: line.durationMs ?? 0, ...parts }
  }

  async function synthesize(
    channelId: number,
    { voice, language, speed }: SpeechSettings,
    id: string,
    text: string,
  ): Promise<Utterance | undefined> {
    const chain = await voices()
    return chain.say({ id, text, voice, language, speed, turn: { channelId }, inParts: true })
  }

  async function cueOf(channelId: number, { text, username }: Line): Promise<NewCue> {
    const { speechSettings, filter, shown, spoken } = await prepare(channelId, text)
    const { prepareName } = await loadTexts()
    const audio = await voiced(channelId, speechSettings, spoken)
    const effect = await speechEffects.current(channelId)
    const payload = {
      username: filter === undefined ? username : prepareName(username, { filter }).shown || username,
      text: shown === '' ? text : shown,
      ...(audio === undefined ? {} : { audio }),
      ...(effect === undefined ? {} : { voice_effect: effect }),
    }
    return { kind: 'tts', idPrefix: 'tts', payload, expiresInMs }
  }

  return {
    ...createRepeatedSpeech({
      ...needs,
      findText: overlays.findSpoken,
      speak: async (channelId, id, text) => synthesize(channelId, (await settings.of(channelId)).speech, id, text),
    }),

    /** The audio for the page; undefined if there is nothing to say or no voice is available. */
    async render(channelId: number, text: string): Promise<TtsPayload['audio']> {
      const { speechSettings, spoken } = await prepare(channelId, text)
      return voiced(channelId, speechSettings, spoken)
    },

    /** A viewer's text with filtered words masked. Its length stays the same. */
    async shown(channelId: number, text: string): Promise<string> {
      const filter = await filterFor((await settings.of(channelId)).speech)
      const { prepareText } = await loadTexts()
      const { shown } = prepareText(text, { showLinks: true, filter })
      return shown === '' ? text : shown
    },

    async say(cause: Cause, { mayWait = false, ...line }: Line & { readonly mayWait?: boolean }) {
      const channelId = cause.channel.id
      // Checked before the synthesis, which is useless without a connected page.
      if (!mayWait && !overlays.isConnected(channelId, { kind: 'tts' })) throw new Failure('overlay_not_connected')
      return overlays.show(cause, await cueOf(channelId, line), { mayWait })
    },

    /** For a test: the panel shows it where no page is connected. */
    async tryOut(cause: Cause, line: Line): Promise<TriedCue> {
      return overlays.tryOut(cause, await cueOf(cause.channel.id, line))
    },

    /** A preview for the voice settings. Fields that are left out have the channel's values. */
    async preview(
      channelId: number,
      text: string,
      chosen: { readonly [N in 'voice' | 'language' | 'speed']?: SpeechSettings[N] | undefined },
    ) {
      const { speechSettings, spoken } = await prepare(channelId, text)
      if (spoken === undefined) throw new Failure('invalid_parameter', { message: overlayErrors.nothingToSpeak.of() })
      const { voice = speechSettings.voice, language = speechSettings.language, speed = speechSettings.speed } = chosen
      const chain = await voices()
      const id = makeSpeechId(secret(), channelId)
      const line = await chain.say({ id, text: spoken, voice, language, speed, turn: { channelId, lane: 'preview' } })
      if (line === undefined) throw new Failure('platform_unavailable', { message: overlayErrors.noVoice.of() })
      return { url: speechUrl(id), engine: line.engine, durationMs: line.durationMs ?? null }
    },

    /** Whether texts in another language are read by the built-in English voice, and nobody has chosen one. */
    async lacksVoice(channelId: number): Promise<boolean> {
      const { speech, language } = await settings.of(channelId)
      const isChosen = speech.voice !== undefined || speech.language !== undefined
      return language.language !== 'en' && !isChosen && !hasService()
    },

    listVoices: async () => (await voices()).listVoices(),
    listEngines: async () => (await voices()).engines,
  }
}

/** Created on first use: building Unicode patterns would slow down the start. */
function loadTexts() {
  return import('./prepare-text.ts')
}

async function makeFilter(wanted: { readonly builtIn: boolean; readonly words: readonly string[] }) {
  const { createWordFilter } = await import('./word-filter.ts')
  return createWordFilter(wanted)
}
