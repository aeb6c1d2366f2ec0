/** How speech can be altered. The overlay applies them, `overlay/voice-effects.ts`. */
export const voiceEffects = ['robot', 'deep', 'chipmunk', 'echo', 'radio', 'reverse'] as const
export type VoiceEffectName = (typeof voiceEffects)[number]
