import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import type { Plugin } from 'vite'

const overlay = join(import.meta.dirname, '../overlay')
/** Where the server has the style sheets and the modules that are not part of these files. */
const assets = '/overlay/assets/'
const sheetPlace = 'overlay/assets/of-this-build.css'

/**
 * The preview of the overlay in a few files beside those of the panel. A frame that loads the modules of the overlay one
 * by one, as OBS does once in an evening, would be most of the requests of a page of the panel.
 */
export function overlayPreview(): Plugin {
  return {
    name: 'overlay-preview',
    apply: 'build',
    async generateBundle() {
      const build = await rolldown({
        input: { 'overlay-preview': join(overlay, 'preview.ts') },
        platform: 'browser',
        plugins: [{ name: 'own-addresses', transform: withOwnAddresses }],
      })
      const { output } = await build.generate({
        format: 'esm',
        minify: true,
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        codeSplitting: {
          // Widgets come together and effects too: a page that shows one of them mostly shows several. What the preview
          // begins with is not part of these files, or it would load all of them.
          groups: [
            { name: 'overlay-preview', test: /overlay\/(?:preview|isolated-frame)\.ts$/, priority: 3 },
            { name: 'overlay-widgets', test: /overlay\/widget(?:s\/|-stage)/, priority: 2 },
            { name: 'overlay-effects', test: /overlay\/effects\//, priority: 1 },
          ],
        },
      })
      await build.close()
      for (const file of output) {
        if (file.type === 'chunk')
          this.emitFile({ type: 'asset', fileName: `assets/${file.fileName}`, source: file.code })
      }
      const entry = output.find((file) => file.type === 'chunk' && file.isEntry)
      if (entry === undefined) return this.error('the preview of the overlay has no entry')
      const { page, styles } = withOneSheet(readFileSync(join(overlay, 'preview.html'), 'utf8'))
      const hash = createHash('sha256').update(styles).digest('base64url').slice(0, 8)
      const sheet = `assets/overlay-preview-${hash}.css`
      this.emitFile({ type: 'asset', fileName: sheet, source: styles })
      const source = page
        .replace('overlay/assets/preview.js', `panel/assets/${entry.fileName}`)
        .replace(sheetPlace, `panel/${sheet}`)
      this.emitFile({ type: 'asset', fileName: 'overlay-preview.html', source })
    },
  }
}

/** The style sheets of the page in one, except for the fonts, whose addresses are relative to theirs. */
function withOneSheet(page: string) {
  const links = [...page.matchAll(/ *<link rel="stylesheet" href="overlay\/(assets\/(?!fonts)[\w-]+\.css)">\n/g)]
  const styles = links.map(([, path = '']) => readFileSync(join(overlay, path), 'utf8')).join('\n')
  const rest = links.slice(1).reduce((text, [link]) => text.replace(link, ''), page)
  return { page: rest.replace(`overlay/${links[0]?.[1]}`, sheetPlace), styles }
}

/** Style sheets, the worker and modules that are asked for again after a failure are found where the server has them. */
function withOwnAddresses(code: string): string {
  return code
    .replaceAll('import.meta.url', `new URL('${assets}', location.href)`)
    .replaceAll('import(`./', `import(\`${assets}`)
}
