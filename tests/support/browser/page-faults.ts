/**
 * An expression: what is wrong for old eyes on the page of a shared statement. Words of at most 13 letters that are broken, texts below
 * 16 px, sums below 18 px, and a page that is wider than its window.
 */
export const PAGE_FAULTS = `(() => {
  const faults = [];
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (parentElement.getClientRects().length === 0) continue;
    const size = parseFloat(getComputedStyle(parentElement).fontSize);
    if (size < (parentElement.closest(".statement-sums :is(th, td)") ? 18 : 16)) faults.push(size + " px: " + data);
    for (const { 0: word, index } of data.matchAll(/[^\\s-]{1,13}(?=\\s|$)/g)) {
      if (index > 0 && !/[\\s-]/.test(data[index - 1])) continue;
      const range = document.createRange();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) faults.push("broken: " + word);
    }
  }
  const { scrollWidth } = document.documentElement;
  return scrollWidth > innerWidth ? [...faults, scrollWidth + " px wide"] : faults;
})()`;
