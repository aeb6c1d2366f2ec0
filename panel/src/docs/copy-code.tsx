import { render } from 'preact'
import { CopyButton } from '../ui/copy.tsx'

/** Every piece of code can be copied. */
export function addCopyButtons(): void {
  for (const block of document.querySelectorAll('article pre')) {
    const frame = document.createElement('div')
    frame.className = 'code'
    block.replaceWith(frame)
    const button = document.createElement('div')
    frame.append(block, button)
    render(<CopyButton text={block.textContent ?? ''} />, button)
  }
}
