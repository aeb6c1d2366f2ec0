import type { NewEvent } from '../../registry/events.ts'
import { targetOfSource } from './contract/voice.ts'
import type { ActiveVoiceEffect } from './voice-rows.ts'

type Effect = Pick<ActiveVoiceEffect, 'effect' | 'name' | 'source'>

/** The entry of the log for an effect that was turned on. */
export function startedEvent({ effect, name, source }: Effect, seconds: number): NewEvent {
  return { kind: 'voice-effect.started', data: { effect, seconds, name, source, target: targetOfSource(source) } }
}

/** The entry of the log for an effect that is over. */
export function endedEvent({ effect, name, source, ending }: Effect & Pick<ActiveVoiceEffect, 'ending'>): NewEvent {
  return { kind: 'voice-effect.ended', data: { effect, name, source, target: targetOfSource(source), ending } }
}
