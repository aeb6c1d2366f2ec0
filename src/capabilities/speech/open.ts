import type { Clock } from '../../kernel/ambient.ts'
import type { OnClose } from '../../kernel/closing.ts'
import { loadOnce } from '../../kernel/load-once.ts'
import type { Log } from '../../kernel/log.ts'
import type { Credentials } from '../../platforms/services/credentials.ts'
import type { Pages } from '../overlay/gateway/pages.ts'
import type { Overlays } from '../overlay/overlays.ts'
import type { Settings } from '../settings/settings.ts'
import type { SpeechEffects } from '../voice/speech-effects.ts'
import type { createSpeechChain, SpeechChain } from './chain.ts'
import { httpEngines } from './contract/speech-engines.ts'
import type { SpeechEngine } from './engine.ts'
import type { SpeechServices } from './open-engines.ts'
import type { SharedSpeech } from './repeated-speech.ts'
import { createSpeech } from './speech.ts'
import { engineSettingsWith } from './speech-settings.ts'

type OnSpoken = NonNullable<Parameters<typeof createSpeechChain>[0]['onSpoken']>

interface VoiceNeeds {
  config: { readonly speech?: SpeechServices | undefined }
  clock: Clock
  log: Log
  /** Other nodes, which may be asked for what was spoken here. */
  cluster: { readonly speech: SharedSpeech & { readonly keep: OnSpoken } } | undefined
  credentials: Credentials
  pages: Pick<Pages, 'isShownAnywhere'>
}

/** Speech on stream. The engines are loaded with the first text to speak. */
export function openSpeech(
  needs: VoiceNeeds & {
    onClose: OnClose
    overlays: Overlays
    settings: Settings
    speechEffects: SpeechEffects
    secret: () => string
  },
) {
  const { onClose, credentials, cluster } = needs
  const voices = loadOnce(() => openVoices(needs))
  onClose(async () => (await voices.loaded())?.close())
  credentials.onChange(async (name) => {
    if (!name.startsWith('speech_')) return
    // Engines that nobody has loaded yet are opened with the new settings when they are.
    const loaded = await voices.loaded()
    loaded?.replaceEngines(await enginesOf(needs, loaded.opened))
  })
  const hasService = () =>
    httpEngines.some(({ name }) => needs.config.speech?.services[name] ?? credentials.of(`speech_${name}`))
  return { speech: createSpeech({ ...needs, voices, hasService, shared: cluster?.speech }) }
}

async function openVoices(needs: VoiceNeeds): Promise<SpeechChain> {
  const { clock, log, cluster } = needs
  const [{ createSpeechChain }, { createAudioCache }] = await Promise.all([
    import('./chain.ts'),
    import('./audio-cache.ts'),
  ])
  return createSpeechChain({
    engines: await enginesOf(needs),
    cache: createAudioCache({ now: clock.steady }),
    log,
    ...(cluster && { onSpoken: cluster.speech.keep }),
  })
}

async function enginesOf(needs: VoiceNeeds, open?: readonly SpeechEngine[]): Promise<SpeechEngine[]> {
  const { openEngines } = await import('./open-engines.ts')
  return openEngines(await servicesOf(needs), () => needs.pages.isShownAnywhere('tts'), open)
}

/** The speech services of the environment, and those that the panel stores. One that cannot be used is left out. */
async function servicesOf({ config, credentials, log }: VoiceNeeds): Promise<SpeechServices> {
  const services: { -readonly [N in keyof SpeechServices['services']]: SpeechServices['services'][N] } = {
    ...config.speech?.services,
  }
  const { createHttpEngineByName } = await import('./open-engines.ts')
  for (const { name } of httpEngines) {
    const stored = credentials.of(`speech_${name}`)
    if (stored === undefined) continue
    const settings = engineSettingsWith(config.speech?.services[name], stored)
    try {
      createHttpEngineByName(name, settings)
      services[name] = settings
    } catch (error) {
      log.warn('the stored settings of a speech engine cannot be used', { engine: name, error })
    }
  }
  return { order: config.speech?.order, services }
}
