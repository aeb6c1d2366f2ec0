/** Who it is, at a glance: the first letter of the name. The name itself stands beside it. */
export function Face({ name, large = false }: { name: string; large?: boolean }) {
  const [letter = '?'] = name.replace(/^[^\p{L}\p{N}]+/u, '')
  return (
    <span class={`face${large ? ' large' : ''}`} aria-hidden="true">
      {letter.toUpperCase()}
    </span>
  )
}
