import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { countCall } from '../api.ts'
import { untilOnline } from '../online.ts'

/**
 * A part of a page whose code loads when it is first shown. Not the router's `lazy`: that suspends the page around it,
 * and a part that arrives while the page loads its data again would be lost. `Instead` is shown until it is there.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Instead: ComponentType<{ isGone: boolean }> = Nothing,
): ComponentType<P> {
  let known: ComponentType<P> | undefined
  return function Later(props: P) {
    const [state, setState] = useState<'loading' | 'came' | 'gone'>('loading')
    useEffect(() => {
      if (known !== undefined) return
      let isHere = true
      const end = (how: 'came' | 'gone') => void (isHere && setState(how))
      // A page is shown with its parts, as with its data, but does not wait for a server that is away.
      countCall(1)
      const isOver = () => countCall(-1)
      const loading = load().then(
        (part) => {
          known = part
          end('came')
        },
        () => end('gone'),
      )
      void Promise.race([loading, untilOnline(false)]).then(isOver)
      return () => {
        isHere = false
      }
    }, [])
    const Part = known
    return Part === undefined ? <Instead isGone={state === 'gone'} /> : <Part {...props} />
  }
}

function Nothing() {
  return null
}
