/**
 * A browser's translator replaces texts by `<font>` elements. React keeps the texts that it made and changes them where
 * nobody sees them, so a page would show one game's name above another game's draws; and it fails when it removes one
 * (github.com/facebook/react/issues/11538). Once a text is replaced, React's next change of it, or beside it, first restores the
 * texts of its element. The translator then translates the new text.
 */
export function keepTranslatedPagesTrue(): void {
  const replaced = new Map<Text, HTMLFontElement>()
  let isPatched = false

  const fontBeside = ({ addedNodes, previousSibling, nextSibling }: MutationRecord) =>
    [...addedNodes, previousSibling, nextSibling].find((node) => node instanceof HTMLFontElement)

  new MutationObserver((records) => {
    for (const record of records) {
      if (record.target instanceof HTMLFontElement) continue
      const font = fontBeside(record)
      if (!font) continue
      for (const node of record.removedNodes)
        if (node instanceof Text && (!node.isConnected || font.contains(node))) replaced.set(node, font)
    }
    for (const [text, font] of replaced) if (!font.isConnected) replaced.delete(text)
    // A page that nobody translates keeps the browser's own methods.
    if (replaced.size > 0 && !isPatched) patch()
  }).observe(document.body, { childList: true, subtree: true })

  /** Puts the texts of an element in place of their fonts, in order: neighbours may share one. */
  function restoreBeside(text: Text): void {
    const parent = replaced.get(text)?.parentNode
    const fonts = new Map<HTMLFontElement, Text[]>()
    for (const [one, font] of replaced)
      if (one === text || (parent && font.parentNode === parent))
        fonts.set(font, [...(fonts.get(font) ?? []), one])
    for (const [font, texts] of fonts) {
      for (const one of texts) replaced.delete(one)
      font.replaceWith(...texts)
    }
  }
  const restore = (node: Node | null) => {
    if (node instanceof Text && replaced.has(node)) restoreBeside(node)
  }

  function patch(): void {
    isPatched = true
    const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')!
    Object.defineProperty(Text.prototype, 'nodeValue', {
      ...value,
      set(this: Text, text: string) {
        restore(this)
        value.set!.call(this, text)
      },
    })
    // oxlint-disable typescript/unbound-method -- each is called with the node of its own call
    const { removeChild, insertBefore, appendChild } = Node.prototype
    Node.prototype.removeChild = function <T extends Node>(child: T) {
      restore(child)
      return removeChild.call(this, child) as T
    }
    Node.prototype.insertBefore = function <T extends Node>(child: T, before: Node | null) {
      restore(child)
      restore(before)
      return insertBefore.call(this, child, before) as T
    }
    Node.prototype.appendChild = function <T extends Node>(child: T) {
      restore(child)
      return appendChild.call(this, child) as T
    }
    // oxlint-enable typescript/unbound-method
  }
}
