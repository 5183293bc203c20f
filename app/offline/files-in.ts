/**
 * The tags of styles, scripts, the font, the icons and the logo, with the path of the file. In entered text `<` is
 * escaped, in elements, attributes and scripts, so that no text is taken for a tag.
 */
const TAGS = /<(?:link|script|img|source|use)\b[^>]*?\s(?:href|src|srcSet)="(\/(?:assets\/[^"#?]+|[\w-]+\.svg))["#?]/g;

/** The paths of the files that the markup of a page names. */
export const filesInPage = (html: string): string[] => [
  ...new Set([...html.matchAll(TAGS)].map(([, path]) => path ?? "")),
];
