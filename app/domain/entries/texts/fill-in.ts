/** The text with the values in the place of their names in braces: 'Entry of {time}'. */
export const fillIn = (text: string, values: Record<string, string | number>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
