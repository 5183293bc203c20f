type Rows = (sql: string) => Promise<Record<string, unknown>[]>;

/**
 * The indexes of words, of all lists or of one, that differ from the words of their rows. An index keeps no texts, so each word of the views is compared
 * with what SQLite says that the index has, by its row and its place in the row.
 */
export async function staleWordIndexes(rows: Rows, list = "%"): Promise<string[]> {
  const stale: string[] = [];
  const views = await rows(`select name from sqlite_schema where type = 'view' and name like '${list}_row_words'`);
  for (const list of views.map(({ name }) => String(name).replace("_row_words", ""))) {
    await rows("create virtual table audited_words using fts5(words, content = '', tokenize = 'ascii tokenchars _')");
    await rows(`insert into audited_words (rowid, words) select place, words from ${list}_row_words`);
    await rows("create virtual table audited_terms using fts5vocab(audited_words, instance)");
    await rows(`create virtual table indexed_terms using fts5vocab(${list}_words, instance)`);
    const columns = 'term, doc, "offset"';
    const [{ differences } = { differences: null }] = await rows(
      `select (select count(*) from (select ${columns} from audited_terms except select ${columns} from indexed_terms))
         + (select count(*) from (select ${columns} from indexed_terms except select ${columns} from audited_terms)) as differences`,
    );
    for (const table of ["audited_terms", "indexed_terms", "audited_words"]) await rows(`drop table ${table}`);
    if (differences !== 0) stale.push(`${list}_words`);
  }
  return stale;
}
