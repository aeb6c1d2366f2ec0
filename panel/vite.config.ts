import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { catalogueShares } from '../scripts/catalogue-shares.ts'
import { withoutEventExamples } from './event-examples.ts'
import { overlayPreview } from './overlay-preview.ts'

/** Modules that several pages share, in one file, without what they import. A module is in the first group that has it. */
function shared(name: string, priority: number, modules: readonly RegExp[]) {
  const test = (id: string) => modules.some((some) => some.test(id))
  return { name, priority, test, minShareCount: 2, includeDependenciesRecursively: false }
}

// biome-ignore lint/style/noDefaultExport: Vite reads the default export.
export default defineConfig({
  root: import.meta.dirname,
  base: '/panel/',
  plugins: [ownLoader(), overlayPreview(), withoutEventExamples(), withoutCircles()],
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
      // As in scripts/build-server.mjs: no warning on a slow machine.
      checks: { bundlerTimings: false },
      // The panel, and the frame of the docs, which the server fills.
      input: ['panel/index.html', 'panel/docs.html'],
      output: {
        codeSplitting: {
          // Many small shared files would be many requests. What every visit needs is one file, the definitions behind
          // the sentences of events are another one, which comes after the page is shown, and what several pages share
          // is one file for each thing that they do with it.
          groups: [
            { name: 'frame', test: /panel\/src\/main\.tsx$/, priority: 10 },
            {
              name: 'events',
              test: /panel\/src\/pages\/activity\/(?:event-row|fold-events)\.tsx?$/,
              priority: 9,
            },
            shared('parts', 8, [
              /src\/(?:definitions|kernel)\/|moderation\/contract\/steps\.ts$|overlay\/contract\/themes\.ts$/,
              /panel\/src\/(?:messages|ui)\/(?!bar-chart|usage-chart|lists\/import-dialog)|panel\/src\/(?:upload|failure-words)\.ts$/,
              /steps\/step-parts|automations\/add-recipe|music\/contract\/recipes/,
            ]),
            shared('stage', 7, [/pages\/overlay\/|pages\/effects\/effects\.css$|overlay\/contract\//]),
            shared('effects', 7, [/pages\/effects\/|effects\/contract\//]),
            shared('variables', 6, [
              /panel\/src\/steps\/(?:variable|messages)|steps\/contract\/variables|contract\/alert-/,
            ]),
            shared('automations', 5, [
              /pages\/(?:automations|commands)\/|runs\/run-lights|alerts\/contract\/recipes/,
              /contract\/(?:command-|event-values)/,
            ]),
            shared('live-events', 4, [/registry\/live-events|contract\/chat-parts/]),
            shared('steps', 4, [/panel\/src\/(?:runs|steps)\/|steps\.ts$|steps\/contract\/|obs\/contract\/obs\.ts$/]),
            shared('services', 3, [
              /contract\/setups?\.ts$|service-setups\/|contract\/speech-engines|discord\/contract\/discord/,
              /pages\/(?:obs|discord)\//,
            ]),
            shared('settings', 2, [
              /contract\/[\w-]*settings\.ts$|registry\/settings\.ts$|pages\/settings\/|quick-actions/,
            ]),
            shared('sign-in', 1, [/pages\/sign-in\/|shell\/sign-in-options|src\/passkeys/]),
            shared('console', 1, [/pages\/(?:console|keys)\//]),
            shared('shows', 1, [/pages\/shows\//]),
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

/** Of files that import each other, one would run before what it needs, in an order that nobody sees in the sources. */
function withoutCircles(): Plugin {
  return {
    name: 'without-circles',
    generateBundle(_, bundle) {
      const importsOf = (name: string) => {
        const file = bundle[name]
        return file?.type === 'chunk' ? file.imports : []
      }
      for (const name of Object.keys(bundle)) {
        const reached = new Set(importsOf(name))
        for (const next of reached) for (const further of importsOf(next)) reached.add(further)
        if (reached.has(name)) this.error(`${name} imports itself over ${[...reached].join(', ')}`)
      }
    },
  }
}
