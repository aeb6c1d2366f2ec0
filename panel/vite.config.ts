import { defineConfig } from 'vite'

// biome-ignore lint/style/noDefaultExport: Vite reads the default export.
export default defineConfig({
  root: import.meta.dirname,
  base: '/panel/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The panel, and the frame of the docs, which the server fills.
    rolldownOptions: { input: ['panel/index.html', 'panel/docs.html'] },
    target: ['chrome123', 'firefox128', 'safari17.5'],
    // What a page alone needs comes with it, before it is shown; nothing shifts.
    cssCodeSplit: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
