import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/**
 * A part of a page whose code loads when it is first shown. Not the router's `lazy`: that suspends the page around it,
 * and a part that arrives while the page loads its data again would be lost.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let known: ComponentType<P> | undefined
  return function Later(props: P) {
    const [, setCame] = useState(known !== undefined)
    useEffect(() => {
      if (known !== undefined) return
      let isHere = true
      void load().then((part) => {
        known = part
        if (isHere) setCame(true)
      })
      return () => {
        isHere = false
      }
    }, [])
    const Part = known
    return Part === undefined ? null : <Part {...props} />
  }
}
