/** The method pages, read from Markdown: a heading for each section, a paragraph for each line of the page. */
import { itemAt, present } from '../../../platform/rules/base/lists.ts'
import { LAB_FIGURE_KEYS, LAB_FIGURES } from '../../../statistics/rules/lab/figures.ts'
import { type MethodKey, RECORD_METHODS } from '../../../platform/rules/methods/keys.ts'

/** How one figure is computed, as its page under `/methods` explains it. Plain text in plain English. */
export interface Method {
  /** The heading of the page, and the text of links to it. */
  title: string
  /** The question that the figure answers. */
  question: string
  /** The formulas, one per line. */
  formula: readonly string[]
  /** What the formulas mean, a paragraph each, with an example. */
  meaning: readonly string[]
  /** Which draws or forecasts count. */
  window: string
  /** What happens where draws are missing, corrected or void. */
  holes: string
  assumptions: readonly string[]
  limits: readonly string[]
}

const FILES = import.meta.glob<string>(
  ['../../../platform/rules/methods/*.md', '../../../statistics/rules/lab/figures/*.md'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)
const TEXTS = new Map(Object.entries(FILES).map(([path, text]) => [path.replace(/^.*\/|\.md$/g, ''), text]))

/** The paragraphs of a file by their heading. */
function sectionsOf(name: string): Map<string, string[]> {
  const sections = present(TEXTS.get(name)).split(/^#+ /m).slice(1)
  return new Map(
    sections.map((section) => {
      const [heading = '', ...paragraphs] = section.split(/\n+/).filter(Boolean)
      return [heading, paragraphs]
    }),
  )
}

const SHARED = sectionsOf('shared')
const withShared = (text: string) =>
  text.replace(/\{([\w-]+)\}/g, (_, name: string) => itemAt(present(SHARED.get(name)), 0))

/** @param figure what a figure of the lab is called; another method begins with its title and its question */
function methodIn(name: string, figure?: Pick<Method, 'title' | 'question'>): Method {
  const sections = sectionsOf(name)
  const [title, [question = '']] = itemAt([...sections], 0)
  const of = (heading: string) => present(sections.get(heading)).map(withShared)
  return {
    title: figure?.title ?? title,
    question: figure?.question ?? question,
    formula: of('Formula'),
    meaning: of('In words'),
    window: itemAt(of('What counts'), 0),
    holes: itemAt(of('Holes'), 0),
    assumptions: of('Assumptions'),
    limits: of('Limits'),
  }
}

const recordMethods = RECORD_METHODS.map((key) => [key, methodIn(key)] as const)
const labMethods = [
  ...LAB_FIGURE_KEYS.map((key) => [key, methodIn(key, LAB_FIGURES[key])] as const),
  ['many-looks', methodIn('many-looks')] as const,
]

/** The index of the methods, in order. */
export const METHOD_GROUPS: readonly { title: string; methods: Readonly<Record<string, Method>> }[] = [
  { title: 'Forecasts and their record', methods: Object.fromEntries(recordMethods) },
  { title: 'Statistics of the draws', methods: Object.fromEntries(labMethods) },
]

const BY_KEY = new Map<string, Method>([...recordMethods, ...labMethods])

/** Every method page, by the last part of its address. */
export const METHODS = Object.fromEntries(BY_KEY) as Record<MethodKey, Method>

/** The method of an address; undefined if there is none. */
export const methodOf = (key: string): Method | undefined => BY_KEY.get(key)
