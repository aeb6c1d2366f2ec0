/** The first letter of a name that is shown beside it. */
export function Avatar({ name, large = false }: { name: string; large?: boolean }) {
  const [letter = '?'] = name.replace(/^[^\p{L}\p{N}]+/u, '')
  return (
    <span class={`avatar${large ? ' large' : ''}`} aria-hidden="true">
      {letter.toUpperCase()}
    </span>
  )
}
