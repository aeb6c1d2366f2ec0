import type { VoicemodClient } from '../../platforms/voicemod/voicemod-client.external.ts'

/** What Voicemod is set back to when an effect is over. */
export type VoicemodRestore =
  | {
      readonly type: 'voice'
      /** The voices that were loaded since: another one was chosen by somebody, and stays. */
      readonly expected: readonly string[]
      readonly voice: string
      readonly isChangerOn: boolean
    }
  | { readonly type: 'beep' }

const beepEffect = 'voicemod:beep'
const prefix = 'voicemod:'

export const voicemodIds = {
  beep: beepEffect,
  random: 'voicemod:random',
  ofVoice: (voice: string): string => `${prefix}${voice}`,
}

export function restoreIn(json: string | null): VoicemodRestore | undefined {
  return json === null ? undefined : (JSON.parse(json) as VoicemodRestore)
}

/**
 * Turns an effect on. `plan` stores what to set back, before anything is changed, so that a crash in between loses nothing.
 * `earlier` is that of the effect before, which may still be on.
 */
export async function applyEffect(
  client: VoicemodClient,
  effect: string,
  earlier: VoicemodRestore | undefined,
  plan: (restore: VoicemodRestore) => Promise<void>,
): Promise<void> {
  if (effect === beepEffect) {
    if (earlier !== undefined) await restoreEffect(client, earlier)
    await plan({ type: 'beep' })
    await client.turnBeep(true)
    return
  }
  const voice = effect.slice(prefix.length)
  const current = await client.currentVoice()
  const isFollowing = earlier?.type === 'voice' && earlier.expected.includes(current)
  if (earlier !== undefined && !isFollowing) await restoreEffect(client, earlier)
  // A second voice leads back to where the first began.
  const before = isFollowing
    ? earlier
    : { expected: [], voice: await client.currentVoice(), isChangerOn: await client.isChangerOn() }
  const expected = [...before.expected.filter((one) => one !== voice), voice]
  await plan({ type: 'voice', expected, voice: before.voice, isChangerOn: before.isChangerOn })
  await client.loadVoice(voice)
  await client.turnChanger(true)
}

/** Sets Voicemod back, if it still is as the effect left it. */
export async function restoreEffect(client: VoicemodClient, restore: VoicemodRestore): Promise<void> {
  if (restore.type === 'beep') {
    await client.turnBeep(false)
    return
  }
  if (!restore.expected.includes(await client.currentVoice())) return
  await client.loadVoice(restore.voice)
  if (!restore.isChangerOn) await client.turnChanger(false)
}
