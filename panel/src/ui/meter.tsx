/** A thin bar. The numbers beside it say the same, so screen readers skip it. */
export function Meter({ value, max }: { value: number; max: number }) {
  const part = max === 0 ? 0 : value / max
  const state = part === 0 ? 'stop' : part < 0.25 ? 'standby' : 'go'
  return (
    <div class="meter" aria-hidden="true">
      <div class={state} style={{ width: `${part * 100}%` }} />
    </div>
  )
}
