export type LightState = 'off' | 'standby' | 'go' | 'stop'

/** A status light. It always has a text; it glows only when live. */
export function Light({ state, word, glow = false }: { state: LightState; word: string; glow?: boolean }) {
  return (
    <span class={`light ${state}${glow ? ' glow' : ''}`}>
      <span>{word}</span>
    </span>
  )
}
