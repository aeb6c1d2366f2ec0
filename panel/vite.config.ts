import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { catalogueShares } from '../scripts/catalogue-shares.ts'

// biome-ignore lint/style/noDefaultExport: Vite reads the default export.
export default defineConfig({
  root: import.meta.dirname,
  base: '/panel/',
  plugins: [ownLoader()],
  define: { catalogueShares: JSON.stringify(catalogueShares()) },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome123', 'firefox128', 'safari17.5'],
    // What a page alone needs comes with it, before it is shown; nothing shifts.
    cssCodeSplit: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The panel, and the frame of the docs, which the server fills.
      input: ['panel/index.html', 'panel/docs.html'],
      output: {
        codeSplitting: {
          // Many small shared files would be many requests: what every visit needs is one file, and the definitions
          // behind the sentences of events are another one, which comes after the page is shown.
          groups: [
            { name: 'frame', test: /panel\/src\/main\.tsx$/, priority: 2 },
            {
              name: 'events',
              test: /panel\/src\/pages\/(?:activity\/(?:event-row|fold-events)|home\/recent-events)\.tsx?$/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
})

/** Every `import()` goes through `loadFiles`, which waits for a server that is away, instead of Vite's own loader. */
function ownLoader(): Plugin {
  const source = join(import.meta.dirname, 'src/load-files.ts')
  return {
    name: 'own-loader',
    enforce: 'pre',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => `export { loadFiles as __vitePreload } from ${JSON.stringify(source)}`,
    },
    generateBundle(_, bundle) {
      // Vite may give its loader another name.
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && file.code.includes('modulepreload')) this.error(`${file.fileName} has two loaders`)
      }
    },
  }
}
