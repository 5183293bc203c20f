/** The number of random cases of a test: `few` in `npm test`, and with the variable SAMPLES that many times as many. */
export const samples = (few: number): number => few * Math.max(1, Number(process.env.SAMPLES ?? 1));
