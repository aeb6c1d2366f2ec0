export type LightState = 'off' | 'standby' | 'go' | 'stop'

/** The cue light. Always with its word; it glows only when live. */
export function Light({ state, word, glow = false }: { state: LightState; word: string; glow?: boolean }) {
  return (
    <span class={`light ${state}${glow ? ' glow' : ''}`}>
      <span>{word}</span>
    </span>
  )
}
