import type { LayoutModule, PageModule } from '../../platform/web/site/page.ts'
import { fileOfPage, type Page } from './pages.ts'

/** The code of every page. The browser's build has none of the pages without script, whose files end in `-static`. */
const MODULES: Record<string, () => Promise<PageModule>> = {
  ...import.meta.glob<PageModule>('../../*/web/**/*-page.tsx'),
  ...(import.meta.env.SSR ? import.meta.glob<PageModule>('../../*/web/**/*-static.tsx') : {}),
}

const LAYOUTS: Record<string, () => Promise<LayoutModule>> = import.meta.glob<LayoutModule>(
  './layout/*-layout.tsx',
)

/** The code of a page and of its layout. */
export interface LoadedPage {
  Page: PageModule['default']
  /** The addresses of the API calls that page and layout are rendered from. */
  calls: (search: URLSearchParams, subject: string) => string[]
  head: PageModule['head']
  parameters: readonly string[]
}

/** Vite names the modules of this room by their way from here. */
const keyOf = (page: Page) => `../../${fileOfPage(page)}`.replace('../../app/web/', './')

const pages = new Map<Page, LoadedPage>()
const layouts = new Map<string, LayoutModule>()

/** A page whose code is loaded; undefined before that. */
export const loadedPage = (page: Page): LoadedPage | undefined => pages.get(page)

/** The frame of a page if it is loaded, which may be before the page is. */
export const loadedLayout = ({ layout }: Page): LayoutModule['default'] | undefined =>
  layouts.get(layout)?.default

/** Loads the code of a page and of its layout, once. */
export async function loadPage(page: Page): Promise<LoadedPage> {
  const known = pages.get(page)
  if (known) return known
  const [code, frame] = await Promise.all([
    MODULES[keyOf(page)]!(),
    loadLayout(page),
    page.isCommon || loadSheet(),
  ])
  const loaded: LoadedPage = {
    Page: code.default,
    calls: (search, subject) => [...(frame.calls?.() ?? []), ...(code.calls?.(search, subject) ?? [])],
    head: code.head,
    parameters: code.parameters ?? [],
  }
  pages.set(page, loaded)
  return loaded
}

let sheet: Promise<unknown> | undefined

/** Adds the main style sheet to a document that has that of the common screens alone. */
function loadSheet(): Promise<unknown> | undefined {
  const href = import.meta.env.SSR
    ? undefined
    : document.querySelector<HTMLMetaElement>('meta[name=sheet]')?.dataset.whole
  if (!href) return undefined
  return (sheet ??= new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: resolve })
    link.addEventListener('error', () => {
      link.remove()
      sheet = undefined
      reject(new Error('The style sheet was not loaded.'))
    })
    document.head.append(link)
  }))
}

async function loadLayout({ layout }: Page): Promise<LayoutModule> {
  const frame = layouts.get(layout) ?? (await LAYOUTS[`./layout/${layout}-layout.tsx`]!())
  layouts.set(layout, frame)
  return frame
}
