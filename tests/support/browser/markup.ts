/** A page without what only a browser's translator needs: elements around texts, and `translate`. */
export const withoutTranslation = (html: string): string =>
  html
    .replaceAll("<!-- -->", "")
    .replaceAll(' translate="no"', "")
    .replaceAll(/<span>([^<]*)<\/span>/g, "$1");
